import { EventType } from '../../fleet/events';
import { at } from '../../table/reading';
import type { Fit } from './certainty';
import { agedInWords, mayStand } from './changes';
import type { DeviceEvent } from './facts/deviceEvents';
import { evidence, type Evidence, ofEvent, statusEvidence } from './evidence';
import { type Facts, isBlocked } from './facts/facts';
import { isExplained } from './limitFits';
import type { VerdictName } from './verdicts';

/* The IMEI lock of an endpoint, and the device that its present SIM is in. */

/** Type and serial number of a device: the 14 digits that its IMEI and its IMEISV begin with. */
const deviceOf = (imei: unknown): string | undefined =>
	/^\d{14,16}$/.test(String(imei)) ? String(imei).slice(0, 14) : undefined;

/** The IMEI of a device that an event shows; the entered one proves nothing where the event only repeats it. */
function shownImei(event: DeviceEvent, allowed: string | undefined): string | undefined {
	const { sessionImei, endpointImei } = event;
	if (deviceOf(sessionImei) !== undefined) return sessionImei!;
	const named = deviceOf(endpointImei);
	return named !== undefined && named !== allowed ? endpointImei! : undefined;
}

/** The newest event of the present SIM that shows the IMEI of its device. */
function deviceSeen({ events = [], endpoint }: Facts) {
	const allowed = deviceOf(at(endpoint, 'imei'));
	for (const event of events) {
		const imei = event.isOfPresentSim ? shownImei(event, allowed) : undefined;
		if (imei !== undefined) return { event, imei, isForeign: deviceOf(imei) !== allowed };
	}
	return undefined;
}

/** An event that shows the IMEI of a device. */
interface Sighting {
	event: DeviceEvent;
	imei: string;
}

/** A device other than the allowed one, which was refused or had the SIM when the SIM was blocked. */
function foreignDevice(facts: Facts): Sighting | undefined {
	const { endpoint, signals } = facts;
	const seen = deviceSeen(facts);
	if (endpoint?.imei_lock !== true || deviceOf(endpoint.imei) === undefined) return undefined;
	if (!seen?.isForeign || !mayStand(facts, seen.event, true)) return undefined;
	const { event } = seen;
	const { opened, refused } = signals;
	if (opened && opened !== event && opened.at > event.at) return undefined;
	const isRefusedLater = refused !== undefined && refused.at >= event.at;
	return isBlocked(facts) || isRefusedLater ? seen : undefined;
}

/** Whether something else than the quotas and limits explains a block: the lock, by another device. */
export const isLockedOut = (facts: Facts): boolean => foreignDevice(facts) !== undefined;

/** A session of a device that the lock does not allow: the service accepted it, though it should have refused it. */
export function lockAgainst(facts: Facts): Evidence[] {
	const { endpoint, sessionImei, signals, now } = facts;
	const allowed = deviceOf(at(endpoint, 'imei'));
	if (endpoint?.imei_lock !== true || allowed === undefined) return [];
	const imeis = [sessionImei, signals.opened?.sessionImei];
	const foreign = imeis.find((imei) => ![undefined, allowed].includes(deviceOf(imei)));
	return foreign
		? [evidence('endpoint', 'contradicts: IMEI lock, and a session of the device', foreign, now)]
		: [];
}

/**
 * When a device that the lock does not allow was first refused or seen, counted back to the last session that was
 * accepted, or the last event of another device.
 */
function lockedOutSince({ events = [], endpoint }: Facts, { event: seen, imei }: Sighting): number {
	const allowed = deviceOf(at(endpoint, 'imei'));
	let since = seen.at;
	for (const event of events.slice(events.indexOf(seen))) {
		if (!event.isOfPresentSim) continue;
		const shown = shownImei(event, allowed);
		const isAccepted = event.type === EventType.Session && event.isInfo && event !== seen;
		if (isAccepted || (shown !== undefined && deviceOf(shown) !== deviceOf(imei))) break;
		if (shown !== undefined) since = event.at;
	}
	return since;
}

export function imeiLockFit(facts: Facts, found: ReadonlySet<VerdictName>): Fit | undefined {
	const { endpoint, signals, now } = facts;
	const lock = evidence('endpoint', 'IMEI lock', endpoint?.imei_lock, now);
	const own = evidence('endpoint', 'allowed IMEI', at(endpoint, 'imei'), now);
	const other = foreignDevice(facts);
	if (other) {
		const { event, imei } = other;
		const isRefused = event.type === EventType.Session && event.isProblem;
		return {
			concluded: isRefused ? undefined : 'no refusal of that device is seen',
			statedAt: event.at,
			aged: agedInWords(facts, event, true),
			since: lockedOutSince(facts, other),
			words: { allowed: String(endpoint?.imei), seen: `a device with IMEI ${imei}` },
			evidence: [
				lock,
				own,
				evidence('events', 'IMEI of the device', imei, event.at),
				...statusEvidence(facts),
				...ofEvent(signals.refused, 'session refused'),
			],
		};
	}
	const isLocked = isBlocked(facts) && endpoint?.imei_lock === true;
	// A device that was seen here is the allowed one, or a session was accepted since.
	if (!isLocked || isExplained(found) || deviceSeen(facts) !== undefined) return undefined;
	return {
		concluded: 'the IMEI of the device is not seen',
		words: {
			allowed: String(at(endpoint, 'imei') ?? 'that is entered'),
			seen: 'a device whose IMEI is not seen',
		},
		evidence: [lock, own, ...statusEvidence(facts)],
	};
}
