import { EventType, isSignOfLife, STEP_TYPES, typeOf } from '../../fleet/events';
import {
	type Behaviour,
	type Contact,
	forgetOldContacts,
	LOOP_KINDS,
	type LoopKind,
	type LoopLimits,
	LOOPS,
	newBehaviour,
	noteContact,
	timesOfLoop,
	USUAL_LIMITS,
} from '../../fleet/loops';
import { eventTime } from '../../readers/events';
import { networkOf } from '../../table/entries/event/eventFields';
import type { Json } from '../../table/define';
import * as f from '../../table/fields';
import { at } from '../../table/reading';
import { asNumber } from '../../table/values';
import { gatherMsOf, groupFields } from '../causes/fields';
import { Places } from '../causes/places';
import { digestOf } from '../runtime/digest';
import { asStored, mapByNumber, mapped } from '../runtime/storedForm';
import { type Alert, defineAlert, type Facts } from './alert';
import { endPoll, type Found, type Grouped, groupedForm, noGroups, tellGrouped } from './grouped';
import { SAMPLE, storedSims, whoIn } from './sims';

/*
 * Devices that misbehave: they register, open sessions or change between operators again and again. What happens within
 * an hour counts, by the times of the events; a loop is told once until it is over.
 */

/** A SIM of the last hour, and since when it is in which loops: milliseconds since 1970. */
interface Watched extends Behaviour {
	loops: Partial<Record<LoopKind, number>>;
}

interface LoopState {
	sims: Map<number, Watched>;
	/** While devices are grouped by cause. */
	grouped?: Grouped;
}

/** The most that a limit can be; no more times are remembered of a SIM. */
const MOST_AN_HOUR = 200;

const limitField = (label: string, hint: string, loop: LoopKind) =>
	f.number({ label, hint, default: USUAL_LIMITS[loop] }, { min: 2, max: MOST_AN_HOUR });

const limitFields = f.inGroup('options', {
	registrationsAnHour: limitField(
		'Registrations an Hour',
		'Attach Loop: as many registrations in an hour, refused ones included, or more',
		'attachLoop',
	),
	shortSessionsAnHour: limitField(
		'Short Sessions an Hour',
		'Session Loop: as many sessions shorter than a minute in an hour, or more',
		'sessionLoop',
	),
	operatorReturnsAnHour: limitField(
		'Operator Returns an Hour',
		'Operator Ping-Pong: as many returns to an operator that the device has left within the hour, or more',
		'operatorPingPong',
	),
});

const REASONS: Record<LoopKind, (count: number) => string> = {
	attachLoop: (count) => `The device has registered ${count} times within an hour`,
	sessionLoop: (count) =>
		`The device has opened ${count} sessions within an hour that were shorter than a minute`,
	operatorPingPong: (count) =>
		`The device has returned ${count} times within an hour to an operator that it had left`,
};
const STATE_WORDS: Record<LoopKind, { one: string; many: string }> = {
	attachLoop: { one: 'registers in a loop', many: 'register in a loop' },
	sessionLoop: { one: 'opens sessions in a loop', many: 'open sessions in a loop' },
	operatorPingPong: {
		one: 'changes between operators',
		many: 'change between operators',
	},
};
const DESCRIPTIONS: Record<LoopKind, string> = {
	attachLoop: 'A device registers again and again within an hour. Emitted once per loop.',
	sessionLoop:
		'A device opens sessions shorter than a minute again and again within an hour. Emitted once per loop.',
	operatorPingPong:
		'A device changes between operators again and again within an hour. Emitted once per loop.',
};
const ACTIONS: Record<LoopKind, string> = {
	attachLoop: 'On attach loop',
	sessionLoop: 'On session loop',
	operatorPingPong: 'On operator ping pong',
};

const loopAlert = (
	loop: LoopKind,
	who: Json,
	times: readonly number[],
	limit: number,
	operator: unknown,
): Alert => ({
	event: loop,
	reason: REASONS[loop](times.length),
	at: times.at(-1)!,
	fields: {
		...who,
		count: times.length,
		limit_an_hour: limit,
		since: new Date(times[0]!).toISOString(),
		operator: operator ?? null,
	},
});

const textOrNone = (value: unknown): string | undefined =>
	value === null || value === undefined || value === '' ? undefined : String(value);

/** What an event shows of a device's contact with the network; undefined for other events. */
function contactIn(event: Json): { simId: number; contact: Contact } | undefined {
	const type = typeOf(event);
	const simId = asNumber(at(event, 'sim.id'));
	const when = eventTime(event);
	const isContact = STEP_TYPES.includes(type) || type === EventType.SessionEnded;
	if (!isContact || !Number.isSafeInteger(simId) || Number.isNaN(when)) return undefined;
	const { operator } = networkOf(event);
	const name = textOrNone(operator ?? at(event, 'detail.id'));
	const session = textOrNone(
		at(event, 'detail.session_id') ?? at(event, 'detail.pdp_context.pdp_context_id'),
	);
	return {
		simId: simId as number,
		contact: {
			at: when,
			type,
			isGranted: isSignOfLife(event),
			operator: name === undefined ? undefined : digestOf(name, 4),
			session: session === undefined ? undefined : digestOf(session, 4),
		},
	};
}

