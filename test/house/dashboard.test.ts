import { textOf } from './sources';

/* The dashboard and the page on traces name what runs put on their traces. */

const named = (text: string, pattern: RegExp) => [
	...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
];

/** The attributes that an action puts on its trace. */
const sourceOfTrace = () =>
	named(textOf('nodes/CellularIot/action/runTrace.ts'), /'cellular_iot\.(\w+)'/g);

test('the dashboard asks only for attributes that runs have', () => {
	const known = sourceOfTrace();
	expect(known.length).toBeGreaterThan(10);
	const asked = named(textOf('docs/grafana/cellular-iot.json'), /cellular_iot\.(\w+)/g);
	expect(asked.length).toBeGreaterThan(10);
	expect(asked.filter((name) => !known.includes(name))).toEqual([]);
});

test('the page names each attribute of an action', () => {
	const page = textOf('docs/traces.md');
	expect(sourceOfTrace().filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
