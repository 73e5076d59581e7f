import { operationsOf } from '../../src/operations';
import { ACTION_NODES, type ActionNode } from '../support/n8n/actionNodes';
import { boxOf, heightOfText, overlaps } from './canvas';
import { type Example, type ExampleNode, examples, followers } from './exampleFiles';

/* The examples from the view of a user who imports one. */

test.each(examples)('%s has no overlapping nodes', (_, { nodes, connections }) => {
	const hangsBelow = ({ name }: ExampleNode) =>
		Object.keys(connections[name] ?? {}).some((kind) => kind.startsWith('ai_'));
	expect(overlaps(nodes.map((node) => boxOf(node, hangsBelow(node))))).toEqual([]);
});

test.each(examples)('%s reads from left to right, except where it loops', (_, example) => {
	const { nodes, connections } = example;
	const left = new Map(nodes.map(({ name, position }) => [name, position[0]]));
	const backwards = Object.entries(connections).flatMap(([from, { main = [] }]) =>
		main
			.flat()
			.filter(({ node }) => !(left.get(node)! > left.get(from)!))
			.filter(({ node }) => !followers(example, node).has(from)),
	);
	expect(backwards).toEqual([]);
});

test.each(examples)('%s waits in each of its loops', (_, { nodes, connections }) => {
	const isWait = ({ type, parameters }: ExampleNode) =>
		type.endsWith('.wait') || parameters.resource === 'await';
	const names = new Set(nodes.filter((node) => !isWait(node)).map(({ name }) => name));
	const withoutWaits = Object.fromEntries(
		Object.entries(connections).filter(([name]) => names.has(name)),
	);
	const looping = [...names].filter((name) =>
		followers({ connections: withoutWaits } as Example, name).has(name),
	);
	expect(looping).toEqual([]);
});

test.each(examples)('%s begins with a titled note, and all notes fit their text', (_, example) => {
	const notes = example.nodes.filter(({ type }) => type.endsWith('stickyNote'));
	expect(notes[0]?.parameters.content).toMatch(/^## .+\n/);
	const cut = notes.filter(({ parameters: { content = '', width = 0, height = 0 } }) => {
		return heightOfText(content, width) > height;
	});
	expect(cut.map(({ name }) => name)).toEqual([]);
});

const formOf = Object.fromEntries(
	Object.entries(ACTION_NODES).map(([name, { make }]) => [name, make().description.properties]),
);

test.each(examples)(
	'%s contains no credential ids and only operations of its nodes',
	(_, { nodes }) => {
		for (const { type, parameters, credentials } of nodes) {
			for (const [name, { id }] of Object.entries(credentials ?? {})) {
				expect(name).toMatch(
					/^((cellularIot(Token|User|Callback)|openAi)Api|httpBasicAuth|postgres|smtp|n8nApi)$/,
				);
				expect(id).toBe('');
			}
			const [, node] =
				/\.(cellularIot(?:Admin|Account|Automation|Jobs)?)(?:Tool)?$/.exec(type) ?? [];
			if (node === undefined) continue;
			const form = formOf[node]!;
			const { resources } = ACTION_NODES[node as ActionNode];
			const defaultOf = (name: string, resource?: string) =>
				form.find(
					(p) =>
						p.name === name &&
						(resource === undefined || p.displayOptions?.show?.resource?.includes(resource)),
				)?.default as string;
			const resource = (parameters.resource as string | undefined) ?? defaultOf('resource');
			const name = (parameters.operation as string | undefined) ?? defaultOf('operation', resource);
			const own = operationsOf(resources).map((o) => `${o.resource} ${o.name}`);
			expect(own).toContain(`${resource} ${name}`);
		}
	},
);

test.each(examples)('%s has no public trigger without authentication', (_, { nodes }) => {
	const open = nodes.filter(
		({ type, parameters: { authentication = 'none', public: isPublic } }) => {
			if (/\.chatTrigger$/.test(type)) return isPublic === true && authentication === 'none';
			return /\.(formTrigger|webhook)$/.test(type) && authentication === 'none';
		},
	);
	expect(open.map(({ name }) => name)).toEqual([]);
});

test.each(examples)(
	'%s takes the URLs of its HTTP requests from the Settings node',
	(_, example) => {
		expect(JSON.stringify(example)).not.toContain('example.com');
		const tellers = example.nodes.filter(({ type }) => type.endsWith('.httpRequest'));
		const settings = example.nodes.find(({ name }) => name === 'Settings');
		for (const { parameters } of tellers) {
			const { url } = parameters as { url?: string };
			const [, name] = /^=\{\{ \$\('Settings'\)\.first\(\)\.json\.(\w+) \}\}/.exec(url ?? '') ?? [];
			expect(JSON.stringify(settings?.parameters)).toContain(`"name":"${String(name)}"`);
		}
		if (tellers.length === 0) return;
		// It runs before all nodes except triggers.
		const starts = example.nodes.filter(({ type }) => /trigger$/i.test(type));
		for (const { name } of starts) {
			expect(example.connections[name]?.main?.flat().map(({ node }) => node)).toEqual(['Settings']);
		}
	},
);

test.each(examples)('%s leaves every profile for the user to pick', (_, { nodes }) => {
	for (const { parameters } of nodes) {
		for (const name of ['serviceProfileId', 'tariffProfileId']) {
			if (!(name in parameters)) continue;
			expect(parameters[name]).toMatchObject({ mode: 'list', value: '' });
		}
	}
});
