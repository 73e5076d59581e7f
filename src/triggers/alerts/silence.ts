import { isSignOfLife, STEP_TYPES } from '../../fleet/events';
import type { Json } from '../../table/define';
import { isEndpointDeleted } from '../../table/entries/endpoint/endpointNumbers';
import { simplifyEndpoint } from '../../table/entries/endpoint/endpointRead';
import { at } from '../../table/reading';
import { HOUR_MS } from '../../times';
import { type Fleet, fleetIn } from '../causes/devices';
import { gatherMsOf, groupFields } from '../causes/fields';
import { type CauseMemory, causeForm, noMemory, noteAffected, noteBack } from '../causes/memory';
import { type Placed, Places, thinOut } from '../causes/places';
import type { Share } from '../causes/shares';
import { asStored, mapByNumber } from '../runtime/storedForm';
import { failureIn } from '../runtime/unreadable';
import {
	type Alert,
	defineAlert,
	type EndpointList,
	type Facts,
	isListDue,
	LIST_READ_MS,
} from './alert';
import type { SignOfLife } from './signOfLife';
import { silenceFields, type SilenceInput } from './silenceFields';
import { isExpected, SAMPLE, simEvents, storedSims, whoIn } from './sims';
import { tellByCause } from './tellByCause';

/*
 * Devices that fall silent, and devices that are back. A device is seen when it attaches or opens a
 * session, not when it is refused; before an alert its traffic is read, too. Time counts only up to where the feed was read: a
 * service that is out of reach makes no device silent.
 */

interface LastHeard {
	/** Milliseconds since 1970: when it was last seen, or first expected. */
	at: number;
	/** It was never seen; `at` is when it was first expected. */
	never: boolean;
	/** When the alert of its silence was made. */
	alertedAt?: number;
	/** Lists in a row that lacked the SIM; it is not forgotten after a single one. */
	missing: number;
	/** How often in a row its traffic could not be read, and until when it is not read again. */
	unread?: { times: number; until: number };
	/** Where it was last, while devices are grouped by cause. */
	place?: Placed;
}

interface SilenceState {
	/** When the list was last read. */
	lookedAt: number;
	/** The SIM after which the next look continues with the traffic of silent devices. */
	after: number;
	sims: Map<number, LastHeard>;
	/** While devices are grouped by cause: their places, and who was found. */
	places?: Share[][];
	causes?: CauseMemory;
}

const [SILENT, BACK] = ['deviceSilent', 'deviceBack'];
/** Endpoints whose traffic is read in one look, and how many of them may be silent already. */
const MOST_ENDPOINTS_ASKED = 200;
const MOST_SILENT_ASKED = 50;
const FORGOTTEN_AFTER_LISTS = 3;
const STATE_WORDS = { one: 'is silent', many: 'are silent' };
/** The longest pause after traffic that could not be read. */
const MOST_WAIT_MS = HOUR_MS;
/** Failures in a row that are counted; the pause grows no further. */
const MOST_TIMES = 4;

const patience = ({ silentAfter, silentTags }: SilenceInput, tags: unknown): number => {
	const names = Array.isArray(tags) ? tags : String(tags ?? '').split(',');
	let own = Infinity;
	for (const name of names) own = Math.min(own, silentTags?.get(String(name).trim()) ?? Infinity);
	return (own === Infinity ? silentAfter : own) * HOUR_MS;
};

const toHours = (ms: number): number => Math.round(ms / 36_000) / 100;
const isoOf = (ms: number): string => new Date(ms).toISOString();

const silentAlert = (who: Json, heard: LastHeard, readTo: number): Alert => ({
	event: SILENT!,
	reason: heard.never
		? `Never heard in the ${toHours(readTo - heard.at)} hours that it was expected to be`
		: `Not heard for ${toHours(readTo - heard.at)} hours`,
	at: readTo,
	fields: {
		...who,
		last_heard_at: heard.never ? null : isoOf(heard.at),
		silent_hours: toHours(readTo - heard.at),
	},
});

