import { deviceOf } from '../../../fleet/device';
import { EventType, meaningOf, Severity, severityOf, typeOf } from '../../../fleet/events';
import { eventTime } from '../../../readers/events';
import type { Json } from '../../../table/define';
import { timeOf } from '../../../table/moments';
import { at } from '../../../table/reading';
import { asNumber } from '../../../table/values';
import { DAY_MS } from '../../../times';
import { dayAt } from '../../runtime/calendar';
import { type Country, countryIn } from './countries';
import { hasAnyDay } from './days';
import {
	addAll,
	addDay,
	type Counted,
	emptySubject,
	type Hole,
	type InSim,
	type RoamingState,
	type Subject,
} from './memory';

/*
 * What events prove of where a device was. A registration and the start of a session prove their day; the end of a
 * session proves the days since its start as well, unless something has shown the device elsewhere in between. What was
 * refused proves nothing. Source: public reference, Events.
 */

/** Types of events that show where a device is. */
export const PLACE_TYPES: readonly number[] = [
	EventType.Registration,
	EventType.PacketRegistration,
	EventType.Session,
	EventType.SessionEnded,
];

/** What an event shows; moments in seconds since 1970. */
interface Seen {
	is: 'registration' | 'start' | 'end';
	simId: number;
	country: number;
	at: number;
	/** 14 digits, where the event shows the device itself. */
	device: number | undefined;
	/** An end: when the session began, by its own words. */
	startedAt: number | undefined;
}

const DAY_S = DAY_MS / 1000;

const inSeconds = (ms: number): number | undefined =>
	Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);

function kindOf(event: Json): Seen['is'] | undefined {
	if (typeOf(event) === EventType.SessionEnded)
		return severityOf(event) === Severity.Info ? 'end' : undefined;
	const meaning = meaningOf(event);
	if (meaning.is !== 'sign') return undefined;
	return meaning.step === 'session' ? 'start' : 'registration';
}

/** Reads an event; undefined where it proves nothing. */
function seenIn(event: Json, countries: Country[]): Seen | undefined {
	const is = kindOf(event);
	const simId = asNumber(at(event, 'sim.id'));
	const when = inSeconds(eventTime(event));
	if (is === undefined || when === undefined || !Number.isSafeInteger(simId)) return undefined;
	const country = countryIn(countries, event);
	if (country === undefined) return undefined;
	const device = deviceOf(at(event, 'detail.pdp_context.imeisv'));
	// It has no zone: UTC, by all samples.
	const began = inSeconds(timeOf(at(event, 'detail.pdp_context.tunnel_created')));
	const startedAt = is === 'end' && began !== undefined && began <= when ? began : undefined;
	return { is, simId: simId as number, country, at: when, device, startedAt };
}

/** Notes where it is now. Once it is somewhere else, its session proves nothing any more. */
function notePlace(subject: Subject, { is, country, at: when }: Seen): void {
	const { last, sessionAt } = subject;
	if (last && when < last.at) {
		// A late event that shows it elsewhere, in the middle of what looked like one session.
		if (country !== last.country && when >= (sessionAt ?? Infinity)) subject.sessionAt = undefined;
		return;
	}
	if (last?.country !== country) subject.sessionAt = undefined;
	if (is === 'start') subject.sessionAt = when;
	subject.last = { country, at: when };
}

/** Whether it is shown in another country on one of some days. */
const isElsewhere = ({ days }: Subject, country: number, from: number, to: number): boolean =>
	[...days].some(([other, own]) => other !== country && hasAnyDay(own, from, to));

/** Notes what events prove. */
class Notes {
	/** The subjects with days that are new. */
	readonly touched = new Set<Subject>();

	constructor(
		private readonly state: RoamingState,
		private readonly zone: string,
	) {}

	private dayOf(moment: number): number {
		return dayAt(moment * 1000, this.zone) - this.state.from;
	}

	private mark(subject: Subject, country: number, from: number, to: number): void {
		const before = subject.days.get(country);
		for (let day = Math.max(0, from); day <= to; day++) addDay(subject.days, country, day);
		if (subject.days.get(country) !== before) this.touched.add(subject);
	}

	/** A registration or the start of a session. */
	step(subject: Subject, seen: Seen): void {
		const day = this.dayOf(seen.at);
		this.mark(subject, seen.country, day, day);
		notePlace(subject, seen);
	}

