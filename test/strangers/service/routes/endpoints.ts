import { ENDPOINT_STATUSES, SIM_STATUSES, timeOf, withLuhn } from '../forms';
import { begins, oneOf, pageOf, type ListRules } from '../lists';
import { refused, type Asked, type Route } from '../answers';
import type { Endpoint, Sim, State } from '../state';

/** The endpoint of a path, where it is the organisation's and not deleted. */
export function endpointOf({ state, parts }: Asked): Endpoint | undefined {
	const endpoint = state.endpoints.find(({ id }) => id === Number(parts.endpoint));
	return endpoint && endpoint.status !== 2 && isOwn(state, endpoint) ? endpoint : undefined;
}

/** Whether something belongs to the organisation of the credential. */
export const isOwn = (state: State, { organisation }: { organisation?: number }): boolean =>
	organisation === undefined || organisation === state.organisation.id;

/** The SIM as it stands inside an endpoint. */
function nestedSim(state: State, sim: Sim): object {
	return {
		id: sim.id,
		iccid: sim.iccid,
		imsi: sim.imsi,
		msisdn: sim.msisdn,
		status: { id: sim.status, description: SIM_STATUSES[sim.status] },
		...(sim.eid !== undefined && { eid: sim.eid }),
		...(state.form === 'reference' && {
			iccid_with_luhn: withLuhn(sim.iccid),
			sim_profile_type: { id: 1 },
		}),
	};
}

export function writtenEndpoint(state: State, endpoint: Endpoint): object {
	const named = (list: { id: number; name: string }[], wanted: number): object => ({
		id: wanted,
		name: list.find(({ id }) => id === wanted)?.name ?? '',
	});
	const sim = state.sims.find(({ id }) => id === endpoint.sim);
	const tags = (endpoint.tags ?? []).map((id) => state.tags.find((tag) => tag.id === id)!);
	const common = {
		id: endpoint.id,
		name: endpoint.name,
		status: { id: endpoint.status, description: ENDPOINT_STATUSES[endpoint.status] },
		created: timeOf(state, endpoint.created),
		last_updated: timeOf(state, endpoint.lastUpdated ?? endpoint.created),
		ip_address: endpoint.ipAddress ?? '10.192.0.17',
		ip_address_space: { id: 3 },
		imei: endpoint.imei ?? null,
		imei_lock: endpoint.imeiLock ?? false,
		service_profile: named(state.serviceProfiles, endpoint.serviceProfile),
		tariff_profile: named(state.tariffProfiles, endpoint.tariffProfile),
		tags: tags.length > 0 ? tags.map(({ name }) => name).join(',') : null,
	};
	if (state.form === 'recorded') return { ...common, ...(sim && { sim: nestedSim(state, sim) }) };
	const isConnected = state.connectivity.some(
		(each) =>
			each.endpoint === endpoint.id && (each.status === 'ONLINE' || each.status === 'ATTACHED'),
	);
	return {
		...common,
		imei_with_luhn: endpoint.imei ? withLuhn(endpoint.imei.slice(0, 14)) : null,
		tag_assignments: tags.map(({ id, name }) => ({ id, name, tag_color: { id: 1 } })),
		sim: sim ? nestedSim(state, sim) : null,
		...(isConnected && {
			runtime_data: { msc: '491700000000', sgsn: '491700000001', sgsn_ip_address: '192.0.2.1' },
		}),
	};
}

function listRules(state: State): ListRules<Endpoint> {
	const simOf = ({ sim }: Endpoint): Sim | undefined => state.sims.find(({ id }) => id === sim);
	const luhn = (digits: string | null | undefined): string | undefined =>
		digits ? withLuhn(digits) : undefined;
	return {
		perPage: 1000,
		maximum: 1000,
		headers: 'both',
		fields: {
			id: (each, value) => oneOf(value, (id) => each.id === Number(id)),
			name: (each, value) =>
				oneOf(value, (name) => each.name.toLowerCase().includes(name.toLowerCase())),
			status: (each, value) => oneOf(value, (id) => each.status === Number(id)),
			iccid: (each, value) => oneOf(value, (iccid) => begins(simOf(each)?.iccid, iccid)),
			iccid_with_luhn: (each, value) =>
				oneOf(value, (iccid) => begins(luhn(simOf(each)?.iccid), iccid)),
			imei: (each, value) => oneOf(value, (imei) => begins(each.imei, imei)),
			imei_with_luhn: (each, value) =>
				oneOf(value, (imei) => begins(luhn(each.imei?.slice(0, 14)), imei)),
			eid: (each, value) => oneOf(value, (eid) => begins(simOf(each)?.eid, eid)),
			tags: (each, value) =>
				oneOf(value, (name) =>
					(each.tags ?? []).some((id) => state.tags.find((tag) => tag.id === id)?.name === name),
				),
			service_profile: (each, value) => oneOf(value, (id) => each.serviceProfile === Number(id)),
			tariff_profile: (each, value) => oneOf(value, (id) => each.tariffProfile === Number(id)),
			ip_address: (each, value) => begins(each.ipAddress ?? '10.192.0.17', value),
			sim_status: (each, value) => oneOf(value, (id) => simOf(each)?.status === Number(id)),
			connectivity_status: (each, value) =>
				value === 'BLOCKED' &&
				state.connectivity.some(
					({ endpoint, status }) => endpoint === each.id && status === 'BLOCKED',
				),
		},
		sort: {
			id: ({ id }) => id,
			name: ({ name }) => name,
			created: ({ created }) => created,
			last_updated: ({ created, lastUpdated }) => lastUpdated ?? created,
			status: ({ status }) => status,
		},
	};
}