const backAlert = (who: Json, heard: LastHeard, when: number): Alert => ({
	event: BACK!,
	reason: `Heard again after ${toHours(when - heard.at)} hours`,
	at: when,
	fields: {
		...who,
		last_heard_at: isoOf(when),
		silent_since: isoOf(heard.at),
		silent_hours: toHours(when - heard.at),
	},
});

/** Notes devices that events show as alive; gives the alerts of those that are back. */
function applyEvents(
	{ sims, places: list }: SilenceState,
	{ events, readTo }: Facts,
	input: SilenceInput,
): Alert[] {
	const places = list && new Places(list);
	return simEvents(events.filter(isSignOfLife)).flatMap(({ simId, at: when, event }) => {
		const heard = sims.get(simId);
		if (!heard) return [];
		const isNews = when > heard.at;
		const place = isNews || !heard.place ? places?.after(event, heard.place) : heard.place;
		if (place) heard.place = place;
		if (!isNews) return [];
		const before = { ...heard };
		heard.at = when;
		heard.never = false;
		delete heard.unread;
		if (before.alertedAt === undefined) return [];
		// A late event may be older than the alert, and then proves nothing.
		const isBack =
			when > before.alertedAt || readTo - when < patience(input, at(event, 'endpoint.tags'));
		if (!isBack) return [];
		delete heard.alertedAt;
		return [backAlert(whoIn(event), before, when)];
	});
}

/**
 * Updates the expected devices by the list; returns its endpoints by their SIM. A list that is empty or
 * not complete does not show that a device is no longer expected.
 */
function applyList(
	{ sims }: SilenceState,
	{ entries, isComplete }: EndpointList,
	readTo: number,
): Map<number, Json> {
	const listed = entries.filter((endpoint) => !isEndpointDeleted(endpoint));
	const expected = new Map<number, Json>();
	for (const entity of listed) {
		const endpoint = simplifyEndpoint(entity);
		if (endpoint.sim_id === null) continue;
		const simId = Number(endpoint.sim_id);
		if (!isExpected(endpoint)) sims.delete(simId);
		else expected.set(simId, endpoint);
	}
	for (const simId of expected.keys()) {
		const heard = sims.get(simId);
		// A time in the future would delay the alert.
		if (heard) {
			heard.missing = 0;
			heard.at = Math.min(heard.at, readTo);
		} else sims.set(simId, { at: readTo, never: true, missing: 0 });
	}
	if (listed.length === 0 || !isComplete) return expected;
	for (const [simId, heard] of sims) {
		if (expected.has(simId)) continue;
		heard.missing += 1;
		if (heard.missing >= FORGOTTEN_AFTER_LISTS) sims.delete(simId);
	}
	return expected;
}

/** Signs of life of the devices in question. */
async function readSigns(
	simIds: number[],
	expected: Map<number, Json>,
	{ signOfLife }: Facts,
	check: SilenceInput['silentCheck'],
): Promise<Map<number, SignOfLife>> {
	if (check === 'none') return new Map(simIds.map((simId) => [simId, { at: undefined }]));
	const answers = await Promise.allSettled(
		simIds.map(async (simId) => ({
			simId,
			sign: await signOfLife(Number(expected.get(simId)!.id), check === 'session'),
		})),
	);
	const failed = answers.filter((answer) => answer.status === 'rejected');
	// Every read failed: the service is out of reach for the whole account.
	if (failed.length > 0 && failed.length === answers.length) throw failed[0]!.reason;
	const given = answers.filter((answer) => answer.status === 'fulfilled');
	return new Map(given.map(({ value }) => [value.simId, value.sign]));
}

/** Logs each endpoint once for which silence could not be checked. */
function logUnread(unread: Array<{ id: unknown; why: string }>, { log }: Facts): void {
	for (const why of new Set(unread.map((endpoint) => endpoint.why))) {
		const ids = unread.filter((endpoint) => endpoint.why === why).map(({ id }) => String(id));
		log(
			ids.length === 1
				? `Whether endpoint ${ids[0]} is silent is not known: its usage could not be read (${why}). It is asked again every hour at least; all others are judged.`
				: `Whether ${ids.length} endpoints are silent is not known: their usage could not be read (${why}); endpoint ${ids[0]} is one. They are asked again every hour at least; all others are judged.`,
		);
	}
}

