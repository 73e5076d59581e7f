import { parseIso, toIso } from '../clock';
import type { Simulation } from '../context';
import { findEndpoint } from '../endpoints/common';
import { thresholdVolume } from '../events/tell';
import { notFound, Problems } from '../http/envelopes';
import { isObject, objectBody, ok, pathId, type Route, idOf } from '../http/route';
import { QuotaStatus, type Quota, QUOTA_STATUS_NAMES } from './entities';
import { deleteQuota, roundVolume, setQuota } from './quota';

/** Octets per second that Throttle knows; no effect on SMS quotas (specification). */
const PEAK_THROUGHPUTS = [64000, 128000, 256000, 384000];
const isNumber = (value: unknown): value is number =>
	typeof value === 'number' && Number.isFinite(value);

/** Reads a quota object. @throws 422 with everything that is wrong */
function readQuota(sim: Simulation, endpointId: number, body: Record<string, unknown>): Quota {
	const problems = new Problems();
	for (const name of ['volume', 'expiry_date', 'threshold_percentage', 'status'])
		if (body[name] === undefined) problems.required(`${name} is required`);
	const { volume, threshold_percentage: percentage, auto_refill: refill } = body;
	if (volume !== undefined && !(isNumber(volume) && volume >= 0))
		problems.invalid('volume must be a number from 0');
	if (percentage !== undefined && !(isNumber(percentage) && percentage >= 0 && percentage <= 100))
		problems.invalid('threshold_percentage must be a number from 0 to 100');
	const expiryDate = parseIso(body.expiry_date);
	if (body.expiry_date !== undefined && expiryDate === undefined)
		problems.invalid('expiry_date must be an ISO 8601 timestamp');
	if (expiryDate !== undefined && expiryDate <= sim.clock.now())
		problems.invalid('expiry_date must lie in the future');
	const statusId = idOf(body.status);
	if (body.status !== undefined && ![1, 2, 3].includes(statusId ?? 0))
		problems.invalid('status.id must be 1, 2 or 3');
	if (refill !== undefined && typeof refill !== 'boolean' && refill !== 0 && refill !== 1)
		problems.invalid('auto_refill must be a boolean');
	const added = body.last_volume_added;
	for (const name of ['last_volume_added', 'threshold_volume'])
		if (body[name] !== undefined && !isNumber(body[name]))
			problems.invalid(`${name} must be a number`);
	const changed = body.last_status_change_date;
	if (changed !== undefined && changed !== null && parseIso(changed) === undefined)
		problems.invalid('last_status_change_date must be an ISO 8601 timestamp or null');
	const action = body.action_on_exhaustion;
	for (const [name, value] of Object.entries({ status: body.status, action_on_exhaustion: action }))
		if (isObject(value) && !['undefined', 'string'].includes(typeof value.description))
			problems.invalid(`${name}.description must be a string`);
	if (action !== undefined && idOf(action) !== 1)
		problems.invalid('action_on_exhaustion.id must be 1 (Block)');
	const peak = isObject(action) ? action.peak_throughput : undefined;
	if (peak !== undefined && !(isNumber(peak) && PEAK_THROUGHPUTS.includes(peak)))
		problems.invalid(`peak_throughput must be one of ${PEAK_THROUGHPUTS.join(', ')}`);
	problems.finish();
	const amount = roundVolume(Number(volume));
	return {
		endpointId,
		volume: amount,
		fullVolume: amount,
		expiryDate: expiryDate ?? 0,
		thresholdPercentage: Number(percentage),
		thresholdReached: false,
		statusId: statusId ?? QuotaStatus.Active,
		lastVolumeAdded: isNumber(added) ? added : amount,
		lastStatusChange: null,
		autoRefill: refill === true || refill === 1,
		nextRefill: 0,
		actionId: action === undefined ? null : 1,
		peakThroughput: isNumber(peak) ? peak : null,
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
		fields: {
			volume: 'number, required',
			expiry_date: 'ISO 8601 timestamp in the future, required',
			threshold_percentage: 'number 0 to 100, required',
			status: 'object {id}, required; 1, 2 or 3',
			auto_refill: 'boolean',
			action_on_exhaustion: 'object {id: 1}',
		},
		handle: (call) => {
			const endpoint = findEndpoint(sim, call.caller, pathId(call, 'endpointId'));
			setQuota(sim, readQuota(sim, endpoint.id, objectBody(call)));
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
			const endpoint = findEndpoint(sim, call.caller, pathId(call, 'endpointId'));
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
			const endpoint = findEndpoint(sim, call.caller, pathId(call, 'endpointId'));
			if (!deleteQuota(sim, endpoint.id))
				throw notFound(`Endpoint ${endpoint.id} has no SMS quota`);
			return sim.forms.changed;
		},
	},
];
