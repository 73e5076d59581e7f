import * as z from 'zod/v4';
import { parseIso, toIso } from '../clock';
import type { Simulation } from '../context';
import { endpointOf } from '../endpoints/common';
import { thresholdVolume } from '../events/tell';
import { jsonBody, needed, readFields, reference, timestamp } from '../http/body';
import { notFound, Problems } from '../http/envelopes';
import { ok, type Route } from '../http/route';
import { QuotaStatus, type Quota, QUOTA_STATUS_NAMES } from './entities';
import { deleteQuota, roundVolume, setQuota } from './quota';

/** Octets per second that Throttle knows; no effect on SMS quotas (specification). */
const PEAK_THROUGHPUTS = [64000, 128000, 256000, 384000];

const VOLUME = 'volume must be a number from 0';
const PERCENTAGE = 'threshold_percentage must be a number from 0 to 100';
const ACTION = 'action_on_exhaustion.id must be 1 (Block)';
const amountOf = (name: string) => z.number(`${name} must be a number`).optional();
const described = (name: string) => z.string(`${name}.description must be a string`).optional();

/** An SMS quota as the body has it (specification). */
const QUOTA = jsonBody({
	volume: z.number(needed('volume is required', VOLUME)).min(0, VOLUME),
	expiry_date: timestamp(
		needed('expiry_date is required', 'expiry_date must be an ISO 8601 timestamp'),
	).describe('in the future'),
	threshold_percentage: z
		.number(needed('threshold_percentage is required', PERCENTAGE))
		.min(0, PERCENTAGE)
		.max(100, PERCENTAGE),
	status: reference('status.id must be 1, 2 or 3', {
		among: [1, 2, 3],
		missing: 'status is required',
	}).extend({ description: described('status') }),
	auto_refill: z
		.union([z.boolean(), z.literal([0, 1])], 'auto_refill must be a boolean')
		.optional(),
	last_volume_added: amountOf('last_volume_added'),
	threshold_volume: amountOf('threshold_volume'),
	last_status_change_date: timestamp(
		'last_status_change_date must be an ISO 8601 timestamp or null',
	).nullish(),
	action_on_exhaustion: reference(ACTION, { among: [1] })
		.extend({
			description: described('action_on_exhaustion'),
			peak_throughput: z
				.literal(PEAK_THROUGHPUTS, `peak_throughput must be one of ${PEAK_THROUGHPUTS.join(', ')}`)
				.optional(),
		})
		.optional(),
});

/** Reads a quota object. @throws 422 with everything that is wrong */
function readQuota(sim: Simulation, endpointId: number, body: unknown): Quota {
	const problems = new Problems();
	const fields = readFields(QUOTA, body, problems);
	const { volume = 0, threshold_percentage: thresholdPercentage = 0, auto_refill: refill } = fields;
	const { action_on_exhaustion: action, last_volume_added: added } = fields;
	const expiryDate = parseIso(fields.expiry_date);
	if (expiryDate !== undefined && expiryDate <= sim.clock.now())
		problems.invalid('expiry_date must lie in the future');
	problems.finish();
	const amount = roundVolume(volume);
	return {
		endpointId,
		volume: amount,
		fullVolume: amount,
		expiryDate: expiryDate ?? 0,
		thresholdPercentage,
		thresholdReached: false,
		statusId: fields.status?.id ?? QuotaStatus.Active,
		lastVolumeAdded: added ?? amount,
		lastStatusChange: null,
		autoRefill: refill === true || refill === 1,
		nextRefill: 0,
		actionId: action?.id ?? null,
		peakThroughput: action?.peak_throughput ?? null,
	};
}

function formatQuota(quota: Quota) {
	return {
		volume: quota.volume,
		last_volume_added: quota.lastVolumeAdded,
		last_status_change_date: quota.lastStatusChange === null ? null : toIso(quota.lastStatusChange),
		auto_refill: quota.autoRefill ? 1 : 0,
		threshold_percentage: quota.thresholdPercentage,
		threshold_volume: thresholdVolume(quota),
		expiry_date: toIso(quota.expiryDate),
		status: { id: quota.statusId, description: QUOTA_STATUS_NAMES[quota.statusId] },
		action_on_exhaustion: {
			id: quota.actionId ?? 1,
			action_on_quota_exhaustion_id: quota.actionId ?? 1,
			description: 'Block',
			...(quota.peakThroughput === null ? {} : { peak_throughput: quota.peakThroughput }),
		},
	};
}

/** The SMS quota of an endpoint. */
export const smsQuotaRoutes = (sim: Simulation): Route[] => [
	{
		method: 'POST',
		url: '/api/v1/endpoint/:endpointId/quota/sms',
		summary: 'Set the SMS quota',
		tag: 'SMS quota',
		source: 'specification',
		lane: 'single',
		body: QUOTA,
		handle: (call) => {
			const endpoint = endpointOf(sim, call);
			setQuota(sim, readQuota(sim, endpoint.id, call.body));
			return sim.forms.quotaSet;
		},
	},
	{
		method: 'GET',
		url: '/api/v1/endpoint/:endpointId/quota/sms',
		summary: 'Get the SMS quota',
		tag: 'SMS quota',
		source: 'public reference',
		lane: 'single',
		handle: (call) => {
			const endpoint = endpointOf(sim, call);
			const quota = sim.store.quotas.get(endpoint.id);
			if (!quota) throw notFound(`Endpoint ${endpoint.id} has no SMS quota`);
			return ok(formatQuota(quota));
		},
	},
	{
		method: 'DELETE',
		url: '/api/v1/endpoint/:endpointId/quota/sms',
		summary: 'Delete the SMS quota',
		tag: 'SMS quota',
		source: 'public reference',
		lane: 'single',
		handle: (call) => {
			const endpoint = endpointOf(sim, call);
			if (!deleteQuota(sim, endpoint.id))
				throw notFound(`Endpoint ${endpoint.id} has no SMS quota`);
			return sim.forms.changed;
		},
	},
];
