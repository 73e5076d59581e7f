import type { CheckedItem } from '../../../src/run/items';
import { findReady, inEachWorkspace } from '../../../src/run/ready';
import { waveFormOf } from '../../../src/run/waves';
import { clientOf } from '../../support/client';

/* Runs of more items than a call takes arguments. */

const MANY = 200_000;

const manyItems = (values: object): CheckedItem[] =>
	Array.from({ length: MANY }, (_, index) => ({ index, input: { ...values } }));

const client = clientOf(async () => ({ status: 200, headers: {}, body: {} }));

test('200,000 items of a workspace are ready', async () => {
	const job = async (_: unknown, own: CheckedItem[]) => ({ ready: own, results: new Map() });
	const found = await inEachWorkspace(client, manyItems({}), true, job);
	expect(found.results.size).toBe(0);
	expect(found.ready).toHaveLength(MANY);
});

test('200,000 items that were found are ready, in their order', async () => {
	const find = async (left: CheckedItem[]) => ({ ready: left.toReversed(), results: new Map() });
	const { ready, results } = await findReady(manyItems({}), { continueOnFail: true }, find);
	expect(results.size).toBe(0);
	expect(ready).toHaveLength(MANY);
	expect(ready[1]!.index).toBe(1);
});

test('200,000 items have their waves', () => {
	expect(waveFormOf(manyItems({ waveSize: 20, wavePause: 5 }))).toEqual({
		size: 20,
		doubles: false,
		pauseMs: 5_000,
	});
});
