import type { IDataObject } from 'n8n-workflow';
import { control } from '../../../../demo/lib/everyEvent';
import { type ExampleNode, examples } from '../../../house/exampleFiles';
import { giveDataQuota } from '../../../support/dataQuotas';
import { ProcessedItems } from '../../../support/n8n/processedItems';
import { runAt, simulated } from '../../../support/simulator';

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* The acting nodes of the examples, run again as after a kill: the service has one effect of each. */

const sim = simulated({ seed: { endpoints: 2, recordBodies: true } }, 'new');
const putBack = new ProcessedItems().install();
afterAll(putBack);

const DEVICE = 10001;

/** What the nodes before an acting node give it, by the names that the examples use. */
const item = (node: ExampleNode): IDataObject => ({
	id: DEVICE,
	endpoint_id: DEVICE,
	// An item of a trigger has the endpoint as an object, one of a Settings node its ID.
	endpoint: JSON.stringify(node).includes('endpoint.id') ? { id: DEVICE } : DEVICE,
	name: 'pump-1',
	job: 'job-1',
	campaign: 'campaign-1',
	question: 'STATUS?',
	hours: 1,
	text: 'REPORT',
	dest_address: '12345',
	timestamp: '2026-03-01T12:00:00.000Z',
	observed_at: '2026-03-01T12:00:00.000Z',
	submitted_at: '2026-03-01T12:00:00Z',
});

/** The parameters of a node, with what other nodes gave taken from the item. */
function parametersOf({ parameters }: ExampleNode): IDataObject {
	const text = JSON.stringify(parameters);
	const own = text.replaceAll(/\$\('[^']+'\)\.(first\(\)|item)\.json/g, '$json');
	return JSON.parse(own) as IDataObject;
}

const keyed = examples.flatMap(([file, { nodes }]) =>
	nodes
		.filter(({ parameters }) => JSON.stringify(parameters).includes('"idempotencyKey"'))
		.map((node) => ({ name: `${file}: ${node.name}`, node })),
);

async function runNode(node: ExampleNode, workflowId: string, items: IDataObject[]) {
	const parameters = parametersOf(node);
	const waits = 'waitHere' in parameters ? { waitHere: 0 } : {};
	const operation = `${String(parameters.resource)} ${String(parameters.operation)}`;
	const output = await runAt(sim, operation, { ...parameters, ...waits }, { items, workflowId });
	expect(output.error).toBeUndefined();
}

/** Requests that change something at the device. */
const acts = () =>
	sim
		.ledger()
		.requests.filter(
			({ method, path }) => method !== 'GET' && path.includes(`/endpoint/${DEVICE}/`),
		).length;

/** A quota of each kind, which is as good as used up. */
async function withQuotas(): Promise<void> {
	await control(sim, 'quota', { endpointId: DEVICE, volume: 1 });
	giveDataQuota(sim, DEVICE, 1, 100);
}

test('nine examples have an acting node with a key', () => {
	expect(new Set(keyed.map(({ name }) => name.split(':')[0])).size).toBe(9);
});

test.each(keyed)('$name acts once in two runs', async ({ name, node }) => {
	await withQuotas();
	const before = acts();
	await runNode(node, name, [item(node)]);
	expect(acts()).toBe(before + 1);
	await runNode(node, name, [item(node)]);
	expect(acts()).toBe(before + 1);
});

test('a device that answers every SMS is answered once an hour', async () => {
	const { node } = keyed.find(({ name }) => name.startsWith('two-way-sms.json'))!;
	const before = acts();
	for (let minute = 0; minute < 120; minute += 4) {
		const submitted_at = new Date(Date.UTC(2026, 2, 1, 12, minute)).toISOString();
		const message = { ...item(node), id: 20_000 + minute, text: `reply ${minute}`, submitted_at };
		await runNode(node, 'loop', [message]);
	}
	expect(acts()).toBe(before + 2);
});
