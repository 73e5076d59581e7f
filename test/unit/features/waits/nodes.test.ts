import { type IDataObject, type INode, NodeHelpers, Workflow } from 'n8n-workflow';
import { control } from '../../../../demo/lib/everyEvent';
import { operations } from '../../../../src/operations';
import { passesOn } from '../../../../src/table/everywhere';
import { everywhereOf } from '../../../../src/table/fields';
import { ACTION_NODES } from '../../../support/n8n/actionNodes';
import { type NodeOutput, type NodeRun, nodeTypes } from '../../../support/n8n/n8n';
import { movingOn } from '../../../support/movedPorts';
import { faultAt, runAt, simulated } from '../../../support/simulator';
import { rl } from '../../nodes/rows/rowTypes';

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* Waits in n8n-core's own execution, against the simulator. */

const sim = simulated({ seed: { endpoints: 4, recordBodies: true } }, 'new');
beforeEach(() => movingOn(sim.clock));

const endpointId = rl('={{ $json.endpoint_id ?? $json.id }}');
const WAIT = { atMost: 1, atMostUnit: 'hours', waitHere: 60 };

const run = async (
	operation: string,
	values: object,
	items: IDataObject[],
	more: Partial<NodeRun> = {},
) => await runAt(sim, operation, { endpointId, ...WAIT, ...values }, { items, ...more });
const ask = async (values: object, items: IDataObject[], more: Partial<NodeRun> = {}) =>
	await run('sms awaitReply', { payload: 'STATUS?', ...values }, items, more);
const await_ = async (
	name: string,
	values: object,
	items: IDataObject[],
	more: Partial<NodeRun> = {},
) => await run(`await ${name}`, values, items, more);

const says = async (id: number, payload: string) =>
	await control(sim, 'device/sms', { endpointId: id, payload });
const sent = () => sim.ledger().effects.filter(({ kind }) => kind === 'sms.sent').length;
/** The outcomes at each of the three outputs; the error output is the fourth. */
const outcomes = ({ outputs }: NodeOutput) =>
	outputs.map((items) => items.map(({ json }) => json.outcome ?? 'error'));
const itemsAt = ({ outputs }: NodeOutput, place: number) =>
	(outputs[place] ?? []).map(({ json }) => json);

describe('Outputs: One', () => {
	const one = { options: { outputs: 'one' } };

	test('all items leave together in the order of the input, each with its outcome', async () => {
		const asked = await ask({ waitHere: 0 }, [{ id: 10001 }, { id: 10002 }, { id: 10003 }]);
		await says(10002, 'OK');
		const items = itemsAt(asked, 1);
		const output = await await_('reply', { waitHere: 0, ...one }, items);
		expect(output.error).toBeUndefined();
		expect(outcomes(output)).toEqual([['notYet', 'met', 'notYet']]);
		expect(itemsAt(output, 0).map(({ endpoint_id: id }) => id)).toEqual([10001, 10002, 10003]);
	});

	test('a failed item still leaves by the error output', async () => {
		const more = { onError: 'continueErrorOutput' as const };
		const asked = await ask({ waitHere: 0, ...one }, [{ id: 10001 }, { id: 99999 }], more);
		expect(outcomes(asked)).toEqual([['notYet'], ['error']]);
	});

	test.each([
		['await', 'reply', {}, ['Met', 'Not Yet', 'Timed Out']],
		['await', 'reply', { outputs: 'three' }, ['Met', 'Not Yet', 'Timed Out']],
		['await', 'reply', { outputs: 'one' }, [undefined]],
		['sms', 'awaitReply', { outputs: 'one' }, [undefined]],
		['endpoint', 'applyTable', {}, [undefined]],
	])('the node of %s %s with the options %j has these outputs', (...row) => {
		const [resource, operation, options, names] = row;
		const type = ACTION_NODES.cellularIotJobs.make();
		const node: INode = {
			id: 'jobs',
			name: 'Jobs',
			type: 'jobs',
			typeVersion: 1,
			position: [0, 0],
			parameters: { resource, operation, options },
		};
		const workflow = new Workflow({
			nodes: [node],
			connections: {},
			active: false,
			nodeTypes: nodeTypes({ jobs: type }),
		});
		const outputs = NodeHelpers.getNodeOutputs(workflow, node, type.description);
		const nameOf = (output: (typeof outputs)[number]) =>
			typeof output === 'string' ? undefined : output.displayName;
		expect(outputs.map(nameOf)).toEqual(names);
	});
});

