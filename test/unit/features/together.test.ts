import { defineJointFeature, type FeatureRun } from '../../../src/run/feature';
import { type ItemResults, NotAttemptedError } from '../../../src/run/items';
import { runItems } from '../../../src/run/run';
import * as f from '../../../src/table/fields';
import { ownError } from '../../../src/errors';
import type { Operation } from '../../../src/table/define';
import { clientOf } from '../../support/client';

/* Features that perform the items of a run together. */

const fields = { endpointId: f.endpointId };
type Run = FeatureRun<{ endpointId: number }>;

const featureOf = (
	performAll: Parameters<typeof defineJointFeature<typeof fields>>[0]['performAll'],
) =>
	defineJointFeature({
		resource: 'endpoint',
		name: 'look',
		action: 'Look',
		description: 'Look',
		request: 'PATCH /api/v1/endpoint/{endpointId}',
		effect: 'act',
		lane: 'single',
		done: 'the endpoint was set',
		outputs: ['Met', 'Not Yet'],
		fields,
		performAll,
	});

/** A service that counts the requests it gets, and refuses an endpoint. */
function serviceWith(refused?: number) {
	const paths: string[] = [];
	const client = clientOf(async ({ url }) => {
		paths.push(new URL(url).pathname);
		const isRefused = refused !== undefined && url.endsWith(`/${refused}`);
		return { status: isRefused ? 422 : 200, headers: {}, body: {} };
	});
	return { client, paths };
}

const run = async (
	client: ReturnType<typeof clientOf>,
	feature: Operation,
	ids: unknown[],
	options: Partial<Parameters<typeof runItems>[4]> = {},
) =>
	await runItems(client, feature, (index) => ({ endpointId: ids[index] }), ids.length, {
		continueOnFail: true,
		...options,
	});

const sendEach = async (items: Run['items'], once: Run['once']) =>
	await Promise.all(
		items.map(
			async (item) =>
				await once(item, async () => {
					await item.call.own(item.input);
					return { endpoint_id: item.input.endpointId };
				}),
		),
	);

test('a feature sees all items with their numbers, and says by which output each leaves', async () => {
	const { client } = serviceWith();
	const seen: number[] = [];
	const feature = featureOf(async (_, { items, refused }) => {
		seen.push(...items.map(({ index }) => index));
		expect(refused.map(({ index }) => index)).toEqual([1]);
		return items.map(({ input }, i) =>
			i === 0
				? { items: [{ id: input.endpointId }] }
				: { items: [{ id: input.endpointId }], output: 1 },
		);
	});
	const results = await run(client, feature, [7, 'x', 9]);
	expect(seen).toEqual([0, 2]);
	expect(results).toEqual([
		{ items: [{ id: 7 }] },
		{ error: expect.any(Error) },
		{ items: [{ id: 9 }], output: 1 },
	]);
});

test('what an item is to do is done once, also when the node is tried again', async () => {
	const { client, paths } = serviceWith(8);
	let tries = 0;
	const feature = featureOf(async (_, { items, once }) => {
		const sent = await sendEach(items, once);
		tries += 1;
		if (tries === 1) throw new Error('the list cannot be read');
		return sent.map((outcome) => ('done' in outcome ? { items: [outcome.done] } : outcome));
	});
	const sent: ItemResults = new Map();
	const first = await run(client, feature, [7, 8], { sent });
	expect(first.map((outcome) => 'error' in outcome && ownError(outcome.error)?.message)).toEqual([
		expect.stringContaining('the endpoint was set, but the rest failed'),
		undefined,
	]);
	const second = await run(client, feature, [7, 8], { sent });
	expect(second).toEqual([{ items: [{ endpoint_id: 7 }] }, { error: expect.any(Error) }]);
	// The one that was refused is sent again, the other is not.
	expect(paths.filter((path) => path.endsWith('/7'))).toHaveLength(1);
	expect(paths.filter((path) => path.endsWith('/8'))).toHaveLength(2);
});

test('without Continue, an item whose check fails keeps the feature from running', async () => {
	const { client, paths } = serviceWith();
	const feature = featureOf(async (_, { items, once }) => {
		await sendEach(items, once);
		return items.map(() => ({ items: [] }));
	});
	const named = { by: 'name', value: 'none' };
	await expect(run(client, feature, [7, named], { continueOnFail: false })).rejects.toThrow();
	expect(paths.filter((path) => path.endsWith('/7'))).toEqual([]);
	const all = await run(client, feature, [7, named]);
	expect(all[0]).toEqual({ items: [] });
	expect(all[1]).not.toEqual({ error: expect.any(NotAttemptedError) });
});

test.each([true, false])(
	'an item that is refused gives the result of an earlier run with its key (Continue: %s)',
	async (continueOnFail) => {
		const { client } = serviceWith();
		const settled: string[] = [];
		client.ports.keys = {
			most: Infinity,
			atOnce: 1,
			mostOpen: Infinity,
			claim: async (keys) => keys.map(() => ({ is: 'done', result: [{ endpoint_id: 8 }] })),
			confirm: async (keys) => keys.map(() => ({ is: 'mine' })),
			settle: async (verdicts) => void settled.push(...verdicts.map(({ is }) => is)),
			close: async () => {},
		};
		const seen: unknown[] = [];
		const feature = featureOf(async (_, { items, refused }) => {
			seen.push(...items.map(({ index }) => index), ...refused);
			return items.map(({ input }) => ({ items: [{ id: input.endpointId }] }));
		});
		const named = { by: 'name', value: 'none' };
		const values = [{ endpointId: named, idempotencyKey: 'one' }, { endpointId: 9 }];
		const results = await runItems(client, feature, (index) => values[index]!, 2, {
			continueOnFail,
		});
		expect(results).toEqual([
			{
				items: [{ endpoint_id: 8, idempotency_key: 'one', already: true }],
				isEarlier: true,
			},
			{ items: [{ id: 9 }] },
		]);
		// It is not refused for the feature.
		expect(seen).toEqual([1]);
		expect(settled).toEqual([]);
	},
);