/** What a look through the devices has found. */
interface Look {
	alerts: Alert[];
	/** The endpoints of the list by their SIMs, of those that are expected to be heard. */
	expected: ReadonlyMap<number, Json>;
	/** More were due than one look asks about. */
	isCut: boolean;
}

/** Looks through all expected devices for those that fell silent, and those that are back. */
async function findSilent(state: SilenceState, facts: Facts, input: SilenceInput): Promise<Look> {
	const { sims } = state;
	const { readTo } = facts;
	const expected = applyList(state, await facts.list(), readTo);
	const limit = (simId: number) => patience(input, expected.get(simId)?.tags);
	const late: Array<[simId: number, heardAt: number]> = [];
	const silent: number[] = [];
	for (const [simId, { at: heardAt, alertedAt, never, unread }] of sims) {
		const wait = (unread?.until ?? readTo) - readTo;
		const mayAsk = wait <= 0 || wait > MOST_WAIT_MS;
		if (!mayAsk || !expected.has(simId)) continue;
		const isWatched = !never || (input.silentNever ?? true);
		if (alertedAt !== undefined) silent.push(simId);
		else if (isWatched && readTo - heardAt >= limit(simId)) late.push([simId, heardAt]);
	}
	silent.sort((a, b) => a - b);
	const due = late.sort(([, a], [, b]) => a - b).map(([simId]) => simId);
	const asks = input.silentCheck !== 'none';
	const inTurn = [...silent.filter((simId) => simId > state.after), ...silent];
	const turns = asks ? [...new Set(inTurn)].slice(0, MOST_SILENT_ASKED) : [];
	state.after = turns.at(-1) ?? 0;
	const asked = asks ? due.slice(0, MOST_ENDPOINTS_ASKED - turns.length) : due;
	const questions = [...asked, ...turns];

	const answers = await readSigns(questions, expected, facts, input.silentCheck);
	const unread: Array<{ id: unknown; why: string }> = [];
	const found = [...answers].flatMap(([simId, sign]) => {
		const heard = sims.get(simId)!;
		const before = { ...heard };
		const { id, name, sim_id, iccid, tags } = expected.get(simId)!;
		const who = { endpoint_id: id, endpoint_name: name, sim_id, iccid };
		// Whole seconds are kept.
		const second = Math.floor((sign.at ?? 0) / 1000) * 1000;
		if (second > heard.at) Object.assign(heard, { at: second, never: false });
		const isSilent = readTo - heard.at >= limit(simId);
		delete heard.unread;
		if (isSilent && sign.unread !== undefined) {
			const times = Math.min((before.unread?.times ?? 0) + 1, MOST_TIMES);
			heard.unread = { times, until: readTo + Math.min(MOST_WAIT_MS, LIST_READ_MS * 2 ** times) };
			if (times === 1) unread.push({ id, why: failureIn(sign.unread) });
			// Nothing shows whether the device is silent or alive.
			if (before.alertedAt === undefined) return [];
		}
		if (before.alertedAt === undefined) {
			if (!isSilent) return [];
			heard.alertedAt = readTo;
			return [silentAlert({ ...who, tags }, heard, readTo)];
		}
		if (heard.at === before.at || (isSilent && heard.at <= before.alertedAt)) return [];
		delete heard.alertedAt;
		return [backAlert(who, before, heard.at)];
	});
	logUnread(unread, facts);
	return { alerts: found, expected, isCut: asked.length < due.length };
}

/** The fleet of a look, for a comparison: a device that is silent for longer is no longer compared. */
function fleetOf(
	{ sims, places: list = [] }: SilenceState,
	{ expected }: Look,
	now: number,
): Fleet {
	const places = new Places(list);
	const heard = [...sims].filter(([, { alertedAt, never }]) => alertedAt === undefined && !never);
	return fleetIn(
		expected,
		(simId) => places.of(sims.get(simId)?.place, now),
		heard.map(([simId]) => simId),
		(simId) => sims.get(simId)!.at,
	);
}

