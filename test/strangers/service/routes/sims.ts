import { SIM_STATUSES, timeOf, withLuhn } from '../forms';
import { begins, oneOf, pageOf, type ListRules } from '../lists';
import { refused, type Asked, type Route } from '../answers';
import type { Endpoint, Sim, State } from '../state';
import { isOwn } from './endpoints';

const holderOf = (state: State, sim: Sim): Endpoint | undefined =>
	state.endpoints.find((endpoint) => endpoint.sim === sim.id && endpoint.status !== 2);

function simOf({ state, parts }: Asked): Sim | undefined {
	const sim = state.sims.find(({ id }) => id === Number(parts.sim));
	return sim && isOwn(state, sim) ? sim : undefined;
}

function writtenSim(state: State, sim: Sim): object {
	const endpoint = holderOf(state, sim);
	const organisation = { ...state.organisation, country: { id: 74, name: 'Germany' } };
	return {
		id: sim.id,
		iccid: sim.iccid,
		production_date: timeOf(state, sim.produced),
		...(sim.activated !== undefined && { activation_date: timeOf(state, sim.activated) }),
		status: { id: sim.status, description: sim.statusWord ?? SIM_STATUSES[sim.status] },
		customer_org: organisation,
		issuer_org: organisation,
		...(endpoint && {
			endpoint: {
				id: endpoint.id,
				name: endpoint.name,
				imei: endpoint.imei ?? null,
				created: timeOf(state, endpoint.created),
				last_updated: timeOf(state, endpoint.lastUpdated ?? endpoint.created),
				organisation_id: state.organisation.id,
				service_profile_id: endpoint.serviceProfile,
				tariff_profile_id: endpoint.tariffProfile,
				tags: null,
				ip_address: endpoint.ipAddress ?? '10.192.0.17',
				ip_address_space_id: 3,
			},
		}),
		imsi: sim.imsi,
		msisdn: sim.msisdn,
		model: {
			id: 4,
			description: 'Standard ',
			memory_size: 128,
			formfactor: { id: 2, name: '2FF ' },
			manufacturer: { id: 1, name: 'Maker ' },
		},
		...(sim.eid !== undefined && { eid: sim.eid }),
		...(state.form === 'reference' && { iccid_with_luhn: withLuhn(sim.iccid) }),
	};
}

const listRules = (state: State): ListRules<Sim> => ({
	perPage: 2000,
	maximum: 2500,
	headers: 'capital',
	fields: {
		id: (each, value) => oneOf(value, (id) => each.id === Number(id)),
		iccid: (each, value) => oneOf(value, (iccid) => begins(each.iccid, iccid)),
		iccid_with_luhn: (each, value) => oneOf(value, (iccid) => begins(withLuhn(each.iccid), iccid)),
		status: (each, value) => oneOf(value, (id) => each.status === Number(id)),
		imsi: (each, value) => begins(each.imsi, value),
		msisdn: (each, value) => begins(each.msisdn, value),
		eid: (each, value) => begins(each.eid, value),
		endpoint: (each, value) => {
			const endpoint = holderOf(state, each);
			return value === 'null' ? !endpoint : endpoint?.id === Number(value);
		},
		satellite_capable: (each, value) => String(each.satellite ?? false) === value,
	},
	sort: {
		id: ({ id }) => id,
		iccid: ({ iccid }) => iccid,
		status: ({ status }) => status,
		production_date: ({ produced }) => produced,
	},
});

/** Issued becomes Activated or Factory Test, that only Activated; Activated and Suspended both ways. */
const mayBecome = (from: number, to: number): boolean =>
	from === to || (NEXT_STATUSES[from] ?? []).includes(to);
const NEXT_STATUSES: Record<number, number[]> = { 0: [1, 4], 1: [2], 2: [1], 4: [1] };

export const simRoutes: Route[] = [
	{
		method: 'GET',
		path: '/api/v1/sim/status',
		answer: () => ({
			status: 200,
			body: Object.entries(SIM_STATUSES).map(([id, description]) => ({
				id: Number(id),
				description,
			})),
		}),
	},
	{
		method: 'GET',
		path: '/api/v1/sim',
		answer: (asked) => {
			const { state } = asked;
			const own = state.sims.filter((each) => isOwn(state, each));
			return pageOf(asked, own, listRules(state), (each) => writtenSim(state, each));
		},
	},
	{
		method: 'GET',
		path: '/api/v1/sim/{sim}',
		answer: (asked) => {
			const sim = simOf(asked);
			return sim ? { status: 200, body: writtenSim(asked.state, sim) } : refused(404);
		},
	},
	{
		method: 'PATCH',
		path: '/api/v1/sim/{sim}',
		answer: (asked) => {
			const sim = simOf(asked);
			if (!sim) return refused(404);
			const { status } = asked.body as { status?: { id: number } };
			if (status && !mayBecome(sim.status, status.id)) return refused(422);
			if (status) sim.status = status.id;
			if (status?.id === 1) sim.activated = asked.now;
			return { status: 204 };
		},
	},
];
