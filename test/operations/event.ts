import { expect } from 'expect';
import * as eventsShapes from '../truth/shapes/events';
import * as z from 'zod/v4';
import { each, readOnce, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { EVENT, eventPage, eventQuery } from './shared/events';
import { RECORDED_SIM } from './shared/recorded';
import { SIM } from './shared/sims';
import { all, shown } from './shared/values';

/* The event feed. The clock of the tests is at 2026-06-15. */

const EVENT_OF_SIM = {
	id: 9,
	timestamp: '2026-06-15T00:00:00Z',
	alert: true,
	description: 'used up',
	event_type: { id: 21, description: 'SMS quota used up' },
	event_severity: { id: 1, description: 'WARN' },
	endpoint: { id: 17, name: 'pump-17' },
	sim: { id: 7, iccid: SIM.iccid },
	detail: { quota: { volume: 0 } },
};
const SIMPLE = {
	id: 9,
	timestamp: '2026-06-15T00:00:00Z',
	type_id: 5,
	type: 'Delete PDP Context',
	severity: 'Warn',
	source: 'Network',
	alert: true,
	description: 'Session ended',
	endpoint_id: null,
	endpoint_name: null,
	sim_id: 7,
	iccid: '8988303000000000007',
	imsi: '901430000000007',
	user: 'jane@example.com',
	user_id: 12,
	user_name: 'Jane Doe',
	imei: null,
	rat: null,
	operator: 'Northern Mobile',
	country: 'Germany',
	volume_mb: 0.6,
	volume_sms: null,
	detail: EVENT.detail,
};
const RESET = {
	id: 10,
	timestamp: '2026-06-15T00:00:00Z',
	alert: false,
	event_type: { id: 37, description: 'Password reset requested' },
	event_severity: { id: 0 },
	detail: { activationKey: 'live', username: 'a' },
};
const filters = {
	types: [5, '0'],
	from: '2026-06-01T00:00:00Z',
	until: '2026-06-15T00:00:00Z',
	severity: 1,
	alert: true,
	endpointName: 'a|b',
	// Names are looked up first unless nothing is wanted for unknown ones.
	unknownName: 'nothing',
	ipAddress: '2001:db8::1',
};
const Q =
	'type:5|0,from:2026-06-01T00:00:00Z,until:2026-06-15T00:00:00Z,severity:1,alert:true,endpoint:a|b,ip_address:2001:db8::1';
/** An event of an endpoint, without `endpoint` and `detail`. */
const RECORDED_EVENT = {
	id: 720000000000201,
	timestamp: '2022-05-06T12:12:46.000Z',
	alert: false,
	description: 'SIM activated',
	event_type: { id: 8, description: 'SIM activation' },
	event_source: { id: 2, description: 'API' },
	event_severity: { id: 0, description: 'Info' },
	sim: { id: 7, iccid: RECORDED_SIM.iccid },
	imsi: { id: 6001, imsi: '901430000000007' },
};

export const eventFacts: Facts = {
	operations: {
		'event getAll': {
			documented: 'GET /api/v1/event read list P',
			cases: [
				{
					values: {
						about: 'all',
						...all,
						simplify: true,
						types: [20, '21'],
						from: '2026-06-01T00:00:00.123Z',
						until: '2026-06-15T00:00:00Z',
						sort: { by: [{ field: 'timestamp', direction: 'desc' }] },
					},
					requests: {
						request: 'GET /api/v1/event',
						query: {
							q: 'type:20|21,from:2026-06-01T00:00:00Z,until:2026-06-15T00:00:00Z',
							sort: '-timestamp',
							page: '1',
							per_page: '100',
						},
						answer: [EVENT_OF_SIM],
						headers: { 'X-Total-Pages': '1' },
					},
					gives: [
						{
							id: 9,
							timestamp: '2026-06-15T00:00:00Z',
							type_id: 21,
							type: 'SMS quota used up',
							severity: 'Warn',
							alert: true,
							description: 'used up',
							endpoint_id: 17,
							endpoint_name: 'pump-17',
							sim_id: 7,
							iccid: SIM.iccid,
							detail: { quota: { volume: 0 } },
							source: null,
							country: null,
							imei: null,
							rat: null,
							operator: null,
							imsi: null,
							user: null,
							user_id: null,
							user_name: null,
							volume_mb: null,
							volume_sms: 0,
						},
					],
					errors: [403, [422, 1301], [422, 1302]],
				},
				{
					when: 'of an endpoint',
					values: { about: 'endpoint', endpointId: 17, ...shown, ...filters },
					requests: {
						request: 'GET /api/v1/endpoint/17/event',
						query: { q: Q, ...eventPage },
						answer: [EVENT],
					},
					gives: [{ ...SIMPLE, endpoint_id: 17 }],
					errors: [400, 403, [422, 1301]],
				},
				{
					when: 'the remaining volume of a quota, in messages for SMS and in MB for data',
					values: { about: 'all', ...shown },
					requests: {
						request: 'GET /api/v1/event',
						query: eventPage,
						answer: [21, 19].map((id) => ({
							...EVENT,
							id,
							event_type: { id, description: 'Used up' },
							detail: {
								quota: { volume: '0.001200', threshold_percentage: '20', threshold_volume: 10 },
							},
						})),
					},
					gives: [
						{ volume_mb: null, volume_sms: 0.0012 },
						{ volume_mb: 0.0012, volume_sms: null },
					].map((left) =>
						expect.objectContaining({
							...left,
							detail: { quota: { volume: 0.0012, threshold_percentage: 20, threshold_volume: 10 } },
						}),
					),
				},
				{
					when: 'of a SIM',
					values: { about: 'sim', simId: 7, ...shown, sort: '-timestamp,id' },
					requests: {
						request: 'GET /api/v1/sim/7/event',
						query: { sort: '-timestamp,id', ...eventPage },
						answer: [EVENT],
					},
					gives: [SIMPLE],
					errors: [400, 403, 422],
				},
				{
					when: 'of a user',
					values: { about: 'user', ...shown },
					requests: { request: 'GET /api/v1/user/my/event', query: eventPage, answer: [RESET] },
					gives: [
						expect.objectContaining({
							id: 10,
							detail: null,
							detail_removed: expect.stringContaining('live secret'),
						}),
					],
					errors: [400, 403, 422],
				},
				{
					when: 'of another user, not simplified, without secrets',
					values: { about: 'user', returnAll: true, simplify: false, userId: 12 },
					requests: { request: 'GET /api/v1/user/12/event', query: eventPage, answer: [RESET] },
					gives: [{ ...RESET, detail: null, detail_removed: expect.any(String) }],
				},
				{
					when: 'recorded, for several event types',
					values: { about: 'all', returnAll: true, simplify: true, types: [0, 8, '51'] },
					requests: {
						request: 'GET /api/v1/event',
						query: { q: 'type:0|8|51', page: '1', per_page: '100' },
						answer: [RECORDED_EVENT],
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
							iccid: RECORDED_SIM.iccid,
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
				},
			],
			row: each({ ...all, simplify: true, filters: { types: [20, 21] } }, [], {
				after: ['smsQuota set', 'quota used up'],
				results: 4,
			}),
		},
	},
	preparing: {
		'quota used up': readOnce(
			{ resource: 'sms', operation: 'send', endpointId: rl(10001), payload: 'x' },
			1,
			{ preparesOnly: true },
		),
	},
	routes: {
		'GET /api/v1/event': { asked: eventQuery, answers: { 200: eventsShapes.eventList } },
		'GET /api/v1/sim/{simId}/event': {
			asked: eventQuery,
			answers: { 200: eventsShapes.eventList },
		},
		'GET /api/v1/user/{userId}/event': {
			asked: eventQuery,
			answers: {
				200: {
					recorded: z.array(eventsShapes.event.recorded),
					reference: z.array(eventsShapes.event.reference),
				},
			},
		},
	},
};
