import { type SimulatorHandle, start } from '../../../../simulator';
import { WebhookWorkflow } from '../../../support/n8n/triggers';
import { until } from '../../../support/until';
import { credentialsFor, service } from '../support';
import { Door } from './door';

/* The setup for "Register Stream": a simulator that pushes to the workflows of a test. */

export const ORIGIN = 'https://n8n.example';
const RESELLER = 1001;

export let sim: SimulatorHandle;
export let door: Door;
const workflows: WebhookWorkflow[] = [];
beforeAll(async () => {
	sim = await start({ limits: false, seed: { endpoints: 20 } });
	door = await Door.open((path) =>
		workflows.find(({ address }) => new URL(address).pathname === path.replace('-test', '')),
	);
});
afterAll(async () => {
	await sim.close();
	await door.close();
});
beforeEach(async () => {
	await sim.reset();
	workflows.length = 0;
	for (const list of [door.runs, door.statuses]) list.length = 0;
	sim.streams.set({ reach: { [ORIGIN]: door.url }, intervalMs: 20, backoffMs: 5 });
});

export function trigger(parameters: object = {}): WebhookWorkflow {
	const given = { event: 'usage', registerStream: true, ...parameters };
	const workflow = new WebhookWorkflow(given, credentialsFor(sim.url), 'stream');
	workflow.origin = ORIGIN;
	workflows.push(workflow);
	return workflow;
}

/** A published workflow, whose streams run. */
export async function published(parameters: object = {}): Promise<WebhookWorkflow> {
	const workflow = trigger(parameters);
	await workflow.activate();
	return workflow;
}

/** Waits until all these records have arrived, and expects them in this order. */
export async function arriveInOrder(ids: unknown[]): Promise<void> {
	await recordsArrived(ids.length);
	expect(door.ids).toEqual(ids);
}

export const streams = () => [...sim.store.streams.values()];
export const credentialsOf = (at = 0) =>
	streams()[at]!.destination.credentials as { url: string; headers: string[]; size: number };
export const secretOf = (at = 0) => credentialsOf(at).headers[0]!.split(':')[1]!;
export const endpoints = () =>
	[...sim.store.endpoints.values()].filter((endpoint) => endpoint.organisationId === RESELLER);
/** Makes one record for each of the first `count` devices; returns the ids. */
export const use = (count: number) =>
	sim.streams.usage(
		endpoints()
			.slice(0, count)
			.map(({ id }) => ({ endpointId: id, rx: 0.3, tx: 0.1 })),
	);
export const recordsArrived = async (count: number) =>
	await until(`${count} records`, () => door.ids.length >= count);
/** Streams as the service lists them now. */
export const streamsLeft = async () =>
	(await service(sim, 'GET', '/api/v2/data_stream')) as unknown[];
