import type { Simulation } from '../context';
import { SmsStatus, type Endpoint, type Sim } from '../entities';
import type { ServiceEvent, Sms } from '../entitiesTraffic';
import { toIso } from '../clock';
import { EVENT_SOURCES, EVENT_TYPES } from '../eventTypes';
import { endpointStatus, iccidWithLuhn, simStatus, tagText } from '../names';
import type { Store } from '../store';
import { formatIp } from '../numbers';
import { isOpen } from '../rules/smsState';
import type { Forms, Page, Wire } from './forms';
import { recordedUsage } from './recordedUsage';
import { profilesOf, simOf } from './shared';

/** `YYYY-MM-DDTHH:mm:ss.SSS+0000`: no colon in the offset. */
const time = (ms: number) => toIso(ms).replace('Z', '+0000');

/**
 * Absolute, and of a host that nobody can call: clients take the last path segment and do not
 * follow it.
 */
const LOCATION_ORIGIN = 'https://connectivity.invalid';
const location = (path: string) => LOCATION_ORIGIN + path;
/** Empty bodies say that they are JSON. */
const EMPTY_JSON = { 'Content-Type': 'application/json' };

/** Event types whose events carry no endpoint, only SIM and IMSI, although they are about one. */
const WITHOUT_ENDPOINT = [8, 9, 10, 45, 50, 51];

/** As seen in recorded traffic. */
export const recorded: Forms = {
	generation: 'recorded',
	options: { emptyCreateAnswers: true, refreshAnswersOnlyAuthToken: true },
	time,
	token: {
		header: { alg: 'HS384' },
		claims: ({ organisationId, organisationName, key }) => ({
			iss: 'connectivity',
			aud: '/api/v1',
			'esc.org': organisationId,
			'esc.orgName': organisationName,
			'esc.app': organisationId * 10,
			api_key: key,
		}),
		keyOf: ({ api_key }) => api_key,
	},
	endpointInList: (sim, endpoint) => endpointOf(sim, endpoint),
	endpoint: (sim, endpoint) => ({
		...endpointOf(sim, endpoint),
		ip_address_space: {
			id: endpoint.addressSpaceId,
			ip_address_space: sim.store.addressSpaces.get(endpoint.addressSpaceId)?.cidr,
			ip_address_version: 4,
		},
	}),
	sim: (sim, item) => simObject(sim, item),
	sms: (sim, sms) => message(sim, sms),
	smsOrder: (messages) => [...messages].sort((a, b) => b.id - a.id),
	event: ({ store }, event) => {
		const facts = EVENT_TYPES[event.typeId];
		const found = event.endpointId === null ? undefined : store.endpoints.get(event.endpointId);
		const endpoint = WITHOUT_ENDPOINT.includes(event.typeId) ? undefined : found;
		const item = event.simId === null ? undefined : store.sims.get(event.simId);
		const source = facts?.source ?? 2;
		return {
			id: event.id,
			timestamp: toIso(event.timestamp),
			event_type: { id: event.typeId, description: facts?.name },
			event_source: { id: source, description: EVENT_SOURCES[source] },
			event_severity: facts?.warn ? { id: 1, description: 'Warn' } : { id: 0, description: 'Info' },
			alert: facts?.alert === true,
			description: event.description,
			organisation: {
				id: event.organisationId,
				name: store.organisations.get(event.organisationId)?.name,
			},
			...(endpoint && {
				endpoint: {
					id: endpoint.id,
					name: endpoint.name,
					ip_address: formatIp(endpoint.ip),
					imei: endpoint.imei,
					tags: tagsOf(store, endpoint),
				},
			}),
			...(item && {
				sim: { id: item.id, iccid: item.iccid, production_date: time(item.productionDate) },
				imsi: { id: item.id, imsi: item.imsi, import_date: time(item.productionDate) },
			}),
			...(event.detail && { detail: detailOf(event) }),
		};
	},
	eventSort: 'id',
	connectivity: (sim, endpoint, state) => ({
		status: { description: state },
		...(state === 'ATTACHED' || state === 'ONLINE'
			? { location: { iccid: simOf(sim, endpoint)?.iccid, imsi: simOf(sim, endpoint)?.imsi } }
			: {}),
		...(state === 'ONLINE'
			? { pdp_context: { created: time(endpoint.lastUpdated), rat_type: { id: 6 } } }
			: {}),
		services: { OFFLINE: [], BLOCKED: [], ATTACHED: ['SMS'], ONLINE: ['SMS', 'DATA'] }[state],
	}),
	operator: ({ id, name, country, tapcodes, mncs }) => ({
		id,
		name,
		country_name: country.name,
		name_and_country: `${country.name} / ${name}`,
		inbound_roamers_allowed: '1',
		country,
		mnc: mncs.map((mnc, index) => ({ id: id * 10 + index, mnc, operator_id: String(id) })),
		tapcode: tapcodes.map((tapcode, index) => ({
			id: id * 10 + index,
			tapcode,
			operator_id: String(id),
		})),
	}),
	blacklistEntry: ({ id, name, country, tapcodes, mncs }) => ({
		id,
		name,
		country: {
			id: country.id,
			name: country.name,
			country_code: country.country_code,
			mcc: country.mcc,
			iso_code: country.iso_code,
		},
		tapcode: tapcodes.map((tapcode, index) => ({ id: id * 10 + index, tapcode })),
		mnc: mncs.map((mnc, index) => ({ id: id * 10 + index, mnc })),
	}),
	dailyUsage: (sim, days) => recordedUsage(days, sim.options.statsAsNumbers),
	pageHeaders: (page) => headersOf(page),
	location,
	created: ({ options }, path, body) =>
		options.emptyCreateAnswers
			? { status: 201, headers: { Location: location(path), ...EMPTY_JSON } }
			: { status: 201, headers: { Location: location(path) }, body },
	smsAccepted: (_sim, path) => ({
		status: 201,
		headers: { Location: location(path), 'Content-Type': 'text/html' },
	}),
	quotaSet: { status: 201, headers: EMPTY_JSON },
	changed: { status: 204, headers: EMPTY_JSON },
	profileChanged: { status: 201, headers: EMPTY_JSON },
	refusal: ({ status, headers, body, recorded: form }) => ({
		status,
		headers,
		body: form === undefined ? body : form,
	}),
};