/** The type of the event that a SIM leaves its endpoint. */
const SIM_RELEASED = 50;

interface EndpointChange {
	name?: string;
	imei?: string;
	imei_lock?: boolean;
	status?: { id: number };
	service_profile?: { id: number };
	tariff_profile?: { id: number };
	tag_assignments?: number[];
	sim?: { id?: number | null; status?: { id: number } };
}

function change(state: State, endpoint: Endpoint, to: EndpointChange, now: number): void {
	endpoint.lastUpdated = now;
	if (to.name !== undefined) endpoint.name = to.name;
	if (to.imei !== undefined) endpoint.imei = to.imei;
	if (to.imei_lock !== undefined) endpoint.imeiLock = to.imei_lock;
	if (to.status) {
		// The status of the endpoint ends a factory test of its SIM.
		const tested = state.sims.find(({ id, status }) => id === endpoint.sim && status === 4);
		if (tested && to.status.id !== endpoint.status) tested.status = 1;
		endpoint.status = to.status.id;
	}
	if (to.service_profile) endpoint.serviceProfile = to.service_profile.id;
	if (to.tariff_profile) endpoint.tariffProfile = to.tariff_profile.id;
	if (to.tag_assignments) endpoint.tags = to.tag_assignments;
	if (to.sim?.id === null && endpoint.sim !== undefined) {
		const id = Math.max(0, ...state.events.map((event) => event.id)) + 1;
		state.events.push({
			id,
			at: now,
			type: SIM_RELEASED,
			endpoint: endpoint.id,
			sim: endpoint.sim,
		});
	}
	if (to.sim?.id !== undefined) endpoint.sim = to.sim.id ?? undefined;
	const sim = state.sims.find(({ id }) => id === endpoint.sim);
	if (to.sim?.status && sim) sim.status = to.sim.status.id === 5 ? 4 : to.sim.status.id;
}

export const endpointRoutes: Route[] = [
	{
		method: 'GET',
		path: '/api/v1/endpoint',
		answer: (asked) => {
			const { state } = asked;
			// Deleted ones are listed too (status 2).
			const own = state.endpoints.filter((each) => isOwn(state, each));
			return pageOf(asked, own, listRules(state), (each) => writtenEndpoint(state, each));
		},
	},
	{
		method: 'GET',
		path: '/api/v1/endpoint/{endpoint}',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			return endpoint
				? { status: 200, body: writtenEndpoint(asked.state, endpoint) }
				: refused(404);
		},
	},
	{
		method: 'PATCH',
		path: '/api/v1/endpoint/{endpoint}',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			if (!endpoint) return refused(404);
			change(asked.state, endpoint, asked.body as EndpointChange, asked.now);
			return { status: 204 };
		},
	},
	{
		method: 'DELETE',
		path: '/api/v1/endpoint/{endpoint}',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			if (!endpoint) return refused(404);
			if (endpoint.sim !== undefined) return refused(409);
			endpoint.status = 2;
			return { status: 204 };
		},
	},
	{
		// SIMs are released and suspended; those that cannot be suspended stay as they are.
		method: 'DELETE',
		path: '/api/v2/endpoint/multi',
		answer: ({ state, body, query }) => {
			const found = (body as { id: number }[]).map(({ id }) =>
				state.endpoints.find((each) => each.id === id && isOwn(state, each)),
			);
			if (found.some((each) => !each || each.status === 2)) return refused(404);
			for (const endpoint of found) {
				const sim = state.sims.find(({ id }) => id === endpoint!.sim);
				if (sim && query.get('delete_sims') === 'true') sim.status = 3;
				else if (sim?.status === 1) sim.status = 2;
				endpoint!.sim = undefined;
				endpoint!.status = 2;
			}
			return { status: 204 };
		},
	},
	{
		method: 'PATCH',
		path: '/api/v2/endpoint/multi',
		answer: ({ state, body, now }) => {
			const items = body as ({ id: number } & EndpointChange)[];
			const found = items.map(({ id }) =>
				state.endpoints.find((each) => each.id === id && isOwn(state, each)),
			);
			if (found.some((each) => !each || each.status === 2)) return refused(404);
			const isUnknown = (list: { id: number }[], profile: { id: number } | undefined): boolean =>
				profile !== undefined && !list.some(({ id }) => id === profile.id);
			const hasUnknown = items.some(
				({ service_profile, tariff_profile }) =>
					isUnknown(state.serviceProfiles, service_profile) ||
					isUnknown(state.tariffProfiles, tariff_profile),
			);
			if (hasUnknown) return refused(422);
			items.forEach((item, place) => change(state, found[place]!, item, now));
			return { status: 204 };
		},
	},
];