describe('what an item had before', () => {
	test.each([
		['endpoint resetConnectivity', {}],
		['sms send', { payload: 'reboot' }],
		['endpoint update', { updateFields: { name: 'pump' } }],
	])('is in the output of a change if that is wanted: %s', async (operation, values) => {
		const items = [{ id: 10001, booking: 'B-17' }];
		const without = await run(operation, values, items);
		expect(itemsAt(without, 0)[0]).not.toHaveProperty('booking');
		const options = { includeOtherFields: true };
		const kept = await run(operation, { ...values, options }, items);
		expect(itemsAt(kept, 0)[0]).toMatchObject({ booking: 'B-17' });
	});

	test('can be kept by every operation that changes things of items', () => {
		const changing = operations.filter(passesOn);
		expect(changing.length).toBeGreaterThan(50);
		const lacking = changing.filter(
			(operation) => !('includeOtherFields' in { ...everywhereOf(operation), ...operation.fields }),
		);
		expect(lacking.map(({ resource, name }) => `${resource} ${name}`)).toEqual([]);
	});
});

describe('SMS: Send and Await Reply', () => {
	test('a reply leaves by Met, with the fields of the input and without a state', async () => {
		const asked = ask({}, [{ id: 10001, site: 'north' }]);
		const replied = (async () => {
			while (sent() === 0) await new Promise((resolve) => setImmediate(resolve));
			await says(10001, 'OK 42');
		})();
		const output = await asked;
		await replied;
		expect(output.error).toBeUndefined();
		expect(outcomes(output)).toEqual([['met'], [], []]);
		const [item] = itemsAt(output, 0);
		expect(item).toMatchObject({ site: 'north', endpoint_id: 10001, reply: 'OK 42', await: null });
	});

	test('round a loop it sends nothing again and takes a reply that came in between', async () => {
		const first = await ask({ waitHere: 0 }, [{ id: 10001 }]);
		expect(outcomes(first)).toEqual([[], ['notYet'], []]);
		const again = itemsAt(first, 1);
		await says(10001, 'OK');
		const second = await ask({ waitHere: 0 }, again);
		expect(outcomes(second)).toEqual([['met'], [], []]);
		expect(itemsAt(second, 0)[0]).toMatchObject({ reply: 'OK', looks: 2 });
		expect(sent()).toBe(1);
	});

	test('its open items go on in Await: Reply', async () => {
		const first = await ask({ waitHere: 0 }, [{ id: 10001 }, { id: 10002 }]);
		await says(10002, 'here');
		const second = await await_('reply', { waitHere: 0 }, itemsAt(first, 1));
		expect(outcomes(second)).toEqual([['met'], ['notYet'], []]);
		expect(itemsAt(second, 0)[0]).toMatchObject({ endpoint_id: 10002, reply: 'here' });
	});

	test('Await: Reply without an SMS takes the first message after its first look', async () => {
		await says(10001, 'before');
		const first = await await_('reply', { waitHere: 0 }, [{ id: 10001 }]);
		expect(outcomes(first)).toEqual([[], ['notYet'], []]);
		await says(10001, 'after');
		const second = await await_('reply', { waitHere: 0 }, itemsAt(first, 1));
		expect(itemsAt(second, 0)[0]).toMatchObject({ reply: 'after' });
	});

	test('a try under Retry On Fail awaits the SMS of the one before', async () => {
		faultAt(sim, 'POST 10002/sms$', { kind: 'errorBefore', status: 422, times: 1 });
		const output = await ask({ waitHere: 0 }, [{ id: 10001 }, { id: 10002 }], { maxTries: 2 });
		expect(output.error).toBeUndefined();
		expect(outcomes(output)).toEqual([[], ['notYet', 'notYet'], []]);
		expect(sent()).toBe(2);
	});

	test('a name and a phone number as sender are warned of, a short code is not', async () => {
		const hintsOf = async (sourceAddress: string) =>
			(await ask({ waitHere: 0, options: { sourceAddress } }, [{ id: 10001 }])).hints.join(' ');
		expect(await hintsOf('ACME')).toMatch(/may not be able to answer the sender "ACME"/);
		expect(await hintsOf('4917012345678')).toMatch(
			/person-to-person: five of a device in 24 hours/,
		);
		expect(await hintsOf('12345')).not.toMatch(/sender/);
	});

	test('an SMS that is not sent takes the error output', async () => {
		faultAt(sim, 'POST 10002/sms$', { kind: 'errorBefore', status: 422 });
		const output = await ask({ waitHere: 0 }, [{ id: 10001 }, { id: 10002 }], {
			onError: 'continueErrorOutput',
		});
		expect(outcomes(output)).toEqual([[], ['notYet'], [], ['error']]);
	});
});