/** Forgets what is older than an hour, and loops of which half of the limit is not reached any more. */
function forgetOld({ sims }: LoopState, readTo: number, limits: LoopLimits): void {
	for (const [simId, watched] of sims) {
		const isRecent = forgetOldContacts(watched, readTo);
		for (const loop of LOOP_KINDS)
			if (timesOfLoop(watched, loop).length * 2 < limits[loop]) delete watched.loops[loop];
		if (!isRecent) sims.delete(simId);
	}
}

/** Notes the contacts of a poll; gives the loops that begin. */
function beginningLoops({ sims, grouped }: LoopState, facts: Facts, limits: LoopLimits): Found[] {
	const places = grouped && new Places(grouped.places);
	const found: Found[] = [];
	for (const event of facts.events) {
		const seen = contactIn(event);
		if (!seen) continue;
		const { simId, contact } = seen;
		const place = contact.isGranted
			? places?.after(event, grouped?.seen.get(simId))
			: grouped?.seen.get(simId);
		if (place) grouped!.seen.set(simId, place);
		const watched = sims.get(simId) ?? { ...newBehaviour(contact.at), loops: {} };
		sims.set(simId, watched);
		noteContact(watched, contact);
		forgetOldContacts(watched, contact.at);
		for (const loop of LOOP_KINDS) {
			const times = timesOfLoop(watched, loop);
			if (watched.loops[loop] !== undefined || times.length < limits[loop]) continue;
			watched.loops[loop] = times[0]!;
			const { operator } = networkOf(event);
			found.push([simId, loopAlert(loop, whoIn(event), times, limits[loop], operator)]);
		}
	}
	return found;
}

const LISTS = ['registrations', 'packetRegistrations', 'shortSessions', 'returns'] as const;
type Lists = Record<(typeof LISTS)[number], number[]>;
/** A SIM as it is stored: times in whole seconds, and only the lists that hold some. */
type Written = Omit<Watched, keyof Lists> & Partial<Lists>;

function written({ at: when, operator, left, opened, loops: own, ...lists }: Watched): Written {
	const stored: Written = { at: when, left, loops: own };
	if (operator !== undefined) stored.operator = operator;
	if (opened !== undefined) stored.opened = opened;
	for (const name of LISTS) {
		const seconds = lists[name].slice(-MOST_AN_HOUR).map((time) => Math.floor(time / 1000));
		if (seconds.length > 0) stored[name] = seconds;
	}
	return stored;
}

/** The SIM of what {@link written} gave. */
function readWatched(stored: Written): Watched {
	const times = (name: keyof Lists) => (stored[name] ?? []).map((seconds) => seconds * 1000);
	return {
		...stored,
		registrations: times('registrations'),
		packetRegistrations: times('packetRegistrations'),
		shortSessions: times('shortSessions'),
		returns: times('returns'),
	};
}

export const loops = defineAlert({
	events: LOOP_KINDS.map((value) => ({
		name: LOOPS[value].name,
		value,
		description: DESCRIPTIONS[value],
		action: ACTIONS[value],
	})),
	fields: { ...limitFields, ...groupFields },
	types: [...STEP_TYPES, EventType.SessionEnded],
	begin: (): LoopState => ({ sims: new Map() }),
	memory: asStored(
		'the contacts of SIMs',
		1,
		({ sims, grouped }: LoopState) => ({
			sims: storedSims(mapped(sims, written)),
			...(grouped && { grouped: groupedForm.write(grouped) }),
		}),
		({ sims, grouped }): LoopState => ({
			sims: mapped(mapByNumber(sims), readWatched),
			...(grouped !== undefined && { grouped: groupedForm.read(grouped) }),
		}),
	),
	read: async (state, facts, input, chosen) => {
		const { sims } = state;
		const gatherMs = gatherMsOf(input);
		if (gatherMs === undefined) delete state.grouped;
		else state.grouped ??= noGroups();
		const limits: LoopLimits = {
			attachLoop: input.registrationsAnHour ?? USUAL_LIMITS.attachLoop,
			sessionLoop: input.shortSessionsAnHour ?? USUAL_LIMITS.sessionLoop,
			operatorPingPong: input.operatorReturnsAnHour ?? USUAL_LIMITS.operatorPingPong,
		};
		const found = beginningLoops(state, facts, limits).filter(([, { event }]) => chosen.has(event));
		forgetOld(state, facts.readTo, limits);
		const { grouped } = state;
		if (!grouped || gatherMs === undefined) return found.map(([, alert]) => alert);
		const alerts: Alert[] = [];
		for (const loop of LOOP_KINDS.filter((one) => chosen.has(one))) {
			const told = {
				event: loop,
				state: STATE_WORDS[loop],
				gatherMs,
				isAffected: (simId: number) => sims.get(simId)?.loops[loop] !== undefined,
			};
			const own = found.filter(([, { event }]) => event === loop);
			alerts.push(...(await tellGrouped(grouped, told, own, facts)));
		}
		endPoll(grouped, facts.readTo);
		return alerts;
	},
	sample: (event, when) =>
		loopAlert(event as LoopKind, SAMPLE, [when], USUAL_LIMITS[event as LoopKind], null),
});
