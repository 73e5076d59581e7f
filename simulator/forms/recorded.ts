import type { Simulation } from '../context';
import { type Endpoint, endpointStatus, tagsOf } from '../endpoints/entities';
import { recordedEvent } from '../events/forms';
import { formatIp } from '../numbers';
import { type Sim, iccidWithLuhn, simStatus } from '../sims/entities';
import { recordedSms } from '../sms/forms';
import { sampledUsage } from '../traffic/forms';
import type { Forms, Page, Wire } from './forms';
import { profilesOf, simOf } from './shared';
import { time } from './values';

/**
 * Absolute, and of a host that nobody can call: clients take the last path segment and do not
 * follow it.
 */
const LOCATION_ORIGIN = 'https://connectivity.invalid';
const location = (path: string) => LOCATION_ORIGIN + path;
/** Empty bodies say that they are JSON. */
const EMPTY_JSON = { 'Content-Type': 'application/json' };

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
	sms: (sim, sms) => recordedSms(sim, sms),
	smsOrder: (messages) => [...messages].sort((a, b) => b.id - a.id),
	event: ({ store }, event) => recordedEvent(store, event),
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
	dailyUsage: (sim, days) => sampledUsage(days, sim.options.statsAsNumbers),
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
