import { randomBytes } from 'node:crypto';
import { type Execution, outputOf } from '../../../demo/lib/api';
import { control } from '../../../demo/lib/everyEvent';
import { SERVICE_PROFILES } from '../../../simulator';
import type { Endpoint } from '../../../simulator/endpoints/entities';
import { exactly, type Figure } from '../../faults/figures';
import { until } from '../../support/until';
import { pick } from './fleet';
import { listen } from '../stage/listen';
import { fleetOf, RESELLER, settings, type Stage } from './stage';

/* Asks devices, which may be silent; their replies arrive through a separate workflow. */

/** The behaviour of a device, and the expected result. */
interface Device {
	name: string;
	/** Replies to the first question and to the question after the reset. */
	answers: [boolean, boolean];
	connectivity: Endpoint['connectivity'];
	minutes: number;
	wanted: string;
}

const DEVICES: Device[] = [
	{
		name: 'one that answers',
		answers: [true, false],
		connectivity: 'ONLINE',
		minutes: 10,
		wanted: '1 SMS, 0 resets; ends at Answered with "OK 1"; tickets: none',
	},
	{
		name: 'one that stays silent',
		answers: [false, false],
		connectivity: 'ONLINE',
		minutes: 0.1,
		wanted:
			'2 SMS, 1 resets; ends at Open a ticket; Ask: noReply; Ask again: noReply; tickets: noReply (delivered)',
	},
	{
		name: 'one that is away',
		answers: [false, false],
		connectivity: 'OFFLINE',
		minutes: 0.1,
		wanted:
			'2 SMS, 1 resets; ends at Open a ticket; Ask: timedOut; Ask again: timedOut; tickets: timedOut (pending)',
	},
	{
		name: 'one that answers after its reset',
		answers: [false, true],
		connectivity: 'ONLINE',
		minutes: 0.5,
		wanted:
			'2 SMS, 1 resets; ends at Answered after the reset with "OK 2"; Ask: noReply; tickets: none',
	},
];

/** Far longer than any step of a conversation takes, in seconds. */
const LONGEST_S = 900;

/** The output items for a question without a reply, and the last node. */
function courseOf(execution: Execution): string {
	const { lastNodeExecuted = 'nothing', error } = execution.data.resultData;
	if (error) return `failed at ${lastNodeExecuted}: ${error.message}`;
	const last = outputOf(execution, lastNodeExecuted).map(({ reply }) => reply);
	const silent = ['Ask', 'Ask again'].flatMap((node) =>
		[1, 2].flatMap((output) =>
			outputOf(execution, node, output).map(({ outcome }) => `${node}: ${String(outcome)}`),
		),
	);
	const said = typeof last[0] === 'string' ? ` with ${JSON.stringify(last[0])}` : '';
	return [`ends at ${lastNodeExecuted}${said}`, ...silent].join('; ');
}

export async function ask(stage: Stage): Promise<Figure[]> {
	const { sim, api, create, publish } = stage;
	const fleet = fleetOf(stage, RESELLER).filter(({ simId }) => simId !== null);
	const endpoints = fleet.slice(200, 200 + DEVICES.length);
	for (const [place, endpoint] of endpoints.entries()) {
		const { connectivity } = DEVICES[place]!;
		Object.assign(endpoint, { connectivity, serviceProfileId: SERVICE_PROFILES.metered });
		await control(sim, 'quota', { endpointId: endpoint.id, volume: 50 });
	}
	sim.store.touch();
	const desk = await listen<{ endpoint: number; outcome: string; sms_status: string }>();
	const secret = randomBytes(32).toString('hex');
	const inbox = await publish('two-way-sms', {
		user: 'totp',
		others: { cellularIotCallbackApi: { secret } },
		parameters: {
			'SMS from a device': {
				serviceProfileId: pick(SERVICE_PROFILES.metered),
				options: { awaited: 'handOver' },
			},
		},
	});
	const madeBy = (kind: string, { id }: Endpoint) =>
		sim.ledger().effects.filter((one) => one.kind === kind && one.endpointId === id).length;
	/**
	 * Answers each question of a device as soon as it is sent. n8n looks once a minute for runs that
	 * wait, so that each of the waits before the second question may end a minute late.
	 */
	const play = async (endpoint: Endpoint, { answers }: Device, isOver: () => boolean) => {
		for (const [place, answersThis] of answers.entries()) {
			const number = place + 1;
			await until(
				`question ${number}`,
				() => isOver() || madeBy('sms.sent', endpoint) >= number,
				LONGEST_S,
			);
			if (isOver()) return;
			const payload = `OK ${number}`;
			if (answersThis) await control(sim, 'device/sms', { endpointId: endpoint.id, payload });
		}
	};
	const run = async (endpoint: Endpoint, device: Device): Promise<string> => {
		const { minutes } = device;
		const values = { endpoint: String(endpoint.id), question: 'STATUS?', minutes };
		const workflow = await create('ask-a-device', {
			user: 'totp',
			parameters: settings({ ...values, ticket_url: desk.url }),
		});
		const id = await api.runWorkflow(workflow, 'Run by hand');
		let state = 'running';
		const played = play(endpoint, device, () => ['success', 'error'].includes(state));
		await until(
			`the end of ${device.name}`,
			async () => {
				state = (await api.listExecutions(workflow)).find((one) => one.id === id)?.status ?? state;
				return ['success', 'error', 'crashed', 'canceled'].includes(state);
			},
			LONGEST_S,
			500,
		);
		await played;
		const told = desk.told
			.filter((ticket) => ticket.endpoint === endpoint.id)
			.map(({ outcome, sms_status: status }) => `${outcome} (${status})`);
		return [
			`${madeBy('sms.sent', endpoint)} SMS, ${madeBy('connectivity.reset', endpoint)} resets`,
			courseOf(await api.waitForExecution(id)),
			`tickets: ${told.join(', ') || 'none'}`,
		].join('; ');
	};
	try {
		const profile = () => sim.store.serviceProfiles.get(SERVICE_PROFILES.metered)!;
		await until('the address of the inbox', () => profile().apiCallbackId !== null);
		const got = await Promise.all(DEVICES.map(async (one, i) => await run(endpoints[i]!, one)));
		const started = (await inbox.executions(0)).flatMap((one) =>
			outputOf(one, 'SMS from a device').filter(({ type }) => type === 'sms'),
		);
		return [
			...DEVICES.map(({ name, wanted }, place) => exactly(`ask: ${name}`, wanted, got[place]!)),
			exactly('ask: runs of the inbox that awaited messages started', '0', String(started.length)),
		];
	} finally {
		await inbox.end();
		desk.close();
	}
}
