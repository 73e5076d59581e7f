import { timeOf } from '../forms';
import { refused, type Asked, type Route } from '../answers';
import type { Endpoint, Sms, State } from '../state';
import { endpointOf } from './endpoints';

/*
 * SMS of an endpoint, sent and received in one list without pages or filters. Recorded: ids as text, no object
 * `endpoint`, a `delivery_date` that equals the submission whatever has become of the message.
 */

const DAY = 86_400_000;
const STATUSES: Record<number, string> = {
	1: 'PENDING',
	2: 'IN PROGRESS',
	3: 'BUFFERED',
	4: 'DELIVERED',
	5: 'FAILED',
	6: 'EXPIRED',
	7: 'CANCELED',
};
const ENDED = [4, 5, 6];

function written(state: State, endpoint: Endpoint, sms: Sms): object {
	const isRecorded = state.form === 'recorded';
	const sim = state.sims.find(({ id }) => id === (sms.sim ?? endpoint.sim));
	const at = (ms: number): string => timeOf(state, ms);
	const number = (value: number): number | string => (isRecorded ? String(value) : value);
	const isFromDevice = sms.kind === 'MO';
	const final = sms.final === undefined ? (ENDED.includes(sms.status) ? sms.at : null) : sms.final;
	const delivered = sms.delivered === undefined ? (isRecorded ? sms.at : final) : sms.delivered;
	const kindWord = sms.kindWord ?? sms.kind;
	return {
		id: sms.id,
		...(isRecorded
			? { endpoint_id: String(endpoint.id), organisation_id: String(state.organisation.id) }
			: { endpoint: { id: endpoint.id, name: endpoint.name } }),
		sim_id: number(sim?.id ?? 0),
		iccid: sim?.iccid ?? '',
		msisdn: sim?.msisdn ?? '',
		imsi: isFromDevice ? (sim?.imsi ?? '') : '',
		submit_date: at(sms.at),
		delivery_date: delivered === null ? null : at(delivered),
		expiry_date: at(sms.expires ?? sms.at + DAY),
		retry_date: at(sms.at),
		final_date: final === null ? null : at(final),
		last_delivery_attempt: sms.status === 1 || sms.status === 7 ? null : at(sms.at),
		retry_count: number(0),
		dcs: number(0),
		pid: number(0),
		registered_delivery: number(0),
		dlr_status_id: number(sms.status === 6 ? 4 : 1),
		p2p_ext: 0,
		status: { id: sms.status, description: sms.statusWord ?? STATUSES[sms.status] },
		sms_type: { id: sms.kindId ?? (isFromDevice ? 2 : 1), description: kindWord },
		source_address_type: { id: 161, description: 'National' },
		esme_interface_type: { id: 1, description: 'RestAPI' },
		source_address: sms.source ?? (isFromDevice ? (sim?.msisdn ?? '') : '12345'),
		udh: sms.udh ?? '',
		payload: sms.payload,
		gsm_map_error: null,
		msc: null,
		called_party_prefix: null,
		smpp_bind_id: null,
		smpp_dlr_bind_id: null,
	};
}

const listed = ({ state, now }: Asked, endpoint: Endpoint): Sms[] =>
	state.sms
		.filter((sms) => sms.endpoint === endpoint.id && (sms.shownFrom ?? sms.at) <= now)
		.sort((a, b) => (state.smsOrder === 'newestFirst' ? b.id - a.id : a.id - b.id));

export const smsRoutes: Route[] = [
	{
		method: 'GET',
		path: '/api/v1/endpoint/{endpoint}/sms',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			if (!endpoint) return refused(404);
			const { state } = asked;
			return {
				status: 200,
				body: listed(asked, endpoint).map((sms) => written(state, endpoint, sms)),
			};
		},
	},
	{
		method: 'GET',
		path: '/api/v1/endpoint/{endpoint}/sms/{sms}',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			const sms =
				endpoint && listed(asked, endpoint).find(({ id }) => id === Number(asked.parts.sms));
			return endpoint && sms
				? { status: 200, body: written(asked.state, endpoint, sms) }
				: refused(404);
		},
	},
	{
		// Empty body, the id at the end of an absolute `Location`, as recorded.
		method: 'POST',
		path: '/api/v1/endpoint/{endpoint}/sms',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			if (!endpoint) return refused(404);
			const { state, body, now } = asked;
			const { payload, udh, source_address } = body as {
				payload: string;
				udh?: string;
				source_address?: string;
			};
			const id = Math.max(7000, ...state.sms.map((sms) => sms.id)) + 1;
			state.sms.push({
				id,
				endpoint: endpoint.id,
				kind: 'MT',
				at: now,
				status: 2,
				payload,
				...(udh !== undefined && { udh }),
				source: source_address ?? '',
			});
			return {
				status: 201,
				headers: { Location: `https://service.example/api/v1/endpoint/${endpoint.id}/sms/${id}` },
				body: '',
			};
		},
	},
];
