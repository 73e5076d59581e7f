import { InputError } from '../errors';
import { isObject } from '../wire';
import { entityOf } from './answers';
import type { RequestEntry, Call, Input, Json } from './define';
import * as f from './fields';
import { wirePart } from './request';
import { asNumber } from './values';

/*
 * Changes of profiles, which act on all their endpoints at once: the profile is read first, so that
 * its number of endpoints is known. Source: public reference.
 */

/** Shows the changes and the number of endpoints, and makes no change. */
export const dryRun = f.inGroup('options', {
	dryRun: f.flag({
		label: 'Dry Run',
		hint: 'Whether to only show what would change, and for how many endpoints',
		default: true,
	}),
});

/** A thing that endpoints use, and the entry that reads one. */
interface UsedThing {
	/** Its name in a sentence, such as `service profile`. */
	thing: string;
	read: RequestEntry;
	/** The field that names it, and that field's label. */
	field: string;
	label: string;
}

/** The thing as it is, and how many endpoints use it; null where the service does not say. */
const readUsed = async (call: Call, { read }: UsedThing, input: Input) => {
	const entity = entityOf(await call.other(read, input));
	const used = asNumber(entity.used_count);
	return { entity, used: typeof used === 'number' ? used : null };
};

/** A reference as its id, anything else as it is; null where there is nothing. */
const comparableValue = (value: unknown) => (isObject(value) ? value.id : value) ?? null;

/** Changes a thing, or shows its changes; gives the number of endpoints that use it. */
export async function changeUsed(
	call: Call,
	entry: Required<Pick<RequestEntry, 'fields'>> & Pick<RequestEntry, 'body'>,
	what: UsedThing,
	input: Input,
): Promise<Json> {
	const { entity, used } = await readUsed(call, what, input);
	const of = { id: input[what.field], used_count: used };
	if (input.dryRun !== true) {
		await call.own(input);
		return { ...of, dry_run: false, updated: true };
	}
	const fields = wirePart(entry, input, 'body');
	const body = (entry.body ? entry.body(fields, input) : fields) as Json;
	const changes = Object.entries(body).map(([field, to]) => ({
		...{ field, from: comparableValue(entity[field]), to: comparableValue(to) },
	}));
	const message = `Dry run: nothing was changed; ${used ?? 'the service does not say how many'} endpoints use this ${what.thing}.`;
	return { ...of, dry_run: true, updated: false, changes, message };
}

const STILL_USED =
	'Endpoints use the profile: give them another one first (Endpoint: Update Many).';

/** Common to the entries that delete a thing, beside its name. */
export const deleting = {
	stakes: 'final',
	effect: 'set',
	lane: 'single',
	notice: 'This cannot be undone.',
	errors: [403, 404, 409],
	explains: { 409: STILL_USED, 1407: STILL_USED },
} as const;

/**
 * Deletes a thing. The service refuses one that is used, too.
 * @throws InputError, with nothing sent, while endpoints use it.
 */
export async function deleteUnused(call: Call, what: UsedThing, input: Input): Promise<Json> {
	const { entity, used } = await readUsed(call, what, input);
	if (used !== null && used > 0) {
		const rule = `must not be in use: ${used} endpoints use "${String(entity.name)}"; give them another ${what.thing} first (Endpoint: Update Many)`;
		throw new InputError(what.field, rule, what.label);
	}
	await call.own(input);
	return { id: input[what.field], deleted: true };
}
