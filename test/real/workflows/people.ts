import { setTimeout as sleep } from 'node:timers/promises';
import { iccidOf, SERVICE_PROFILES, TARIFF_PROFILES, USERS } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { keepSecret } from '../../faults/secrets';
import {
	type ChatMessage,
	type ChatRequest,
	completion,
	toolAnswers,
	toolCall,
} from '../../support/n8n/chatModel';
import { until } from '../../support/until';
import { during, pick } from './fleet';
import { answerOn, jsonOf } from '../stage/listen';
import { ENTERPRISE, fleetOf, type Stage } from './stage';

/* Workflows with user interaction: forms and a chat, called like from a browser. */

/** The login of the forms. */
export const FORM_USER = { user: 'fleet', password: keepSecret('Form-Passw0rd-of-the-fleet') };
const LOGIN = {
	authorization: `Basic ${Buffer.from(Object.values(FORM_USER).join(':')).toString('base64')}`,
};

/** Posts to a workflow; n8n reports it as published before it listens. */
async function request(address: string, init: RequestInit): Promise<Response> {
	let answer = await fetch(address, { method: 'POST', ...init });
	for (let i = 0; answer.status === 404 && i < 60; i++) {
		await sleep(500);
		answer = await fetch(address, { method: 'POST', ...init });
	}
	return answer;
}

