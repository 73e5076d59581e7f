import * as z from 'zod/v4';
import { parseIso, toIso } from '../clock';
import { type Simulation, isReferenceGeneration } from '../context';
import { pathEndpoint } from '../endpoints/common';
import { firstProblem, jsonBody, readBody, timestamp } from '../http/body';
import { ApiError, notFound } from '../http/envelopes';
import { type Route, routesOf } from '../http/route';
import { DATA_QUOTA_STATUS as STATUS, QuotaEventType, recordQuotaEvent } from './dataQuotaState';
import type { DataQuota } from './entities';

/** The 422 of this resource has only a message. */
const invalidDataQuota = (message: string) => new ApiError(422, { message });

const DATA_VOLUME_RULE = 'volume must be a number of MB';
const EXPIRY = 'expiry_date must be a moment in the future';
const NUMBERS_RULE = 'thresholds and volumes are numbers';
const atLeastZero = (words: string) => z.number(words).min(0, words);
/** Integers or, as the schema types them, strings. */
const idIn = (ids: number[], words: string) =>
	z.object({ id: z.literal([...ids, ...ids.map(String)], words) }, words);

/** A data quota in a request body. */
const DATA_QUOTA = jsonBody({
	volume: atLeastZero(DATA_VOLUME_RULE).describe('MB'),
	expiry_date: timestamp(EXPIRY).describe('in the future'),
	status: idIn([1, 2, 3], 'status.id must be 1, 2 or 3'),
	action_on_exhaustion: idIn([1], 'action_on_exhaustion.id must be 1'),
	threshold_percentage: atLeastZero(NUMBERS_RULE).nullish(),
	threshold_volume: atLeastZero(NUMBERS_RULE).nullish().describe('MB'),
	last_volume_added: atLeastZero(NUMBERS_RULE).nullish().describe('MB'),
	auto_refill: z.literal([0, 1], 'auto_refill must be the integer 0 or 1').nullish(),
});

function readDataQuotaBody(sim: Simulation, body: unknown): DataQuota {
	const fields = readBody(DATA_QUOTA, body, firstProblem(invalidDataQuota));
	const { volume } = fields;
	const expiryDate = parseIso(fields.expiry_date) ?? 0;
	if (expiryDate <= sim.clock.now()) throw invalidDataQuota(EXPIRY);
	return {
		volume,
		expiryDate,
		statusId: Number(fields.status.id),
		actionId: 1,
		thresholdPercentage: fields.threshold_percentage ?? null,
		thresholdVolume: fields.threshold_volume ?? null,
		autoRefill: fields.auto_refill ?? 0,
		lastVolumeAdded: fields.last_volume_added ?? volume,
		lastStatusChange: sim.clock.now(),
	};
}

/** The data quota of an endpoint. */
export function dataQuotaRoutes(sim: Simulation): Route[] {
	const route = routesOf({ tag: 'data quota', lane: 'single' });
	const url = '/api/v1/endpoint/:endpointId/quota/data';
	const quotas = () => sim.store.dataQuotas;
	return [
		route(`GET ${url}`, 'Get the data quota, volumes in MB', (call) => {
			const endpoint = pathEndpoint(sim, call);
			const quota = quotas().get(endpoint.id);
			// The answer without a quota is not documented.
			if (!quota && isReferenceGeneration(sim)) return { status: 200 };
			if (!quota) throw notFound(`Endpoint ${endpoint.id} has no data quota`);
			const id = (value: number) => (isReferenceGeneration(sim) ? String(value) : value);
			return {
				status: 200,
				body: {
					volume: quota.volume,
					expiry_date: toIso(quota.expiryDate),
					status: { id: id(quota.statusId), description: STATUS[quota.statusId]?.toUpperCase() },
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
		}),
		route(`POST ${url}`, { summary: 'Set the data quota', body: DATA_QUOTA }, (call) => {
			const endpoint = pathEndpoint(sim, call);
			const quota = readDataQuotaBody(sim, call.body);
			const isNew = !quotas().has(endpoint.id);
			quotas().set(endpoint.id, quota);
			if (isNew) recordQuotaEvent(sim, QuotaEventType.Assigned, endpoint.id, quota);
			sim.ledger.effect('dataQuota.set', { endpointId: endpoint.id }, { volume: quota.volume });
			return { status: 201 };
		}),
		route(`DELETE ${url}`, 'Delete the data quota', (call) => {
			const endpoint = pathEndpoint(sim, call);
			const quota = quotas().get(endpoint.id);
			if (!quota) throw notFound(`Endpoint ${endpoint.id} has no data quota`);
			quotas().delete(endpoint.id);
			recordQuotaEvent(sim, QuotaEventType.Deleted, endpoint.id, quota);
			sim.ledger.effect('dataQuota.deleted', { endpointId: endpoint.id });
			return sim.forms.changed;
		}),
	];
}