describe('a state', () => {
	test('that was edited is refused by name before anything is sent', async () => {
		const [item] = itemsAt(await ask({ waitHere: 0 }, [{ id: 10001 }]), 1);
		const state = item!.await as IDataObject;
		const { error } = await ask({}, [{ ...item, await: { ...state, looks: 0 } }]);
		expect(error?.message).toMatch(/field "await" of the item was changed since the last look/);
		expect(sent()).toBe(1);
	});

	test('of another condition or another endpoint is refused by name', async () => {
		const [item] = itemsAt(await ask({ waitHere: 0 }, [{ id: 10001 }]), 1);
		const other = await await_('online', {}, [item!]);
		expect(other.error?.message).toMatch(
			/of "Online and Stable": it belongs to a wait for "Reply"/,
		);
		const { error } = await await_('reply', {}, [{ ...item, endpoint_id: 10002 }]);
		expect(error?.message).toMatch(/endpoint_id 10002: it belongs to a wait for endpoint_id 10001/);
	});

	test('whose time is over leaves by Timed Out after a look', async () => {
		const first = await ask({ waitHere: 0, atMost: 1, atMostUnit: 'minutes' }, [{ id: 10001 }]);
		const output = await await_('reply', { waitHere: 120 }, itemsAt(first, 1));
		expect(outcomes(output)).toEqual([[], [], ['timedOut']]);
		expect(itemsAt(output, 2)[0]).toMatchObject({ reason: 'timeIsOver', await: null });
	});
});

test('Delivered: the statuses of an SMS decide, and a failed one leaves at once', async () => {
	await control(sim, 'endpoint', { endpointId: 10001, connectivity: 'OFFLINE' });
	const send = async () =>
		(await runAt(sim, 'sms send', { endpointId: rl('10001'), payload: 'hello' })).items[0]!.json;
	const [earlier, later] = [await send(), await send()];
	const open = await await_('delivered', { waitHere: 0 }, [earlier, later]);
	expect(outcomes(open)).toEqual([[], ['notYet', 'notYet'], []]);
	const [first, second] = [earlier, later].map(({ sms_ids }) => (sms_ids as number[])[0]);
	await control(sim, 'sms/finish', { smsId: first, status: 4 });
	await control(sim, 'sms/finish', { smsId: second, status: 5 });
	const done = await await_('delivered', { waitHere: 0 }, itemsAt(open, 1));
	expect(outcomes(done)).toEqual([['met'], [], ['timedOut']]);
	expect(itemsAt(done, 2)[0]).toMatchObject({ reason: 'failed', sms_status: 'failed' });
});

test('Online and Stable: two reads of one session; a session that ended in between begins anew', async () => {
	await control(sim, 'connection', { endpointId: 10001, kind: 'open' });
	const stable = await await_('online', {}, [{ id: 10001 }]);
	expect(outcomes(stable)).toEqual([['met'], [], []]);
	await control(sim, 'endpoint', { endpointId: 10002, connectivity: 'OFFLINE' });
	const offline = await await_('online', { waitHere: 60 }, [{ id: 10002 }]);
	expect(outcomes(offline)).toEqual([[], ['notYet'], []]);
	const first = await await_('online', { waitHere: 0 }, [{ id: 10001 }]);
	sim.clock.advance(31_000);
	await control(sim, 'connection', { endpointId: 10001, kind: 'close' });
	await control(sim, 'connection', { endpointId: 10001, kind: 'open' });
	const flapped = await await_('online', { waitHere: 0 }, itemsAt(first, 1));
	expect(outcomes(flapped)).toEqual([[], ['notYet'], []]);
});

