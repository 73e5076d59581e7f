import { digestOf } from '../runtime/digest';
import type { Fleet } from './devices';
import {
	type Compared,
	findCauses,
	type FoundCause,
	isWellSince,
	LEAST_AFFECTED,
	sharesCause,
} from './find';
import {
	type Affected,
	type CauseMemory,
	type Incident,
	isOfItsTime,
	isOpen,
	unnamed,
} from './memory';
import { type Cause, causeKey, FACTORS, type Share, shareKey } from './shares';

/*
 * To which incident affected devices belong: to an open one whose cause they share, to one whose cause turns out to be
 * wider, or to a new one.
 */

/** What is told as since when: of silent devices the last that was heard, of others the first. */
export type Since = 'latest' | 'earliest';

/** What is looked for, and when: milliseconds since 1970. */
interface Finding {
	event: string;
	since: Since;
	now: number;
}

/** A few may be affected by something else: so much of them is left out, and of silent ones one at least. */
const APART = 0.1;

/**
 * Since when a device that is well is not affected. What silences others began somewhere between their last contact and
 * now: half of that time is taken. What refuses others began before their first refusal.
 */
function wellAfter(affected: readonly Affected[], { since, now }: Finding): number {
	const sinces = affected.map((one) => one.since).sort((a, b) => a - b);
	const last = sinces.length - 1;
	const apart = last * APART;
	if (last < 0) return now;
	return since === 'latest'
		? (sinces[last - Math.ceil(apart)]! + now) / 2
		: sinces[Math.floor(apart)]!;
}

/**
 * The devices with which affected ones are compared: those that were seen to be well while they were not. Of one that
 * has not been seen since, nobody knows yet whether it is affected, too: it may report once a day. Where fewer were seen
 * since than are affected, and they show no cause, all are compared.
 */
function comparedWith(
	affected: readonly Affected[],
	{ others }: Fleet,
	finding: Finding,
): Compared[][] {
	const after = wellAfter(affected, finding);
	const well = others.filter((other) => isWellSince(other, after));
	return well.length >= affected.length ? [well] : [well, others];
}

/** Adds devices to an incident; those that were told alone do not count twice. */
function join(
	incident: Incident,
	devices: readonly Compared[],
	memory: CauseMemory,
	now: number,
): void {
	for (const { simId } of devices) {
		const affected = memory.gathered.get(simId) ?? memory.alone.get(simId);
		if (affected === undefined) continue;
		incident.missing.set(simId, unnamed(affected));
		incident.fresh += 1;
		memory.gathered.delete(simId);
		memory.alone.delete(simId);
	}
	incident.most = Math.max(incident.most, incident.missing.size);
	incident.joinedAt = now;
}

/** A cause with the country of its operator, which is in one alone. */
function withCountry(cause: Cause, sharing: readonly Compared[]): Cause {
	const isNamed = cause.some(({ factor }) => factor === 'country');
	if (isNamed || !cause.some(({ factor }) => factor === 'operator')) return cause;
	const country = sharing
		.flatMap(({ shares }) => shares)
		.find(({ factor }) => factor === 'country');
	const whole: Share[] = country ? [...cause, country] : [...cause];
	return whole.sort((a, b) => FACTORS.indexOf(a.factor) - FACTORS.indexOf(b.factor));
}

/** Whether most devices that share a cause, and were seen since the incident was told, are affected. */
function isAtWork(cause: Cause, affected: number, { openedAt }: Incident, fleet: Fleet): boolean {
	const isIts = sharesCause(cause);
	const well = fleet.others.filter((other) => isWellSince(other, openedAt) && isIts(other));
	return affected >= well.length;
}

/** What a cause and that of an incident have in common, where it explains both. */
function commonCause(
	incident: Incident,
	cause: Cause,
	affected: number,
	fleet: Fleet,
): Cause | undefined {
	const keys = cause.map(shareKey);
	const common = incident.cause.filter((share) => keys.includes(shareKey(share)));
	if (common.length === 0) return undefined;
	const all = incident.missing.size + affected;
	return isAtWork(common, all, incident, fleet) ? common : undefined;
}

/**
 * Whether a cause is that of an incident in other words: almost all devices of the incident share it, fewer are new, and
 * most that share it are affected.
 */
