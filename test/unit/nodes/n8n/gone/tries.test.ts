import type { IDataObject } from 'n8n-workflow';
import { gone, inContext, replace } from '../../../../support/n8n/gone';
import { actionNode } from '../../../../support/n8n/n8n';
import { faultAt, runAt, simulated } from '../../../../support/simulator';
import { rl } from '../../rows/rowTypes';

jest.mock('../../../../../src/ports', () =>
	jest.requireActual<object>('../../../../support/movedPorts'),
);

const sim = simulated({ seed: { endpoints: 1, recordBodies: true } });

/** Each try of a node gets execution data of its own. */
const type = inContext(actionNode({ resource: 'sms', operation: 'send' }), (context) => {
	const { source, data, node } = context.getExecuteData();
	replace(context, 'getExecuteData', () => ({ source, data, node }));
});
const texts = ['one', 'two', 'three'];
/** Sends the texts under Retry On Fail; no answer comes to the first request. */
async function send(options: object = {}) {
	faultAt(sim, 'POST /sms$', { kind: 'resetAfter', times: 1 });
	return await runAt(
		sim,
		'sms send',
		{ endpointId: rl(10001), payload: '={{ $json.payload }}', options },
		{ items: texts.map((payload) => ({ payload })), maxTries: 3, type },
	);
}
const sent = () =>
	sim
		.ledger()
		.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/sms'))
		.map(({ body }) => String((body as IDataObject).payload));

describe(gone('tries'), () => {
	test('with an idempotency key, each text is sent once', async () => {
		await send({ idempotencyKey: '={{ $json.payload }}' });
		expect(sent().sort()).toEqual([...texts].sort());
	});

	test('without one, a further try sends what the first has sent', async () => {
		await send();
		expect(sent().length).toBeGreaterThan(texts.length);
	});

	test('a failed item is described as one not to retry', async () => {
		faultAt(sim, 'POST /sms$', { kind: 'resetAfter' });
		const { error } = await runAt(
			sim,
			'sms send',
			{ endpointId: rl(10001), payload: 'x' },
			{ type },
		);
		expect(error?.message).toMatch(/Unknown whether/);
		expect(error?.description).toMatch(/Do not retry|Check in the service/);
	});
});