/** The detail; of a quota that is used up (19, 21) with the volume as text. */
function detailOf({ typeId, detail }: ServiceEvent): ServiceEvent['detail'] {
	const quota = detail?.quota as { volume: number } | undefined;
	if (!quota || ![19, 21].includes(typeId)) return detail;
	return { ...detail, quota: { ...quota, volume: quota.volume.toFixed(6) } };
}

/** Null for an endpoint that never had tags, empty text for one that lost them (inferred). */
const tagsOf = (store: Store, endpoint: Endpoint) =>
	endpoint.tagged ? tagText(store, endpoint) : null;

/**
 * An endpoint as the list has it: `sim` absent without one, `imei` null, `tags` null, empty or
 * text; no `tag_assignments`, `imei_with_luhn`, `runtime_data` or address space.
 */
function endpointOf(sim: Simulation, endpoint: Endpoint): Wire {
	const item = simOf(sim, endpoint);
	return {
		id: endpoint.id,
		name: endpoint.name,
		status: endpointStatus(endpoint.statusId),
		created: time(endpoint.created),
		last_updated: time(endpoint.lastUpdated),
		ip_address: formatIp(endpoint.ip),
		imei: endpoint.imei,
		imei_lock: endpoint.imeiLock,
		...profilesOf(sim, endpoint),
		tags: tagsOf(sim.store, endpoint),
		...(item && {
			sim: {
				id: item.id,
				iccid: item.iccid,
				imsi: item.imsi,
				msisdn: item.msisdn,
				status: simStatus(item.statusId),
				// Two of six recorded ones had these.
				...(item.id % 3 === 0 && {
					iccid_with_luhn: iccidWithLuhn(item),
					sim_profile_type_id: item.profileTypeId,
				}),
			},
		}),
	};
}

/** A SIM: what does not apply is absent, and its endpoint is flat. */
function simObject({ store }: Simulation, item: Sim): Wire {
	const endpoint = item.endpointId === null ? undefined : store.endpoints.get(item.endpointId);
	const organisation = (id: number) => {
		const found = store.organisations.get(id);
		return { id, name: found?.name, country: found?.country };
	};
	const parentId = store.organisations.get(item.organisationId)?.parentId ?? null;
	return {
		id: item.id,
		iccid: item.iccid,
		production_date: time(item.productionDate),
		...(item.activationDate !== null && { activation_date: time(item.activationDate) }),
		status: simStatus(item.statusId),
		customer_org: organisation(item.organisationId),
		...(parentId !== null && { reseller_org: organisation(parentId) }),
		issuer_org: organisation(parentId ?? item.organisationId),
		...(endpoint && {
			endpoint: {
				id: endpoint.id,
				name: endpoint.name,
				imei: endpoint.imei,
				created: time(endpoint.created),
				last_updated: time(endpoint.lastUpdated),
				organisation_id: endpoint.organisationId,
				service_profile_id: endpoint.serviceProfileId,
				tariff_profile_id: endpoint.tariffProfileId,
				tags: tagsOf(store, endpoint),
				ip_address: formatIp(endpoint.ip),
				ip_address_space_id: endpoint.addressSpaceId,
			},
		}),
		imsi: item.imsi,
		msisdn: item.msisdn,
		model: {
			id: item.profileTypeId,
			description: item.model,
			memory_size: 128,
			// Names can end in a blank.
			formfactor: { id: 4, name: '3FF/4FF ' },
			manufacturer: { id: 2, name: 'Example Cards ' },
		},
	};
}

