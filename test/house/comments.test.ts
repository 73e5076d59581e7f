import { sourcesIn, textOf } from './sources';

/* Comments state a fact, subject first. */

const ASKS = /^\s*(?:\/\*\*?|\/\/|\*) (?:What|Whoever)\b/;

test('no comment begins with "What" or "Whoever"', () => {
	// Not `demo` itself: its installed packages are below it.
	const folders = ['src', 'nodes', 'credentials', 'simulator', 'test', 'demo/lib', 'bench'];
	const files = [...sourcesIn(...folders), 'demo/main.ts'];
	expect(files.length).toBeGreaterThan(500);
	const found = files.flatMap((file) =>
		textOf(file)
			.split('\n')
			.flatMap((line, i) => (ASKS.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
	);
	expect(found).toEqual([]);
});
