import { createHash } from 'node:crypto';
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

	/** The digest of a request, as keys are stored. */
	const digest = (asked: unknown) =>
		createHash('sha256')
			.update(JSON.stringify([asked]))
			.digest('base64url')
			.slice(0, 24);
	const FORMER = [
		['endpointId', 10001],
		['payload', 'STATUS?'],
		['sourceAddress', undefined],
		['sourceAddressType', undefined],
		['destAddress', undefined],
		['expiryDate', undefined],
		['dcs', undefined],
		['udh', undefined],
	];
	const record = jest.spyOn(table, 'checkProcessedAndRecord');
	beforeEach(() => record.mockClear());
	/** The key as the store names it, and the digest of what is asked now. */
	const stored = async (): Promise<{ key: string; request: string }> => {
		await ask([DEVICE], options);
		const marks = record.mock.calls.flatMap(([items]) => items);
		const mark = marks.find((entry) => entry.startsWith('request '))!;
		const [, key = '', request = ''] = mark.split(' ');
		return { key, request };
	};

	test('in the former operation, which slept until the reply, counts as used', async () => {
		const { request } = await stored();
		expect(request).toBe(digest(FORMER));
	});

	test('in its first form, with the limit in the digest, is refused and sends nothing', async () => {
		const { key } = await stored();
		const request = digest([...FORMER, ['waitMinutes', 10]]);
		table.rows.clear();
		const place = { workflow: { id: 'w1' }, node: { id: 'n1' } } as never;
		const marks = [`key ${key}`, `request ${key} ${request}`, `done ${key} ${request}`];
		await table.checkProcessedAndRecord(marks, 'node', place, { mode: 'entries' });
		const { error } = await ask([DEVICE], options);
		expect(error?.message).toMatch(/must be another one for another request: "ask-1" was used/);
		expect(sent()).toBe(1);
	});
});
