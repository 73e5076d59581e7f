import { toIso } from '../clock';
import type { Simulation } from '../context';
import { type Endpoint, tagText } from '../endpoints/entities';
import { EVENT_SOURCES, EVENT_TYPES } from '../events/types';
import { formatIp, imeiWithLuhn } from '../numbers';
import { iccidWithLuhn, simStatus } from '../sims/entities';
import { SmsStatus, SMS_STATUS_NAMES } from '../sms/entities';
import { isOpen } from '../sms/send';
import { specifiedUsage } from '../traffic/forms';
import type { Forms, Wire } from './forms';
import { simOf, specifiedEndpoint, specifiedSim } from './shared';

/** As the specification and the public reference draw the answers. */
export const reference: Forms = {
	generation: 'reference',
	options: { emptyCreateAnswers: false, refreshAnswersOnlyAuthToken: false },
	time: toIso,
	token: {
		header: { alg: 'HS256', typ: 'JWT' },
		claims: ({ organisationId, organisationName, userId, key }) => ({
			esc: {
				org: organisationId,
				orgName: organisationName,
				...(userId === null ? {} : { user: userId }),
			},
			jti: key,
		}),
		keyOf: ({ jti }) => jti,
	},
	endpointInList: (sim, endpoint) => listed(sim, endpoint),
	endpoint: (sim, endpoint) => listed(sim, endpoint),
	sim: ({ store }, item) => {
		const endpoint = item.endpointId === null ? undefined : store.endpoints.get(item.endpointId);
		return {
			id: item.id,
			iccid: item.iccid,
			iccid_with_luhn: iccidWithLuhn(item),
			imsi: item.imsi,
			msisdn: item.msisdn,
			status: simStatus(item.statusId),
			...(item.eid !== null && { eid: item.eid }),
			model: { description: item.model },
			sim_profile_type: { id: item.profileTypeId },
			organisation: { id: item.organisationId },
			...(endpoint && { endpoint: { id: endpoint.id, name: endpoint.name } }),
		};
	},
	sms: (sim, sms) => {
		isOpen(sim, sms);
		const item = sim.store.sims.get(sms.simId);
		const date = (ms: number | null) => (ms === null ? null : toIso(ms));
		return {
			id: sms.id,
			submit_date: toIso(sms.submitDate),
			delivery_date: sms.statusId === SmsStatus.Delivered ? date(sms.finalDate) : null,
			expiry_date: date(sms.expiryDate),
			final_date: date(sms.finalDate),
			retry_date: null,
			last_delivery_attempt: date(sms.finalDate),
			retry_count: 0,
			gsm_map_error: null,
			dcs: sms.dcs,
			pid: 0,
			source_address: sms.sourceAddress,
			source_address_type:
				sms.sourceAddressTypeId === null ? null : { id: sms.sourceAddressTypeId },
			endpoint: { id: sms.endpointId, name: sim.store.endpoints.get(sms.endpointId)?.name },
			sim_id: sms.simId,
			iccid: item?.iccid,
			msisdn: item?.msisdn,
			imsi: item?.imsi,
			msc: null,
			udh: sms.udh,
			payload: sms.payload,
			status: { id: sms.statusId, status: SMS_STATUS_NAMES[sms.statusId] },
			sms_type: sms.direction === 'MT' ? { id: 1, type: 'MT' } : { id: 2, type: 'MO' },
		};
	},
	smsOrder: (messages) => messages,
	event: ({ store }, event) => {
		const facts = EVENT_TYPES[event.typeId];
		const endpoint = event.endpointId === null ? undefined : store.endpoints.get(event.endpointId);
		const item = event.simId === null ? undefined : store.sims.get(event.simId);
		return {
			id: event.id,
			timestamp: toIso(event.timestamp),
			alert: facts?.alert === true,
			description: event.description,
			event_type: { id: event.typeId, description: facts?.name },
			// Older editions name the source by `name`, and severities in capitals.
			event_source: { id: facts?.source, name: EVENT_SOURCES[facts?.source ?? 2] },
			event_severity: facts?.warn ? { id: 1, description: 'WARN' } : { id: 0, description: 'INFO' },
			organisation: {
				id: event.organisationId,
				name: store.organisations.get(event.organisationId)?.name,
			},
			endpoint: endpoint
				? {
						id: endpoint.id,
						name: endpoint.name,
						imei: endpoint.imei,
						ip_address: formatIp(endpoint.ip),
						tags: tagText(store, endpoint),
					}
				: null,
			sim: item
				? { id: item.id, iccid: item.iccid, production_date: toIso(item.productionDate) }
				: null,
			detail: event.detail,
		};
	},
	eventSort: '-id',
	connectivity: (sim, endpoint, state) => {
		const away = state === 'OFFLINE' || state === 'BLOCKED';
		return {
			status: { description: state },
			location: away ? null : { iccid: simOf(sim, endpoint)?.iccid },
			pdp_context:
				state === 'ONLINE' ? { created: toIso(endpoint.lastUpdated), rat_type: { id: 6 } } : null,
			services: away ? [] : ['SMS', ...(state === 'ONLINE' ? ['DATA'] : [])],
		};
	},
	operator: ({ id, name, country }) => ({
		id,
		name,
		country: { name: country.name, mcc: Number(country.mcc) },
	}),
	blacklistEntry: ({ id, name, country, tapcodes, mncs }) => ({
		id,
		name,
		country: {
			id: country.id,
			name: country.name,
			country_code: Number(country.country_code),
			iso_code: country.iso_code,
			mcc: Number(country.mcc),
		},
		tapcode: tapcodes.map((tapcode, index) => ({ id: id * 10 + index, tapcode })),
		mnc: mncs.map((mnc, index) => ({ id: id * 10 + index, mnc: Number(mnc) })),
	}),
	dailyUsage: (sim, days) => specifiedUsage(days, sim.options.statsAsNumbers),
	pageHeaders: ({ total, pages, page, perPage }) => ({
		'X-Total-Count': String(total),
		'X-Total-Pages': String(pages),
		'X-Current-Page': String(page),
		'X-Count-Per-Page': String(perPage),
	}),
	location: (path) => path,
	created: ({ options }, path, body) => ({
		status: 201,
		headers: { Location: path },
		...(options.emptyCreateAnswers ? {} : { body }),
	}),
	smsAccepted: (sim, path) => reference.created(sim, path, {}),
	quotaSet: { status: 201, body: {} },
	changed: { status: 204 },
	profileChanged: { status: 201, body: {} },
	refusal: ({ status, headers, body }) => ({ status, headers, body }),
};

/** An endpoint as list and single get answer it: null where there is nothing (specification). */
function listed(sim: Simulation, endpoint: Endpoint): Wire {
	const item = simOf(sim, endpoint);
	const connected = !endpoint.blocked && endpoint.connectivity === 'ONLINE';
	return {
		...specifiedEndpoint(sim, endpoint),
		imei: endpoint.imei,
		imei_with_luhn: endpoint.imei === null ? null : imeiWithLuhn(endpoint.imei),
		sim: item
			? {
					...specifiedSim(sim, endpoint),
					...(item.eid === null ? {} : { eid: item.eid }),
					sim_profile_type: { id: item.profileTypeId },
				}
			: null,
		...(connected
			? {
					runtime_data: {
						msc: '491710000001',
						sgsn: '491710000002',
						sgsn_ip_address: '192.0.2.10',
					},
				}
			: {}),
	};
}
