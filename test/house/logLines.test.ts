import { sourcesIn, textOf } from './sources';

/* Every line of n8n's log is put on one line, whatever text of others is in it. */

/** A call of the logger, up to the beginning of what it writes. */
const WRITES = /\blogger\s*(?:\.\s*(?:error|warn|info|debug)|\[\w+\])\s*\(\s*(\w*)/g;

test('whatever is written to the log of n8n is put on one line', () => {
	const writes = sourcesIn('nodes', 'credentials', 'src').flatMap((file) =>
		[...textOf(file).matchAll(WRITES)].map(([, first]) => ({ file, first })),
	);
	expect(writes.length).toBeGreaterThan(0);
	expect(writes.filter(({ first }) => first !== 'oneLine')).toEqual([]);
});
