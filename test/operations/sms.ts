import * as smsShapes from '../truth/shapes/sms';
import * as z from 'zod/v4';
import { moment, oneOf, text } from '../truth/requests/forms';
import { empty, emptyObject } from '../truth/shapes/forms';
import { each, once, readOnce, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { ASKED, MET, ONE_LOOK, REPLIED, REPLY, smsIdOf, WAITS } from './shared/awaits';
import { RECORDED_TIME, RECORDED_TIME_IN_UTC } from './shared/recorded';
import { all, endpointId } from './shared/values';

/* Messages to devices and from them. The clock of the tests is at 2026-06-15. */

/** A message that was never delivered, and still has a delivery date. */
const RECORDED_SMS = {
	id: 70001,
	endpoint_id: '17',
	organisation_id: '9001',
	sim_id: '7',
	iccid: '8988303000000000007',
	msisdn: '88236300000007',
	imsi: '',
	submit_date: RECORDED_TIME,
	delivery_date: RECORDED_TIME,
	expiry_date: RECORDED_TIME,
	retry_date: RECORDED_TIME,
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
const SIMPLE_RECORDED_SMS = {
	id: 70001,
	endpoint_id: 17,
	status: 'cancelled',
	status_id: 7,
	sms_type: 'MT',
	payload: '4711',
	source_address: '12345',
	submit_date: RECORDED_TIME_IN_UTC,
	delivery_date: null,
	final_date: null,
	expiry_date: RECORDED_TIME_IN_UTC,
	retry_count: 0,
	gsm_map_error: null,
};
/** The fields of an SMS that are the same in the full and the simplified result. */
const OF_SMS = {
	id: 70001,
	submit_date: '2026-06-15T00:00:00Z',
	delivery_date: null,
	expiry_date: null,
	retry_count: 0,
	source_address: '12345',
	payload: 'hello',
};
const SMS = {
	...OF_SMS,
	endpoint: { id: 17, name: 'pump-17' },
	status: { id: 3, status: 'BUFFERED' },
};
const SIMPLE_SMS = {
	...OF_SMS,
	endpoint_id: 17,
	status: 'buffered',
	status_id: 3,
	sms_type: null,
	final_date: null,
	gsm_map_error: null,
};
/** A message of one part that was sent. */
const SENT = { endpoint_id: 17, sent: true, characters: 5, encoding: 'GSM-7', parts: 1 };
const smsShape = z
	.strictObject({
		payload: text.max(160),
		source_address: text.max(15).optional(),
		source_address_type: oneOf(145, 161, 208).optional(),
		dest_address: text.optional(),
		udh: z
			.string()
			.regex(/^([0-9a-fA-F]{2})+$/)
			.optional(),
		dcs: z.int().optional(),
		expiry_date: moment.optional(),
	})
	.refine(
		({ source_address: from, source_address_type: type }) => type?.id !== 208 || from!.length <= 11,
		{
			error: 'an alphanumeric sender has at most 11 characters',
		},
	);

export const smsFacts: Facts = {
	operations: {
		'sms awaitReply': {
			cases: [
				{
					values: { endpointId: 17, payload: 'STATUS?', ...ONE_LOOK },
					requests: [
						{
							request: 'POST /api/v1/endpoint/17/sms',
							body: { payload: 'STATUS?', dcs: 0 },
							status: 201,
							headers: { Location: '/api/v1/endpoint/17/sms/70001' },
						},
						{ request: 'GET /api/v1/endpoint/17/sms', answer: [ASKED, REPLY] },
					],
					gives: {
						endpoint_id: 17,
						sent: true,
						characters: 7,
						encoding: 'GSM-7',
						parts: 1,
						sms_ids: [70001],
						...REPLIED,
						...MET,
					},
					errors: [403, 404],
				},
			],
			row: each({ endpointId, payload: 'STATUS?', ...WAITS }, ['sms.sent']),
		},
		'sms cancel': {
			documented: 'DELETE /api/v1/endpoint/{endpointId}/sms/{smsId} set single P',
			harmless: 'It withdraws a message that has not arrived.',
			cases: [
				{
					values: { endpointId: 17, smsId: 70001 },
					requests: { request: 'DELETE /api/v1/endpoint/17/sms/70001', status: 204 },
					gives: { id: 70001, endpoint_id: 17, cancelled: true },
					errors: [403, 404, 409],
				},
			],
			row: once((sim) => ({ endpointId: rl(10001), smsId: smsIdOf(sim) }), ['sms.cancelled'], {
				after: ['sms send'],
			}),
		},
		'sms get': {
			documented: 'GET /api/v1/endpoint/{endpointId}/sms/{smsId} read single P',
			cases: [
				{
					when: 'recorded, not simplified',
					values: { endpointId: 17, smsId: 70001, simplify: false },
					requests: { request: 'GET /api/v1/endpoint/17/sms/70001', answer: RECORDED_SMS },
					gives: {
						...RECORDED_SMS,
						endpoint_id: 17,
						organisation_id: 9001,
						sim_id: 7,
						retry_count: 0,
						dcs: 0,
						pid: 0,
						registered_delivery: 0,
						dlr_status_id: 1,
					},
				},
				{
					values: { endpointId: 17, smsId: '70001', simplify: true },
					requests: { request: 'GET /api/v1/endpoint/17/sms/70001', answer: SMS },
					gives: SIMPLE_SMS,
					errors: [403, 404],
				},
			],
			row: readOnce((sim) => ({ endpointId: rl(10001), smsId: smsIdOf(sim), simplify: true }), 1, {
				after: ['sms send'],
			}),
		},
		'sms getAll': {
			documented: 'GET /api/v1/endpoint/{endpointId}/sms read single P',
			cases: [
				{
					when: 'recorded, simplified',
					values: { endpointId: 17, returnAll: true, simplify: true },
					requests: { request: 'GET /api/v1/endpoint/17/sms', answer: [RECORDED_SMS] },
					gives: [SIMPLE_RECORDED_SMS],
				},
				{
					values: { endpointId: 17, returnAll: false, limit: 1, simplify: true },
					requests: { request: 'GET /api/v1/endpoint/17/sms', answer: [SMS, { ...SMS, id: '9' }] },
					gives: [SIMPLE_SMS],
					errors: [403, 404],
				},
				{
					when: 'with the newest messages of a list that starts with the oldest',
					values: { endpointId: 17, returnAll: false, limit: 2, simplify: true },
					requests: {
						request: 'GET /api/v1/endpoint/17/sms',
						answer: [{ ...SMS, id: '9' }, SMS, { ...SMS, id: '70003' }],
					},
					gives: [{ ...SIMPLE_SMS, id: 70003 }, SIMPLE_SMS],
				},
				{
					when: 'with a list that reports more entries than it gives, read to the end',
					values: { endpointId: 17, returnAll: false, limit: 1, simplify: true },
					requests: [
						{
							request: 'GET /api/v1/endpoint/17/sms',
							answer: [SMS],
							headers: { 'X-Total-Count': '2', 'X-Total-Pages': '2' },
						},
						...[SMS, { ...SMS, id: 70002 }].map((sms, i) => ({
							request: 'GET /api/v1/endpoint/17/sms',
							query: { page: String(i + 1), per_page: '1' },
							answer: [sms],
							headers: { 'X-Total-Count': '2', 'X-Total-Pages': '2' },
						})),
					],
					gives: [{ ...SIMPLE_SMS, id: 70002 }],
				},
			],
			row: each({ endpointId, ...all, simplify: true }, [], { after: ['sms send'] }),
		},
		'sms send': {
			documented: 'POST /api/v1/endpoint/{endpointId}/sms act single S',
			cases: [
				{
					when: 'recorded: an empty 201 as HTML',
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
					gives: { ...SENT, sms_ids: [70001] },
				},
				{
					values: {
						endpointId: 17,
						payload: 'hello',
						sourceAddress: 'Pumps',
						destAddress: '1234567',
						expiryDate: '2026-06-16T02:00:00+02:00',
					},
					requests: {
						request: 'POST /api/v1/endpoint/17/sms',
						body: {
							payload: 'hello',
							source_address: 'Pumps',
							source_address_type: { id: 208 },
							dest_address: '1234567',
							dcs: 0,
							expiry_date: '2026-06-16T00:00:00Z',
						},
						status: 201,
						answer: {},
						headers: { Location: '/api/v1/endpoint/17/sms/70001' },
					},
					gives: { ...SENT, sms_ids: [70001] },
					errors: [403, 404, 422],
				},
				{
					when: 'with a user data header',
					values: { endpointId: 17, payload: 'ä€', udh: '050003A70201', dcs: 8 },
					requests: {
						request: 'POST /api/v1/endpoint/17/sms',
						body: { payload: 'ä€', udh: '050003A70201', dcs: 8 },
						status: 201,
					},
					gives: { ...SENT, characters: 2, encoding: 'UCS-2' },
				},
				{
					when: 'with a letter that GSM 7-bit does not have',
					values: { endpointId: 17, payload: 'Provençe' },
					requests: {
						request: 'POST /api/v1/endpoint/17/sms',
						body: { payload: 'Provençe', dcs: 8 },
						status: 201,
					},
					gives: {
						...SENT,
						characters: 8,
						encoding: 'UCS-2',
						ucs2_because: 'UCS-2 because of ç at 7: 1 part',
					},
				},
				{
					when: 'with such a letter replaced',
					values: { endpointId: 17, payload: 'Provençe', plainCharacters: 'equal' },
					requests: {
						request: 'POST /api/v1/endpoint/17/sms',
						body: { payload: 'Provence', dcs: 0 },
						status: 201,
					},
					gives: { ...SENT, characters: 8 },
				},
				{
					when: 'in a dry run',
					values: { endpointId: 17, payload: 'a'.repeat(161), dryRun: true },
					requests: [
						{
							request: 'GET /api/v1/endpoint/17',
							answer: { id: 17, name: 'pump-17', tariff_profile: { id: 3, name: 'Standard' } },
						},
						{
							request: 'GET /api/v1/tariff_profile/3',
							answer: {
								id: 3,
								tariff: { id: 31, default_sms_mt_rate: 0.05, currency: { id: 1, code: 'EUR' } },
							},
						},
					],
					gives: {
						endpoint_id: 17,
						sent: false,
						dry_run: true,
						characters: 161,
						encoding: 'GSM-7',
						parts: 2,
						price: 0.1,
						currency: 'EUR',
					},
				},
			],
			row: each({ endpointId, payload: '={{ "hello " + $json.id }}' }, ['sms.sent']),
		},
	},
	routes: {
		'POST /api/v1/endpoint/{endpointId}/sms': {
			asked: { body: smsShape },
			answers: { 201: emptyObject },
		},
		'GET /api/v1/endpoint/{endpointId}/sms': { asked: {}, answers: { 200: smsShapes.smsList } },
		'GET /api/v1/endpoint/{endpointId}/sms/{smsId}': { asked: {}, answers: { 200: smsShapes.sms } },
		'DELETE /api/v1/endpoint/{endpointId}/sms/{smsId}': { asked: {}, answers: { 204: empty } },
	},
};
