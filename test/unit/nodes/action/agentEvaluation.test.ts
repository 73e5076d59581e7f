import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type { INodeParameters } from 'n8n-workflow';
import { examples } from '../../../house/exampleFiles';
import { answerOf, runAgent, type Tool } from '../../../support/n8n/agent';
import { simulated } from '../../../support/simulator';

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/*
 * The set of questions for n8n's evaluations, with a stub in place of the model: the calls that it expects are ones
 * that the tools of the example take, about the devices that the questions name, and the example judges them rightly.
 */

const sim = simulated({ seed: { endpoints: 60 } }, 'kept');

const [, example] = examples.find(([file]) => file === 'agent-evaluation.json')!;

interface ExpectedCall {
	tool: string;
	/** Values by the fields of the tool; any of a list is right. */
	args: Record<string, string | string[]>;
	/** The ID that the answer of the tool holds, where it is about one thing. */
	about?: string;
}
interface Question {
	question: string;
	expected_calls: string;
}
/** What the agent of n8n gives with its answer, of each call. */
interface Step {
	action: { tool: string; toolInput: Record<string, string> };
}

/** The rows of a CSV file, by RFC 4180. */
function rowsOf(csv: string): string[][] {
	const cells = csv.matchAll(/("(?:[^"]|"")*"|[^,\n]*)(,|\n|$)/g);
	const rows: string[][] = [[]];
	for (const [, cell = '', end] of cells) {
		rows.at(-1)!.push(cell.replace(/^"|"$/g, '').replaceAll('""', '"'));
		if (end === '\n') rows.push([]);
	}
	return rows.filter((row) => row.some((cell) => cell !== ''));
}

const FILE = join(__dirname, '../../../../examples/agent-evaluation.csv');
const [head = [], ...lines] = rowsOf(readFileSync(FILE, 'utf8'));
const questions = lines.map(
	([question = '', expected = '']): Question => ({ question, expected_calls: expected }),
);
const callsOf = (row: Question) => JSON.parse(row.expected_calls) as ExpectedCall[];

/** The tools of the example, under the names that the model gets. */
const tools: Record<string, INodeParameters> = Object.fromEntries(
	example.nodes
		.filter(({ type }) => /\.cellularIot\w*Tool$/.test(type))
		.map(({ name, parameters }) => [name.replaceAll(' ', '_'), parameters as INodeParameters]),
);

/** Tools that change something, which the example does not allow. */
const DRY_RUNS = ['Delete_a_device', 'Send_an_SMS', 'Suspend_a_SIM'];

/** The metrics that the example computes for an answer of the agent. */
function judged(row: Question, steps: Step[]) {
	const { jsCode } = example.nodes.find(({ name }) => name === 'Judge the calls')!.parameters;
	const first = (json: object) => ({ first: () => ({ json }) });
	const [{ json } = { json: {} }] = new Script(`(() => {${String(jsCode)}})()`).runInNewContext({
		$: () => first(row),
		$input: first({ output: 'It is done.', intermediateSteps: steps }),
	}) as Array<{ json: Record<string, unknown> }>;
	return json;
}

/** A stub of a model that makes the expected calls, each with the `choice`-th of its right values. */
const stepsOf = (row: Question, choice = 0): Step[] =>
	callsOf(row).map(({ tool, args }) => {
		const given = Object.entries(args).map(([name, value]) => {
			const values = [value].flat();
			return [name, values[choice % values.length]!];
		});
		return { action: { tool, toolInput: Object.fromEntries(given) as Record<string, string> } };
	});

test('there are thirty questions, each once, and columns for what comes of them', () => {
	expect(questions).toHaveLength(30);
	expect(new Set(questions.map(({ question }) => question)).size).toBe(30);
	expect(head).toEqual(['question', 'expected_calls', 'answer', 'calls']);
});

test('every tool of the example is expected by a question', () => {
	const expected = new Set(questions.flatMap((row) => callsOf(row).map(({ tool }) => tool)));
	expect([...expected].sort()).toEqual(Object.keys(tools).sort());
});

test.each([0, 1, 2])(
	'the tools take the expected calls, answer about the device that was meant, and change nothing (values %i)',
	async (choice) => {
		const wrong: string[] = [];
		const before = sim.ledger().effects.length;
		const error = await runAgent(sim.url, tools, async (offered: Record<string, Tool>) => {
			for (const row of questions) {
				const expected = callsOf(row);
				for (const [i, { action }] of stepsOf(row, choice).entries()) {
					const told = await offered[action.tool]!.invoke(action.toolInput);
					const outcome = DRY_RUNS.includes(action.tool) ? 'dryRun' : 'done';
					const isAbout = told.includes(expected[i]!.about ?? '');
					if (answerOf(told).outcome !== outcome || !isAbout) wrong.push(`${row.question} ${told}`);
				}
			}
		});
		expect(error).toBeUndefined();
		expect(wrong).toEqual([]);
		expect(sim.ledger().effects).toHaveLength(before);
	},
);

test.each(questions.map((row) => [row.question, row] as const))(
	'"%s" is judged by its calls',
	(_, row) => {
		const steps = stepsOf(row);
		const other: Step = { action: { tool: 'Delete_a_device', toolInput: { endpoint: '10050' } } };
		expect(judged(row, steps)).toMatchObject({ calls_right: 1, calls_too_many: 0 });
		expect(judged(row, stepsOf(row, 1))).toMatchObject({ calls_right: 1, calls_too_many: 0 });
		expect(judged(row, [...steps, other])).toMatchObject({ calls_too_many: 1 });
		if (steps.length === 0) {
			expect(judged(row, [other])).toMatchObject({ calls_right: 0, calls_too_many: 1 });
			return;
		}
		expect(judged(row, [])).toMatchObject({ calls_right: 0, calls_too_many: 0 });
		const elsewhere = steps.map(({ action: { tool, toolInput } }): Step => {
			const given = Object.keys(toolInput).map((name) => [name, 'device-000059']);
			return { action: { tool, toolInput: Object.fromEntries(given) as Record<string, string> } };
		});
		expect(judged(row, elsewhere)).toMatchObject({ calls_right: 0 });
	},
);

test('what the agent looks up before its call counts neither way', () => {
	const row = questions.find(({ question }) => question.startsWith('Is device-000009 online'))!;
	const lookUp: Step = { action: { tool: 'Find_devices', toolInput: { name: 'device-000009' } } };
	expect(judged(row, [lookUp, ...stepsOf(row)])).toMatchObject({
		calls_right: 1,
		calls_too_many: 0,
	});
});