	/** The end of a session, which may come long after the device has gone, and whose start may not have been shown. */
	end(subject: Subject, { country, at: when, startedAt }: Seen): void {
		const { last, sessionAt } = subject;
		const isHere = last === undefined || last.country === country;
		const isLate = last !== undefined && last.at > when;
		const today = this.dayOf(when);
		// The zone of a named start is not documented: a day covers all of them.
		const isOwn = startedAt === undefined || startedAt - DAY_S <= (sessionAt ?? startedAt);
		if (isHere && sessionAt !== undefined && sessionAt <= when && isOwn) {
			this.mark(subject, country, this.dayOf(sessionAt), today);
			subject.sessionAt = undefined;
		} else if (startedAt !== undefined) {
			if (!isOwn) subject.sessionAt = undefined;
			// The day after it is right in all zones.
			const from = Math.min(today, this.dayOf(startedAt) + 1);
			const isOfThisStay = isHere || last.at < startedAt;
			if (!isOfThisStay || isElsewhere(subject, country, from, today)) return;
			this.mark(subject, country, from, today);
		} else if (isHere && !isLate) {
			this.mark(subject, country, today, today);
		} else {
			return;
		}
		if (!isLate) subject.last = { country, at: when };
	}

	/** An event about a SIM, for its own days. */
	ofSim(subjects: Counted['subjects'], seen: Seen): void {
		const subject = subjectAt(subjects, seen.simId);
		if (seen.is === 'end') this.end(subject, seen);
		else this.step(subject, seen);
	}

	/**
	 * An event about a SIM, for the days of the device in it. A session shows the device; a registration does not, and
	 * counts once the next session comes from the device of the one before.
	 */
	ofDevice(subjects: Counted['subjects'], seen: Seen): void {
		const { device, simId, at: when } = seen;
		const inSim = this.state.inSims.get(simId) ?? { device: 0, at: 0, open: new Map() };
		const isLate = when < inSim.at;
		this.state.inSims.set(simId, inSim);
		if (seen.is === 'end') {
			if (device === undefined) return;
			const subject = subjectAt(subjects, device);
			// Where another device has the SIM by now, or the device another SIM, the network has only cleared up.
			const isLeft = subject.simId !== undefined && subject.simId !== simId;
			const isTaken = !isLate && inSim.device !== 0 && inSim.device !== device;
			if (!isLeft && !isTaken) this.end(subject, seen);
			return;
		}
		if (seen.is === 'registration' || device === undefined) {
			if (isLate) return;
			addDay(inSim.open, seen.country, this.dayOf(when));
			const known = subjects.get(inSim.device);
			if (known?.simId === simId) notePlace(known, { ...seen, is: 'registration' });
			return;
		}
		const subject = subjectAt(subjects, device);
		if (!isLate) {
			const former = subjects.get(inSim.device);
			// A device that was seen with another SIM meanwhile has not made the registrations of this one.
			if (former === subject && subject.simId === simId) this.markAll(subject, inSim);
			else for (const either of [former, subject]) if (either) addAll(either.maybe, inSim.open);
			this.state.inSims.set(simId, { device, at: when, open: new Map() });
			subject.simId = simId;
		}
		this.step(subject, seen);
	}

	private markAll(subject: Subject, { open }: InSim): void {
		addAll(subject.days, open);
		if (open.size > 0) this.touched.add(subject);
	}
}

function subjectAt(subjects: Counted['subjects'], id: number): Subject {
	const known = subjects.get(id);
	if (known) return known;
	const subject = emptySubject();
	subjects.set(id, subject);
	return subject;
}

/** Notes what events prove, the oldest first; gives those who have a day that is new. */
export function noteEvents(state: RoamingState, events: Json[], zone: string): Set<Subject> {
	const notes = new Notes(state, zone);
	const { sim, imei } = state.counted;
	// One dated still later has a wrong date.
	const latest = state.readTo / 1000 + DAY_S;
	const seen = events
		.flatMap((event) => seenIn(event, state.countries) ?? [])
		.filter(({ at: when }) => when <= latest)
		.sort((a, b) => a.at - b.at);
	for (const one of seen) {
		if (sim) notes.ofSim(sim.subjects, one);
		if (imei) notes.ofDevice(imei.subjects, one);
	}
	return notes.touched;
}

/**
 * Notes that nobody read the feed from one moment to another: a session may have ended meanwhile, and a SIM may have
 * been in another device.
 */
export function noteHole(state: RoamingState, fromMs: number, untilMs: number, zone: string): void {
	const hole: Hole = [dayAt(fromMs, zone), dayAt(untilMs, zone)];
	for (const { holes, subjects } of Object.values(state.counted)) {
		holes.push(hole);
		for (const subject of subjects.values()) subject.sessionAt = undefined;
	}
	for (const inSim of state.inSims.values()) {
		const device = state.counted.imei?.subjects.get(inSim.device);
		if (device) addAll(device.maybe, inSim.open);
		Object.assign(inSim, { device: 0, open: new Map() });
	}
}
