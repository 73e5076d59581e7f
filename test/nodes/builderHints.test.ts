import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import packageJson from '../../package.json';
import { CellularIot } from '../../nodes/CellularIot/CellularIot.node';
import { CellularIotQuotaTrigger } from '../../nodes/CellularIot/CellularIotQuotaTrigger.node';
import { CellularIotSmsTrigger } from '../../nodes/CellularIot/CellularIotSmsTrigger.node';
import { CellularIotStreamTrigger } from '../../nodes/CellularIot/CellularIotStreamTrigger.node';
import { CellularIotTrigger } from '../../nodes/CellularIot/CellularIotTrigger.node';
import { operations } from '../../src/operations';

/* What n8n tells a language model that builds workflows: true, and about what there is. */

const action = new CellularIot().description;
const triggers = [
	new CellularIotSmsTrigger().description,
	new CellularIotQuotaTrigger().description,
	new CellularIotStreamTrigger().description,
	new CellularIotTrigger().description,
];
const hintOf = (what: { builderHint?: { propertyHint?: string } }) =>
	what.builderHint?.propertyHint ?? '';

test('the nodes it leads to are in the package', () => {
	const built = packageJson.n8n.nodes.map((path) => /(\w+)\.node\.js$/.exec(path)?.[1] ?? '');
	const known = built.map(
		(name) => `${packageJson.name}.${name[0]!.toLowerCase()}${name.slice(1)}`,
	);
	for (const { builderHint } of [action, ...triggers]) {
		expect(builderHint?.searchHint?.length).toBeGreaterThan(80);
		expect(builderHint?.relatedNodes?.length).toBeGreaterThan(0);
		for (const { nodeType } of builderHint!.relatedNodes!) expect(known).toContain(nodeType);
	}
});

test('the operations and fields it names are there', () => {
	const words = JSON.stringify([action, ...triggers].map(({ builderHint }) => builderHint));
	const pairs = [...words.matchAll(/resource (\w+), operation (\w+)/g)];
	expect(pairs.length).toBeGreaterThan(1);
	for (const [, resource, name] of pairs) {
		expect(operations.some((o) => o.resource === resource && o.name === name)).toBe(true);
	}
	const [sms, quota] = triggers.map(({ properties }) => properties.map(({ name }) => name));
	// The quota trigger watches SMS quotas: data quotas are events of another trigger.
	const hints = words.match(/[^"]*quota[^"]*/g) ?? [];
	expect(hints.join()).toMatch(/SMS quota/);
	expect(hints.filter((hint) => /data ?quota/i.test(hint))).toEqual([]);
	expect(sms).toContain('registerCallback');
	expect(quota).toContain('events');
});

test('an operation that must not be repeated says so, and one that takes all items at once', () => {
	const shown = action.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			(options as INodePropertyOptions[]).map((option) => ({
				option,
				resource: displayOptions?.show?.resource?.[0],
			})),
		);
	for (const { resource, name, effect, bulk } of operations) {
		const { option } = shown.find((s) => s.resource === resource && s.option.value === name)!;
		expect([name, /retryOnFail off/.test(hintOf(option))]).toEqual([name, effect === 'act']);
		expect([name, /no loop/.test(hintOf(option))]).toEqual([name, bulk !== undefined]);
	}
});

test('a picker tells how its value is given without a person, in the modes it has', () => {
	const all = (properties: INodeProperties[]): INodeProperties[] =>
		properties.flatMap((one) => [one, ...all((one.options ?? []) as INodeProperties[])]);
	const pickers = all(action.properties).filter(({ type }) => type === 'resourceLocator');
	expect(pickers.length).toBeGreaterThan(100);
	for (const picker of pickers) {
		const named = [...hintOf(picker).matchAll(/'(\w+)'/g)].map(([, mode]) => mode);
		expect(named.length).toBeGreaterThan(0);
		expect(picker.modes!.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
	}
});
