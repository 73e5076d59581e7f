import { InputError } from '../../../errors';
import { answeredAt } from '../../../readers/clock';
import { answerList, objectIn } from '../../../table/answers';
import type { Call, Json } from '../../../table/define';
import {
	getCardProfileStatuses,
	getEuicc,
	getEuiccOperation,
} from '../../../table/entries/sim/euicc';
import { operationId as operationIdField, PREVIEW } from '../../../table/entries/sim/previewFields';
import * as f from '../../../table/fields';
import { timeOf } from '../../../table/moments';
import { at, listAt } from '../../../table/reading';
import { MINUTE_MS } from '../../../times';
import { countOf, foundEach } from '../reads/each';
import type { WaitInput } from '../waiting/form';
import { open, type Verdict } from '../waiting/verdict';
import { waitEntry } from '../waiting/waitEntry';
import type { Condition, Found, Waiter } from '../waiting/waiting';

/*
 * The wait for the end of an operation on an eSIM card: the operation is read, and the card once that has ended well.
 * Names and IDs of statuses are not documented: the end is recognised by dates and errors, and the state of a profile
 * by the words of the service's own lists. No word proves that an operation succeeded; one that names a failure proves
 * that it did not. Source: public reference, eSIM.
 */

/** The wanted state of the profile; `any`: the end of the operation is enough. */
type WantedProfile = 'any' | 'enabled' | 'disabled' | 'gone';

type EsimOrderInput = WaitInput & {
	euiccId: number;
	operationId: string;
	profileState: WantedProfile;
	profileStatusId?: number | undefined;
	holdMinutes?: number | undefined;
};

/* Verdicts. */

export interface OrderRule {
	wanted: WantedProfile;
	/** The id of the wanted status of the profile; undefined for `any`, and for `gone` by its word. */
	statusId: number | undefined;
	/** How long after the end the profile must still be in that state. Milliseconds. */
	holdMs: number;
}

/** How long after its expiry date an operation without an end counts as expired. Milliseconds. */
const EXPIRED_AFTER_MS = 300_000;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The words of an operation's error; undefined where it has none. */
function failureIn(order: Json): string | undefined {
	const { error } = order;
	if (!isGiven(error)) return undefined;
	const message = at(error, 'message') ?? at(error, 'reason');
	return message === undefined || message === null ? 'no reason given' : String(message);
}

/** Why an operation that has ended did not go well, by the word of its status. */
const FAILURE_WORDS: Array<[RegExp, string]> = [
	[/\broll(ed)? ?back\b/, 'rolledBack'],
	[/\bcancell?ed\b/, 'cancelled'],
	[/\b(expired?|expiry|timed ?out)\b/, 'expired'],
	[/\b(fail(ed|ure)?|error|rejected|refused|denied|declined|aborted)\b/, 'failed'],
];

/** The reason of an operation that has ended and whose status names a failure; undefined where it names none. */
function failedBy(order: Json): string | undefined {
	const word = String(at(order, 'status.description') ?? '')
		.toLowerCase()
		.replaceAll(/[^a-z]+/g, ' ');
	return FAILURE_WORDS.find(([pattern]) => pattern.test(word))?.[1];
}

/**
 * Whether an operation ended because its validity expired, although nothing else shows that. How the
 * service marks expired operations is not documented; some have an end and no error.
 */
const endedAtExpiry = (order: Json): boolean =>
	timeOf(order.finalization_date) >= timeOf(order.expiry_date);

/** Whether the verdict on an operation needs a read of its card. */
export const needsCard = (order: Json, { wanted }: OrderRule): boolean =>
	wanted !== 'any' &&
	isGiven(order.finalization_date) &&
	failureIn(order) === undefined &&
	failedBy(order) === undefined;

/** What a card says about a profile: the profile itself, that it is not there, or nothing. */
type ProfileSeen = { profile: Json } | 'absent' | 'unknown';

/**
 * The profile of an operation on its card. It is absent only from a list in which every profile has a number:
 * an operation may name none, a card may come without its list, and numbers in the list may be null.
 */
function profileOn(card: Json, iccid: unknown): ProfileSeen {
	if (!isGiven(iccid) || !Array.isArray(card.profile)) return 'unknown';
	const profiles = listAt(card, 'profile');
	const profile = profiles.find((own) => String(own.iccid_with_luhn) === String(iccid));
	if (profile) return { profile };
	return profiles.every((own) => isGiven(own.iccid_with_luhn)) ? 'absent' : 'unknown';
}

/** The word for a profile that is deleted and still listed. */
const DELETED_WORD = /^deleted$/i;

