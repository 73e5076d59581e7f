import { RAT_TYPES, operatorOnly, timeOf } from '../forms';
import { refused, type Route } from '../answers';
import type { Connectivity, Endpoint, State } from '../state';
import { endpointOf } from './endpoints';

/** `HH:MM:SS` of a session that has lasted so long. */
function duration(ms: number): string {
	const seconds = Math.floor(ms / 1000);
	const pair = (value: number): string => String(value).padStart(2, '0');
	return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
		.map((value) => pair(Math.floor(value)))
		.join(':');
}

function written(state: State, endpoint: Endpoint, known: Connectivity, now: number): object {
	const { status, location, session } = known;
	const at = (ms: number): string => timeOf(state, ms);
	const sim = state.sims.find(({ id }) => id === (location?.sim ?? endpoint.sim));
	return {
		// No id, unlike all other statuses.
		status: { description: status },
		...(location && {
			location: {
				iccid: sim?.iccid ?? '',
				imsi: sim?.imsi ?? '',
				...(location.updated !== undefined && { last_updated: at(location.updated) }),
				...(location.updatedGprs !== undefined && {
					last_updated_gprs: at(location.updatedGprs),
				}),
				sgsn_number: '491700000001',
				vlr_number: '491700000000',
				msc: '491700000000',
				sgsn_ip_address: '192.0.2.1',
				operator: operatorOnly(location.operator),
				country: location.operator.country,
			},
		}),
		...(session && {
			pdp_context: {
				pdp_context_id: session.id,
				...(!session.hidesCreated && {
					created: at(session.created),
					duration: duration(now - session.created),
				}),
				rat_type: { rat_type_id: session.rat, description: RAT_TYPES[session.rat] },
				operator_id: session.operator.id,
				mcc: session.operator.country.mcc,
				mnc: session.operator.mnc[0] ?? '',
				lac: 101,
				ci: 2002,
				sac: null,
				rac: null,
				ue_ip_address: endpoint.ipAddress ?? '10.192.0.17',
				imeisv: session.imeisv ?? endpoint.imei ?? '',
				imsi: sim?.imsi ?? '',
				sim_id: endpoint.sim,
				endpoint_id: endpoint.id,
				tariff_profile_id: endpoint.tariffProfile,
				ratezone_id: 3,
			},
		}),
		services: session ? ['GPRS'] : [],
	};
}

export const connectivityRoutes: Route[] = [
	{
		method: 'GET',
		path: '/api/v1/endpoint/{endpoint}/connectivity',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			if (!endpoint) return refused(404);
			const known = asked.state.connectivity.find((each) => each.endpoint === endpoint.id);
			return {
				status: 200,
				body: known
					? written(asked.state, endpoint, known, asked.now)
					: { status: { description: 'OFFLINE' }, services: [] },
			};
		},
	},
	{
		method: 'PATCH',
		path: '/api/v1/endpoint/{endpoint}/connectivity',
		answer: (asked) => (endpointOf(asked) ? { status: 204 } : refused(404)),
	},
];
