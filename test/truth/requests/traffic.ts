import * as z from 'zod/v4';
import { type Asked, day, idList, moment, oneOf, text } from './forms';

/*
 * Messages, quotas, usage. Sources: specification (Send SMS, Set SMS quota, Daily usage statistics), fleet
 * operations 2 and 5.
 */

const sms = z
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

const quota = {
	volume: z.number(),
	expiry_date: moment,
	status: oneOf(1, 2, 3),
	last_volume_added: z.number().optional(),
	last_status_change_date: moment.nullable().optional(),
	threshold_volume: z.number().optional(),
};
/** Throttling was discontinued. */
const action = oneOf(1);

const period = { start_date: day.optional(), end_date: day.optional() };
const ENDPOINT_PATH = '/api/v1/endpoint/{endpointId}';
const ORGANISATION_PATH = '/api/v1/organisation/{organisationId}';
const moments = z.union([day, moment]).optional();

export const TRAFFIC: Record<string, Asked> = {
	[`POST ${ENDPOINT_PATH}/sms`]: { body: sms },
	[`GET ${ENDPOINT_PATH}/sms`]: {},
	[`GET ${ENDPOINT_PATH}/sms/{smsId}`]: {},
	[`DELETE ${ENDPOINT_PATH}/sms/{smsId}`]: {},
	[`GET ${ENDPOINT_PATH}/quota/sms`]: {},
	[`POST ${ENDPOINT_PATH}/quota/sms`]: {
		body: z.strictObject({
			...quota,
			threshold_percentage: z.number(),
			auto_refill: z.union([z.boolean(), z.literal([0, 1])]).optional(),
			action_on_exhaustion: action.optional(),
		}),
	},
	[`DELETE ${ENDPOINT_PATH}/quota/sms`]: {},
	[`GET ${ENDPOINT_PATH}/quota/data`]: {},
	[`POST ${ENDPOINT_PATH}/quota/data`]: {
		body: z.strictObject({
			...quota,
			threshold_percentage: z.number().optional(),
			auto_refill: z.literal([0, 1]).optional(),
			action_on_exhaustion: action,
		}),
	},
	[`DELETE ${ENDPOINT_PATH}/quota/data`]: {},

	[`GET ${ENDPOINT_PATH}/stats`]: {},
	[`GET ${ENDPOINT_PATH}/stats/daily`]: { query: period },
	'GET /api/v1/sim/{simId}/stats': {},
	'GET /api/v1/sim/{simId}/stats/daily': { query: period },
	[`GET ${ORGANISATION_PATH}/stats`]: {},
	[`GET ${ORGANISATION_PATH}/stats/daily`]: { query: period },
	[`GET ${ORGANISATION_PATH}/stats/hourly`]: { query: { start_date: moments, end_date: moments } },
	'GET /api/v1/stats/daily': {},
	'GET /api/v2/workspace/stats/daily': { query: { ...period, workspace_ids: idList.optional() } },
};

/** Queries in which an end requires a start. */
export const NEEDS_START = [
	`GET ${ORGANISATION_PATH}/stats/daily`,
	`GET ${ORGANISATION_PATH}/stats/hourly`,
];
