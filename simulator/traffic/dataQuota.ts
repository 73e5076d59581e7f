import { parseIso, toIso } from '../clock';
import { type Simulation, isReference } from '../context';
import { findEndpoint } from '../endpoints/common';
import { ApiError, notFound } from '../http/envelopes';
import { isObject, objectBody, pathId, type Route } from '../http/route';
import type { DataQuota } from './entities';

const STATUS = ['', 'Active', 'Exhausted', 'Expired'];

/** 422 of this resource: only a message. */
const refused = (message: string) => new ApiError(422, { message });

const isNumber = (value: unknown): value is number =>
	typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** Integers or, as the schema types them, their text. */
function idIn(value: unknown): number | undefined {
	const id = isObject(value) ? Number(value.id) : NaN;
	return Number.isInteger(id) ? id : undefined;
}

function readQuota(sim: Simulation, body: Record<string, unknown>): DataQuota {
	const { volume, threshold_percentage: percentage, threshold_volume: threshold } = body;
	if (!isNumber(volume)) throw refused('volume must be a number of MB');
	const expiryDate = parseIso(body.expiry_date);
	if (expiryDate === undefined || expiryDate <= sim.clock.now())
		throw refused('expiry_date must be a moment in the future');
	const statusId = idIn(body.status);
	if (statusId === undefined || STATUS[statusId] === undefined || statusId === 0)
		throw refused('status.id must be 1, 2 or 3');
	if (idIn(body.action_on_exhaustion) !== 1) throw refused('action_on_exhaustion.id must be 1');
	for (const value of [percentage, threshold, body.last_volume_added])
		if (value !== undefined && value !== null && !isNumber(value))
			throw refused('thresholds and volumes are numbers');
	const refill = body.auto_refill ?? 0;
	if (refill !== 0 && refill !== 1) throw refused('auto_refill must be the integer 0 or 1');
	return {
		volume,
		expiryDate,
		statusId,
		actionId: 1,
		thresholdPercentage: isNumber(percentage) ? percentage : null,
		thresholdVolume: isNumber(threshold) ? threshold : null,
		autoRefill: refill,
		lastVolumeAdded: isNumber(body.last_volume_added) ? body.last_volume_added : volume,
		lastStatusChange: sim.clock.now(),
	};
}

/** The data quota of an endpoint. */
export function dataQuotaRoutes(sim: Simulation): Route[] {
	const shared = {
		url: '/api/v1/endpoint/:endpointId/quota/data',
		tag: 'data quota',
		source: 'public reference',
		lane: 'single',
	} as const;
	const quotas = () => sim.store.dataQuotas;
	return [
		{
			...shared,
			method: 'GET',
			summary: 'Get the data quota, volumes in MB',
			handle: (call) => {
				const endpoint = findEndpoint(sim, call.caller, pathId(call, 'endpointId'));
				const quota = quotas().get(endpoint.id);
				// What is answered without a quota is not documented.
				if (!quota && isReference(sim)) return { status: 200 };
				if (!quota) throw notFound(`Endpoint ${endpoint.id} has no data quota`);
				const id = (value: number) => (isReference(sim) ? String(value) : value);
				return {
					status: 200,
					body: {
						volume: quota.volume,
						expiry_date: toIso(quota.expiryDate),
						status: { id: id(quota.statusId), description: STATUS[quota.statusId] },
						action_on_exhaustion: {
							id: id(quota.actionId),
							description: quota.actionId === 1 ? 'Block' : 'Throttle',
						},
						...(quota.thresholdPercentage !== null && {
							threshold_percentage: quota.thresholdPercentage,
						}),
						...(quota.thresholdVolume !== null && { threshold_volume: quota.thresholdVolume }),
						auto_refill: quota.autoRefill,
						last_volume_added: quota.lastVolumeAdded,
						last_status_change_date:
							quota.lastStatusChange === null ? null : toIso(quota.lastStatusChange),
					},
				};
			},
		},
		{
			...shared,
			method: 'POST',
			summary: 'Set the data quota',
			fields: {
				volume: 'number of MB, required',
				expiry_date: 'ISO 8601 timestamp in the future, required',
				status: 'object {id}, required',
				action_on_exhaustion: 'object {id: 1}, required',
				threshold_percentage: 'number',
				threshold_volume: 'number of MB',
				auto_refill: 'integer 0 or 1',
			},
			handle: (call) => {
				const endpoint = findEndpoint(sim, call.caller, pathId(call, 'endpointId'));
				const quota = readQuota(sim, objectBody(call));
				quotas().set(endpoint.id, quota);
				sim.ledger.effect('dataQuota.set', { endpointId: endpoint.id }, { volume: quota.volume });
				return { status: 201 };
			},
		},
		{
			...shared,
			method: 'DELETE',
			summary: 'Delete the data quota',
			handle: (call) => {
				const endpoint = findEndpoint(sim, call.caller, pathId(call, 'endpointId'));
				if (!quotas().delete(endpoint.id))
					throw notFound(`Endpoint ${endpoint.id} has no data quota`);
				sim.ledger.effect('dataQuota.deleted', { endpointId: endpoint.id });
				return sim.forms.changed;
			},
		},
	];
}