/** Status ids → the recorded words; one L in CANCELED. Decide by id. */
const SMS_WORDS: Record<number, string> = {
	[SmsStatus.Pending]: 'PENDING',
	[SmsStatus.InProgress]: 'IN PROGRESS',
	[SmsStatus.Buffered]: 'BUFFERED',
	[SmsStatus.Delivered]: 'DELIVERED',
	[SmsStatus.Failed]: 'FAILED',
	[SmsStatus.Expired]: 'EXPIRED',
	[SmsStatus.Cancelled]: 'CANCELED',
};
const SOURCE_TYPES: Record<number, string> = {
	145: 'International',
	161: 'National',
	208: 'Alphanumeric',
};

/** A message: ids and small numbers as text, flat ids, `delivery_date` that proves nothing. */
function message(sim: Simulation, sms: Sms): Wire {
	isOpen(sim, sms);
	const { store } = sim;
	const item = store.sims.get(sms.simId);
	const delivered = sms.statusId === SmsStatus.Delivered;
	const cancelled = sms.statusId === SmsStatus.Cancelled;
	const date = (ms: number | null) => (ms === null ? null : time(ms));
	const typeId = sms.sourceAddressTypeId ?? 161;
	return {
		id: sms.id,
		endpoint_id: String(sms.endpointId),
		organisation_id: String(store.endpoints.get(sms.endpointId)?.organisationId),
		sim_id: String(sms.simId),
		iccid: item?.iccid,
		msisdn: item?.msisdn,
		imsi: delivered ? item?.imsi : '',
		submit_date: time(sms.submitDate),
		delivery_date: time(sms.submitDate),
		expiry_date: date(sms.expiryDate),
		retry_date: time(sms.submitDate),
		final_date: cancelled ? null : date(sms.finalDate),
		last_delivery_attempt: cancelled ? null : date(sms.finalDate),
		retry_count: '0',
		dcs: String(sms.dcs),
		pid: '0',
		registered_delivery: '0',
		dlr_status_id: { [SmsStatus.Expired]: '4', [SmsStatus.Cancelled]: '1' }[sms.statusId] ?? '0',
		p2p_ext: 0,
		status: { id: sms.statusId, description: SMS_WORDS[sms.statusId] },
		// MO was not recorded.
		sms_type: sms.direction === 'MT' ? { id: 1, description: 'MT' } : { id: 2, description: 'MO' },
		source_address_type: { id: typeId, description: SOURCE_TYPES[typeId] },
		esme_interface_type: { id: 1, description: 'RestAPI' },
		source_address: sms.sourceAddress ?? '',
		udh: sms.udh ?? '',
		payload: sms.payload,
		gsm_map_error: null,
		msc: null,
		called_party_prefix: null,
		smpp_bind_id: null,
		smpp_dlr_bind_id: null,
	};
}

/** Capitals and no `Link` on endpoints and SIMs; lower case and an empty `Link` on events. */
function headersOf({ list, total, pages, page, perPage, sort, filter }: Page) {
	const first = {
		'X-Total-Count': String(total),
		'X-Total-Pages': String(pages),
		'X-Current-Page': String(page),
		'X-Count-Per-Page': String(perPage),
		'X-Sort': sort,
	};
	if (list === 'sim') return first;
	if (list === 'event') {
		const small = Object.entries(first).map(([name, value]) => [name.toLowerCase(), value]);
		return {
			...(Object.fromEntries(small) as Record<string, string>),
			...(filter && { 'x-filter': filter }),
			link: '',
		};
	}
	return {
		...first,
		// Later recordings of the endpoint list send these too.
		'X-Count': String(total),
		'X-Page': String(page),
		'X-Pages': String(pages),
		'X-Per-Page': String(perPage),
	};
}
