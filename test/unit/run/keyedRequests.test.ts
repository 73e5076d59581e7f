import type { KeyedRequest, KeyLedger } from '../../../src/keys/ledger';
import { runItems } from '../../../src/run/run';
import { findOperation } from '../../../src/operations';
import type { Json } from '../../../src/wire';
import { clientOf } from '../../support/client';

/* The request that an idempotency key stands for: what goes to the service, as entered. */

/** The keys that a run of one item claims; nothing is sent, since each is done. */
async function claimedBy(operation: string, values: Json): Promise<KeyedRequest> {
	const claimed: KeyedRequest[] = [];
	const keys: KeyLedger = {
		most: Infinity,
		atOnce: 1,
		mostOpen: Infinity,
		claim: async (all) => {
			claimed.push(...all);
			return all.map(() => ({ is: 'done' }));
		},
		confirm: async (all) => all.map(() => ({ is: 'mine' })),
		settle: async () => {},
		close: async () => {},
	};
	const [resource = '', name = ''] = operation.split(' ');
	const client = clientOf(
		async () => {
			throw new Error('nothing is sent');
		},
		{ baseUrl: 'https://requests.example', keys },
	);
	await runItems(
		client,
		findOperation(resource, name),
		() => ({ ...values, idempotencyKey: 'one' }),
		1,
		{ continueOnFail: false },
	);
	return claimed[0]!;
}

const SMS = { endpointId: 10001, payload: 'REPORT' };
const TAG = { name: 'pump', colorId: 3, simplify: true };
const ENDPOINT = { name: 'pump-1', serviceProfileId: 101, tariffProfileId: 201, status: 0 };

test.each([
	['Simplify', 'tag create', TAG, { simplify: false }],
	['Verify Unknown Outcomes', 'sms send', SMS, { verifyUnknown: true }],
	['Maximum Parts', 'sms send', SMS, { mostParts: 9 }],
	['Stop When More Than … % Fail', 'sms send', SMS, { stopAbove: 2 }],
	['Include Input Fields', 'endpoint createMany', ENDPOINT, { includeOtherFields: true }],
	['Isolate Bad Items', 'endpoint createMany', ENDPOINT, { isolateBadItems: true }],
])('with another value of %s a request is the same', async (_, operation, values, changed) => {
	const [first, second] = [
		await claimedBy(operation, values),
		await claimedBy(operation, { ...values, ...changed }),
	];
	expect(second.key).toBe(first.key);
	expect(second.request).toBe(first.request);
});

test.each([
	['sender', 'sms send', SMS, { sourceAddress: '12345' }],
	['name', 'endpoint createMany', ENDPOINT, { name: 'pump-2' }],
	['colour', 'tag create', TAG, { colorId: 4 }],
])('with another %s a request is another one', async (_, operation, values, changed) => {
	const claimed = await claimedBy(operation, values);
	const other = await claimedBy(operation, { ...values, ...changed });
	expect(other.key).toBe(claimed.key);
	expect(other.request).not.toBe(claimed.request);
});

// Keys are kept for 90 days; test/house/keyDigests.test.ts has the digests of their requests.
test.each([
	['sms send', SMS, 'ha2RI2RPZBtde9vy-7lpzTqQ'],
	['tag create', TAG, 'NDJuFkGgLE6K4dsC_vDaacSy'],
	['endpoint createMany', ENDPOINT, 'D7ZVQGM1_3RjnPSRHYEgyLOy'],
])('a key of %s has the digest that stores have', async (operation, values, digest) => {
	expect((await claimedBy(operation, values)).key).toBe(digest);
});

test('a claim is confirmed before the first part of a long SMS, and not between its parts', async () => {
	const asked: string[] = [];
	const keys: KeyLedger = {
		most: Infinity,
		atOnce: 1,
		mostOpen: Infinity,
		claim: async (all) => all.map(() => ({ is: 'mine' })),
		confirm: async (all) => {
			if (asked.includes('sent')) throw new Error('Redis is gone');
			asked.push('confirmed');
			return all.map(() => ({ is: 'mine' }));
		},
		settle: async () => {},
		close: async () => {},
	};
	const client = clientOf(
		async () => {
			asked.push('sent');
			return { status: 201, headers: {}, body: { id: asked.length } };
		},
		{ keys },
	);
	const values = { endpointId: 1, payload: 'x'.repeat(400), idempotencyKey: 'one' };
	const results = await runItems(client, findOperation('sms', 'send'), () => values, 1, {
		continueOnFail: true,
	});
	expect(asked).toEqual(['confirmed', 'sent', 'sent', 'sent']);
	expect(results).toMatchObject([{ items: [{ sent: true, parts: 3 }] }]);
});
