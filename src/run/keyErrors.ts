import { CellularIotError, InputError } from '../errors';

/* Why an item with an idempotency key was not sent. */

const FIELD = ['idempotencyKey', 'Idempotency Key'] as const;

/** Most items of a run where the store of keys has no room for more. */
export const tooManyKeys = (most: number) =>
	new InputError(
		FIELD[0],
		`must be on at most ${most.toLocaleString('en')} items of a run, as the database of n8n keeps no more; a Redis in the credential does`,
		FIELD[1],
	);

/** The key may have been used for this request; its outcome is unknown. */
export class KeyInDoubtError extends CellularIotError {
	constructor(key: string) {
		super(
			`Unknown whether this was done: a run that was stopped, got no answer or is still under way has used the idempotency key "${key}"`,
			'Nothing was sent now. Look in the service; if it was not done, run the item again with another key.',
			'unknown',
		);
	}
}

export const noStore = () =>
	new CellularIotError(
		'Idempotency Key needs a store that outlives a run, and there is none. Nothing was sent',
		'Switch on "Share Limits Across Workers" in the credential and give a Redis, or save the workflow: then the database of n8n (1.64 or later) keeps the keys.',
		'notSent',
	);

/** The run was cancelled, or the host failed, before a key was claimed. */
export const notClaimed = (error: unknown) =>
	new CellularIotError(
		`The idempotency key could not be claimed (${error instanceof Error ? error.message : String(error)}). Nothing was sent`,
		'Run the item again.',
		'notSent',
		error,
	);

/** Redis had lost a claim before its item was sent, and another run has used the key since. */
export const takenMeanwhile = (key: string) =>
	new CellularIotError(
		`Another run has used the idempotency key "${key}" since this one claimed it, as the Redis had lost the claim. Nothing was sent`,
		'Run the item again: it then gets the result of the other run.',
		'notSent',
	);

const MUST_BE_ANOTHER = 'must be another one for another request';

/** An earlier run has used the key for another request. */
export const usedForAnother = (key: string) =>
	new InputError(
		FIELD[0],
		`${MUST_BE_ANOTHER}: "${key}" was used before, and nothing was sent now. A key names one action on one device, such as fw21-{{ $json.id }}`,
		FIELD[1],
	);

/** An earlier item of the same run has the key for another request. */
export const usedInThisRun = (key: string) =>
	new InputError(
		FIELD[0],
		`${MUST_BE_ANOTHER}: an item before this one has "${key}", too. Give each item a key of its own, such as ${key}-{{ $json.id }}`,
		FIELD[1],
	);
