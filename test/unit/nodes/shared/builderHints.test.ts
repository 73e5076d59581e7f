import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../../package.json';
import { operations } from '../../../../src/operations';
import { ACTION_NODES, actionNodes } from '../../../support/n8n/actionNodes';
import { TRIGGER_NODES, triggerNodes } from '../../../support/n8n/triggerNodes';

/* The hints for language models that build workflows in n8n. */

const SCHEMAS = join(__dirname, '../../../../nodes/CellularIot/__schema__/v1.0.0');

const actions = actionNodes().map(({ description }) => description);
const triggers = triggerNodes().map(({ description }) => description);

test('the related nodes of a hint are in the package', () => {
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

/** The sentence of a hint about the fields of a device. */
const deviceSentence = (hint: string) =>
	/Which field is the device: [^.]*(\.\w[^.]*)*\./.exec(hint)?.[0];

test('the hint of each node says which field is the device', () => {
	const said = [...actions, ...triggers].map(({ name, builderHint }) => [
		name,
		deviceSentence(builderHint!.searchHint!) !== undefined,
	]);
	expect(said).toHaveLength(9);
	expect(said.filter(([, isSaid]) => !isSaid)).toEqual([]);
});

/** The output schemas of a resource's operations, as text. */
const schemasOf = (resource: string): string => {
	const folder = join(SCHEMAS, resource);
	return readdirSync(folder)
		.map((file) => readFileSync(join(folder, file), 'utf8'))
		.join('\n');
};

test.each(Object.entries(ACTION_NODES))(
	'the fields that the hint of %s calls the device are in its results',
	(_, { make, resources }) => {
		const sentence = deviceSentence(make().description.builderHint!.searchHint!)!;
		const own = sentence.split(/; cellularIot\w*Trigger/)[0]!;
		const named = own.match(/\b(endpoint_id|sim_id|sim_status|euicc_id|iccid\w*)\b/g) ?? [];
		const schemas = Object.keys(resources).map(schemasOf).join('\n');
		expect(named.filter((field) => !schemas.includes(`"${field}":`))).toEqual([]);
		expect(named.length > 0 || own.includes('none takes or gives one')).toBe(true);
	},
);

test('the operations and fields named in hints exist', () => {
	const words = JSON.stringify(
		[...actions, ...triggers].map(({ builderHint }) => ({
			...builderHint,
			extraTypeDefContent: [],
		})),
	);
	const pairs = [...words.matchAll(/resource (\w+), operation (\w+)/g)];
	expect(pairs.length).toBeGreaterThan(0);
	const unknown = pairs.filter(
		([, resource, name]) => !operations.some((o) => o.resource === resource && o.name === name),
	);
	expect(
		unknown.map(
			([, resource, name]) =>
				`"${resource} ${name}" is no operation: see nodes/CellularIot/shared/builderHints.ts`,
		),
	).toEqual([]);
	const { cellularIotSmsTrigger, cellularIotQuotaTrigger } = TRIGGER_NODES;
	const [sms, quota] = [cellularIotSmsTrigger, cellularIotQuotaTrigger].map(({ make }) =>
		make().description.properties.map(({ name }) => name),
	);
	const hints = words.match(/[^"]*quota[^"]*/g) ?? [];
	expect(hints.join()).toMatch(/SMS or data quota/);
	expect(sms).toContain('registerCallback');
	expect(quota).toEqual(expect.arrayContaining(['quota', 'events']));
});

test('each operation has its own description, shown for its resource only', () => {
	const said = actions.flatMap(({ builderHint }) => builderHint!.extraTypeDefContent!);
	const silent = operations.filter(
		({ description }) => !said.some(({ content }) => content.includes(description)),
	);
	expect(
		silent.map(({ resource, name }) => `${resource} ${name}: no node tells its description`),
	).toEqual([]);
	expect(said).toHaveLength(operations.length);
	for (const { resource, name, description, bulk, together } of operations) {
		const [{ content } = { content: '' }, ...others] = said.filter(
			({ displayOptions: { show = {} } = {} }) =>
				show.resource?.includes(resource) && show.operation?.includes(name),
		);
		expect(others).toEqual([]);
		expect(content).toContain(description);
		expect([name, /no loop/.test(content)]).toEqual([name, Boolean(bulk || together)]);
	}
});

test('the search hint names only modes that the pickers have', () => {
	for (const { builderHint, properties } of actions) {
		const named = [...builderHint!.searchHint!.matchAll(/'(\w+)'/g)].map(([, mode]) => mode);
		expect(named.length).toBeGreaterThan(1);
		const modes = properties.flatMap((p) => (p.modes ?? []).map(({ name }) => name));
		expect(modes).toEqual(expect.arrayContaining(named));
	}
});
