import { type Case, caseOf } from './case';

/* Recorded answers, in addition to those in the references. */

const TIME = '2022-05-06T12:12:46.000+0000';
/** The same time after Simplify. */
const TIME_IN_UTC = '2022-05-06T12:12:46.000Z';
const org = { id: 9001, name: 'Acme Meters', country: { id: 74, name: 'Germany' } };

/** An unassigned SIM, without a check digit, EID or `endpoint`. */
const SIM = {
	id: 7,
	iccid: '8988303000000000007',
	imsi: '901430000000007',
	msisdn: '88236300000007',
	production_date: TIME,
	status: { id: 0, description: 'Issued' },
	customer_org: org,
	issuer_org: org,
	model: { id: 1, description: 'Standard ', memory_size: 128 },
};
const SIMPLE_SIM = {
	id: 7,
	iccid: '8988303000000000007',
	iccid_with_luhn: null,
	imsi: '901430000000007',
	msisdn: '88236300000007',
	eid: null,
	status: 'Issued',
	status_id: 0,
	endpoint_id: null,
	endpoint_name: null,
};

/** An endpoint without a SIM: `sim`, `tag_assignments` and other fields are missing. */
const endpoint = (tags: string | null) => ({
	id: 17,
	name: 'pump-17',
	status: { id: 1, description: 'Disabled' },
	created: TIME,
	last_updated: TIME,
	ip_address: '10.64.0.17',
	imei: null,
	imei_lock: false,
	service_profile: { id: 101, name: 'Standard' },
	tariff_profile: { id: 201, name: 'Europe' },
	tags,
});
const SIMPLE_ENDPOINT = {
	id: 17,
	name: 'pump-17',
	status: 'Disabled',
	status_id: 1,
	service_profile: 'Standard',
	service_profile_id: 101,
	tariff_profile: 'Europe',
	tariff_profile_id: 201,
	sim_id: null,
	iccid: null,
	msisdn: null,
	sim_status: null,
	sim_status_id: null,
	imei: null,
	imei_lock: false,
	ip_address: '10.64.0.17',
	ip_address_space_id: null,
	created: TIME_IN_UTC,
	last_updated: TIME_IN_UTC,
};

/** A message that was never delivered, and still has a delivery date. */
const SMS = {
	id: 70001,
	endpoint_id: '17',
	organisation_id: '9001',
	sim_id: '7',
	iccid: '8988303000000000007',
	msisdn: '88236300000007',
	imsi: '',
	submit_date: TIME,
	delivery_date: TIME,
	expiry_date: TIME,
	retry_date: TIME,
	final_date: null,
	last_delivery_attempt: null,
	retry_count: '0',
	dcs: '0',
	pid: '0',
	registered_delivery: '0',
	dlr_status_id: '1',
	p2p_ext: 0,
	status: { id: 7, description: 'CANCELED' },
	sms_type: { id: 1, description: 'MT' },
	source_address_type: { id: 161, description: 'National' },
	esme_interface_type: { id: 1, description: 'RestAPI' },
	source_address: '12345',
	udh: '',
	payload: '4711',
	gsm_map_error: null,
	msc: null,
	called_party_prefix: null,
	smpp_bind_id: null,
	smpp_dlr_bind_id: null,
};
const SIMPLE_SMS = {
	id: 70001,
	endpoint_id: 17,
	status: 'cancelled',
	status_id: 7,
	sms_type: 'MT',
	payload: '4711',
	source_address: '12345',
	submit_date: TIME_IN_UTC,
	delivery_date: null,
	final_date: null,
	expiry_date: TIME_IN_UTC,
	retry_count: 0,
	gsm_map_error: null,
};

/** An event of an endpoint, without `endpoint` and `detail`. */
const EVENT = {
	id: 720000000000201,
	timestamp: '2022-05-06T12:12:46.000Z',
	alert: false,
	description: 'SIM activated',
	event_type: { id: 8, description: 'SIM activation' },
	event_source: { id: 2, description: 'API' },
	event_severity: { id: 0, description: 'Info' },
	sim: { id: 7, iccid: SIM.iccid },
	imsi: { id: 6001, imsi: '901430000000007' },
};
const OPERATOR = {
	id: 501,
	name: 'Northern Mobile',
	country: { id: 74, name: 'Germany', country_code: '49', iso_code: 'de', mcc: '262' },
	tapcode: [{ id: 1, tapcode: 'DEUNM' }],
	mnc: [{ id: 1, mnc: '01' }],
};
const created = { status: 201, headers: { 'Content-Type': 'application/json' } };

const profiles = {
	service_profile: { id: 101, name: 'Standard' },
	tariff_profile: { id: 201, name: 'Europe' },
};

