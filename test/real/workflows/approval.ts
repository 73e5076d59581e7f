import { exactly, type Figure } from '../../faults/figures';
import {
	type ChatMessage,
	type ChatRequest,
	completion,
	toolAnswers,
	toolCall,
} from '../../support/n8n/chatModel';
import { until } from '../../support/until';
import { requested, tag } from './fleet';
import { answerOn, jsonOf } from '../stage/listen';
import { openMailbox, press } from './mailbox';
import { post } from './people';
import { ENTERPRISE, fleetOf, type Stage } from './stage';

/* A suspension that a person approves or declines by email. */

/** `webhookId` of the chat. */
const CHAT = '5b0d6c1e-0f0b-4a6e-9d56-4d8f1f5d2a20';

/** A model stub that suspends the requested SIM and reports the result. */
function say(request: ChatRequest): ChatMessage {
	const results = toolAnswers(request);
	if (results.length > 0) return { content: results.at(-1)! };
	const asked = request.messages.map(({ content }) => JSON.stringify(content)).join(' ');
	const sim = /\d{19,20}/.exec(asked)?.[0] ?? 'none';
	return toolCall('Suspend_a_SIM', { toolParameters: { sim }, hitlParameters: {} });
}

export async function approval(stage: Stage): Promise<Figure[]> {
	const { sim, api, create, n8nUrl } = stage;
	const [approved, declined, other] = fleetOf(stage, ENTERPRISE)
		.slice(60, 63)
		.map((endpoint) => {
			return { endpoint, card: sim.store.sims.get(endpoint.simId!)! };
		});
	const id = 9_700;
	sim.store.tags.set(id, { id, organisationId: ENTERPRISE, name: 'agents', colorId: 1 });
	for (const { endpoint } of [approved!, declined!]) tag(endpoint, [...endpoint.tagIds, id]);
	const model = await answerOn(async (request) => completion(say(await jsonOf(request))));
	const box = await openMailbox();
	try {
		const workflow = await create('suspend-on-approval', {
			user: 'trial',
			parameters: {
				'A question': { public: true },
				'Chat model': { model: { __rl: true, mode: 'id', value: 'stub' } },
			},
			others: {
				openAiApi: { apiKey: 'sk-none', url: `${model.url}/v1` },
				smtp: { host: '127.0.0.1', port: box.port, secure: false, disableStartTls: true },
			},
		});
		await api.activateWorkflow(workflow);
		const from = sim.ledger().effects.length;
		// Streams of other examples keep pushing.
		const effects = () => requested(sim.ledger().effects.slice(from));
		const before: number[] = [];
		const said: string[] = [];
		/** Asks, clicks the button in the email, and returns the agent's final answer. */
		const ask = async (number: number, iccid: string, pressed: boolean) => {
			const known = (await api.listExecutions(workflow)).map((execution) => execution.id);
			const chat = post(`${n8nUrl}/webhook/${CHAT}/chat`, {
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify({
					action: 'sendMessage',
					sessionId: `s${number}`,
					chatInput: `Suspend the SIM ${iccid}.`,
				}),
			}).catch(String);
			const mail = await box.mail(number);
			before.push(effects().length);
			/** Waits until the execution has one of these states. */
			const reached = async (...states: string[]) => {
				const hasReached = async () => {
					const own = (await api.listExecutions(workflow)).find(
						(execution) => !known.includes(execution.id),
					);
					return own && states.includes(own.status) && own.status;
				};
				return await until(states.join(' or '), hasReached, 300, 300);
			};
			// The email is sent a moment before the execution waits.
			await reached('waiting');
			await press(mail, pressed);
			said.push(await chat);
			const state = await reached('success', 'error');
			return { mail, state };
		};
		const runs = [
			await ask(1, approved!.card.iccid, true),
			await ask(2, declined!.card.iccid, false),
			await ask(3, other!.card.iccid, true),
		];
		await api.deactivateWorkflow(workflow);
		const made = effects().map(({ kind, simId }) => `${kind} ${simId}`);
		return [
			exactly(
				'approval: executions',
				'success, success, success',
				runs.map(({ state }) => state).join(', '),
			),
			exactly(
				'approval: what the chat answers meanwhile',
				Array(3).fill('No item to return was found').join(', '),
				said.map((text) => /"message":"([^"]*)"/.exec(text)?.[1] ?? text).join(', '),
			),
			exactly('approval: changes before a person pressed', '0, 1, 1', before.join(', ')),
			exactly(
				'approval: the mail names the SIM',
				'true',
				String(runs[0]!.mail.includes(approved!.card.iccid)),
			),
			exactly(
				'approval: of one approved, one declined and one approved but not allowed',
				`sim.suspended ${approved!.card.id}`,
				made.join(', '),
			),
		];
	} finally {
		model.close();
		box.close();
	}
}
