import packageJson from '../../package.json';
import { CellularIot } from '../../nodes/CellularIot/CellularIot.node';
import { CellularIotAdmin } from '../../nodes/CellularIot/CellularIotAdmin.node';
import { CellularIotQuotaTrigger } from '../../nodes/CellularIot/CellularIotQuotaTrigger.node';
import { CellularIotSmsTrigger } from '../../nodes/CellularIot/CellularIotSmsTrigger.node';
import { CellularIotStreamTrigger } from '../../nodes/CellularIot/CellularIotStreamTrigger.node';
import { CellularIotTrigger } from '../../nodes/CellularIot/CellularIotTrigger.node';
import { operations } from '../../src/operations';

/* What n8n tells a language model that builds workflows: true, and about what there is. */

const actions = [new CellularIot().description, new CellularIotAdmin().description];
const triggers = [
	new CellularIotSmsTrigger().description,
	new CellularIotQuotaTrigger().description,
	new CellularIotStreamTrigger().description,
	new CellularIotTrigger().description,
];

test('the nodes it leads to are in the package', () => {
	const built = packageJson.n8n.nodes.map((path) => /(\w+)\.node\.js$/.exec(path)?.[1] ?? '');
	const known = built.map(
		(name) => `${packageJson.name}.${name[0]!.toLowerCase()}${name.slice(1)}`,
	);
	for (const { builderHint } of [...actions, ...triggers]) {
		expect(builderHint?.searchHint?.length).toBeGreaterThan(80);
		expect(builderHint?.relatedNodes?.length).toBeGreaterThan(0);
		for (const { nodeType } of builderHint!.relatedNodes!) expect(known).toContain(nodeType);
	}
});

test('the operations and fields it names are there', () => {
	const words = JSON.stringify(
		[...actions, ...triggers].map(({ builderHint }) => ({
			...builderHint,
			extraTypeDefContent: [],
		})),
	);
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

test('each operation is described by its own words, for its resource alone', () => {
	const said = actions.flatMap(({ builderHint }) => builderHint!.extraTypeDefContent!);
	expect(said).toHaveLength(operations.length);
	for (const { resource, name, description, effect, bulk } of operations) {
		const [{ content } = { content: '' }, ...others] = said.filter(
			({ displayOptions: { show = {} } = {} }) =>
				show.resource?.includes(resource) && show.operation?.includes(name),
		);
		expect(others).toEqual([]);
		expect(content).toContain(description);
		expect([name, /Never retryOnFail/.test(content)]).toEqual([name, effect === 'act']);
		expect([name, /no loop/.test(content)]).toEqual([name, bulk !== undefined]);
	}
});

test('how a picker’s value is given without a person is said once, in modes that there are', () => {
	for (const { builderHint, properties } of actions) {
		const named = [...builderHint!.searchHint!.matchAll(/'(\w+)'/g)].map(([, mode]) => mode);
		expect(named.length).toBeGreaterThan(1);
		const modes = properties.flatMap((p) => (p.modes ?? []).map(({ name }) => name));
		expect(modes).toEqual(expect.arrayContaining(named));
	}
});
