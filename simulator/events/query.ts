import { parseIso, DAY_MS } from '../clock';
import type { Simulation } from '../context';
import { tagText } from '../endpoints/entities';
import { ApiError, malformed, unprocessable } from '../http/envelopes';
import { parseSort, type QueryFields } from '../http/query';
import { isObject, type Query } from '../http/route';
import { formatIp } from '../numbers';
import { iccidWithLuhn } from '../sims/entities';
import type { ServiceEvent } from './entities';
import { factsOf } from './types';

/** Alternatives in one filter (public reference). */
const MOST_ALTERNATIVES = 6;
const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
/** Events older than this are gone (public reference). */
const HISTORY_MS = 30 * DAY_MS;

const invalidCriteria = (message: string) => unprocessable(message, 1302, 'InvalidCriteria');

/** A field of an event's detail; null when the detail lacks it. */
function textAt(part: unknown, key: string): string | null {
	const value = isObject(part) ? part[key] : undefined;
	return value === undefined || value === null ? null : String(value as string | number);
}

/** Fields the feed can be sorted by; most filters use them too. */
function eventQueryFields({ store }: Simulation): QueryFields<ServiceEvent> {
	const endpointOf = ({ endpointId }: ServiceEvent) => store.endpoints.get(endpointId ?? -1);
	const simOf = ({ simId }: ServiceEvent) => store.sims.get(simId ?? -1);
	return {
		id: { values: ({ id }) => [id] },
		timestamp: { values: ({ timestamp }) => [timestamp] },
		source: { values: (event) => [factsOf(event).source] },
		severity: { values: (event) => [factsOf(event).warn ? 1 : 0] },
		alert: { values: (event) => [String(factsOf(event).alert === true)] },
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
		network: { values: ({ detail }) => [textAt(detail, 'name')], unsortable: true },
		rat: {
			values: ({ detail }) => [textAt(detail?.pdp_context, 'rat_type')],
			unsortable: true,
		},
		country: { values: ({ detail }) => [textAt(detail?.country, 'name')], unsortable: true },
	};
}

/** Filters that take up to six values joined by a pipe. */
const MULTI_VALUE_FILTERS = [
	'type',
	'endpoint',
	'iccid',
	'iccid_with_luhn',
	'network',
	'rat',
	'country',
];
/** Filters that take a number or one of these words. */
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
	fields: QueryFields<ServiceEvent>,
): (event: ServiceEvent) => boolean {
	const tests: Array<(event: ServiceEvent) => boolean> = [];
	const stamps = new Map<string, number>();
	for (const term of q ? q.split(',') : []) {
		const [, name, criteria] = /^(\w+):(.+)$/.exec(term) ?? [];
		if (!name || !criteria) throw invalidCriteria(`Not of the form <field>:<criteria>: ${term}`);
		const at = STAMP.test(criteria) ? parseIso(criteria) : undefined;
		if (['from', 'until', 'timestamp'].includes(name)) {
			if (at === undefined) throw invalidCriteria(`${name} is YYYY-MM-DDTHH:mm:ssZ`);
			stamps.set(name, at);
			continue;
		}
		const field = Object.hasOwn(fields, name) && name !== 'id' ? fields[name] : undefined;
		if (!field) throw unprocessable(`Unknown field in q: ${name}`, 1301, 'InvalidField');
		const wanted = criteria.split('|');
		if (wanted.length > (MULTI_VALUE_FILTERS.includes(name) ? MOST_ALTERNATIVES : 1))
			throw invalidCriteria(
				`${name} wants ${MULTI_VALUE_FILTERS.includes(name) ? `up to ${MOST_ALTERNATIVES} values` : 'one value'}`,
			);
		if (!wanted.every((value) => (ALLOWED[name] ?? /./).test(value)))
			throw invalidCriteria(`${name} does not take ${criteria}`);
		const holds = (value: string, wish: string) =>
			name === 'iccid' && wish.length <= 19 ? value.startsWith(wish) : value === wish;
		tests.push((event) =>
			field
				.values(event)
				.some((value) => value !== null && wanted.some((wish) => holds(String(value), wish))),
		);
	}
	const [from, until, day] = ['from', 'until', 'timestamp'].map((name) => stamps.get(name));
	if ((from === undefined) !== (until === undefined))
		throw invalidCriteria('from and until go together');
	return (event) =>
		(from === undefined || event.timestamp >= from) &&
		(until === undefined || event.timestamp <= until) &&
		(day === undefined || Math.floor(event.timestamp / DAY_MS) === Math.floor(day / DAY_MS)) &&
		tests.every((holds) => holds(event));
}

/**
 * Filters and sorts events by `q` and `sort` (given oldest first); events older than 30 days are
 * left out.
 * @throws 400 for a bad sort, 422 (1301, 1302) for a bad filter
 */
export function selectEvents(
	sim: Simulation,
	query: Query,
	events: readonly ServiceEvent[],
): ServiceEvent[] {
	const fields = eventQueryFields(sim);
	const holds = parseFilter(query.q, fields);
	const order = orderOf(query.sort || sim.forms.eventSort, fields);
	const oldest = sim.clock.now() - HISTORY_MS;
	const found = events.filter((event) => event.timestamp >= oldest && holds(event));
	return order ? found.sort(order) : found;
}

function orderOf(sort: string, fields: QueryFields<ServiceEvent>) {
	try {
		return parseSort(sort, fields);
	} catch (error) {
		if (error instanceof ApiError) throw malformed(error.message);
		throw error;
	}
}
