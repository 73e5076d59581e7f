import { parseIso } from '../clock';
import type { Simulation } from '../context';
import { tagText } from '../endpoints/entities';
import { ApiError, malformed, unprocessable } from '../http/envelopes';
import { parseSort, type Fields } from '../http/query';
import type { Query } from '../http/route';
import { formatIp } from '../numbers';
import { iccidWithLuhn } from '../sims/entities';
import type { ServiceEvent } from './entities';
import { EVENT_TYPES } from './types';

/** Alternatives in one filter (public reference). */
const MOST = 6;
const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const DAY = 24 * 60 * 60_000;
/** Events older than this are gone (public reference). */
const HISTORY_MS = 30 * DAY;

const bad = (message: string) => unprocessable(message, 1302, 'InvalidCriteria');

/** Fields the feed can be sorted by; most filters look at them too. */
function eventFields({ store }: Simulation): Fields<ServiceEvent> {
	const endpointOf = ({ endpointId }: ServiceEvent) => store.endpoints.get(endpointId ?? -1);
	const simOf = ({ simId }: ServiceEvent) => store.sims.get(simId ?? -1);
	return {
		id: { values: ({ id }) => [id] },
		timestamp: { values: ({ timestamp }) => [timestamp] },
		source: { values: ({ typeId }) => [EVENT_TYPES[typeId]?.source ?? 2] },
		severity: { values: ({ typeId }) => [EVENT_TYPES[typeId]?.warn ? 1 : 0] },
		alert: { values: ({ typeId }) => [String(EVENT_TYPES[typeId]?.alert === true)] },
		organisation: {
			values: ({ organisationId }) => [store.organisations.get(organisationId)?.name ?? null],
		},
		user: { values: ({ userId }) => [store.users.get(userId ?? -1)?.username ?? null] },
		endpoint: { values: (event) => [endpointOf(event)?.name ?? null] },
		tags: {
			values: (event) => {
				const endpoint = endpointOf(event);
				return [endpoint ? tagText(store, endpoint) : null];
			},
		},
		ip_address: {
			values: (event) => {
				const endpoint = endpointOf(event);
				return [endpoint ? formatIp(endpoint.ip) : null];
			},
		},
		iccid: { values: (event) => [simOf(event)?.iccid ?? null] },
		imsi: { values: (event) => [simOf(event)?.imsi ?? null] },
		type: { values: ({ typeId }) => [typeId] },
		description: { values: ({ description }) => [description], unsortable: true },
		imei: { values: (event) => [endpointOf(event)?.imei ?? null], unsortable: true },
		iccid_with_luhn: {
			values: (event) => {
				const item = simOf(event);
				return [item ? iccidWithLuhn(item) : null];
			},
			unsortable: true,
		},
		network: { values: () => [null], unsortable: true },
		rat: { values: () => [null], unsortable: true },
		country: { values: () => [null], unsortable: true },
	};
}

/** Filters that take up to six values joined by a pipe. */
const SEVERAL = ['type', 'endpoint', 'iccid', 'iccid_with_luhn', 'network', 'rat', 'country'];
/** Filters that take a number, or one of these words. */
const ALLOWED: Record<string, RegExp> = {
	type: /^\d+$/,
	source: /^[012]$/,
	severity: /^[012]$/,
	alert: /^(true|false)$/,
	rat: /^\d+$/,
};

/** `type:20|21` and `from:…,until:…` → a test of an event. @throws 422, 1301 or 1302 */
function parseFilter(
	q: string | undefined,
	fields: Fields<ServiceEvent>,
): (event: ServiceEvent) => boolean {
	const tests: Array<(event: ServiceEvent) => boolean> = [];
	const stamps = new Map<string, number>();
	for (const term of q ? q.split(',') : []) {
		const [, name, criteria] = /^(\w+):(.+)$/.exec(term) ?? [];
		if (!name || !criteria) throw bad(`Not of the form <field>:<criteria>: ${term}`);
		const at = STAMP.test(criteria) ? parseIso(criteria) : undefined;
		if (['from', 'until', 'timestamp'].includes(name)) {
			if (at === undefined) throw bad(`${name} is YYYY-MM-DDTHH:mm:ssZ`);
			stamps.set(name, at);
			continue;
		}
		const field = Object.hasOwn(fields, name) && name !== 'id' ? fields[name] : undefined;
		if (!field) throw unprocessable(`Unknown field in q: ${name}`, 1301, 'InvalidField');
		const wanted = criteria.split('|');
		if (wanted.length > (SEVERAL.includes(name) ? MOST : 1))
			throw bad(`${name} wants ${SEVERAL.includes(name) ? `up to ${MOST} values` : 'one value'}`);
		if (!wanted.every((value) => (ALLOWED[name] ?? /./).test(value)))
			throw bad(`${name} does not take ${criteria}`);
		const holds = (value: string, one: string) =>
			name === 'iccid' && one.length <= 19 ? value.startsWith(one) : value === one;
		tests.push((event) =>
			field
				.values(event)
				.some((value) => value !== null && wanted.some((one) => holds(String(value), one))),
		);
	}
	const [from, until, day] = ['from', 'until', 'timestamp'].map((name) => stamps.get(name));
	if ((from === undefined) !== (until === undefined)) throw bad('from and until go together');
	return (event) =>
		(from === undefined || event.timestamp >= from) &&
		(until === undefined || event.timestamp <= until) &&
		(day === undefined || Math.floor(event.timestamp / DAY) === Math.floor(day / DAY)) &&
		tests.every((holds) => holds(event));
}

/**
 * Filters and sorts events by `q` and `sort` (given oldest first); what is older than 30 days is
 * gone.
 * @throws 400 for a bad sort, 422 (1301, 1302) for a bad filter
 */
export function selectEvents(
	sim: Simulation,
	query: Query,
	events: readonly ServiceEvent[],
): ServiceEvent[] {
	const fields = eventFields(sim);
	const holds = parseFilter(query.q, fields);
	const order = orderOf(query.sort || sim.forms.eventSort, fields);
	const oldest = sim.clock.now() - HISTORY_MS;
	const found = events.filter((event) => event.timestamp >= oldest && holds(event));
	return order ? found.sort(order) : found;
}

function orderOf(sort: string, fields: Fields<ServiceEvent>) {
	try {
		return parseSort(sort, fields);
	} catch (error) {
		if (error instanceof ApiError) throw malformed(error.message);
		throw error;
	}
}