test('Seen Again: one pass of the feed for all; what was before the first look does not count', async () => {
	const ids = [10001, 10002, 10003];
	for (const id of ids) await control(sim, 'connection', { endpointId: id, kind: 'attach' });
	sim.clock.advance(2_000);
	const first = await await_(
		'seenAgain',
		{ waitHere: 0 },
		ids.map((id) => ({ id })),
	);
	expect(outcomes(first)).toEqual([[], ['notYet', 'notYet', 'notYet'], []]);
	sim.clock.advance(5_000);
	await control(sim, 'connection', { endpointId: 10002, kind: 'open' });
	const before = sim.ledger().requests.length;
	const second = await await_('seenAgain', { waitHere: 0 }, itemsAt(first, 1));
	expect(outcomes(second)).toEqual([['met'], ['notYet', 'notYet'], []]);
	expect(itemsAt(second, 0)[0]).toMatchObject({ endpoint_id: 10002, sign: 'session' });
	expect(sim.ledger().requests.length - before).toBe(1);
});

test('Blocked or Unblocked: what the list does not name is asked for before it counts', async () => {
	await control(sim, 'endpoint', { endpointId: 10001, blocked: true });
	const blocked = await await_('blocked', { wanted: 'unblocked', waitHere: 0 }, [
		{ id: 10001 },
		{ id: 10002 },
	]);
	expect(outcomes(blocked)).toEqual([['met'], ['notYet'], []]);
	expect(itemsAt(blocked, 0)[0]).toMatchObject({ endpoint_id: 10002, blocked: false });
});

test('SIM Status: Met when the SIM has it', async () => {
	const sim1 = [...sim.store.sims.values()].find(({ statusId }) => statusId === 1)!;
	const values = { simId: rl(String(sim1.id)), status: 1, waitHere: 0 };
	const output = await await_('simStatus', values, [{}]);
	expect(outcomes(output)).toEqual([['met'], [], []]);
});

test('an endpoint that is gone takes the error path, the others wait on', async () => {
	const output = await await_('online', { waitHere: 0 }, [{ id: 10001 }, { id: 99999 }], {
		onError: 'continueErrorOutput',
	});
	expect(outcomes(output)).toEqual([[], ['notYet'], [], ['error']]);
});

test('a service that is out of order for a while ends no wait', async () => {
	faultAt(sim, 'GET /connectivity$', { kind: 'errorBefore', status: 500 });
	const output = await await_('online', { waitHere: 0 }, [{ id: 10001 }]);
	expect(outcomes(output)).toEqual([[], ['notYet'], []]);
	expect(itemsAt(output, 1)[0]!.await).toMatchObject({ last_error: expect.stringMatching(/500/) });
});

test('an item whose time is over and that cannot be read takes the error path, not Timed Out', async () => {
	faultAt(sim, 'GET /connectivity$', { kind: 'errorBefore', status: 500 });
	const values = { waitHere: 120, atMost: 1, atMostUnit: 'minutes' };
	const output = await await_('online', values, [{ id: 10001 }], {
		onError: 'continueErrorOutput',
	});
	expect(outcomes(output)).toEqual([[], [], [], ['error']]);
	expect(itemsAt(output, 3)[0]!.error).toMatch(
		/^The wait was over at .*, and what became of it could not be read: /,
	);
});

test('Delivered without the IDs of an SMS is refused, and sends nothing', async () => {
	const before = sim.ledger().requests.length;
	const { error } = await await_('delivered', { waitHere: 0 }, [{ id: 10001 }]);
	expect(error?.message).toMatch(/SMS IDs/);
	expect(sim.ledger().requests).toHaveLength(before);
});
