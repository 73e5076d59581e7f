import * as z from 'zod/v4';
import { parseIso, toIso } from '../clock';
import { type Simulation, isReference } from '../context';
import { endpointOf } from '../endpoints/common';
import { first, jsonBody, readBody, timestamp } from '../http/body';
import { ApiError, notFound } from '../http/envelopes';
import { type Route } from '../http/route';
import type { DataQuota } from './entities';

const STATUS = ['', 'Active', 'Exhausted', 'Expired'];

/** 422 of this resource: only a message. */
const refused = (message: string) => new ApiError(422, { message });

const VOLUME = 'volume must be a number of MB';
const EXPIRY = 'expiry_date must be a moment in the future';
const NUMBERS = 'thresholds and volumes are numbers';
const number = (words: string) => z.number(words).min(0, words);
/** Integers or, as the schema types them, their text. */
const idAmong = (ids: number[], words: string) =>
	z.object({ id: z.literal([...ids, ...ids.map(String)], words) }, words);

/** A data quota as the body has it. */
const QUOTA = jsonBody({
	volume: number(VOLUME).describe('MB'),
	expiry_date: timestamp(EXPIRY).describe('in the future'),
	status: idAmong([1, 2, 3], 'status.id must be 1, 2 or 3'),
	action_on_exhaustion: idAmong([1], 'action_on_exhaustion.id must be 1'),
	threshold_percentage: number(NUMBERS).nullish(),
	threshold_volume: number(NUMBERS).nullish().describe('MB'),
	last_volume_added: number(NUMBERS).nullish().describe('MB'),
	auto_refill: z.literal([0, 1], 'auto_refill must be the integer 0 or 1').nullish(),
});

function readQuota(sim: Simulation, body: unknown): DataQuota {
	const fields = readBody(QUOTA, body, first(refused));
	const { volume } = fields;
	const expiryDate = parseIso(fields.expiry_date) ?? 0;
	if (expiryDate <= sim.clock.now()) throw refused(EXPIRY);
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
				const endpoint = endpointOf(sim, call);
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
			body: QUOTA,
			handle: (call) => {
				const endpoint = endpointOf(sim, call);
				const quota = readQuota(sim, call.body);
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
				const endpoint = endpointOf(sim, call);
				if (!quotas().delete(endpoint.id))
					throw notFound(`Endpoint ${endpoint.id} has no data quota`);
				sim.ledger.effect('dataQuota.deleted', { endpointId: endpoint.id });
				return sim.forms.changed;
			},
		},
	];
}