/** Whether a profile is in the wanted state; undefined where that is not known. */
function isAsWanted(seen: ProfileSeen, { wanted, statusId }: OrderRule): boolean | undefined {
	if (seen === 'unknown') return undefined;
	if (seen === 'absent') return wanted === 'gone';
	if (wanted === 'gone' && statusId === undefined) {
		const word = at(seen.profile, 'status.description');
		return isGiven(word) ? DELETED_WORD.test(String(word).trim()) : undefined;
	}
	const status = at(seen.profile, 'status.id');
	return isGiven(status) ? Number(status) === statusId : undefined;
}

const shownOf = (order: Json): Json => ({
	order_status: at(order, 'status.description') ?? at(order, 'status.id') ?? null,
	finalization_date: order.finalization_date ?? null,
});

/** What a verdict depends on in addition to its reads. */
interface OrderMoment {
	/** Milliseconds since 1970, by the clock of the service. */
	now: number;
	/** An earlier look has already found the operation past its expiry date. */
	wasOverdue: boolean;
	/** An earlier look has already found the profile as wanted, after the end of the operation. */
	wasAsWanted?: boolean;
}

/** The verdict on an operation. */
export function judgeOrder(
	order: Json,
	card: Json | undefined,
	rule: OrderRule,
	{ now, wasOverdue, wasAsWanted = false }: OrderMoment,
): Verdict {
	const shows = shownOf(order);
	const failure = failureIn(order);
	if (failure !== undefined) return { is: 'over', reason: 'failed', shows: { ...shows, failure } };
	if (!isGiven(order.finalization_date)) {
		const isOverdue = now > timeOf(order.expiry_date) + EXPIRED_AFTER_MS;
		if (isOverdue && wasOverdue) return { is: 'over', reason: 'expired', shows };
		return open({ ...shows, overdue: isOverdue }, { shows });
	}
	const reason = failedBy(order);
	if (reason !== undefined) return { is: 'over', reason, shows };
	if (rule.wanted === 'any') {
		return endedAtExpiry(order) ? { is: 'over', reason: 'expired', shows } : { is: 'met', shows };
	}
	return judgeProfile(order, card ?? {}, rule, { shows, wasAsWanted });
}

/** The verdict on the profile of an operation that has succeeded. */
function judgeProfile(
	order: Json,
	card: Json,
	rule: OrderRule,
	{ shows, wasAsWanted }: { shows: Json; wasAsWanted: boolean },
): Verdict {
	const seen = profileOn(card, order.iccid_with_luhn);
	const profile = typeof seen === 'string' ? undefined : seen.profile;
	const profileStatus = at(profile, 'status.description') ?? at(profile, 'status.id') ?? null;
	const more = { ...shows, profile_status: profileStatus, last_synced: card.last_synced ?? null };
	const endedAt = timeOf(order.finalization_date);
	const syncedAt = timeOf(card.last_synced);
	const stillOpen = (was_as_wanted: boolean) => open({ ...more, was_as_wanted }, { shows: more });
	// The state of a card that was not synchronised since the end is out of date.
	if (!(syncedAt > endedAt)) return stillOpen(wasAsWanted);
	const isWanted = isAsWanted(seen, rule);
	const hasBeenWanted = wasAsWanted || isWanted === true;
	if (!(syncedAt >= endedAt + rule.holdMs)) return stillOpen(hasBeenWanted);
	if (isWanted === undefined) return { ...stillOpen(hasBeenWanted), reason: 'profileNotSeen' };
	if (isWanted) return { is: 'met', shows: more };
	if (endedAtExpiry(order)) return { is: 'over', reason: 'expired', shows: more };
	// A profile that was not on the card since the end may not have been undone: nothing says so.
	if (seen === 'absent' && !hasBeenWanted)
		return { is: 'over', reason: 'profileNotSeen', shows: more };
	const reason = rule.wanted === 'enabled' ? 'rolledBack' : 'profileNotAsWanted';
	return { is: 'over', reason, shows: more };
}

/** Words that name a state of a profile. `Available` never means enabled. */
const STATE_WORDS: Record<'enabled' | 'disabled', RegExp> = {
	enabled: /^(enabled|active)$/i,
	disabled: /^(disabled|inactive)$/i,
};

/**
 * The id of the status that a word of the form means, among those of the service; or why there is not exactly
 * one, in words that follow the field's label.
 */
