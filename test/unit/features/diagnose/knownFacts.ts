import { deviceEvents } from '../../../../src/features/diagnose/facts/deviceEvents';
import type { Facts } from '../../../../src/features/diagnose/facts/facts';
import { signalsOf } from '../../../../src/features/diagnose/facts/signals';
import { SOURCES, type Source } from '../../../../src/features/diagnose/facts/sources';
import { connectivityIn } from '../../../../src/readers/connectivity';
import type { Json } from '../../../../src/wire';

/* Facts of an endpoint of which everything was read, for diagnoses without a service. */

export const NOW = Date.UTC(2026, 4, 17, 12);
export const HOUR_MS = 3_600_000;
export const ago = (hours: number): string => new Date(NOW - hours * HOUR_MS).toISOString();

export const SIM = { id: 7, iccid: '8988303000000000007', status: { id: 1 } };
export const ENDPOINT = {
	id: 17,
	name: 'pump-17',
	status: { id: 0 },
	created: ago(24 * 90),
	last_updated: ago(24 * 90),
	sim: SIM,
};

export interface Known extends Partial<Facts> {
	given?: Json[];
	status?: string;
}

/** Facts of an endpoint of which everything was read. */
export function factsOf({ given = [], status = 'OFFLINE', ...more }: Known = {}): Facts {
	const endpoint = more.endpoint === undefined ? ENDPOINT : more.endpoint;
	const events = deviceEvents(given, { endpointId: 17, endpoint, now: NOW });
	return {
		id: 17,
		name: 'pump-17',
		now: NOW,
		read: new Set(Object.keys(SOURCES) as Source[]),
		notRead: [],
		endpoint,
		connectivity: connectivityIn({ status: { description: status } }, NOW),
		events,
		hasAllEvents: true,
		signals: signalsOf(events),
		days: [],
		usageFrom: NOW - 24 * 90 * HOUR_MS,
		...more,
	};
}

export const event = (type: number, hours: number, more: Json = {}): Json => ({
	timestamp: ago(hours),
	event_type: { id: type },
	event_severity: { id: 0 },
	description: `event ${type}`,
	...more,
});
export const WARNING = { event_severity: { id: 1 } };
