import assert from 'node:assert/strict';
import type { WorkflowNode } from '../../../../../demo/lib/api';
import { control } from '../../../../../demo/lib/everyEvent';
import {
	type ChatMessage,
	type ChatRequest,
	completion,
	toolAnswers,
	toolCall,
} from '../../../../support/n8n/chatModel';
import { answerOn, jsonOf } from '../../../stage/listen';
import { workflowOf } from '../../../stage/workflows';
import { openMailbox, smtpOf } from '../../../workflows/mailbox';
import { type Editor, node, ours } from '../../editor';
import type { Journey } from '../../journey';
import type { Credential } from '../../stage';
import { clickInMail, openCanvas, reached } from './canvas';
import { told, withService } from './service';

/* An agent in n8n's chat, which tells why devices are offline, and acts only when a person has approved it. */

const LANGCHAIN = '@n8n/n8n-nodes-langchain';
const DAY_MS = 86_400_000;

const ai = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;

/** A node of this package as a tool. */
const tool = (token: Credential, name: string, parameters: Record<string, unknown>) => {
	const own = ours(token, name, parameters);
	return { ...own, type: `${own.type}Tool` };
};

/** What the agent may do: tell, describe an SMS, and activate a SIM after a question to a person. */
const tools = (token: Credential): WorkflowNode[] => [
	tool(token, 'Offline devices', {
		resource: 'endpoint',
		operation: 'getAll',
		returnAll: false,
		limit: 20,
		filters: { offlineSince: '={{ $now.minus({ days: 1 }).toISO() }}' },
		options: { addToEach: ['diagnosis'] },
	}),
	tool(token, 'Send an SMS', {
		resource: 'sms',
		operation: 'send',
		endpointId: { __rl: true, mode: 'id', value: ai('endpoint') },
		payload: ai('message'),
	}),
	tool(token, 'Activate a SIM', {
		resource: 'sim',
		operation: 'update',
		simId: { __rl: true, mode: 'id', value: ai('sim') },
		status: 1,
		mode: { allowStakes: true },
	}),
];

interface Accounts {
	token: Credential;
	model: Credential;
	smtp: Credential;
}

/** The agent, its tools, and a person between it and the tool that acts. */
function agentWorkflow({ token, model, smtp }: Accounts) {
	const [offline, sms, activate] = tools(token) as [WorkflowNode, WorkflowNode, WorkflowNode];
	const more = (typeVersion: number, rest: object = {}) => ({ typeVersion, ...rest });
	const row = [
		node(
			'A question',
			`${LANGCHAIN}.chatTrigger`,
			{ options: {} },
			more(1.1, { webhookId: 'ask' }),
		),
		node('Agent', `${LANGCHAIN}.agent`, { options: {} }, more(3)),
		node(
			'Chat model',
			`${LANGCHAIN}.lmChatOpenAi`,
			{ model: { __rl: true, mode: 'id', value: 'stub' }, options: {} },
			more(1.2, { credentials: { openAiApi: model } }),
		),
		node(
			'Ask for approval',
			'n8n-nodes-base.emailSendHitlTool',
			{
				message: '=The agent wants to activate the SIM {{ $tool.parameters.sim }}.',
				fromEmail: 'fleet@example.test',
				toEmail: 'owner@example.test',
				subject: 'Activate a SIM?',
				approvalOptions: { values: { approvalType: 'double' } },
				options: { appendAttribution: false },
			},
			more(2.1, { webhookId: 'approve', credentials: { smtp } }),
		),
		offline,
		sms,
		activate,
	];
	const to = (target: string, type: string) => ({ [type]: [[{ node: target, type, index: 0 }]] });
	return {
		...workflowOf(
			'Why are they offline?',
			row.map((each, i) => (i < 2 ? each : { ...each, position: [200 * i - 400, 300] })),
		),
		connections: {
			'A question': to('Agent', 'main'),
			'Chat model': to('Agent', 'ai_languageModel'),
			[offline.name]: to('Agent', 'ai_tool'),
			[sms.name]: to('Agent', 'ai_tool'),
			'Ask for approval': to('Agent', 'ai_tool'),
			[activate.name]: to('Ask for approval', 'ai_tool'),
		},
	};
}

/** All reasons in the answer of a tool. */
const reasonsIn = (answer: string): string =>
	[...answer.matchAll(/"diagnosis_reason":"([^"]*)"/g)].map(([, reason]) => reason).join(' ');

