import type { IDataObject } from 'n8n-workflow';
import { control } from '../../demo/lib/everyEvent';
import { SERVICE_PROFILES, type SimulatorHandle, start } from '../../simulator';
import type { Endpoint } from '../../simulator/endpoints/entities';
import { SimStatus } from '../../simulator/sims/entities';
import { SmsStatus } from '../../simulator/sms/entities';
import { storeFor } from '../support/n8n/n8n';
import { SleepingRun } from '../support/n8n/sleeping';
import { GENERATIONS } from '../support/simulator';
import { rl } from '../unit/nodes/rows/rowTypes';
import { ended, openInbox } from '../truth/drive/asked';

jest.mock('../../src/ports', () => jest.requireActual<object>('../support/movedPorts'));

/*
 * The outcomes of runs that ask devices, each compared with the service's records about the device. They
 * wait six seconds of the clock by which n8n wakes runs.
 */

type Play = (sim: SimulatorHandle, endpoint: Endpoint) => Promise<void> | void;

interface History {
	verdict: string;
	/** Runs before the question. */
	before?: Play;
	/** Runs after the run has started to wait. */
	after?: Play;
}

const writes =
	(payload: string): Play =>
	async (sim, { id: endpointId }) =>
		await control(sim, 'device/sms', { endpointId, payload });
const finishes =
	(status: number): Play =>
	async (sim, { id: endpointId }) =>
		await control(sim, 'sms/finish', { endpointId, status });
const inTurn =
	(...plays: Play[]): Play =>
	async (...stage) => {
		for (const play of plays) await play(...stage);
	};

/** Another service profile, without a receiver for receipts: the status must be read. */
const withoutReceipts: Play = async (sim, endpoint) => {
	endpoint.serviceProfileId = SERVICE_PROFILES.metered;
	await control(sim, 'quota', { endpointId: endpoint.id, volume: 50 });
};

const HISTORIES: Record<string, History> = {
	'replies at once': { verdict: 'reply "OK"', after: writes('OK') },
	'replies after its receipt': {
		verdict: 'reply "READY"',
		after: inTurn(finishes(SmsStatus.Delivered), writes('READY')),
	},
	'replies twice, and the first reply counts': {
		verdict: 'reply "one"',
		after: inTurn(writes('one'), writes('two')),
	},
	'receives the message and does not reply': {
		verdict: 'noReply',
		after: finishes(SmsStatus.Delivered),
	},
	'receives the message and does not reply, without a receipt': {
		verdict: 'noReply',
		before: withoutReceipts,
		after: finishes(SmsStatus.Delivered),
	},
	'is offline': { verdict: 'timedOut' },
	'is offline, without receipts': { verdict: 'timedOut', before: withoutReceipts },
	'cannot receive the message': { verdict: 'notDelivered', after: finishes(SmsStatus.Failed) },
	'is offline until the message expires': {
		verdict: 'notDelivered',
		after: finishes(SmsStatus.Expired),
	},
	'has a suspended SIM': {
		verdict: 'not sent',
		before: ({ store }, { simId }) => {
			store.sims.get(simId!)!.statusId = SimStatus.Suspended;
		},
	},
	'has no quota': {
		verdict: 'not sent',
		before: (_, endpoint) => {
			endpoint.serviceProfileId = SERVICE_PROFILES.metered;
		},
	},
	'is asked, but the answer of the service is lost': {
		verdict: 'unknown',
		before: (sim, { id }) =>
			sim.setFaults({
				rules: [{ match: { path: `/${id}/sms$`, method: 'POST' }, kind: 'resetAfter' }],
			}),
	},
};

/** The outcome of a question according to the service's records. */
function notedOf(sim: SimulatorHandle, { id }: Endpoint): string {
	const { effects, requests } = sim.ledger();
	const noted = (kind: string) =>
		effects.find((one) => one.kind === kind && one.endpointId === id)?.detail;
	if (!noted('sms.sent')) return 'not sent';
	const isAnswerLost = requests.some(
		({ method, path, fault }) => method === 'POST' && path.endsWith(`/${id}/sms`) && fault,
	);
	if (isAnswerLost) return 'unknown';
	const reply = noted('sms.received');
	if (reply) return `reply "${String(reply.payload)}"`;
	const status = noted('sms.finished')?.statusId;
	if (status === undefined) return 'timedOut';
	return status === SmsStatus.Delivered ? 'noReply' : 'notDelivered';
}

/** The outcome that the run reports. */
function saidOf({ outputs }: SleepingRun): string {
	const [item, ...others] = outputs.flatMap((items, output) =>
		items.map((json: IDataObject) => ({ output, json })),
	);
	if (!item || others.length > 0) return `${outputs.flat().length} items`;
	const { error, outcome, reply } = item.json;
	const isUnknown = /^Unknown whether/.test(String(error));
	if (error !== undefined) return isUnknown ? 'unknown' : 'not sent';
	const said = outcome === 'reply' ? `reply "${String(reply)}"` : String(outcome);
	const place = { reply: 0, noReply: 1 }[String(outcome)] ?? 2;
	return item.output === place ? said : `${said} at output ${item.output}`;
}

test.each(GENERATIONS)(
	'a run that has asked a device reports the outcome in the service records (%s)',
	async (generation) => {
		const names = Object.keys(HISTORIES);
		const sim = await start({ generation, limits: 'off', seed: { endpoints: names.length } });
		const credentials = storeFor(sim.url);
		const inbox = await openInbox(credentials, SERVICE_PROFILES.standard);
		const endpoints = [...sim.store.endpoints.values()].filter(
			({ organisationId, simId }) => organisationId === 1001 && simId !== null,
		);
		const play = async (history: History, endpoint: Endpoint): Promise<SleepingRun> => {
			await history.before?.(sim, endpoint);
			const run = await SleepingRun.of(
				credentials,
				{
					resource: 'sms',
					operation: 'awaitReply',
					waitMinutes: 0.1,
					payload: 'STATUS?',
					endpointId: rl(String(endpoint.id)),
				},
				{ onError: 'continueRegularOutput' },
			);
			await run.start([{}]);
			await history.after?.(sim, endpoint);
			return run;
		};
		const runs: SleepingRun[] = [];
		await inbox.workflow.watch(async () => {
			for (const [place, name] of names.entries())
				runs.push(await play(HISTORIES[name]!, endpoints[place]!));
			await Promise.all(runs.map(ended));
		});
		const rows = names.map((name, place) => {
			const noted = notedOf(sim, endpoints[place]!);
			return { name, noted, said: saidOf(runs[place]!) };
		});
		const asked = sim.ledger().effects.filter(({ kind }) => kind === 'sms.sent').length;
		for (const run of runs) await run.close();
		await inbox.close();
		await sim.close();
		const verdicts = names.map((name) => HISTORIES[name]!.verdict);
		expect(rows.map(({ noted }) => noted)).toEqual(verdicts);
		expect(rows.map(({ name, said }) => ({ name, said }))).toEqual(
			rows.map(({ name, noted }) => ({ name, said: noted })),
		);
		expect(asked).toBe(verdicts.filter((verdict) => verdict !== 'not sent').length);
		console.log(`truth (${generation}): verdicts of runs that asked: ${names.length} as noted`);
	},
);
