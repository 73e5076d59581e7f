import type { IDataObject } from 'n8n-workflow';
import { control } from '../../../../demo/lib/everyEvent';
import type { NodeOutput, NodeRun } from '../../../support/n8n/n8n';
import { ProcessedItems } from '../../../support/n8n/processedItems';
import { movingOn } from '../../../support/movedPorts';
import { runAt, simulated } from '../../../support/simulator';
import { rl } from '../../nodes/rows/rowTypes';

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* Questions of which an earlier run or round has sent the SMS, and whose items do not say so. */

const sim = simulated({ seed: { endpoints: 4 } }, 'new');
beforeEach(() => movingOn(sim.clock));
const table = new ProcessedItems();
const putBack = table.install();
beforeEach(() => table.rows.clear());
afterAll(putBack);

const ask = async (items: IDataObject[], options: object = {}, more: Partial<NodeRun> = {}) =>
	await runAt(
		sim,
		'sms awaitReply',
		{
			endpointId: rl('={{ $json.device }}'),
			payload: 'STATUS?',
			waitHere: 0,
			atMost: 10,
			atMostUnit: 'minutes',
			options,
		},
		{ items, ...more },
	);
const sent = () => sim.ledger().effects.filter(({ kind }) => kind === 'sms.sent').length;
const says = async (endpointId: number, payload: string) =>
	await control(sim, 'device/sms', { endpointId, payload });
const at = ({ outputs }: NodeOutput, place: number) =>
	(outputs[place] ?? []).map(({ json }) => json);
const DEVICE = { device: 10001 };

describe('an item that comes back to the node without its state, in one execution', () => {
	test('is refused in words, and its SMS is not sent again', async () => {
		const remembered = {};
		await ask([DEVICE], {}, { remembered });
		const { error } = await ask([DEVICE], {}, { remembered });
		expect(error?.message).toMatch(/field "await" of the item is missing/);
		expect(error?.message).toMatch(/set it to null to ask again/);
		expect(sent()).toBe(1);
	});

	test('is sent again where its state is null, as an ended wait leaves it', async () => {
		const remembered = {};
		await ask([DEVICE], {}, { remembered });
		await ask([{ ...DEVICE, await: null }], {}, { remembered });
		expect(sent()).toBe(2);
	});

	test('is sent again once the question was answered', async () => {
		const remembered = {};
		const [open] = at(await ask([DEVICE], {}, { remembered }), 1);
		await says(10001, 'OK');
		const answered = await ask([open!], {}, { remembered });
		expect(at(answered, 0)).toMatchObject([{ reply: 'OK' }]);
		await ask([DEVICE], {}, { remembered });
		expect(sent()).toBe(2);
	});

	test('of another endpoint, or in another execution, is another question', async () => {
		const remembered = {};
		await ask([DEVICE], {}, { remembered });
		await ask([{ device: 10002 }], {}, { remembered });
		await ask([DEVICE]);
		expect(sent()).toBe(3);
	});
});

describe('a question whose key was used', () => {
	const options = { idempotencyKey: 'ask-1' };

	test('gets the reply to the SMS of the earlier run, although that run has left no IDs', async () => {
		await ask([DEVICE], options);
		await says(10001, 'OK');
		const again = await ask([DEVICE], options);
		expect(sent()).toBe(1);
		expect(at(again, 0)).toMatchObject([{ already: true, reply: 'OK', endpoint_id: 10001 }]);
	});

	test('does not get a reply from before its SMS', async () => {
		await says(10001, 'old');
		await ask([DEVICE], options);
		const again = await ask([DEVICE], options);
		expect(at(again, 1)).toMatchObject([{ outcome: 'notYet' }]);
	});
});