function profileStatusId(
	wanted: 'enabled' | 'disabled',
	statuses: Json[],
): { id: number } | { fault: string } {
	const fitting = statuses.filter(({ description }) =>
		STATE_WORDS[wanted].test(String(description ?? '').trim()),
	);
	if (fitting.length === 1) return { id: Number(fitting[0]!.id) };
	const words = statuses.map(({ id, description }) => `${String(description)} (${String(id)})`);
	const known = words.length > 0 ? words.join(', ') : 'none';
	return {
		fault: `must be given as "Status ID of the Profile": ${fitting.length} statuses of the service mean "${wanted}" among ${known}`,
	};
}

/* Reads. */

/** A profile that finds no network is undone after seven minutes. Source: guide of the portal. */
const USUAL_HOLD_MINUTES = 10;

/** The status that an item wants of its profile. @throws InputError where the service's words do not tell it. */
async function ruleOf(call: Call, input: EsimOrderInput): Promise<OrderRule> {
	const { profileState: wanted, profileStatusId: given, holdMinutes } = input;
	const usual = wanted === 'enabled' ? USUAL_HOLD_MINUTES : 0;
	const holdMs = (holdMinutes ?? usual) * MINUTE_MS;
	if (wanted === 'any') return { wanted, statusId: undefined, holdMs };
	if (wanted === 'gone' || given !== undefined) return { wanted, statusId: given, holdMs };
	const statuses = await call.once('profile statuses', async () =>
		answerList(await call.other(getCardProfileStatuses, {})),
	);
	const found = profileStatusId(wanted, statuses);
	if ('fault' in found) throw new InputError('profileState', found.fault, 'State of the Profile');
	return { wanted, statusId: found.id, holdMs };
}

async function foundOf(
	call: Call,
	waiter: Waiter<EsimOrderInput>,
	now: () => number,
): Promise<Found> {
	const { euiccId, operationId } = waiter.input;
	const rule = await ruleOf(call, waiter.input);
	const answer = await call.other(getEuiccOperation, { euiccId, operationId });
	const order: Json = objectIn(answer);
	const card = needsCard(order, rule)
		? objectIn(await call.other(getEuicc, { euiccId }))
		: undefined;
	const { last_seen: before } = waiter.state;
	return judgeOrder(order, card, rule, {
		now: answeredAt(answer, now()),
		wasOverdue: before?.overdue === true,
		wasAsWanted: before?.was_as_wanted === true,
	});
}

const esimOrderCondition: Condition<EsimOrderInput> = {
	name: 'esimOrder',
	subject: ({ euiccId, operationId }) => ({ euicc_id: euiccId, operation_id: operationId }),
	cost: (waiters) => 2 * countOf(waiters, ({ input }) => input.operationId),
	look: async ({ call, now }, waiters) =>
		await foundEach(
			waiters,
			(waiter) => waiter,
			async (waiter) => new Map([[waiter, await foundOf(call, waiter, now)]]),
		),
};

export const awaitEsimOrder = waitEntry({
	condition: esimOrderCondition,
	action: 'Await end of eSIM order',
	description:
		'Wait until an operation on an eSIM card has ended without an error, and its profile has the wanted state after a later synchronisation. A failed or expired one leaves by Timed Out at once, with its reason.',
	gives: 'euicc_id, operation_id, order_status, finalization_date',
	request: 'GET /api/v1/euicc/{euiccId}/operation/{operationId}',
	errors: [403, 404],
	notice: PREVIEW,
	fields: {
		euiccId: {
			...f.path(f.pick({ label: 'Card', hint: 'The eUICC of the operation' }, 'euicc')),
			fromItem: 'euicc_id',
		},
		operationId: { ...operationIdField, fromItem: 'id' },
		profileState: f.choice<'any' | 'enabled' | 'disabled' | 'gone'>(
			{
				label: 'State of the Profile',
				hint: 'What the card must show of the profile of the operation',
				default: 'any',
			},
			[
				{ name: 'Any: The Operation Alone', value: 'any' },
				{ name: 'Deleted', value: 'gone' },
				{ name: 'Disabled', value: 'disabled' },
				{ name: 'Enabled', value: 'enabled' },
			],
		),
		...f.inGroup('options', {
			profileStatusId: f.number(
				{
					label: 'Status ID of the Profile',
					hint: "ID of the wanted status, where the service's words do not tell it",
				},
				{ min: 0 },
			),
			holdMinutes: f.number(
				{
					label: 'Still So After (Minutes)',
					hint: 'How long after the end the profile must have that state: one that finds no network is undone after seven minutes. 10 for Enabled, else 0.',
					default: 10,
				},
				{ min: 0, max: 1_440 },
			),
		}),
	},
});