export const recorded: Case[] = [
	...(
		[
			[null, [], []],
			['', [], []],
			['north, pump', ['north', 'pump'], null],
		] as const
	).map(([text, tags, ids]) =>
		caseOf('endpoint get', `recorded, with the tags ${JSON.stringify(text)}`, {
			values: { endpointId: 17, simplify: true },
			requests: { request: 'GET /api/v1/endpoint/17', answer: endpoint(text) },
			gives: { ...SIMPLE_ENDPOINT, tags, tag_ids: ids },
		}),
	),
	caseOf('endpoint create', 'recorded: an empty 201 as JSON, with a host in its Location', {
		values: { serviceProfileId: 101, tariffProfileId: 201, status: 0 },
		requests: [
			{
				request: 'POST /api/v1/endpoint',
				body: { service_profile: { id: 101 }, tariff_profile: { id: 201 }, status: { id: 0 } },
				...created,
				headers: { ...created.headers, Location: 'https://other.example/api/v1/endpoint/18' },
				answer: '',
			},
			{
				request: 'GET /api/v1/endpoint/18',
				answer: { id: 18, ...profiles, status: { id: 0, description: 'Enabled' }, imei: null },
			},
		],
		gives: expect.objectContaining({
			id: 18,
			...profiles,
			status: { id: 0, description: 'Enabled' },
			imei: null,
			service_profile_id: 101,
			tariff_profile_id: 201,
			status_id: 0,
			sim_id: null,
		}) as object,
	}),
	caseOf('endpoint getConnectivity', 'recorded, for a device that is off', {
		values: { endpointId: 17, simplify: true },
		requests: {
			request: 'GET /api/v1/endpoint/17/connectivity',
			answer: { status: { description: 'OFFLINE' }, services: [] },
		},
		gives: { endpoint_id: 17, status: 'OFFLINE', services: [] },
	}),
	caseOf('sim get', 'recorded, by an ICCID of 20 digits', {
		values: { simId: { by: 'iccid', value: '89883030000000000072' }, simplify: true },
		requests: [
			{
				request: 'GET /api/v1/sim',
				query: { q: 'iccid:8988303000000000007', page: '1', per_page: '10' },
				answer: [SIM],
			},
			{ request: 'GET /api/v1/sim/7', answer: SIM },
		],
		gives: SIMPLE_SIM,
	}),
	caseOf('sms getAll', 'recorded, simplified', {
		values: { endpointId: 17, returnAll: true, simplify: true },
		requests: { request: 'GET /api/v1/endpoint/17/sms', answer: [SMS] },
		gives: [SIMPLE_SMS],
	}),
	caseOf('sms get', 'recorded, not simplified', {
		values: { endpointId: 17, smsId: 70001, simplify: false },
		requests: { request: 'GET /api/v1/endpoint/17/sms/70001', answer: SMS },
		gives: {
			...SMS,
			endpoint_id: 17,
			organisation_id: 9001,
			sim_id: 7,
			retry_count: 0,
			dcs: 0,
			pid: 0,
			registered_delivery: 0,
			dlr_status_id: 1,
		},
	}),
	caseOf('sms send', 'recorded: an empty 201 as HTML', {
		values: { endpointId: 17, payload: 'hello' },
		requests: {
			request: 'POST /api/v1/endpoint/17/sms',
			body: { payload: 'hello', dcs: 0 },
			status: 201,
			headers: {
				'Content-Type': 'text/html',
				Location: 'https://other.example/api/v1/endpoint/17/sms/70001',
			},
			answer: '',
		},
		gives: { endpoint_id: 17, sent: true, parts: 1, encoding: 'GSM-7', sms_ids: [70001] },
	}),
	caseOf('event getAll', 'recorded, for several event types', {
		values: { about: 'all', returnAll: true, simplify: true, types: [0, 8, '51'] },
		requests: {
			request: 'GET /api/v1/event',
			query: { q: 'type:0|8|51', page: '1', per_page: '100' },
			answer: [EVENT],
			headers: { 'x-total-count': '1', 'x-total-pages': '1', Link: '' },
		},
		gives: [
			{
				id: 720000000000201,
				timestamp: '2022-05-06T12:12:46.000Z',
				imei: null,
				rat: null,
				type_id: 8,
				type: 'SIM activation',
				severity: 'Info',
				alert: false,
				description: 'SIM activated',
				endpoint_id: null,
				endpoint_name: null,
				sim_id: 7,
				iccid: SIM.iccid,
				detail: null,
				source: 'API',
				country: null,
				operator: null,
				imsi: '901430000000007',
				user: null,
				user_id: null,
				user_name: null,
				volume_mb: null,
				volume_sms: null,
			},
		],
	}),
	caseOf('operatorBlacklist getAll', 'recorded: codes are text with leading zeros', {
		values: { endpointId: 17, returnAll: true },
		requests: { request: 'GET /api/v1/endpoint/17/operator_blacklist', answer: [OPERATOR] },
		gives: [{ endpoint_id: 17, ...OPERATOR }],
	}),
];