function isInOtherWords(
	{ cause, affected }: FoundCause<Compared>,
	incident: Incident,
	fleet: Fleet,
): boolean {
	const its = [...incident.missing.keys()].flatMap((simId) => fleet.device(simId) ?? []);
	const sharing = its.filter(sharesCause(cause)).length;
	return (
		affected.length < its.length &&
		sharing >= its.length * (1 - APART) &&
		isAtWork(cause, its.length + affected.length, incident, fleet)
	);
}

/** The open incident of a cause, which may become wider, or a new one. */
function incidentOf(
	found: FoundCause<Compared>,
	memory: CauseMemory,
	fleet: Fleet,
	{ event, now }: Finding,
	foundAt: number,
): Incident {
	const { cause, affected, alike } = found;
	const placed = withCountry(cause, affected);
	const open = memory.incidents.filter((incident) => isOpen(incident, foundAt));
	const own = [causeKey(cause), causeKey(placed)];
	const its = open.find((incident) => own.includes(causeKey(incident.cause)));
	if (its) return its;
	for (const incident of open) {
		const common = commonCause(incident, placed, affected.length, fleet);
		const wider = common ?? (isInOtherWords(found, incident, fleet) ? placed : undefined);
		if (!wider) continue;
		incident.cause = wider;
		incident.alike = [];
		incident.updates = 0;
		return incident;
	}
	const named = new Set(placed.map(({ factor }) => factor));
	const incident: Incident = {
		id: digestOf([event, causeKey(placed), now, affected[0]?.simId], 12),
		cause: placed,
		alike: alike.filter(({ factor }) => !named.has(factor)),
		openedAt: now,
		toldAt: 0,
		updates: 0,
		joinedAt: now,
		most: 0,
		fresh: 0,
		missing: new Map(),
		back: new Map(),
		returned: 0,
	};
	memory.incidents.push(incident);
	return incident;
}

/** Puts what was gathered into incidents, with what was told alone before; those that share nothing stay gathered. */
export function assignIncidents(memory: CauseMemory, fleet: Fleet, finding: Finding): void {
	const { now } = finding;
	const { gathered, alone, incidents } = memory;
	const foundAt = [...gathered.values()].reduce((first, { at }) => Math.min(first, at), now);
	const left = () =>
		[...gathered.keys(), ...alone.keys()].flatMap((simId) => fleet.device(simId) ?? []);
	const affectedOf = ({ simId }: Compared) => gathered.get(simId) ?? alone.get(simId);
	for (const incident of incidents) {
		const isIts = sharesCause(incident.cause);
		const late = left().filter((device) => {
			const affected = affectedOf(device);
			return affected !== undefined && isOfItsTime(incident, affected) && isIts(device);
		});
		// Once most are back, a few may as well be affected by something else.
		const least = incident.overAt === undefined ? 1 : LEAST_AFFECTED;
		if (late.length >= least) join(incident, late, memory, now);
	}
	const comparedFor = (devices: readonly Compared[]) =>
		comparedWith(
			devices.flatMap((device) => affectedOf(device) ?? []),
			fleet,
			finding,
		);
	const open = () => incidents.filter((incident) => isOpen(incident, foundAt));
	const known = open().map(({ cause, openedAt, missing }) => ({
		cause,
		since: openedAt,
		joined: [...missing.keys()].flatMap((simId) => fleet.device(simId) ?? []),
	}));
	const found = findCauses(left(), comparedFor, known);
	for (const one of found.causes) {
		const incident = incidentOf(one, memory, fleet, finding, foundAt);
		join(incident, one.affected, memory, now);
	}
	for (const device of found.alone.filter(({ simId }) => gathered.has(simId))) {
		const its = open().find(
			(incident) =>
				sharesCause(incident.cause)(device) &&
				isAtWork(incident.cause, incident.missing.size, incident, fleet),
		);
		if (its) join(its, [device], memory, now);
	}
}

/**
 * Gathers anew the few devices that were added to an incident since an item told of it, where most of its devices are
 * back by now: what affects them may not be its cause. Those that were told alone before are not told again.
 */
export function gatherAnew({ incidents, gathered, alone }: CauseMemory, now: number): void {
	for (const incident of incidents.filter(({ overAt }) => overAt !== undefined)) {
		const later = [...incident.missing].filter(([, { at }]) => at > incident.toldAt);
		if (later.length >= LEAST_AFFECTED) continue;
		for (const [simId, affected] of later) {
			incident.missing.delete(simId);
			if (affected.isTold) alone.set(simId, affected);
			else gathered.set(simId, { ...affected, at: now });
		}
	}
}
