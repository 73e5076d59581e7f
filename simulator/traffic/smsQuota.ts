import * as z from 'zod/v4';
import { parseIso, toIso } from '../clock';
import type { Simulation } from '../context';
import { pathEndpoint } from '../endpoints/common';
import { thresholdVolume } from '../events/emit';
import { jsonBody, requiredMessages, readFields, reference, timestamp } from '../http/body';
import { notFound, Problems } from '../http/envelopes';
import { ok, type Route, routesOf } from '../http/route';
import { newQuota, QuotaStatus, type Quota, QUOTA_STATUS_NAMES } from './entities';
import { deleteQuota, roundVolume, setQuota } from './quota';

/** Octets per second that Throttle accepts; no effect on SMS quotas (specification). */
const PEAK_THROUGHPUTS = [64000, 128000, 256000, 384000];

const SMS_VOLUME_RULE = 'volume must be a number from 0';
const PERCENTAGE = 'threshold_percentage must be a number from 0 to 100';
const EXHAUSTION_ACTION_RULE = 'action_on_exhaustion.id must be 1 (Block)';
const amountOf = (name: string) => z.number(`${name} must be a number`).optional();
const optionalDescription = (name: string) =>
	z.string(`${name}.description must be a string`).optional();

/** An SMS quota in a request body (specification). */
const SMS_QUOTA = jsonBody({
	volume: z.number(requiredMessages('volume is required', SMS_VOLUME_RULE)).min(0, SMS_VOLUME_RULE),
	expiry_date: timestamp(
		requiredMessages('expiry_date is required', 'expiry_date must be an ISO 8601 timestamp'),
	).describe('in the future'),
	threshold_percentage: z
		.number(requiredMessages('threshold_percentage is required', PERCENTAGE))
		.min(0, PERCENTAGE)
		.max(100, PERCENTAGE),
	status: reference('status.id must be 1, 2 or 3', {
		among: [1, 2, 3],
		missing: 'status is required',
	}).extend({ description: optionalDescription('status') }),
	auto_refill: z
		.union([z.boolean(), z.literal([0, 1])], 'auto_refill must be a boolean')
		.optional(),
	last_volume_added: amountOf('last_volume_added'),
	threshold_volume: amountOf('threshold_volume'),
	last_status_change_date: timestamp(
		'last_status_change_date must be an ISO 8601 timestamp or null',
	).nullish(),
	action_on_exhaustion: reference(EXHAUSTION_ACTION_RULE, { among: [1] })
		.extend({
			description: optionalDescription('action_on_exhaustion'),
			peak_throughput: z
				.literal(PEAK_THROUGHPUTS, `peak_throughput must be one of ${PEAK_THROUGHPUTS.join(', ')}`)
				.optional(),
		})
		.optional(),
});

/** Reads a quota object. @throws 422 with all problems */
function readSmsQuotaBody(sim: Simulation, endpointId: number, body: unknown): Quota {
	const problems = new Problems();
	const fields = readFields(SMS_QUOTA, body, problems);
	const { volume = 0, threshold_percentage: thresholdPercentage = 0, auto_refill: refill } = fields;
	const { action_on_exhaustion: action, last_volume_added: added } = fields;
	const expiryDate = parseIso(fields.expiry_date);
	if (expiryDate !== undefined && expiryDate <= sim.clock.now())
		problems.invalid('expiry_date must lie in the future');
	problems.finish();
	return newQuota(endpointId, roundVolume(volume), {
		expiryDate: expiryDate ?? 0,
		thresholdPercentage,
		statusId: fields.status?.id ?? QuotaStatus.Active,
		...(added !== undefined && { lastVolumeAdded: added }),
		autoRefill: refill === true || refill === 1,
		actionId: action?.id ?? null,
		peakThroughput: action?.peak_throughput ?? null,
	});
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

const route = routesOf({ tag: 'SMS quota', lane: 'single' });

/** The SMS quota of an endpoint. */
export const smsQuotaRoutes = (sim: Simulation): Route[] => [
	route(
		'POST /api/v1/endpoint/:endpointId/quota/sms',
		{ summary: 'Set the SMS quota', source: 'specification', body: SMS_QUOTA },
		(call) => {
			const endpoint = pathEndpoint(sim, call);
			setQuota(sim, readSmsQuotaBody(sim, endpoint.id, call.body));
			return sim.forms.quotaSet;
		},
	),
	route('GET /api/v1/endpoint/:endpointId/quota/sms', 'Get the SMS quota', (call) => {
		const endpoint = pathEndpoint(sim, call);
		const quota = sim.store.quotas.get(endpoint.id);
		if (!quota) throw notFound(`Endpoint ${endpoint.id} has no SMS quota`);
		return ok(formatQuota(quota));
	}),
	route('DELETE /api/v1/endpoint/:endpointId/quota/sms', 'Delete the SMS quota', (call) => {
		const endpoint = pathEndpoint(sim, call);
		if (!deleteQuota(sim, endpoint.id)) throw notFound(`Endpoint ${endpoint.id} has no SMS quota`);
		return sim.forms.changed;
	}),
];
