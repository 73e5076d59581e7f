import { type ReadBackResult, type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import { at } from '../../reading';
import {
	amount,
	inUnit,
	keptSettings,
	quotaReader,
	quotaReads,
	setting,
	topUp,
	writtenQuota,
} from './quotaShape';

/* The volume an endpoint may still use, in MB. Source: public reference. */

const define = operationsWith({ resource: 'dataQuota', lane: 'single' });
const dataQuotaPath = '/api/v1/endpoint/{endpointId}/quota/data';

const readDataQuota = quotaReader('auto_refill', 'peak_throughput');
const dataQuotaReads = quotaReads('MB', () => getDataQuota, readDataQuota);

export const getDataQuota = define({
	name: 'get',
	action: 'Get data quota',
	description:
		'Read what is left on the data quota of an endpoint, in MB; without one has_quota is false',
	request: `GET ${dataQuotaPath}` as const,
	errors: [403],
	fields: { endpointId: f.endpointId, ...f.single },
	run: dataQuotaReads.get,
});

export const setDataQuota = define({
	name: 'set',
	action: 'Set data quota',
	stakes: 'billed',
	description: 'Give an endpoint a data quota in MB, or replace the one it has',
	request: `POST ${dataQuotaPath}`,
	notice:
		'It acts at once and cuts a running data session. It works only where the service profile applies data quotas.',
	errors: [403, 404, 422],
	...setting({
		unit: 'MB',
		hints: {
			volume: 'MB left on the quota',
			expiryDate: 'In the future; after it data is denied, whatever is left',
			threshold: 'Remaining percentage at which a "threshold reached" event is made',
		},
		options: {
			thresholdVolume: f.body(
				'threshold_volume',
				amount('Threshold Volume in MB', 'The same threshold as a volume'),
			),
			autoRefill: f.becoming(
				f.body.flag('auto_refill', {
					label: 'Auto Refill',
					hint: 'Whether the volume added last is given again every day at 00:00 UTC until the expiry date',
				}),
				// Unlike SMS quotas, they have numbers for it.
				(on) => (on ? 1 : 0),
			),
			lastVolumeAdded: f.unchosen(
				f.body(
					'last_volume_added',
					amount('Refill Volume in MB', 'What Auto Refill gives each day'),
				),
			),
		},
	}),
	// The service requires it, and there is no other choice.
	complete: (input) => ({ ...input, actionOnExhaustion: input.actionOnExhaustion ?? 1 }),
	result: (_, { endpointId, volume, expiryDate, status }) => ({
		endpoint_id: endpointId,
		has_quota: true,
		...writtenQuota({ volume, expiry_date: expiryDate, status: { id: status } }),
		...inUnit({ volume }, 'MB'),
	}),
});

/** Notes for a person on a quota that was topped up. */
function notesOn(quota: Json): Json {
	const notes = [
		at(quota, 'action_on_exhaustion.id') === 2 &&
			'Its action was Throttle, which is out of service: Block was written.',
		Number(quota.auto_refill) === 1 &&
			'Auto refill is on: the daily refill probably becomes the new volume.',
	].filter(Boolean);
	return notes.length > 0 ? { note: notes.join(' ') } : {};
}

/** Finds the result of a top-up whose answer was lost: a quota grows only when somebody sets it. */
function foundIn(now: Json | undefined, before: Json, target: number): ReadBackResult<Json> {
	if (!now) return 'unclear';
	const same = ['last_volume_added', 'last_status_change_date'].every(
		(key) => (now[key] ?? null) === (before[key] ?? null),
	);
	const [volume, was] = [Number(now.volume), Number(before.volume)];
	if (volume > was && volume <= target) return { done: now };
	return volume <= was && same ? 'notDone' : 'unclear';
}

export const topUpDataQuota = define({
	name: 'topUp',
	action: 'Top up data quota',
	stakes: 'billed',
	description:
		'Add MB to what is left on the data quota of an endpoint; its expiry stays unless given',
	request: `POST ${dataQuotaPath}`,
	notice:
		'It cuts a running data session. What the device uses between reading and writing is not deducted. With Auto Refill on, the daily refill probably becomes the new volume.',
	errors: [403, 422],
	readBack: {
		key: ({ endpointId }) => `dataQuota ${endpointId}`,
		// The answer does not name what was made.
		ids: () => [],
		find: async (call, { input, body, before }) =>
			foundIn(
				await dataQuotaReads.quotaOf(call, input),
				before as Json,
				Number((body as Json).volume),
			),
	},
	...topUp({
		key: 'data quota',
		unit: 'MB',
		hint: 'MB added to what is left',
		quotaOf: dataQuotaReads.quotaOf,
		unchanged: (quota) => ({ action_on_exhaustion: { id: 1 }, ...keptSettings(quota) }),
		notes: notesOn,
	}),
});

export const deleteDataQuota = define({
	name: 'delete',
	action: 'Delete data quota',
	stakes: 'final',
	description: 'Remove the data quota of an endpoint',
	request: `DELETE ${dataQuotaPath}`,
	notice:
		'Where the service profile applies data quotas, an endpoint without one has no data service at all.',
	errors: [403, 404],
	explains: {
		404: 'It has no data quota, the endpoint does not exist, or it is not in your organisation.',
	},
	fields: { endpointId: f.endpointId },
	result: (_, { endpointId }) => ({ endpoint_id: endpointId, deleted: true }),
});
