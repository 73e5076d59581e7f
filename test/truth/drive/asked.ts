import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { control } from '../../../demo/lib/everyEvent';
import type { SimulatorHandle } from '../../../simulator';
import { forgetMemory } from '../../../src/triggers/runtime/inMemory';
import type { CredentialStore } from '../../support/credentials';
import type { NodeOutput } from '../../support/n8n/n8n';
import { serveN8n, SleepingRun } from '../../support/n8n/sleeping';
import { WebhookWorkflow } from '../../support/n8n/triggers';
import { until } from '../../support/until';
import { rl } from '../../unit/nodes/rows/rowTypes';
import { contentOf } from './wire';

/* Runs that ask devices and sleep. The service delivers SMS from devices to a trigger, as it does to n8n. */

type Account = 'cellularIotTokenApi' | 'cellularIotUserApi';

/** A published SMS trigger with an address that the service calls. */
export interface Inbox {
	workflow: WebhookWorkflow;
	/** Unpublishes it. */
	close: () => Promise<void>;
}

/** Publishes an SMS trigger that registers its address in a service profile. */
export async function openInbox(
	credentials: CredentialStore,
	serviceProfileId: number,
	authentication: Account = 'cellularIotTokenApi',
): Promise<Inbox> {
	const workflow = new WebhookWorkflow(
		{
			verification: 'none',
			registerCallback: true,
			authentication,
			serviceProfileId: rl(String(serviceProfileId)),
		},
		credentials,
	);
	const server = createServer(async (request, response) => {
		const body = contentOf(await text(request));
		const { status } = await workflow.deliver({ method: request.method as 'POST' | 'PATCH', body });
		response.writeHead(status).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	workflow.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	await serveN8n();
	await workflow.activate();
	const close = async () => {
		await workflow.deactivate();
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return { workflow, close };
}

/** Waits until a run has resumed and finished. */
export const ended = async (run: SleepingRun): Promise<unknown> =>
	await until('the end of the run', () => !['waiting', 'running'].includes(run.status));

interface Asked {
	credentials: CredentialStore;
	credential?: Account;
	items: IDataObject[];
	parameters: INodeParameters;
}

/** Runs the node on one item; the device sends the awaited reply. @returns the output */
export async function runAnswered(
	sim: SimulatorHandle,
	{ credentials, credential = 'cellularIotTokenApi', items, parameters }: Asked,
): Promise<NodeOutput> {
	// A restored service assigns the same message ids again.
	forgetMemory();
	const endpointId = items[0]!.id as number;
	const { serviceProfileId } = sim.store.endpoints.get(endpointId)!;
	const inbox = await openInbox(credentials, serviceProfileId, credential);
	const run = await SleepingRun.of(
		credentials,
		{ ...parameters, authentication: credential },
		{ credentials: { [credential]: { id: credential, name: credential } } },
	);
	try {
		await run.start(items);
		if (run.error) throw run.error;
		const { replyContains = '' } = (parameters.options ?? {}) as IDataObject;
		await control(sim, 'device/sms', { endpointId, payload: `OK ${String(replyContains)}` });
		await ended(run);
		if (run.error) throw run.error;
		const [replies = []] = run.outputs;
		if (replies.length !== items.length) throw new Error('no reply came out of the run');
		return { items: replies.map((json) => ({ json })), errors: [], hints: [] };
	} catch (error) {
		return { items: [], errors: [], hints: [], error: error as Error };
	} finally {
		await run.close();
		await inbox.close();
	}
}
