import { InputError, beforeSending } from '../errors';
import { entityOf } from './answers';
import {
	type Answer,
	type Call,
	type Found,
	type Input,
	type Json,
	defineOperation,
} from './define';
import * as f from './fields';
import { simpleQuota, toppedUp, writtenQuota } from './quotaShape';
import { at, numeric, one, wasRefused } from './reading';
import { inFuture } from './rules';

/* The volume an endpoint may still use, in MB. Source: public reference. */

const shared = { resource: 'dataQuota', lane: 'single', source: 'public reference' } as const;
const path = '/api/v1/endpoint/{endpointId}/quota/data';

const megabytes = (label: string, hint: string, from = 0) =>
	f.number({ label, hint, default: 100 }, { min: from, decimals: 6 });

const expiry = (label: string, hint: string) => f.dateTime({ label, hint });

/** 1 and 0 on the wire, unlike SMS quotas. */
const autoRefill = f.flag({
	label: 'Auto Refill',
	hint: 'Whether the quota gets its last added volume again every day at 00:00 UTC, up to the expiry date',
});

const read = numeric(
	...['volume', 'threshold_percentage', 'threshold_volume', 'last_volume_added'],
	...['auto_refill', 'peak_throughput', 'status.id', 'action_on_exhaustion.id'],
);
/** The quota of an answer; undefined where there is none, which may come as an empty 200. */
function quotaIn(answer: Answer): Json | undefined {
	const { body } = answer;
	const empty = body === undefined || body === null || body === '';
	return empty || Object.keys(body as Json).length === 0 ? undefined : read(entityOf(answer));
}

export const getDataQuota = defineOperation({
	...shared,
	name: 'get',
	action: 'Get the data quota of an endpoint',
	description:
		'Read what is left on the data quota of an endpoint, in MB. An endpoint without one gives has_quota false.',
	request: `GET ${path}`,
	effect: 'read',
	errors: [403],
	fields: { endpointId: f.endpointId, ...one },
	run: async (call, input) => {
		const { endpointId, simplify } = input;
		const quota = await quotaOf(call, input);
		if (!quota) return { endpoint_id: endpointId, has_quota: false };
		return { endpoint_id: endpointId, has_quota: true, ...(simplify ? simpleQuota(quota) : quota) };
	},
});

/** The quota of an endpoint, or undefined: a missing one is a 404, whose body is not documented. */
async function quotaOf(call: Call, input: Input): Promise<Json | undefined> {
	try {
		return quotaIn(await call.other(getDataQuota, input));
	} catch (error) {
		if (wasRefused(error, 404)) return undefined;
		throw error;
	}
}

export const setDataQuota = defineOperation({
	...shared,
	name: 'set',
	action: 'Set the data quota of an endpoint',
	description: 'Give an endpoint a data quota in MB, or replace the one it has',
	request: `POST ${path}`,
	effect: 'set',
	notice:
		'It acts at once and cuts a running data session. It works only where the service profile applies data quotas.',
	errors: [403, 404, 422],
	fields: {
		endpointId: f.endpointId,
		volume: f.body('volume', megabytes('Volume', 'Volume the endpoint may still use, in MB')),
		expiryDate: f.body(
			'expiry_date',
			expiry('Expiry Date', 'Must be in the future; after it data is denied, whatever is left'),
		),
		status: f.body(
			'status.id',
			f.choice({ label: 'Status', hint: 'Status of the quota', default: 1 }, [
				{ name: 'Active', value: 1 },
				{ name: 'Exhausted', value: 2 },
				{ name: 'Expired', value: 3 },
			]),
		),
		actionOnExhaustion: f.body(
			'action_on_exhaustion.id',
			f.choice({ label: 'Action on Exhaustion', hint: 'What happens when it is used up' }, [
				{ name: 'Block', value: 1 },
			]),
		),
		...f.inGroup('additionalFields', {
			thresholdPercentage: f.body(
				'threshold_percentage',
				f.number(
					{
						label: 'Threshold Percentage',
						hint: 'Remaining percentage at which a "threshold reached" event is made',
						default: 20,
					},
					{ min: 0, max: 100, decimals: 2 },
				),
			),
			thresholdVolume: f.body(
				'threshold_volume',
				megabytes('Threshold Volume', 'The same threshold in MB'),
			),
			autoRefill: f.body(
				'auto_refill',
				f.becoming(autoRefill, (on) => (on ? 1 : 0)),
			),
			lastVolumeAdded: f.body(
				'last_volume_added',
				megabytes('Refill Volume', 'What Auto Refill gives each day, in MB'),
			),
		}),
	},
	rules: [inFuture('expiryDate')],
	result: (_, { endpointId, volume, expiryDate, status }) => ({
		endpoint_id: endpointId,
		has_quota: true,
		...writtenQuota({ volume, expiry_date: expiryDate, status: { id: status } }),
	}),
});

