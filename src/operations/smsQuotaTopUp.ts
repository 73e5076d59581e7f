import { beforeSending } from '../errors';
import { entityOf } from './answers';
import { type Call, type Input, type Json, defineOperation } from './define';
import * as f from './fields';
import { toppedUp, writtenQuota } from './quotaShape';
import { inFuture } from './rules';
import { getSmsQuota, NO_QUOTA, readQuota } from './smsQuota';

/** What else a top-up writes: the rest is kept. */
function keptOf(quota: Json): Json {
	const action = quota.action_on_exhaustion as Json | null | undefined;
	return {
		threshold_percentage: quota.threshold_percentage,
		...(typeof quota.auto_refill === 'boolean' && { auto_refill: quota.auto_refill }),
		// The request takes Block only; Throttle has no effect on an SMS quota.
		...(action?.id === 1 && { action_on_exhaustion: { id: 1 } }),
	};
}

async function readBefore(call: Call, input: Input): Promise<Json> {
	try {
		return readQuota(entityOf(await call.other(getSmsQuota, input)));
	} catch (error) {
		// Also of an answer that cannot be read: nothing was added yet.
		throw beforeSending(error);
	}
}

export const topUpSmsQuota = defineOperation({
	resource: 'smsQuota',
	name: 'topUp',
	action: 'Top up the SMS quota of an endpoint',
	description:
		'Add volume to what is left on the SMS quota of an endpoint; its expiry stays unless a new one is given',
	request: 'POST /api/v1/endpoint/{endpointId}/quota/sms',
	effect: 'act',
	done: 'the quota was topped up',
	success: [201],
	lane: 'single',
	source: 'specification',
	errors: [403, 404],
	explains: NO_QUOTA,
	fields: {
		endpointId: f.endpointId,
		add: f.body(
			'volume',
			f.number(
				{ label: 'Volume to Add', hint: 'SMS added to those that are left', default: 100 },
				{ min: 0.000001, decimals: 6 },
			),
		),
		...f.inGroup('additionalFields', {
			expiryDate: f.body(
				'expiry_date',
				f.dateTime({
					label: 'New Expiry Date',
					hint: 'Must be in the future; needed when the quota has expired, otherwise kept as it is',
				}),
			),
		}),
	},
	rules: [inFuture('expiryDate')],
	run: async (call, input) => {
		const { endpointId, add, expiryDate } = input;
		// Two that read the same volume would lose one of the two amounts.
		return await call.exclusively(`quota ${endpointId}`, async () => {
			const before = await readBefore(call, input);
			const sum = await toppedUp(before, add, expiryDate, call.env.now);
			const body = { ...sum, ...keptOf(before) };
			await call.own(input, { body });
			const was = { volume_before: before.volume, added: add };
			return { endpoint_id: endpointId, ...was, ...writtenQuota(body) };
		});
	},
});
