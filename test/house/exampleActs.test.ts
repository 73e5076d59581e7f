import { operationsOf } from '../../src/operations';
import type { Operation } from '../../src/table/define';
import { ACTION_NODES, type ActionNode } from '../support/n8n/actionNodes';
import { type Example, type ExampleNode, examples, followers } from './exampleFiles';

/* What the examples do where a run is repeated, or where a device decides how often they run. */

/** Why a repeated run does not repeat an operation that has no idempotency key in an example. */
const SAFE_WITHOUT_KEY: Record<string, string> = {
	'endpoint createMany': 'each endpoint gets a SIM, and the service refuses a SIM that has one',
	'euicc scheduleOperations': 'a second order to enable a profile leaves the same profile enabled',
	'dataStream restart': 'only a stream in error is restarted',
	'session requestCode': 'a person asks for a new code and enters the newest',
	'session verifyCode': 'a code is accepted once',
	'applicationToken create': 'the next run revokes older tokens',
};

/** The operation of a node; undefined for nodes of others, and for tools, which a model calls. */
function operationOf({ type, parameters }: ExampleNode): Operation | undefined {
	const [, node] = /\.(cellularIot(?:Admin|Account|Automation|Jobs)?)$/.exec(type) ?? [];
	if (node === undefined) return undefined;
	return operationsOf(ACTION_NODES[node as ActionNode].resources).find(
		({ resource, name }) => resource === parameters.resource && name === parameters.operation,
	);
}

const nameOf = ({ resource, name }: Operation): string => `${resource} ${name}`;
const keyOf = ({ parameters }: ExampleNode): string =>
	String((parameters.options as { idempotencyKey?: string } | undefined)?.idempotencyKey ?? '');

/** The nodes whose repetition happens twice. Jobs such as Apply a Table read first, and do what is left. */
const actingNodes = ({ nodes }: Example): ExampleNode[] =>
	nodes.filter((node) => operationOf(node)?.effect === 'act');

test.each(examples)('%s repeats nothing that it has done, where it is run again', (_, example) => {
	const unsafe = actingNodes(example).filter(
		(node) => keyOf(node) === '' && !(nameOf(operationOf(node)!) in SAFE_WITHOUT_KEY),
	);
	expect(unsafe.map(({ name }) => name)).toEqual([]);
});

test('each operation that needs no key is in an example', () => {
	const used = new Set(
		examples.flatMap(([, example]) =>
			actingNodes(example)
				.filter((node) => keyOf(node) === '')
				.map((node) => nameOf(operationOf(node)!)),
		),
	);
	expect(Object.keys(SAFE_WITHOUT_KEY).filter((name) => !used.has(name))).toEqual([]);
});

test.each(examples)('%s names in each key for which device it is', (_, example) => {
	const constant = example.nodes.filter(
		(node) => keyOf(node) !== '' && !/\.(id|endpoint|endpoint_id|iccid)\b/.test(keyOf(node)),
	);
	expect(constant.map(({ name }) => name)).toEqual([]);
});

/** A day, or an hour, in an expression: cut from a moment. */
const PERIOD = /\.slice\(0, 1[03]\)|\.toISODate\(\)/;

test.each(examples)('%s acts at most once a period on what a device causes', (_, example) => {
	const triggers = example.nodes.filter(({ type }) => /\.cellularIot\w*Trigger$/.test(type));
	const caused = new Set(triggers.flatMap(({ name }) => [...followers(example, name)]));
	const endless = actingNodes(example).filter(
		(node) => caused.has(node.name) && !PERIOD.test(keyOf(node)),
	);
	expect(endless.map(({ name }) => name)).toEqual([]);
});

test.each(examples)('%s acts at most once a period where a schedule repeats it', (_, example) => {
	const triggers = example.nodes.filter(({ type }) => type.endsWith('.scheduleTrigger'));
	const caused = new Set(triggers.flatMap(({ name }) => [...followers(example, name)]));
	const endless = actingNodes(example).filter(
		(node) =>
			caused.has(node.name) &&
			!(nameOf(operationOf(node)!) in SAFE_WITHOUT_KEY) &&
			!PERIOD.test(keyOf(node)),
	);
	expect(endless.map(({ name }) => name)).toEqual([]);
});

/** n8n keeps a wait that is shorter in its memory, where it ends with the process. Seconds. */
const SHORTEST_STORED_WAIT = 65;
const UNIT_SECONDS: Record<string, number> = {
	seconds: 1,
	minutes: 60,
	hours: 3_600,
	days: 86_400,
};

test.each(examples)('%s waits in n8n’s database, wherever it waits', (_, { nodes }) => {
	const short = nodes
		.filter(({ type }) => type.endsWith('.wait'))
		.filter(({ parameters: { amount = 5, unit = 'seconds' } }) => {
			return Number(amount) * UNIT_SECONDS[String(unit)]! < SHORTEST_STORED_WAIT;
		});
	expect(short.map(({ name }) => name)).toEqual([]);
});
