import { setTimeout as pause } from 'node:timers/promises';
import type { Execution, WorkflowJson } from '../../../demo/lib/api';
import { installN8n } from '../../../demo/lib/install';
import { findNode } from '../../../demo/lib/node';
import { APPLICATION_TOKENS, type SimulatorHandle } from '../../../simulator';
import type { Figure } from '../../faults/figures';
import { FAST, withSimulator } from '../../faults/runs';
import { say } from '../../faults/secrets';
import { RealN8n } from '../triggers/instance';
import { figuresOf, type Message, messagesTo, SEND, type Size, type Verdicts } from './campaign';

/* Idempotency keys in n8n's own database: a campaign in a real n8n, which is killed and restarted. */

/** Maximum keys that a run has claimed but not sent, or sent but not recorded. */
const UNDER_WAY = 200;

const position = (x: number): [number, number] => [x, 0];

/** The workflow itself contains the messages, so that each run has the same. */
const workflowOf = (
	messages: Message[],
	credential: { id: string; name: string },
): WorkflowJson => {
	const nodes = [
		{
			id: 'start',
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: position(0),
			parameters: {},
		},
		{
			id: 'messages',
			name: 'Messages',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			position: position(200),
			parameters: { jsCode: `return ${JSON.stringify(messages)}.map((json) => ({ json }));` },
		},
		{
			id: 'send',
			name: 'Send',
			type: 'n8n-nodes-cellular-iot.cellularIot',
			typeVersion: 1,
			position: position(400),
			parameters: { authentication: 'cellularIotTokenApi', ...SEND },
			credentials: { cellularIotTokenApi: credential },
			onError: 'continueErrorOutput',
		},
	];
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		name: 'Campaign',
		nodes,
		connections: { Start: to('Messages'), Messages: to('Send') },
		settings: { executionOrder: 'v1' },
	};
};

const sentBy = (sim: SimulatorHandle) =>
	sim.ledger().effects.filter(({ kind }) => kind === 'sms.sent').length;

/** The outcomes of an execution's messages. */
function saidBy(execution: Execution, messages: Message[]): Verdicts {
	const said: Verdicts = new Map();
	const textAt = (item: object) => {
		const { pairedItem } = item as { pairedItem?: { item: number } };
		return messages[pairedItem!.item]!.text;
	};
	const [done = [], failed = []] = execution.data.resultData.runData.Send?.[0]?.data?.main ?? [];
	for (const item of done ?? []) said.set(textAt(item), 'done');
	for (const item of failed ?? []) {
		const { details } = item.json as { details?: { outcome?: string } };
		said.set(textAt(item), String(details?.outcome));
	}
	return said;
}

/** Sends with keys in n8n's database, killed at random moments and rerun completely. */
export const keysInN8n = async (size: Size): Promise<Figure[]> =>
	await withSimulator({ seed: { endpoints: 1_000 } }, async (sim) => {
		await installN8n(findNode());
		const n8n = await RealN8n.start({ DB_TYPE: 'sqlite' });
		try {
			const messages = messagesTo(sim, size.sends);
			const credential = await n8n.api.createCredential('Service', 'cellularIotTokenApi', {
				...FAST,
				baseUrl: sim.url,
				applicationToken: APPLICATION_TOKENS.reseller,
			});
			const id = await n8n.api.createWorkflow(workflowOf(messages, credential));
			for (let kills = 0; kills < size.kills; kills++) {
				await n8n.api.runWorkflow(id, 'Start');
				// At a random point of this kill's part of the campaign.
				const before = sentBy(sim);
				const enough = before + Math.random() * ((size.sends - before) / (size.kills - kills));
				const until = performance.now() + 60_000;
				while (sentBy(sim) < enough && performance.now() < until) await pause(5);
				await n8n.restart('SIGKILL');
				say(`  ${kills + 1} of ${size.kills} kills, ${sentBy(sim)} of ${size.sends} sent`);
			}
			const last = await n8n.api.runWorkflow(id, 'Start');
			const execution = await n8n.api.waitForExecution(last, 600_000);
			const said = saidBy(execution, messages);
			const most = UNDER_WAY * size.kills;
			return figuresOf("keys in n8n's database", sim, size, messages, said, most);
		} finally {
			await n8n.stop();
		}
	});
