import '../../faults/resolve';
import 'reflect-metadata';
import { start } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { say } from '../../faults/secrets';
import { runSuite } from '../../faults/suite';
import { runAgent, type Tool } from '../../support/n8n/agent';
import type { ChatMessage, ChatRequest } from '../../support/n8n/chatModel';
import { answerOn, jsonOf } from '../stage/listen';
import { jobs } from './jobs';
import { answer } from './model';
import { spain } from './spain';
import { shown, type Task, tasksFor, TOOLS } from './tasks';

/** Maximum turns of a conversation. */
const MOST_TURNS = 4;

/** The final answer of an agent with these tools for a task, and its number of calls. */
async function work(url: string, model: string, task: Task) {
	const toolCalls: string[] = [];
	const talk = async (tools: Record<string, Tool>) => {
		const messages: object[] = [{ role: 'user', content: JSON.stringify(task) }];
		const offered = Object.values(tools).map(({ name, description, schema }) => ({
			type: 'function',
			function: { name, description, parameters: { type: 'object', properties: schema.shape } },
		}));
		for (let turn = 0; turn < MOST_TURNS; turn++) {
			const body = JSON.stringify({ model: 'stub', messages, tools: offered });
			const response = await fetch(`${model}/v1/chat/completions`, { method: 'POST', body });
			const { choices } = (await response.json()) as { choices: Array<{ message: ChatMessage }> };
			const { message } = choices[0]!;
			const [call] = message.tool_calls ?? [];
			if (!call) return;
			const told = await tools[call.function.name]!.invoke(
				JSON.parse(call.function.arguments) as object,
			);
			toolCalls.push(told);
			messages.push({ role: 'assistant', ...message });
			messages.push({ role: 'tool', tool_call_id: call.id, content: told });
		}
	};
	const error = await runAgent(url, { [task.tool]: TOOLS[task.tool]! }, talk);
	return { calls: toolCalls, error };
}

/** The number of the call, from 1, that completed the task; undefined when none did. */
function rightCall(task: Task, toolCalls: string[]): number | undefined {
	const isRight = (told: string) => {
		if (task.found !== undefined)
			return [`"id":${task.found}`, `"endpoint_id":${task.found}`].some((id) => told.includes(id));
		const outcome = task.effects.length > 0 ? 'done' : 'dryRun';
		return told.includes(`"outcome":"${outcome}"`);
	};
	const index = toolCalls.findIndex(isRight);
	return index < 0 ? undefined : index + 1;
}

async function calls(count: number): Promise<Figure[]> {
	const sim = await start({ limits: false, seed: { endpoints: count * 1.25 } });
	const model = await answerOn(async (request) => answer(await jsonOf<ChatRequest>(request)));
	const tasks = tasksFor(sim, count);
	const slips = tasks.filter(({ slip }) => slip);
	const found = { wrong: 0, missing: 0, aborted: 0, first: 0, second: 0, largest: 0 };
	for (const task of tasks) {
		const from = sim.ledger().effects.length;
		const { calls: told, error } = await work(sim.url, model.url, task);
		const made = sim.ledger().effects.slice(from).map(shown);
		const right = rightCall(task, told);
		const wrong =
			made.filter((call) => !task.effects.includes(call)).length +
			Math.max(0, made.length - task.effects.length);
		found.wrong += wrong;
		found.aborted += error ? 1 : 0;
		found.missing += right !== undefined && made.length < task.effects.length ? 1 : 0;
		if (!task.slip && right === 1) found.first += 1;
		if (task.slip && (right ?? 3) <= 2) found.second += 1;
		found.largest = Math.max(found.largest, ...told.map(({ length }) => length));
		if (wrong > 0 || error || (right ?? 3) > 2) {
			say(
				`  ${JSON.stringify(task)}: ${made.join(', ')} ${error?.message ?? told.join(' | ').slice(0, 600)}`,
			);
		}
	}
	model.close();
	await sim.close();
	const share = (100 * found.second) / slips.length;
	return [
		exactly('calls', String(count), String(tasks.length)),
		{
			name: 'of them empty, wrong or ambiguous',
			wanted: '12 % or more',
			got: `${((100 * slips.length) / tasks.length).toFixed(1)} %`,
			held: slips.length >= 0.12 * tasks.length,
		},
		exactly('wrong effects, by the ledger', '0', String(found.wrong)),
		exactly('effects that are told but not in the ledger', '0', String(found.missing)),
		exactly('aborted runs', '0', String(found.aborted)),
		exactly('right at the first call', `${tasks.length - slips.length}`, String(found.first)),
		{
			name: 'of the others right at the second at the latest',
			wanted: '95 % or more',
			got: `${share.toFixed(1)} %`,
			held: share >= 95,
		},
		{
			name: 'characters of the longest answer',
			wanted: 'at most 30,000',
			got: String(found.largest),
			held: found.largest <= 30_000,
		},
	];
}

/*
 * `npm run test:agents`: an agent with a model stub calls the nodes; `-- --quick` less often.
 */
void runSuite(({ of }) => ({
	calls: async () => await calls(of(1000, 200)),
	spain: async () => await spain(2000),
	jobs: async () => await jobs(of(40, 10)),
}));
