import { defineOperation } from './define';
import * as f from './fields';
import { inFuture } from './rules';

/* Source: specification, Set SMS quota. */

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
				hint: 'Volume left on the quota, in MB as the service counts it',
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
		volume: input.volume,
		expiry_date: input.expiryDate,
		threshold_percentage: input.thresholdPercentage,
		status: { id: input.status },
		...(input.autoRefill !== undefined && { auto_refill: input.autoRefill }),
	}),
});