/**
 * A model that does more than it was asked to: it also wants to send an SMS to a device that is offline. It calls
 * the tool that activates a SIM when the message of the person names one.
 */
function say(request: ChatRequest): ChatMessage {
	const { content } = request.messages.findLast(({ role }) => role === 'user')!;
	const asked = JSON.stringify(content);
	const answers = toolAnswers(request);
	const [sim] = /\d{19,20}/.exec(asked) ?? [];
	if (sim !== undefined) {
		const called = toolCall('Activate_a_SIM', { toolParameters: { sim }, hitlParameters: {} });
		return answers.length === 0 ? called : { content: answers.at(-1)! };
	}
	const [first, second] = answers;
	if (first === undefined) return toolCall('Offline_devices', {});
	const [, endpoint] = /"id":(\d+)/.exec(first) ?? [];
	if (second === undefined) return toolCall('Send_an_SMS', { endpoint, message: 'wake up' });
	const [, outcome] = /"outcome":"(\w+)"/.exec(second) ?? [];
	return { content: `${reasonsIn(first)} SMS: ${outcome}.` };
}

/** Types a message into n8n's chat below the canvas. */
async function write(editor: Editor, message: string): Promise<void> {
	await editor.click(editor.page.getByTestId('canvas-chat').locator('textarea'));
	await editor.page.keyboard.type(message);
	await editor.press('Enter');
}

/** Waits for an answer in that chat. */
const reads = async (editor: Editor, pattern: RegExp) =>
	await editor.page.getByTestId('canvas-chat').filter({ hasText: pattern }).waitFor();

/** Waits for an answer in the logs beside it: the chat itself shows none when a person was asked in between. */
const readsInLogs = async (editor: Editor, pattern: RegExp) =>
	await editor.page.getByText(pattern).filter({ visible: true }).first().waitFor();

export const agent: Journey[] = [
	{
		name: 'whole job: an agent tells which devices are offline and why; what acts waits for a person, once for each call',
		async run(stage, editor) {
			const { api } = stage;
			const box = await openMailbox();
			const server = await answerOn(async (request) => completion(say(await jsonOf(request))));
			await withService(stage, 5, async ({ service, token, fleet, made }) => {
				const [suspended, lost, ...fine] = fleet;
				const at = service.clock.now() - 3 * DAY_MS;
				for (const { id } of fine)
					await control(service, 'connection', { endpointId: id, kind: 'open' });
				for (const { id } of [suspended!, lost!]) service.connect(id, { kind: 'purge', at });
				const card = service.store.sims.get(suspended!.simId!)!;
				card.statusId = 2;
				for (const { id } of [suspended!, lost!])
					service.store.plannedUsage.set(id, { isMadeUp: false });
				service.store.touch();
				const accounts = {
					token,
					model: await api.createCredential('Chat model', 'openAiApi', {
						apiKey: 'sk-none',
						url: `${server.url}/v1`,
					}),
					smtp: await api.createCredential('Mail', 'smtp', smtpOf(box).smtp),
				};
				const id = await api.createWorkflow(agentWorkflow(accounts));
				await openCanvas(editor, id, 'Agent');
				editor.countFrom();
				await editor.click(editor.page.getByTestId('workflow-chat-button').first());
				await write(editor, 'Which devices are offline, and why?');
				await reads(editor, new RegExp(`The SIM of ${suspended!.name} is suspended`));
				await reads(editor, new RegExp(`${lost!.name} is lost`));
				await reads(editor, /SMS: dryRun\./);
				assert.deepEqual(made(), [], 'an answer changes nothing');

				const review = async (number: number, button: string, outcome: RegExp) => {
					await write(editor, `Activate the SIM ${card.iccid}`);
					const mail = await box.mail(number);
					assert.match(mail, new RegExp(card.iccid));
					await reached(stage, id, number + 1, 'waiting');
					await clickInMail(stage, editor, mail, button);
					await reached(stage, id, number + 1, 'success');
					await readsInLogs(editor, outcome);
				};
				await review(1, 'Decline', /User rejected the tool call to Activate a SIM/);
				assert.deepEqual(made(), [], 'a declined call changes nothing');
				await review(2, 'Approve', /\\?"outcome\\?":\\?"done/);
				assert.deepEqual(told(made()), [`sim.activated ${suspended!.id}`]);
				editor.within(6);
			}).finally(() => {
				server.close();
				box.close();
			});
		},
	},
];
