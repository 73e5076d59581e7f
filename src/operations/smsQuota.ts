import { entityOf } from './answers';
import { type Json, defineOperation } from './define';
import * as f from './fields';
import { simpleQuota, writtenQuota } from './quotaShape';
import { one } from './reading';
import { inFuture } from './rules';
import { withNumbers } from './values';

/* Source: specification, Set SMS quota; reading and removing: public reference. */

export const QUOTA_STATUSES = [
	{ name: 'Active', value: 1 },
	{ name: 'Exhausted', value: 2 },
	{ name: 'Expired', value: 3 },
];

export const quotaFields = {
	volume: f.body(
		'volume',
		f.number(
			{
				label: 'Volume',
				hint: 'SMS left on the quota',
				default: 100,
			},
			{ min: 0, decimals: 6 },
		),
	),
	expiryDate: f.body(
		'expiry_date',
		f.dateTime({
			label: 'Expiry Date',
			hint: 'Must be in the future; after it the endpoint is denied SMS',
		}),
	),
	thresholdPercentage: f.body(
		'threshold_percentage',
		f.number(
			{
				label: 'Threshold Percentage',
				hint: 'Remaining percentage at which a "threshold reached" event is generated',
				default: 20,
			},
			{ min: 0, max: 100, decimals: 2 },
		),
	),
};

export const setSmsQuota = defineOperation({
	resource: 'smsQuota',
	name: 'set',
	action: 'Set the SMS quota of an endpoint',
	description: 'Give an endpoint an SMS quota, or replace the one it has; it takes effect at once',
	request: 'POST /api/v1/endpoint/{endpointId}/quota/sms',
	effect: 'set',
	lane: 'single',
	source: 'specification',
	errors: [403],
	fields: {
		endpointId: f.endpointId,
		...quotaFields,
		status: f.body(
			'status.id',
			f.choice({ label: 'Status', hint: 'Status of the quota', default: 1 }, QUOTA_STATUSES),
		),
		...f.inGroup('additionalFields', {
			autoRefill: f.body(
				'auto_refill',
				f.flag({ label: 'Auto Refill', hint: 'Whether the quota is refilled every day' }),
			),
			actionOnExhaustion: f.body(
				'action_on_exhaustion.id',
				f.choice({ label: 'Action on Exhaustion', hint: 'What happens when it is used up' }, [
					{ name: 'Block', value: 1 },
				]),
			),
		}),
	},
	rules: [inFuture('expiryDate')],
	result: (_, input) => ({
		endpoint_id: input.endpointId,
		...writtenQuota({
			volume: input.volume,
			expiry_date: input.expiryDate,
			threshold_percentage: input.thresholdPercentage,
			status: { id: input.status },
			auto_refill: input.autoRefill,
		}),
	}),
});

/** What is likely when the service does not find it. */
export const NO_QUOTA = {
	404: 'The endpoint has no SMS quota (give it one with Set), or it is not in your organisation.',
};

/** A quota with numbers as numbers; `auto_refill` comes as 0 or 1 from some services. */
export function readQuota(entity: Json): Json {
	const quota = withNumbers(entity, [
		'volume',
		'threshold_percentage',
		'threshold_volume',
		'last_volume_added',
		'status.id',
		'action_on_exhaustion.id',
	]);
	const { auto_refill: refill } = quota;
	return refill === undefined ? quota : { ...quota, auto_refill: Number(refill) === 1 };
}

export const getSmsQuota = defineOperation({
	resource: 'smsQuota',
	name: 'get',
	action: 'Get the SMS quota of an endpoint',
	description: 'Read what is left on the SMS quota of an endpoint, and until when it is valid',
	request: 'GET /api/v1/endpoint/{endpointId}/quota/sms',
	effect: 'read',
	lane: 'single',
	source: 'public reference',
	errors: [403, 404],
	explains: NO_QUOTA,
	fields: { endpointId: f.endpointId, ...one },
	result: (answer, { endpointId, simplify }) => {
		const quota = readQuota(entityOf(answer));
		return { endpoint_id: endpointId, ...(simplify ? simpleQuota(quota) : quota) };
	},
});

export const deleteSmsQuota = defineOperation({
	resource: 'smsQuota',
	name: 'delete',
	action: 'Delete the SMS quota of an endpoint',
	description: 'Remove the SMS quota of an endpoint',
	request: 'DELETE /api/v1/endpoint/{endpointId}/quota/sms',
	effect: 'set',
	lane: 'single',
	source: 'public reference',
	notice:
		'Where the service asks for a quota, an endpoint without one can send and receive no SMS.',
	errors: [403, 404],
	explains: NO_QUOTA,
	fields: { endpointId: f.endpointId },
	result: (_, { endpointId }) => ({ endpoint_id: endpointId, deleted: true }),
});
