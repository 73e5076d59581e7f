import 'reflect-metadata';
import { createInterface } from 'node:readline';
import { act, FAST, outcomeOf } from '../../faults/runs';
import { storeFor } from '../../support/n8n/n8n';
import { type Message, SEND } from './campaign';

/* One of several workers. Each input line is an execution; the outcome of each message is printed. */

export interface Execution {
	baseUrl: string;
	redisUrl: string;
	messages: Message[];
}

async function execute({ baseUrl, redisUrl, messages }: Execution) {
	const credentials = storeFor(baseUrl, { rates: { ...FAST, shareLimits: true, redisUrl } });
	const { items, errors, error } = await act(credentials, SEND, messages);
	if (error) throw error;
	const textOf = ({ pairedItem }: { pairedItem?: unknown }) =>
		messages[(pairedItem as { item: number }).item]!.text;
	return [
		...items.map((item) => [textOf(item), 'done']),
		...errors.map((item) => [textOf(item), outcomeOf(item)]),
	];
}

createInterface(process.stdin).on('line', (line) => {
	process.stdout.write('begun\n');
	void execute(JSON.parse(line) as Execution).then(
		(said) => process.stdout.write(`said ${JSON.stringify(said)}\n`),
		(error: unknown) => {
			process.stderr.write(String(error));
			process.exit(1);
		},
	);
});
