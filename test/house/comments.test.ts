import { sourcesIn, textOf } from './sources';

/* Comments state a fact, subject first. */

const ASKS = /^\s*(?:\/\*\*?|\/\/|\*) (?:What|Whoever)\b/;

test('no comment begins with "What" or "Whoever"', () => {
	const files = sourcesIn('src', 'nodes', 'credentials', 'simulator', 'test', 'demo', 'bench');
	expect(files.length).toBeGreaterThan(500);
	const found = files.flatMap((file) =>
		textOf(file)
			.split('\n')
			.flatMap((line, i) => (ASKS.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
	);
	expect(found).toEqual([]);
});
