import { operations } from '../../../../src/operations';
import { excessOf, MOST_CHARACTERS } from './bounds';
import { faultsOf } from './compile';
import { nodesOf, promptFor } from './prompt';
import { type Step, TASKS } from './tasks';
import { NODE_NAMES, typeFileOf } from './typeFile';
import { writtenFor, type WrittenNode } from './written';

/* n8n's workflow builders read the whole type file of a node: it has to be short enough and sufficient. */

/** Two files, the task and the builder's own instructions, in 60,000 tokens of about four characters. */
const MOST_OF_A_PROMPT = 3.2 * MOST_CHARACTERS;

const sizes = NODE_NAMES.map((name) => [name, typeFileOf(name).length] as const);

test.each(sizes)(
	'the type file of %s has %i characters, and no more than are allowed',
	(node, characters) => {
		expect(characters).toBeGreaterThan(1_000);
		expect(excessOf(node)).toBeUndefined();
	},
);

test.each(operations.map((o) => [`${o.resource} ${o.name}`, o] as const))(
	'the type of %s has its own description, not that of another resource',
	(_, { resource, name, description }) => {
		const [block] = NODE_NAMES.flatMap((node) =>
			typeFileOf(node)
				.split('export type ')
				.filter((b) => b.includes(`resource: '${resource}';\n  operation: '${name}';`)),
		);
		expect(block).toContain(description);
	},
);

const own = (task: (typeof TASKS)[number]) =>
	task.steps.filter((step): step is Step => typeof step !== 'string');

test('there are twenty tasks', () => expect(TASKS).toHaveLength(20));

/** Required fields of a step's operation that have no default. */
const neededBy = ({ parameters }: Step): string[] => {
	const fields = operations.find(
		({ resource, name }) => resource === parameters.resource && name === parameters.operation,
	)?.fields;
	const isShown = ([other, values]: [string, unknown[]]) =>
		values.includes(parameters[other] ?? fields?.[other]?.default);
	return Object.entries(fields ?? {}).flatMap(([name, { group, control, showWhen, ...field }]) => {
		const hasDefault = control.kind !== 'locator' && field.default !== '';
		const isOptional = group !== undefined || field.optional || hasDefault;
		return isOptional || !Object.entries(showWhen ?? {}).every(isShown) ? [] : [name];
	});
};

test.each(TASKS.map((task) => [task.words, task] as const))(
	'the task "%s" is complete and its prompt fits',
	(_, task) => {
		expect(own(task).length).toBeGreaterThan(0);
		expect(promptFor(task).length).toBeLessThanOrEqual(MOST_OF_A_PROMPT);
		for (const step of own(task)) {
			expect(Object.keys(step.parameters)).toEqual(expect.arrayContaining(neededBy(step)));
		}
	},
);

test('each step compiles against the type file of its node', () => {
	for (const node of NODE_NAMES) {
		const steps = TASKS.filter((task) => nodesOf(task).includes(node)).flatMap((task) =>
			own(task).filter((step) => step.node === node),
		);
		expect([node, faultsOf(node, steps)]).toEqual([node, []]);
	}
});

const WRITTEN = Object.values(writtenFor({ folder: '/files', oldIccid: '89', newIccid: '89' }));

test('each node of the written workflows compiles against its type file', () => {
	const nodes = WRITTEN.flatMap((workflow): WrittenNode[] => workflow.nodes);
	for (const node of NODE_NAMES) {
		const steps = nodes.flatMap(({ type, parameters }) =>
			type === node ? [{ node, parameters }] : [],
		);
		expect([node, faultsOf(node, steps)]).toEqual([node, []]);
	}
});

test.each([
	['an unknown operation', { resource: 'endpoint', operation: 'getEverything' }],
	[
		'an unknown field',
		{ resource: 'endpoint', operation: 'get', endpointId: undefined, device: 'pump-17' },
	],
	['an invalid value', { resource: 'endpoint', operation: 'getAll', filters: { status: 7 } }],
	['a missing required field', { resource: 'sms', operation: 'send' }],
])('%s is a type error', (_, parameters) => {
	expect(faultsOf('cellularIot', [{ node: 'cellularIot', parameters }])).not.toEqual([]);
});
