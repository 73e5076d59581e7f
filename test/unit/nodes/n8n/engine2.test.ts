import { storable } from '../../../../nodes/CellularIot/n8n/engine2';
import { start } from '../../../../simulator';
import { runStep } from '../../../support/n8n/engine2';
import { storeFor } from '../../../support/n8n/n8n';
import { faultAt, runAt, simulated } from '../../../support/simulator';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* A step of n8n's Engine 2.0, which keeps the items of a node, and of its error the message. */

const sim = simulated({ seed: { endpoints: 3 } });
const rl = (value: unknown) => ({ __rl: true, mode: 'id', value });
const step = async (operation: string, parameters: object, more: object = {}) => {
	const [resource, name] = operation.split(' ');
	return await runStep({
		credentials: storeFor(sim.url),
		parameters: { resource, operation: name, ...parameters },
		...more,
	});
};

describe('Only What Changed', () => {
	const changed = { returnAll: true, options: { onlyChanged: 'changes' } };

	test.each([false, true])('is refused before anything is read; by hand: %s', async (isManual) => {
		const { error, items } = await step('endpoint getAll', changed, { isManual });
		expect(items).toEqual([]);
		expect(error).toMatch(/cannot be kept on n8n's Engine 2\.0.*whether a run has ended well/);
		expect(error).toMatch(/engineType/);
		expect(sim.ledger().requests.filter(({ path }) => path.endsWith('/endpoint'))).toEqual([]);
	});

	test('with "Continue", each item has the refusal', async () => {
		const { items } = await step('endpoint getAll', changed, { continueOnFail: true });
		expect(items).toMatchObject([
			{ json: { error: expect.stringMatching(/Engine 2\.0/), details: { outcome: 'notSent' } } },
		]);
	});

	test('is not refused on the other engine', async () => {
		const { error, items } = await runAt(sim, 'endpoint getAll', changed);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(sim.store.endpoints.size);
	});
});

test('the message of an error has the advice and the counts of the run', async () => {
	const today = await runAt(sim, 'sms send', { endpointId: rl(99), payload: 'x' });
	const { error } = await step('sms send', { endpointId: rl(99), payload: 'x' });
	expect(today.error!.description).toBeTruthy();
	expect(error).toBe(`${today.error!.message}. ${today.error!.description}`);
});

test('an outcome that is unknown says so in the message, with what to do', async () => {
	faultAt(sim, 'POST /sms$', { kind: 'resetAfter', times: 1 });
	const { error } = await step('sms send', { endpointId: rl(10001), payload: 'x' });
	expect(error).toMatch(/^Unknown whether .*n8n did not send it again\. Check in the service/);
});

test('with "Continue", the message of an item stays as it is: its advice stands in the details', async () => {
	const parameters = { endpointId: rl(99), payload: 'x' };
	const { items } = await step('sms send', parameters, { continueOnFail: true });
	const today = await runAt(sim, 'sms send', parameters, { onError: 'continueRegularOutput' });
	expect(items.map(({ json }) => json)).toEqual(today.items.map(({ json }) => json));
});

describe('warnings of a run', () => {
	const columns = {
		valuesFrom: 'columns',
		columns: {
			mappingMode: 'autoMapInputData',
			matchingColumns: ['id'],
			value: null,
		},
	};

	test('stand in the first item', async () => {
		const { items } = await step('endpoint updateMany', columns, {
			items: [
				{ id: 10001, name: 'a', sttus: 1 },
				{ id: 10002, name: 'b', sttus: 1 },
			],
		});
		expect(items[0]!.json.run_notes).toEqual([expect.stringMatching(/sttus/)]);
		expect(items[1]!.json).not.toHaveProperty('run_notes');
	});

	test('are hints only on the other engine', async () => {
		const { items, hints } = await runAt(sim, 'endpoint updateMany', columns, {
			items: [{ id: 10001, name: 'a', sttus: 1 }],
		});
		expect(items[0]!.json).not.toHaveProperty('run_notes');
		expect(hints).toEqual([expect.stringMatching(/sttus/)]);
	});

	test('are in the log when there is no item', async () => {
		const inSpain = { returnAll: true, filters: { country: 'Spain' } };
		const { items, warned } = await step('endpoint getAll', inSpain);
		expect(items).toEqual([]);
		expect(warned.join()).toMatch(/The country of 3 endpoints is not known/);
	});
});

test('a time without an offset says in which zone it was read, and another says nothing', async () => {
	const quota = (expiryDate: string) => ({
		endpointId: rl('={{ $json.id }}'),
		volume: 1,
		status: 1,
		expiryDate,
	});
	const items = [{ id: 10001 }, { id: 10002 }];
	const plain = await step('smsQuota set', quota('2030-03-01T12:00:00'), { items });
	const notes = plain.items.flatMap(({ json }) => json.run_notes ?? []);
	expect(notes).toEqual([
		expect.stringMatching(/^Expiry Date was read in \S+, the time zone of this n8n/),
	]);
	const exact = await step('smsQuota set', quota('2030-03-01T12:00:00+01:00'), { items });
	expect(exact.items).toHaveLength(2);
	for (const { json } of exact.items) expect(json).not.toHaveProperty('run_notes');
});

describe('with credentials that n8n serves to an engine of its own', () => {
	/** As RemoteCredentialsHelper of n8n 2.40.7 answers for a type with an expirable property. */
	const remote = (fields: object = {}) => {
		const credentials = storeFor(sim.url, fields);
		const refuse = async (_: unknown, __: unknown, type: string) => {
			const error = new Error(
				`Engine 2.0 does not support credentials with an expirable property yet (credential type "${type}")`,
			);
			throw Object.assign(error, { name: 'UnimplementedError' });
		};
		Object.assign(credentials.helper, { preAuthentication: refuse });
		return credentials;
	};

	test('each request is sent once, and the login is kept in this process', async () => {
		const own = await start({ limits: false, seed: { endpoints: 3 } });
		try {
			const credentials = remote();
			credentials.set('cellularIotTokenApi', {
				...credentials.get('cellularIotTokenApi'),
				baseUrl: own.url,
			});
			const send = { resource: 'sms', operation: 'send', payload: 'x' };
			for (const id of [10001, 10002]) {
				const parameters = { ...send, endpointId: rl(id) };
				const { error, items } = await runStep({ credentials, parameters });
				expect(error).toBeUndefined();
				expect(items).toHaveLength(1);
			}
			const { effects, counters } = own.ledger();
			expect(effects.map(({ endpointId }) => endpointId)).toEqual([10001, 10002]);
			expect(counters.authenticate).toBe(1);
			expect(credentials.get('cellularIotTokenApi').sessionState).toBe('');
		} finally {
			await own.close();
		}
	});
});

describe('texts that jsonb does not take', () => {
	test('U+0000 and halves of pairs become U+FFFD, all else stays', () => {
		const emoji = '\u{1F600}';
		expect(
			storable({ 'a\0': ['x\0y', emoji, emoji.slice(0, 1), `${emoji.slice(1)}z`, 1, null] }),
		).toEqual({ 'a\uFFFD': ['x\uFFFDy', emoji, '\uFFFD', '\uFFFDz', 1, null] });
	});
});
