import { findOperation } from '../../../src/operations';
import { runItems } from '../../../src/run/run';
import { clientOf } from '../../support/client';

/* Bulk calls without Continue, of which an item is refused that an earlier run has done. */

test('an item that is refused and was done by an earlier run does not keep the others from being sent', async () => {
	const bodies: unknown[] = [];
	const client = clientOf(async ({ method, body }) => {
		if (method === 'GET') return { status: 200, headers: {}, body: [] };
		bodies.push(JSON.parse(String(body)));
		return { status: 201, headers: {}, body: [{ id: 5, name: 'pump-2' }] };
	});
	client.ports.keys = {
		most: Infinity,
		atOnce: 1,
		mostOpen: Infinity,
		claim: async (keys) => keys.map(() => ({ is: 'done', result: [{ id: 8 }] })),
		confirm: async (keys) => keys.map(() => ({ is: 'mine' })),
		settle: async () => {},
		close: async () => {},
	};
	const endpoint = { serviceProfileId: 101, tariffProfileId: 201, status: 0 };
	// The SIM is not found: it belongs to the endpoint that the earlier run made.
	const simId = { by: 'iccid', value: '8988303000000000017' };
	const values = [
		{ ...endpoint, name: 'pump-1', simId, idempotencyKey: 'one' },
		{ ...endpoint, name: 'pump-2' },
	];
	const results = await runItems(
		client,
		findOperation('endpoint', 'createMany'),
		(index) => values[index]!,
		2,
		{ continueOnFail: false },
	);
	expect(results).toMatchObject([
		{ items: [{ id: 8, idempotency_key: 'one', already: true }] },
		{ items: [{ id: 5 }] },
	]);
	expect(bodies).toMatchObject([{ endpoints: [{ name: 'pump-2' }] }]);
});