export async function post(address: string, init: RequestInit): Promise<string> {
	const answer = await request(address, init);
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${address}: ${answer.status} ${text.slice(0, 300)}`);
	return text;
}

/** Submits a form. @returns the address of its next page */
export async function submit(
	address: string,
	fields: Record<string, string | File>,
): Promise<string> {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields)) body.append(name, value);
	const { formWaitingUrl } = JSON.parse(await post(address, { body, headers: LOGIN })) as {
		formWaitingUrl?: string;
	};
	return formWaitingUrl ?? address;
}

/** The answer without the form's password. */
export const refused = async (address: string) => {
	const strangers = [{}, { authorization: `Basic ${Buffer.from('fleet:').toString('base64')}` }];
	const answers = strangers.map(
		async (headers) => (await request(address, { body: new FormData(), headers })).status,
	);
	return (await Promise.all(answers)).join(', ');
};

/** The page of a waiting form; n8n has no page while the workflow runs, so its state is checked first. */
export async function pageAt(address: string): Promise<string> {
	const state = new URL(address);
	state.pathname += '/n8n-execution-status';
	const isWaiting = async () => {
		const text = (await (await fetch(state)).text()).trim();
		if (['running', 'new', 'waiting', 'form-waiting'].includes(text))
			return text === 'form-waiting';
		throw new Error(`${address}: ${text}`);
	};
	await until(`${address} waits`, isWaiting, 300, 300);
	return await (await fetch(address)).text();
}

/** What a page says first. */
export const heading = (page: string): string => /<h1>(.*?)<\/h1>/.exec(page)?.[1] ?? '';

/** A file of three lines, one of them with an unknown SIM. */
export async function form(stage: Stage): Promise<Figure[]> {
	const { sim, publish, n8nUrl } = stage;
	const workflow = await publish('provision-by-form', {
		user: 'totp',
		others: { httpBasicAuth: FORM_USER },
		parameters: {
			'Create endpoints': {
				serviceProfileId: pick(SERVICE_PROFILES.standard),
				tariffProfileId: pick(TARIFF_PROFILES.standard),
			},
		},
	});
	const lines = [
		`gate-1,${iccidOf(1)},gates`,
		`gate-2,8900000000000000000,gates`,
		`gate-3,${iccidOf(3)},gates`,
	];
	const list = () =>
		new File([['name,iccid,tag', ...lines].join('\n')], 'devices.csv', { type: 'text/csv' });
	const upload = async () => {
		const next = await submit(`${n8nUrl}/form/new-devices`, { 'field-0': list() });
		return await pageAt(next);
	};
	const status = await refused(`${n8nUrl}/form/new-devices`);
	let page = '';
	const first = await during(stage, async () => (page = await upload()));
	let again = '';
	const second = await during(stage, async () => (again = await upload()));
	await workflow.end();
	const created = first.made.filter(({ kind }) => kind === 'endpoint.created');
	const names = created.map(({ endpointId }) => sim.store.endpoints.get(endpointId ?? 0)?.name);
	return [
		exactly('form: strangers', '401, 401', status),
		exactly('form: created', 'gate-1, gate-3', names.join(', ')),
		exactly('form: the page says', '2 of 3 created', heading(page)),
		exactly('form: the same list again', '0 of 3 created', heading(again)),
		exactly(
			'form: created by it',
			'0',
			String(second.made.filter(({ kind }) => kind === 'endpoint.created').length),
		),
	];
}

/** A mailed code, entered into the waiting page; then another run of the same form. */
export async function code(stage: Stage): Promise<Figure[]> {
	const { sim, publish, n8nUrl } = stage;
	const workflow = await publish('one-time-code', {
		user: 'mail',
		others: { httpBasicAuth: FORM_USER },
	});
	const open = async () => await submit(`${n8nUrl}/form/renew-the-login`, {});
	const status = await refused(`${n8nUrl}/form/renew-the-login`);
	const next = await open();
	const question = await pageAt(next);
	await submit(next, { 'field-0': sim.codeFor(USERS.mail.username) });
	const page = await pageAt(next);
	const user = sim.store.userByName(USERS.mail.username);
	const devices = [...sim.store.trustedDevices.values()];
	const trusted = devices.filter(({ userId }) => userId === user?.id).length;
	let secondPage = '';
	const again = await during(stage, async () => (secondPage = await pageAt(await open())));
	await workflow.end();
	const { effects } = sim.ledger();
	const verdict = (text: string) => /Login (not )?renewed|Enter the code/.exec(text)?.[0] ?? '';
	return [
		exactly('code: strangers', '401, 401', status),
		exactly(
			'code: the pages say',
			'Enter the code, Login renewed, Login renewed',
			[question, page, secondPage].map(verdict).join(', '),
		),
		exactly('code: trusted devices', '1', String(trusted)),
		exactly('code: changes by opening the form again', '0', String(again.made.length)),
		exactly(
			'code: the code is in no effect',
			'0',
			String(effects.filter((e) => JSON.stringify(e).includes('"code"')).length),
		),
	];
}

/** A chat model stub that finds a device, sends it an SMS, and reports the tools' answers. */
function stubModel(wanted: { device: string; message: string }) {
	const offered = new Map<string, string>();
	const say = (asked: ChatRequest): ChatMessage => {
		for (const { function: tool } of asked.tools ?? []) {
			offered.set(tool.name, tool.description ?? '');
		}
		const results = toolAnswers(asked);
		const last = String(results.at(-1));
		if (results.length === 0) return toolCall('Find_devices', { name: wanted.device });
		if (results.length === 1) {
			const endpoint = /"id":\s*(\d+)/.exec(last)?.[1] ?? 'none';
			return toolCall('Send_an_SMS', { endpoint, message: wanted.message });
		}
		return { content: /"sent":\s*true/.test(last) ? 'It was sent.' : `It was not sent: ${last}` };
	};
	return { answer: (asked: ChatRequest) => completion(say(asked)), offered };
}

/** `webhookId` of the chat. */
const CHAT = '5b0d6c1e-0f0b-4a6e-9d56-4d8f1f5d2a1a';

/** A user asks in plain language; a model stub calls the tools. */
export async function agent(stage: Stage): Promise<Figure[]> {
	const { publish, n8nUrl } = stage;
	// Not one of the first devices, which other tests make silent.
	const device = fleetOf(stage, ENTERPRISE)[50]!;
	const message = 'REPORT NOW';
	const model = stubModel({ device: device.name, message });
	const server = await answerOn(async (asked) => model.answer(await jsonOf(asked)));
	try {
		const workflow = await publish('ask-the-fleet', {
			user: 'trial',
			parameters: {
				'A question': { public: true },
				'Chat model': { model: { __rl: true, mode: 'id', value: 'stub' } },
			},
			others: { openAiApi: { apiKey: 'sk-none', url: `${server.url}/v1` } },
		});
		let answer = '';
		const { made } = await during(stage, async () => {
			answer = await post(`${n8nUrl}/webhook/${CHAT}/chat`, {
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify({
					action: 'sendMessage',
					sessionId: 'one',
					chatInput: `Tell ${device.name} to report.`,
				}),
			});
		});
		await workflow.end();
		const sent = made.filter(({ kind }) => kind === 'sms.sent');
		return [
			exactly(
				'agent: tools',
				'Check_connectivity, Find_devices, Send_an_SMS',
				[...model.offered.keys()].sort().join(', '),
			),
			exactly(
				'agent: what the model reads of Send an SMS',
				'costs, repeats, fields',
				[
					['costs', 'each part is billed'],
					['repeats', 'Each call does it again.'],
					['fields', 'Message (must be text that is not empty)'],
				]
					.filter(([, text]) => model.offered.get('Send_an_SMS')?.includes(text!))
					.map(([word]) => word)
					.join(', '),
			),
			exactly(
				'agent: SMS in the ledger',
				`${device.id} ${message}`,
				sent.map(({ endpointId, detail }) => `${endpointId} ${String(detail.payload)}`).join(' | '),
			),
			exactly(
				'agent: its answer',
				'It was sent.',
				(JSON.parse(answer) as { output?: string }).output ?? answer,
			),
		];
	} finally {
		server.close();
	}
}
