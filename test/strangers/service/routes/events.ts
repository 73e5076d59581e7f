import { SEVERITIES, SOURCES, eventType } from '../eventTypes';
import { eventTime, oldTime } from '../forms';
import { begins, filterOf, oneOf, pageOf, type ListRules } from '../lists';
import { refused, type Answer, type Asked, type Route } from '../answers';
import type { FleetEvent, State } from '../state';

const DAY = 86_400_000;

function writtenEvent(state: State, event: FleetEvent, isInOwnList: boolean): object {
	const type = eventType(event.type);
	const severity = event.severity ?? type.severity;
	const source = event.source ?? type.source;
	const isRecorded = state.form === 'recorded';
	const endpoint = state.endpoints.find(({ id }) => id === event.endpoint);
	const sim = state.sims.find(({ id }) => id === event.sim);
	// The two events of a creation came without their endpoint.
	const isWithEndpoint =
		endpoint &&
		!(isRecorded && (event.type === 8 || event.type === 51)) &&
		!(isInOwnList && !state.ownEventsNameEndpoint);
	return {
		id: event.id,
		timestamp: state.hasOldEventTimes ? oldTime(event.at) : eventTime(event.at),
		alert: event.alert ?? type.alert,
		description: event.description ?? type.name,
		event_type: { id: event.type, description: type.name },
		event_source: isRecorded
			? { id: source, description: SOURCES[source] }
			: { id: source, name: SOURCES[source] },
		event_severity: {
			id: severity,
			description: isRecorded ? SEVERITIES[severity] : SEVERITIES[severity]!.toUpperCase(),
		},
		organisation: event.organisation ?? state.organisation,
		...(isWithEndpoint && {
			endpoint: {
				id: endpoint.id,
				name: event.endpointName ?? endpoint.name,
				ip_address: endpoint.ipAddress ?? '10.192.0.17',
				imei: event.imei === undefined ? (endpoint.imei ?? null) : event.imei,
				tags: null,
			},
		}),
		...(sim && {
			sim: { id: sim.id, iccid: sim.iccid, production_date: eventTime(sim.produced) },
			imsi: { id: sim.id + 1000, imsi: sim.imsi, import_date: oldTime(sim.produced) },
		}),
		...(event.user && { user: event.user }),
		...(event.detail ? { detail: event.detail } : isRecorded && { detail: {} }),
	};
}

/** Numbers of a detail of an event, where it has them. */
interface Detail {
	name?: string;
	country?: { name?: string };
	pdp_context?: { rat_type?: number };
}

function listRules(state: State, query: URLSearchParams): ListRules<FleetEvent> {
	const detail = ({ detail: of }: FleetEvent): Detail => (of ?? {}) as Detail;
	const simOf = ({ sim }: FleetEvent) => state.sims.find(({ id }) => id === sim);
	const endpointOf = ({ endpoint }: FleetEvent) =>
		state.endpoints.find(({ id }) => id === endpoint);
	const fields: ListRules<FleetEvent>['fields'] = {
		from: ({ at }, value) => at >= Date.parse(value),
		until: ({ at }, value) => at <= Date.parse(value),
		timestamp: ({ at }, value) => eventTime(at).slice(0, 10) === value.slice(0, 10),
		type: ({ type }, value) => oneOf(value, (id) => type === Number(id)),
		source: ({ source, type }, value) => (source ?? eventType(type).source) === Number(value),
		severity: ({ severity, type }, value) =>
			(severity ?? eventType(type).severity) === Number(value),
		alert: ({ alert, type }, value) => String(alert ?? eventType(type).alert) === value,
		description: ({ description, type }, value) =>
			(description ?? eventType(type).name).includes(value),
		endpoint: (each, value) => oneOf(value, (name) => endpointOf(each)?.name === name),
		ip_address: (each, value) => endpointOf(each)?.ipAddress === value,
		imei: (each, value) => endpointOf(each)?.imei === value,
		imsi: (each, value) => simOf(each)?.imsi === value,
		iccid: (each, value) => oneOf(value, (iccid) => begins(simOf(each)?.iccid, iccid)),
		network: (each, value) => oneOf(value, (name) => detail(each).name === name),
		rat: (each, value) => oneOf(value, (id) => detail(each).pdp_context?.rat_type === Number(id)),
		country: (each, value) => oneOf(value, (name) => detail(each).country?.name === name),
	};
	for (const field of state.unknownFilters) delete fields[field];
	// Each of the two is valid only together with the other.
	const asked = new Set(filterOf(query).map(([field]) => field));
	if (asked.has('from') !== asked.has('until')) delete fields[asked.has('from') ? 'from' : 'until'];
	return {
		perPage: 100,
		maximum: 1000,
		headers: 'lower',
		fields,
		sort: {
			id: ({ id }) => id,
			timestamp: ({ at }) => at,
			type: ({ type }) => type,
			severity: ({ severity, type }) => severity ?? eventType(type).severity,
			endpoint: (each) => endpointOf(each)?.name ?? '',
		},
	};
}

function list(asked: Asked, has: (event: FleetEvent) => boolean): Answer {
	const isOwnList = asked.parts.endpoint !== undefined;
	const { state, now, query } = asked;
	const kept = state.events.filter(
		({ at, shownFrom = at }) => at >= now - 30 * DAY && shownFrom <= now,
	);
	const rules = listRules(state, query);
	const answer = pageOf(asked, kept.filter(has), rules, (each) =>
		writtenEvent(state, each, isOwnList),
	);
	const filter = query.get('q');
	return { ...answer, headers: { ...answer.headers, ...(filter && { 'x-filter': filter }) } };
}

const ofId = (asked: Asked, id: string, has: (event: FleetEvent) => boolean): Answer =>
	/^\d+$/.test(id) ? list(asked, has) : refused(400);

export const eventRoutes: Route[] = [
	{ method: 'GET', path: '/api/v1/event', answer: (asked) => list(asked, () => true) },
	{
		// An unknown id answers an empty list.
		method: 'GET',
		path: '/api/v1/endpoint/{endpoint}/event',
		answer: (asked) =>
			ofId(
				asked,
				asked.parts.endpoint!,
				(event) => event.endpoint === Number(asked.parts.endpoint),
			),
	},
	{
		method: 'GET',
		path: '/api/v1/sim/{sim}/event',
		answer: (asked) =>
			ofId(asked, asked.parts.sim!, (event) => event.sim === Number(asked.parts.sim)),
	},
	{
		method: 'GET',
		path: '/api/v1/user/{user}/event',
		answer: (asked) => list(asked, (event) => event.user !== undefined),
	},
];
