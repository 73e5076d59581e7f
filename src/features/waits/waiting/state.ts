import { createHash } from 'node:crypto';
import { InputError } from '../../../errors';
import { describeValue } from '../../../table/values';
import { isAhead } from '../../../times';
import { isObject, type Json } from '../../../wire';

/*
 * The state of a wait, in the field `await` of its item: plain JSON, stored nowhere else. An item brings it
 * along when it comes round a loop of the workflow, so that a wait outlives any run.
 */

/** The conditions, by the names of their operations; in words, as the editor shows them. */
export const CONDITIONS = {
	blocked: 'Blocked or Unblocked',
	delivered: 'Delivered',
	esimOrder: 'eSIM Order Ended',
	online: 'Online and Stable',
	reply: 'Reply',
	seenAgain: 'Seen Again',
	simStatus: 'SIM Status',
} as const;
export type ConditionName = keyof typeof CONDITIONS;

/** What must be newer than it, by the ids and the clock of the service; how depends on the condition. */
export type Baseline = Json;

/** The state of a wait that goes on. */
export type AwaitState = {
	condition: ConditionName;
	/** The awaited things: ids by their names, such as `endpoint_id`. */
	of: Json;
	/** When the item was first looked at, and when the wait ends; ISO 8601, by the clock of this n8n. */
	since: string;
	until: string;
	baseline: Baseline | null;
	looks: number;
	/** The last reading, as the condition shows it. */
	last_seen: Json | null;
	/** Why the last look failed, where it did. */
	last_error?: string;
};

/** A state as an item carries it, with the digest by which an edit is noticed. */
type WrittenState = AwaitState & { check: string };

/** The name of the field of the item. */
export const STATE_FIELD = 'await';
export const STATE_LABEL = 'Await State';
/** Where it stands, in the words of refusals. */
export const STATE_PLACE = `in the field "${STATE_FIELD}" of the item`;

/** The refusal of a state. */
export const stateError = (rule: string): InputError =>
	new InputError(STATE_FIELD, `${STATE_PLACE} ${rule}`, STATE_LABEL);

/** Letters of the digest. It notices edits; it is not a protection. */
const DIGEST_LENGTH = 8;

/** A value with the keys of its objects in order: n8n and databases may reorder them. */
function inOrder(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(inOrder);
	if (!isObject(value)) return value;
	const keys = Object.keys(value).sort();
	return Object.fromEntries(keys.map((key) => [key, inOrder(value[key])]));
}

const digestOf = (state: object): string =>
	createHash('sha256')
		.update(JSON.stringify(inOrder(state)))
		.digest('hex')
		.slice(0, DIGEST_LENGTH);

/** A state for its item. */
export const writtenState = (state: AwaitState): WrittenState => ({
	...state,
	check: digestOf(state),
});

const isMoment = (value: unknown): boolean =>
	typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && Date.parse(value) > 0;
const isObjectOrNull = (value: unknown): boolean => value === null || isObject(value);

/** The parts of a state, and how each must be. */
const PARTS: Record<string, { fits: (value: unknown) => boolean; rule: string }> = {
	of: { fits: isObject, rule: 'an object of IDs' },
	since: { fits: isMoment, rule: 'a moment in UTC' },
	until: { fits: isMoment, rule: 'a moment in UTC' },
	baseline: { fits: isObjectOrNull, rule: 'an object or null' },
	looks: {
		fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
		rule: 'a whole number of 0 or more',
	},
	last_seen: { fits: isObjectOrNull, rule: 'an object or null' },
	last_error: {
		fits: (value) => value === undefined || typeof value === 'string',
		rule: 'text',
	},
};

const RUN_ANEW = 'Set the field to null to begin the wait anew';

/**
 * Why a value is not the state of a wait for a condition, in words that follow the field's label; undefined
 * where it is one.
 */
export function stateFault(value: unknown, condition: ConditionName): string | undefined {
	if (!isObject(value)) {
		return `must be as an earlier look has left it, got ${describeValue(value)}. ${RUN_ANEW}`;
	}
	const { check, ...state } = value;
	const name = state.condition;
	if (typeof name !== 'string' || !(name in CONDITIONS)) {
		return `must name its condition, got ${describeValue(name)}. ${RUN_ANEW}`;
	}
	if (name !== condition) {
		const [own, other] = [CONDITIONS[condition], CONDITIONS[name as ConditionName]];
		return `must be of "${own}": it belongs to a wait for "${other}" that has not ended. ${RUN_ANEW}`;
	}
	for (const [part, { fits, rule }] of Object.entries(PARTS)) {
		if (fits(state[part])) continue;
		return `must hold "${part}" as ${rule}, got ${describeValue(state[part])}. ${RUN_ANEW}`;
	}
	if (check !== digestOf(state)) {
		return `was changed since the last look. ${RUN_ANEW}`;
	}
	return undefined;
}

/** A checked value as a state, without its digest. */
export function readState(value: Json): AwaitState {
	const state = { ...value };
	delete state.check;
	return state as AwaitState;
}

/** Refuses the state of a wait for something else. @throws InputError */
export function checkSubject(state: AwaitState, subject: Json): void {
	if (JSON.stringify(inOrder(state.of)) === JSON.stringify(inOrder(subject))) return;
	const words = (of: Json) =>
		Object.entries(of)
			.map(([name, value]) => `${name} ${String(value)}`)
			.join(', ');
	throw stateError(
		`must be of ${words(subject)}: it belongs to a wait for ${words(state.of)}. ${RUN_ANEW}`,
	);
}

/** The state of a wait that begins. Milliseconds. */
export const beginState = (
	condition: ConditionName,
	of: Json,
	{ now, atMostMs }: { now: number; atMostMs: number },
): AwaitState => ({
	condition,
	of,
	since: new Date(now).toISOString(),
	until: new Date(now + atMostMs).toISOString(),
	baseline: null,
	looks: 0,
	last_seen: null,
});

/**
 * A state whose wait began in the future, since a clock was ahead then, begins now, and lasts as long as it was
 * to last: otherwise it would end when that future comes. `now` is in milliseconds.
 */
export function begunByNow(state: AwaitState, now: number): AwaitState {
	const [since, until] = [Date.parse(state.since), Date.parse(state.until)];
	if (!isAhead(since, now)) return state;
	return {
		...state,
		since: new Date(now).toISOString(),
		until: new Date(now + until - since).toISOString(),
	};
}
