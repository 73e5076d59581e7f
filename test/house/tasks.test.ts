import { panelNodes } from '../../scripts/panel';
import { TRIGGER_NODES } from '../support/n8n/triggerNodes';
import { filesIn, textOf } from './sources';

/*
 * The tasks of docs/README.md ("I want to …"): each names operations, or events of triggers, that are there under
 * these words, and its example uses one of them. Other pages, too, name operations as the panel does.
 */

const PAGE = 'docs/README.md';

interface Task {
	task: string;
	/** The words and the address of each link in the column "Use". */
	uses: Array<[words: string, link: string]>;
	/** The examples, as paths from the root. */
	examples: string[];
}

const linksIn = (cell: string): Array<[words: string, link: string]> =>
	[...cell.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, words = '', link = '']) => [words, link]);

const tasks: Task[] = textOf(PAGE)
	.split('\n')
	.filter((line) => line.startsWith('| ') && !/^\| (I want to|-)/.test(line))
	.map((line) => line.split('|').map((cell) => cell.trim()))
	.map(([, task = '', use = '', example = '']) => ({
		task,
		uses: linksIn(use),
		examples: linksIn(example).map(([, link]) => link.replace('../', '')),
	}));

/** What an example may hold of a task: an operation, or an event of a trigger. */
interface Use {
	link?: string;
	/** Whether a node of an example is this. */
	isIn: (type: string, parameters: Record<string, unknown>) => boolean;
}

/** Everything that a task may name, by its words. */
const known = new Map<string, Use>();
for (const { name, resources } of panelNodes()) {
	for (const resource of resources) {
		for (const { name: label, link, operation } of resource.operations) {
			known.set(`${name} → ${resource.name} → ${label}`, {
				link: `operations/${link}`,
				isIn: (_, parameters) =>
					parameters.resource === operation.resource && parameters.operation === operation.name,
			});
		}
	}
}
for (const [type, { make }] of Object.entries(TRIGGER_NODES)) {
	const { displayName, properties } = make().description;
	const choices = properties
		.filter(({ name }) => name === 'events' || name === 'event')
		.flatMap(({ options }) => options ?? []);
	for (const choice of choices) {
		if (!('value' in choice)) continue;
		known.set(`${displayName} → ${choice.name}`, {
			isIn: (node, parameters) =>
				node === type &&
				[parameters.events, parameters.event].flat().includes(String(choice.value)),
		});
	}
}

interface ExampleNode {
	type: string;
	parameters: Record<string, unknown>;
}

/** The nodes of an example; a tool of an agent counts as its node. */
const nodesOf = (example: string): ExampleNode[] =>
	(JSON.parse(textOf(example)) as { nodes: ExampleNode[] }).nodes.map(({ type, parameters }) => ({
		type: type.replace(/^.*\./, '').replace(/Tool$/, ''),
		parameters,
	}));

test(`${PAGE} has the tasks that people ask for`, () => {
	expect(tasks.length).toBeGreaterThanOrEqual(40);
	expect(new Set(tasks.map(({ task }) => task)).size).toBe(tasks.length);
});

test.each(tasks.map((task) => [task.task, task] as const))('%s', (_, { uses, examples }) => {
	expect(uses.length).toBeGreaterThan(0);
	for (const [words, link] of uses) {
		const use = known.get(words);
		if (use === undefined) throw new Error(`${PAGE}: no node offers "${words}"`);
		if (use.link !== undefined) expect(link).toBe(use.link);
	}
	for (const example of examples) {
		const isUsed = nodesOf(example).some(({ type, parameters }) =>
			uses.some(([words]) => known.get(words)?.isIn(type, parameters)),
		);
		if (!isUsed) throw new Error(`${PAGE}: ${example} uses none of the operations of its row`);
	}
});

test('each example is named by a task', () => {
	const named = new Set(tasks.flatMap(({ examples }) => examples));
	const linked = linksIn(textOf('docs/examples.md'))
		.map(([, link]) => link.replace('../', ''))
		.filter((link) => /^examples\/.*\.json$/.test(link));
	expect(linked.filter((example) => !named.has(example))).toEqual([]);
});

/** Without the mark behind a resource that the service calls a preview or a beta. */
const unmarked = (title: string) => title.replace(/ \((Preview|Beta)\)/, '');

test('an operation that a page names as _Resource: Operation_ is there under these words', () => {
	const resources = panelNodes().flatMap((node) => node.resources);
	const titles = resources.flatMap(({ operations }) =>
		operations.flatMap(({ title }) => [title, unmarked(title)]),
	);
	const names = new Set(resources.flatMap(({ name }) => [name, unmarked(name)]));
	const pages = ['README.md', ...filesIn('docs', '.md')];
	const named = pages.flatMap((page) =>
		[...textOf(page).matchAll(/(?:_|\*\*)([A-Za-z][\w ()]*):\s([A-Z][\w\s]*?)(?:_|\*\*)/g)]
			.filter(([, resource = '']) => names.has(resource))
			.map(([, resource = '', name = '']) => ({
				page,
				title: `${resource}: ${name.replace(/\s+/g, ' ')}`,
			})),
	);
	expect(named.length).toBeGreaterThan(50);
	const missing = named.filter(({ title }) => !titles.includes(title));
	expect(missing.map(({ page, title }) => `${page} names "${title}"`)).toEqual([]);
});