/** What else a top-up writes: the rest is kept. */
function keptOf(quota: Json): Json {
	const given = ['threshold_percentage', 'threshold_volume', 'auto_refill'].filter(
		(key) => quota[key] !== undefined && quota[key] !== null,
	);
	return {
		action_on_exhaustion: { id: 1 },
		...Object.fromEntries(given.map((key) => [key, quota[key]])),
	};
}

/** What a person should know about a quota that was topped up. */
function notesOn(quota: Json): Json {
	const notes = [
		at(quota, 'action_on_exhaustion.id') === 2 &&
			'Its action was Throttle, which is out of service: Block was written.',
		Number(quota.auto_refill) === 1 &&
			'Auto refill is on: the daily refill probably becomes the new volume.',
	].filter(Boolean);
	return notes.length > 0 ? { note: notes.join(' ') } : {};
}

/** What became of a top-up whose answer was lost. A quota grows only when somebody sets it. */
function foundIn(now: Json | undefined, before: Json, target: number): Found<Json> {
	if (!now) return 'unclear';
	const same = ['last_volume_added', 'last_status_change_date'].every(
		(key) => (now[key] ?? null) === (before[key] ?? null),
	);
	const [volume, was] = [Number(now.volume), Number(before.volume)];
	if (volume > was && volume <= target) return { done: now };
	return volume <= was && same ? 'notDone' : 'unclear';
}

export const topUpDataQuota = defineOperation({
	...shared,
	name: 'topUp',
	action: 'Top up the data quota of an endpoint',
	description:
		'Add MB to what is left on the data quota of an endpoint; its expiry stays unless a new one is given',
	request: `POST ${path}`,
	effect: 'act',
	done: 'the quota was topped up',
	success: [201],
	notice:
		'It cuts a running data session. What the device uses between reading and writing is not deducted. With Auto Refill on, the daily refill probably becomes the new volume.',
	errors: [403, 422],
	fields: {
		endpointId: f.endpointId,
		add: f.body('volume', megabytes('Volume to Add', 'MB added to what is left', 0.000001)),
		...f.inGroup('additionalFields', {
			expiryDate: f.body(
				'expiry_date',
				expiry(
					'New Expiry Date',
					'Must be in the future; needed when the quota has expired, otherwise kept as it is',
				),
			),
		}),
	},
	rules: [inFuture('expiryDate')],
	readBack: {
		key: ({ endpointId }) => `dataQuota ${endpointId}`,
		// The answer names nothing that was made.
		ids: () => [],
		find: async (call, { input, body, before }) =>
			foundIn(await quotaOf(call, input), before as Json, Number((body as Json).volume)),
	},
	run: async (call, input) => {
		const { endpointId, add, expiryDate } = input;
		return await call.exclusively(`data quota ${endpointId}`, async () => {
			const before = await quotaOf(call, input).catch((error: unknown) => {
				throw beforeSending(error);
			});
			if (!before) {
				throw new InputError('endpointId', 'has no data quota: give it one with Set', 'Endpoint');
			}
			const sum = await toppedUp(before, add, expiryDate, call.env.now);
			const body = { ...sum, ...keptOf(before) };
			await call.own(input, { body }, before);
			const was = { volume_before: before.volume, added: add };
			return { endpoint_id: endpointId, ...was, ...writtenQuota(body), ...notesOn(before) };
		});
	},
});

export const deleteDataQuota = defineOperation({
	...shared,
	name: 'delete',
	action: 'Delete the data quota of an endpoint',
	description: 'Remove the data quota of an endpoint',
	request: `DELETE ${path}`,
	effect: 'set',
	notice:
		'Where the service profile applies data quotas, an endpoint without one has no data service at all.',
	errors: [403, 404],
	explains: {
		404: 'It has no data quota, the endpoint does not exist, or it is not in your organisation.',
	},
	fields: { endpointId: f.endpointId },
	result: (_, { endpointId }) => ({ endpoint_id: endpointId, deleted: true }),
});
