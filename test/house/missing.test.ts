import { lacking } from './lacking';

/* `npm run missing` says the same of one operation, wait or alert. */

test('no operation, wait or alert lacks a test, its facts, its schema or its place in its page', async () => {
	expect(await lacking()).toEqual([]);
}, 120_000);
