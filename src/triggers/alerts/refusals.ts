import { isAtLeast, meaningOf, STEP_TYPES, type Step } from '../../fleet/events';
import { networkOf } from '../../table/entries/event/eventFields';
import type { Json } from '../../table/define';
import { HOUR_MS } from '../../times';
import { gatherMsOf, groupFields } from '../causes/fields';
import { type Placed, Places } from '../causes/places';
import { asStored, mapByNumber } from '../runtime/storedForm';
import { type Alert, defineAlert, type Facts } from './alert';
import { endPoll, type Found, type Grouped, groupedForm, noGroups, tellGrouped } from './grouped';
import { SAMPLE, type SimEvent, simEvents, storedSims, whoIn } from './sims';

/*
 * Devices whose registration a network refuses (types 1 and 2 with a warning), and devices whose session the service
 * refuses (type 3 with a warning): once until the same is accepted. Why it was refused stands in the text of the event
 * alone. Source: public reference, Events.
 */

const REGISTRATION_REFUSED = 'registrationRefused';
const SESSION_REFUSED = 'sessionRefused';
const EVENTS = [REGISTRATION_REFUSED, SESSION_REFUSED] as const;
type RefusalEvent = (typeof EVENTS)[number];

const EVENT_OF: Record<Step, RefusalEvent> = {
	registration: REGISTRATION_REFUSED,
	'packet registration': REGISTRATION_REFUSED,
	session: SESSION_REFUSED,
};
const STEPS_OF: Record<RefusalEvent, readonly Step[]> = {
	registrationRefused: ['registration', 'packet registration'],
	sessionRefused: ['session'],
};
const STATE_WORDS = {
	registrationRefused: { one: 'is refused its registration', many: 'are refused registration' },
	sessionRefused: { one: 'is refused its session', many: 'are refused their sessions' },
};

/** The steps that a SIM is refused, each with the time of its first refusal: milliseconds since 1970. */
interface Refused {
	/** The newest refusal. */
	at: number;
	steps: Partial<Record<Step, number>>;
	/** Where it was refused, while devices are grouped by cause. */
	place?: Placed;
}

/** The newest step that a SIM was granted. */
interface Granted {
	at: number;
	step: Step;
}

interface RefusalState {
	refused: Map<number, Refused>;
	/** Steps granted a short time ago: a refusal that comes late may be older. */
	granted: Map<number, Granted>;
	/** While devices are grouped by cause. */
	grouped?: Grouped;
}

/** Steps are remembered for as long as events may come late. */
const GRANTED_MS = HOUR_MS;

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** Whether a SIM is refused what an event is about. */
const isRefused = (refused: Refused | undefined, event: RefusalEvent): boolean =>
	STEPS_OF[event].some((step) => refused?.steps[step] !== undefined);

/** Notes that a step was granted: it and what it needs are no longer refused. */
function grant({ refused, granted }: RefusalState, simId: number, now: Granted): void {
	const before = granted.get(simId);
	if (before === undefined || now.at >= before.at) granted.set(simId, now);
	const own = refused.get(simId);
	if (!own) return;
	for (const [step, since] of Object.entries(own.steps) as Array<[Step, number]>) {
		// A session takes the packet side; the circuit side may refuse the device all the same.
		const isOver = step === now.step || (now.step === 'session' && step !== 'registration');
		if (isOver && now.at >= since) delete own.steps[step];
	}
	if (Object.keys(own.steps).length === 0) refused.delete(simId);
}

/** Notes a refusal; tells whether it is the first one of its event. */
function refuse(
	{ refused, granted }: RefusalState,
	{ simId, at: when }: SimEvent,
	step: Step,
): boolean {
	const last = granted.get(simId);
	if (last && last.at > when && isAtLeast(last.step, step)) return false;
	const own = refused.get(simId) ?? { at: when, steps: {} };
	const isFirst = !isRefused(own, EVENT_OF[step]);
	own.steps[step] ??= when;
	own.at = Math.max(own.at, when);
	refused.set(simId, own);
	return isFirst;
}

const refusalAlert = (
	event: RefusalEvent,
	when: number,
	who: Json,
	about: { step: Step; text: unknown; country: unknown; operator: unknown },
): Alert => ({
	event,
	reason:
		event === SESSION_REFUSED
			? `The service refuses the session: ${String(about.text ?? 'no cause given')}`
			: `A network refuses the registration: ${String(about.text ?? 'no cause given')}`,
	at: when,
	fields: {
		...who,
		step: about.step,
		refusal: about.text ?? null,
		country: about.country ?? null,
		operator: about.operator ?? null,
		refused_since: isoOf(when),
	},
});

