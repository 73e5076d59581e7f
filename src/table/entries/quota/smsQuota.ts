import { type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import { quotaReader, quotaReads, setting, topUp, writtenQuota } from './quotaShape';

/* Source: specification, Set SMS quota; reading and removing: public reference. */

const define = operationsWith({ resource: 'smsQuota', lane: 'single' });

/** The percentage at which an SMS quota warns unless another is given. */
const USUAL_THRESHOLD = 20;

export const setSmsQuota = define({
	name: 'set',
	action: 'Set SMS quota',
	stakes: 'billed',
	description: 'Give an endpoint an SMS quota, or replace the one it has; it takes effect at once',
	request: 'POST /api/v1/endpoint/{endpointId}/quota/sms',
	source: 'specification',
	errors: [403],
	...setting({
		unit: 'SMS',
		hints: {
			volume: 'SMS left on the quota',
			expiryDate: 'In the future; after it SMS are denied',
			threshold: `Remaining percentage at which a "threshold reached" event is made; ${USUAL_THRESHOLD} unless given`,
		},
		options: {
			autoRefill: f.body.flag('auto_refill', {
				label: 'Auto Refill',
				hint: 'Whether the quota is refilled every day',
			}),
		},
	}),
	// The service requires it.
	complete: (input) => ({
		...input,
		thresholdPercentage: input.thresholdPercentage ?? USUAL_THRESHOLD,
	}),
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

/** Likely causes when the service does not find the quota. */
const NO_QUOTA = {
	404: 'The endpoint has no SMS quota (give it one with Set), or it is not in your organisation.',
};

const numbersAndDates = quotaReader();
/** A quota whose `auto_refill` some services give as 0 or 1. */
function readSmsQuota(entity: Json): Json {
	const quota = numbersAndDates(entity);
	const { auto_refill: refill } = quota;
	return refill === undefined ? quota : { ...quota, auto_refill: Number(refill) === 1 };
}
const smsQuotaReader = Object.assign(readSmsQuota, { numbers: numbersAndDates.numbers });
const smsQuotaReads = quotaReads('SMS', () => getSmsQuota, smsQuotaReader);

export const getSmsQuota = define({
	name: 'get',
	action: 'Get SMS quota',
	description:
		'Read what is left on the SMS quota of an endpoint, and until when; without one has_quota is false',
	request: 'GET /api/v1/endpoint/{endpointId}/quota/sms',
	errors: [403],
	fields: { endpointId: f.endpointId, ...f.single },
	run: smsQuotaReads.get,
});

/** The other settings that a top-up writes, so that they are kept. */
function keptSmsSettings(quota: Json): Json {
	const action = quota.action_on_exhaustion as Json | null | undefined;
	return {
		threshold_percentage: quota.threshold_percentage,
		...(typeof quota.auto_refill === 'boolean' && { auto_refill: quota.auto_refill }),
		// The request takes Block only; Throttle has no effect on an SMS quota.
		...(action?.id === 1 && { action_on_exhaustion: { id: 1 } }),
	};
}

export const topUpSmsQuota = define({
	name: 'topUp',
	action: 'Top up SMS quota',
	stakes: 'billed',
	description:
		'Add SMS to what is left on the SMS quota of an endpoint; its expiry stays unless given',
	request: 'POST /api/v1/endpoint/{endpointId}/quota/sms',
	source: 'specification',
	errors: [403, 404],
	explains: NO_QUOTA,
	...topUp({
		key: 'quota',
		unit: 'SMS',
		hint: 'SMS added to what is left',
		quotaOf: smsQuotaReads.quotaOf,
		unchanged: keptSmsSettings,
	}),
});

export const deleteSmsQuota = define({
	name: 'delete',
	action: 'Delete SMS quota',
	stakes: 'final',
	description: 'Remove the SMS quota of an endpoint',
	request: 'DELETE /api/v1/endpoint/{endpointId}/quota/sms',
	notice:
		'Where the service asks for a quota, an endpoint without one can send and receive no SMS.',
	errors: [403, 404],
	explains: NO_QUOTA,
	fields: { endpointId: f.endpointId },
	result: (_, { endpointId }) => ({ endpoint_id: endpointId, deleted: true }),
});