/** Gathers what one poll has found. */
function gather({ sims, causes }: SilenceState, alerts: readonly Alert[]): void {
	for (const { event, at: when, fields } of alerts) {
		const simId = Number(fields.sim_id);
		const { endpoint_id, endpoint_name, iccid } = fields;
		const who = { endpoint_id, endpoint_name, sim_id: simId, iccid };
		const affected = { endpointId: Number(endpoint_id), at: when, since: sims.get(simId)!.at, who };
		if (event === SILENT) noteAffected(causes!, simId, affected);
		else noteBack(causes!, simId, affected);
	}
}

/** What was gathered is found again where devices are no longer grouped. */
function ungroup(state: SilenceState): void {
	for (const simId of state.causes?.gathered.keys() ?? []) {
		const heard = state.sims.get(simId);
		if (heard) delete heard.alertedAt;
	}
	delete state.causes;
	delete state.places;
	for (const heard of state.sims.values()) delete heard.place;
}

/** The alerts of a look by cause. `before` is when the look before was. */
async function tellSilence(
	state: SilenceState,
	look: Look,
	now: number,
	before: number,
	gatherMs: number,
): Promise<Alert[]> {
	const { sims } = state;
	const places = new Places(state.places!);
	return await tellByCause(state.causes!, {
		event: SILENT!,
		backEvent: BACK!,
		state: STATE_WORDS,
		since: 'latest',
		now,
		gatherMs,
		isEachJudged: true,
		isCut: look.isCut,
		isGathered: now - before > gatherMs,
		isAffected: (simId) => sims.get(simId)?.alertedAt !== undefined,
		isPlaced: (simId) => places.of(sims.get(simId)?.place, now) !== undefined,
		fleet: async () => await Promise.resolve(fleetOf(state, look, now)),
	});
}

const silenceForm = asStored(
	'the last signs of life',
	1,
	({ sims, causes, ...moments }: SilenceState) => ({
		...moments,
		sims: storedSims(sims),
		...(causes && { causes: causeForm.write(causes) }),
	}),
	({ sims, causes, ...moments }): SilenceState => ({
		...moments,
		sims: mapByNumber(sims),
		...(causes !== undefined && { causes: causeForm.read(causes) }),
	}),
);

export const silence = defineAlert({
	events: [
		{
			name: 'Device Back',
			value: BACK!,
			description: 'A device that was silent is heard from again',
			action: 'On device back after silence',
		},
		{
			name: 'Device Silent',
			value: SILENT!,
			description:
				'A device was not heard from for a time that you choose. Emitted once per silence, or once per cause that many share.',
			action: 'On silent device',
		},
	],
	fields: { ...silenceFields, ...groupFields },
	types: STEP_TYPES,
	begin: (): SilenceState => ({ lookedAt: 0, after: 0, sims: new Map() }),
	memory: silenceForm,
	read: async (state, facts, input, chosen) => {
		const gatherMs = gatherMsOf(input);
		if (gatherMs === undefined) ungroup(state);
		else Object.assign(state, { causes: state.causes ?? noMemory(), places: state.places ?? [] });
		const alerts = applyEvents(state, facts, input);
		if (gatherMs !== undefined) gather(state, alerts.splice(0));
		if (isListDue(state.lookedAt, facts)) {
			const before = state.lookedAt;
			state.lookedAt = facts.readTo;
			const look = await findSilent(state, facts, input);
			if (gatherMs === undefined) alerts.push(...look.alerts);
			else {
				gather(state, look.alerts);
				alerts.push(...(await tellSilence(state, look, facts.readTo, before, gatherMs)));
				const placed = [...state.sims.values()].flatMap(({ place }) => place ?? []);
				state.places = thinOut(state.places!, placed);
			}
		}
		return alerts.filter(({ event }) => chosen.has(event));
	},
	sample: (event, when) => {
		const heard: LastHeard = { at: when - 24 * HOUR_MS, never: false, missing: 0 };
		return event === BACK ? backAlert(SAMPLE, heard, when) : silentAlert(SAMPLE, heard, when);
	},
});