/** Goes through the events; gives the refusals that are the first of their device, and not over yet. */
function firstRefusals(state: RefusalState, { events }: Facts): Found[] {
	const { refused, grouped } = state;
	const places = grouped && new Places(grouped.places);
	const found = new Map<string, Found>();
	for (const simEvent of simEvents(events)) {
		const { simId, at: when, event } = simEvent;
		const meaning = meaningOf(event);
		if (meaning.is === 'other') continue;
		const { step } = meaning;
		const place = places?.after(event, grouped?.seen.get(simId));
		if (meaning.is === 'sign') {
			if (place) grouped!.seen.set(simId, place);
			grant(state, simId, { at: when, step });
			continue;
		}
		const isFirst = refuse(state, simEvent, step);
		const own = refused.get(simId);
		if (place && own) own.place = place;
		if (!isFirst) continue;
		const name = EVENT_OF[step];
		const { country, operator } = networkOf(event);
		const about = { step, text: event.description, country: country?.name, operator };
		found.set(`${name} ${simId}`, [simId, refusalAlert(name, when, whoIn(event), about)]);
	}
	return [...found.values()].filter(([simId, { event }]) =>
		isRefused(refused.get(simId), event as RefusalEvent),
	);
}

/** Forgets steps that were granted so long ago that no event comes late. */
function forgetGranted({ granted }: RefusalState, readTo: number): void {
	for (const [simId, { at: when }] of granted)
		if (readTo - when > GRANTED_MS) granted.delete(simId);
}

export const refusals = defineAlert({
	events: [
		{
			name: 'Registration Refused',
			value: REGISTRATION_REFUSED,
			description: 'A network refuses to register a device. Emitted once until it is accepted.',
			action: 'On registration refused',
		},
		{
			name: 'Session Refused',
			value: SESSION_REFUSED,
			description:
				'The service refuses the data session of a device. Emitted once until one is accepted.',
			action: 'On session refused',
		},
	],
	fields: groupFields,
	types: STEP_TYPES,
	begin: (): RefusalState => ({ refused: new Map(), granted: new Map() }),
	memory: asStored(
		'the refusals of SIMs',
		1,
		({ refused, granted, grouped }: RefusalState) => ({
			refused: storedSims(refused),
			granted: storedSims(granted),
			...(grouped && { grouped: groupedForm.write(grouped) }),
		}),
		({ refused, granted, grouped }): RefusalState => ({
			refused: mapByNumber(refused),
			granted: mapByNumber(granted),
			...(grouped !== undefined && { grouped: groupedForm.read(grouped) }),
		}),
	),
	read: async (state, facts, input, chosen) => {
		const gatherMs = gatherMsOf(input);
		if (gatherMs === undefined) delete state.grouped;
		else state.grouped ??= noGroups();
		const { refused, grouped } = state;
		const found = firstRefusals(state, facts).filter(([, { event }]) => chosen.has(event));
		forgetGranted(state, facts.readTo);
		if (!grouped || gatherMs === undefined) return found.map(([, alert]) => alert);
		const alerts: Alert[] = [];
		for (const event of EVENTS.filter((name) => chosen.has(name))) {
			const told = {
				event,
				state: STATE_WORDS[event],
				gatherMs,
				isAffected: (simId: number) => isRefused(refused.get(simId), event),
				placed: (simId: number) => refused.get(simId)?.place,
				grantedAt: (simId: number) => {
					const last = state.granted.get(simId);
					const isIt = last && STEPS_OF[event].some((step) => isAtLeast(last.step, step));
					return isIt ? last.at : 0;
				},
			};
			const own = found.filter(([, alert]) => alert.event === event);
			alerts.push(...(await tellGrouped(grouped, told, own, facts)));
		}
		endPoll(
			grouped,
			facts.readTo,
			[...refused.values()].flatMap(({ place }) => place ?? []),
		);
		return alerts;
	},
	sample: (event, when) =>
		refusalAlert(event as RefusalEvent, when, SAMPLE, {
			step: event === SESSION_REFUSED ? 'session' : 'registration',
			text: 'Sample: nothing was refused',
			country: null,
			operator: null,
		}),
});
