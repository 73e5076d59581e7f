import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { rootDir } from '../../../demo/lib/paths';
import { exactly, type Figure } from '../../faults/figures';
import {
	type ChatMessage,
	type ChatRequest,
	completion,
	toolAnswers,
	toolCall,
} from '../../support/n8n/chatModel';
import { answerOn, jsonOf } from '../stage/listen';
import { during } from './fleet';
import type { Stage } from './stage';

/* The evaluation of an agent, by n8n's own evaluations on a data table, with a stub of a model. */

interface Question {
	question: string;
	expected_calls: string;
}
interface ExpectedCall {
	tool: string;
	args: Record<string, string | string[]>;
	about?: string;
}

const FILE = join(rootDir, 'examples', 'agent-evaluation.csv');
/** A question to which the stub answers at once, without the calls that are right. */
const MISTAKEN = 3;

/** A chat model stub that makes the expected calls one after the other, but for one question. */
function stubModel(questions: Question[]) {
	/** Answers of tools that are not about what the question names. */
	const astray: string[] = [];
	const say = (asked: ChatRequest): ChatMessage => {
		const said = asked.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
		const at = questions.findIndex(({ question }) => JSON.stringify(said).includes(question));
		const row = questions[at];
		if (!row || at === MISTAKEN) return { content: 'I do not know.' };
		const calls = JSON.parse(row.expected_calls) as ExpectedCall[];
		const answers = toolAnswers(asked);
		const done = answers.length;
		if (done > 0 && !answers[done - 1]!.includes(calls[done - 1]?.about ?? '')) {
			astray.push(`${row.question} ${answers[done - 1]}`);
		}
		const next = calls[done];
		if (!next) return { content: `It is done, by ${done} calls.` };
		const args = Object.entries(next.args).map(([name, value]) => [name, [value].flat()[0]]);
		return toolCall(next.tool, Object.fromEntries(args) as object);
	};
	return { answer: (asked: ChatRequest) => completion(say(asked)), astray };
}

const idOf = (id: string) => ({ __rl: true, mode: 'id', value: id });

/** All thirty questions: what n8n's evaluation counts, what it keeps of each, and what the service sees. */
export async function evaluation(stage: Stage): Promise<Figure[]> {
	const { api, create } = stage;
	const csv = readFileSync(FILE, 'utf8');
	const questions = parse<Question>(csv, { columns: true });
	const model = stubModel(questions);
	const server = await answerOn(async (asked) => model.answer(await jsonOf(asked)));
	try {
		const table = await api.importTable('agent evaluation', csv);
		const id = await create('agent-evaluation', {
			user: 'totp',
			parameters: {
				'Chat model': { model: idOf('stub') },
				'When fetching a dataset row': { dataTableId: idOf(table) },
				'Keep the answer': { dataTableId: idOf(table) },
			},
			others: { openAiApi: { apiKey: 'sk-none', url: `${server.url}/v1` } },
		});
		let run: Awaited<ReturnType<typeof api.evaluate>> | undefined;
		const { made } = await during(stage, async () => (run = await api.evaluate(id)));
		const { status, metrics, cases } = run!;
		const right = cases.filter(({ metrics: own }) => own?.calls_right === 1).length;
		const kept = await api.rowsOfTable(table);
		return [
			exactly(
				'evaluation: how it ended; questions',
				`completed; ${questions.length}`,
				`${status}; ${cases.length}`,
			),
			exactly('evaluation: questions with all of their calls', '29', String(right)),
			exactly(
				'evaluation: means of calls_right, calls_too_many',
				'0.967, 0',
				[metrics.calls_right, metrics.calls_too_many]
					.map((mean) => String(Number(Number(mean).toFixed(3))))
					.join(', '),
			),
			exactly('evaluation: answers of tools about another thing', '', model.astray.join(' | ')),
			exactly(
				'evaluation: answers kept in the data table',
				String(questions.length),
				String(kept.filter(({ answer, calls }) => Boolean(answer) && Boolean(calls)).length),
			),
			exactly('evaluation: changes of the service', '0', String(made.length)),
		];
	} finally {
		server.close();
	}
}
