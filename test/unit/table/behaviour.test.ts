import { InputError } from '../../../src/errors';
import { NetworkFailureError } from '../../../src/table/entries/endpoint/connectivity';
import { PartialTransferError } from '../../../src/table/entries/sim/simTransfer';
import nock from '../../support/nock';
import { answers, BASE_URL, clientFor, errorOf, itemOf, outcomeOf, outcomesOf } from './support';

/* Operations with several requests, and operations that interpret the answer. */

const cut = () => Object.assign(new Error('cut'), { code: 'ECONNRESET' });

describe('topping up an SMS quota', () => {
	const path = '/api/v1/endpoint/17/quota/sms';
	const EXPIRY = '2026-12-31T00:00:00Z';

	/** A service with one quota that answers with a delay. */
	function quotaService(volume: number): { volume: () => number; log: string[] } {
		const log: string[] = [];
		const status = { id: 1 };
		const common = { expiry_date: EXPIRY, threshold_percentage: 20, status };
		const scope = nock(BASE_URL).persist();
		scope
			.get(path)
			.delay(5)
			.reply(200, () => {
				log.push('read');
				return { volume, ...common };
			});
		scope
			.post(path)
			.delay(5)
			.reply(201, (_, body) => {
				log.push('set');
				({ volume } = body as { volume: number });
				return {};
			});
		return { volume: () => volume, log };
	}

	test('20 concurrent top-ups from two clients add up', async () => {
		const service = quotaService(1);
		const items = Array.from({ length: 10 }, () => ({ endpointId: 17, add: 0.1 }));
		const runs = [1, 2].map(async () => await outcomesOf(clientFor(), 'smsQuota topUp', items));
		await Promise.all(runs);
		expect(service.volume()).toBe(3);
		expect(service.log).toEqual(Array.from({ length: 20 }, () => ['read', 'set']).flat());
	});

	test('a failed top-up does not block the next one', async () => {
		answers(`GET ${path}`, 403, {});
		quotaService(1);
		const items = [
			{ endpointId: 17, add: 1 },
			{ endpointId: 17, add: 1 },
		];
		const outcomes = await outcomesOf(clientFor(), 'smsQuota topUp', items);
		expect(outcomes.filter((o) => 'items' in o)).toHaveLength(1);
	});

	test.each([
		['its status is expired', { expiry_date: EXPIRY, status: { id: 3 } }],
		['its date has passed', { expiry_date: '2026-06-14T00:00:00Z', status: { id: 1 } }],
		['it has no date', { status: { id: 1 } }],
	])('an expired quota is not changed without a new expiry date: %s', async (_, quota) => {
		answers(`GET ${path}`, 200, { volume: 5, threshold_percentage: 20, ...quota });
		const outcome = await outcomeOf('smsQuota topUp', { endpointId: 17, add: 1 });
		expect(errorOf(outcome)).toBeInstanceOf(InputError);
		expect(errorOf(outcome)).toMatchObject({ field: 'expiryDate', outcome: 'notSent' });
	});

	test('an expiry date without a time zone is read as UTC, and no new date is required', async () => {
		answers(`GET ${path}`, 200, {
			volume: 5,
			expiry_date: '2099-01-01 00:00:00',
			status: { id: 1 },
		});
		const sent = answers(`POST ${path}`, 201);
		const outcome = await outcomeOf('smsQuota topUp', { endpointId: 17, add: 1 });
		expect(itemOf(outcome)).toMatchObject({ volume: 6, expiry_date: '2099-01-01T00:00:00Z' });
		expect(sent).toMatchObject([{ volume: 6, expiry_date: '2099-01-01T00:00:00Z' }]);
	});

	test('an endpoint without a quota is refused with that reason', async () => {
		answers(`GET ${path}`, 404, { message: 'none' });
		const outcome = await outcomeOf('smsQuota topUp', { endpointId: 17, add: 1 });
		expect(errorOf(outcome)).toMatchObject({
			message: 'Endpoint has no SMS quota: give it one with Set',
			outcome: 'notSent',
		});
	});
});

describe('transferring SIMs', () => {
	const path = '/api/v1/sim/migration/workspace';
	const values = (count: number, dryRun: boolean) => ({
		targetWorkspaceId: 1002,
		simsBy: 'ids',
		simIds: Array.from({ length: count }, (_, i) => i + 1),
		dryRun,
	});

	test('1,200 SIMs are sent in three consecutive calls of at most 500', async () => {
		const sizes: number[] = [];
		nock(BASE_URL)
			.post(path)
			.times(3)
			.reply(200, (_, body) => {
				const { sims } = body as { sims: unknown[] };
				sizes.push(sims.length);
				return { sim_count: sims.length, dry_run: false, sims };
			});
		const outcome = await outcomeOf('sim transfer', values(1200, false));
		expect(sizes).toEqual([500, 500, 200]);
		expect(itemOf(outcome)).toMatchObject({ sim_count: 1200, transferred: true });
	});

	test('a refusal of the second call is reported as a partial transfer', async () => {
		answers(`POST ${path}`, 200, { sim_count: 500 });
		answers(`POST ${path}`, 409, { errors: [{ error_code: 1504, sims: [777] }] });
		const outcome = await outcomeOf('sim transfer', values(1200, false));
		expect(errorOf(outcome)).toBeInstanceOf(PartialTransferError);
		expect(errorOf(outcome).message).toContain('Call 2 of 3');
		expect(errorOf(outcome)).toMatchObject({ outcome: 'partial' });
	});

	test('an unanswered transfer is not retried; an unanswered dry run is', async () => {
		nock(BASE_URL).post(path).replyWithError(cut());
		const lost = await outcomeOf('sim transfer', values(1, false));
		expect(errorOf(lost)).toMatchObject({ outcome: 'unknown' });

		nock(BASE_URL).post(path).replyWithError(cut());
		answers(`POST ${path}`, 200, { sim_count: 1 });
		const dry = await outcomeOf('sim transfer', values(1, true));
		expect(itemOf(dry)).toMatchObject({ sim_count: 1, dry_run: true });
	});
});

describe('connectivity information', () => {
	const info = (subscriber_info: object) =>
		nock(BASE_URL)
			.get('/api/v1/endpoint/17/connectivity_info')
			.query({ subscriber: 'true' })
			.reply(200, { request_timestamp: 'a', subscriber_info });
	const ask = async (more: object = {}) =>
		await outcomeOf('endpoint getConnectivityInfo', { endpointId: 17, subscriber: true, ...more });

	test('a network failure is an error when the option is set', async () => {
		info({ success: false, error: 'Unknown Location Error' });
		const outcome = await ask({ failOnNetworkError: true });
		expect(errorOf(outcome)).toBeInstanceOf(NetworkFailureError);
		expect(errorOf(outcome).message).toContain('Unknown Location Error');
	});

	test.each([
		['assumed_idle', /cannot tell whether the device is reachable/],
		['not_provided_from_vlr', /4G, LTE-M and NB-IoT/],
		['something_new', /^something new$/],
	])('the state %s is described in words', async (state, words) => {
		info({ success: true, state });
		expect(itemOf(await ask())).toMatchObject({
			subscriber_info: { state, state_description: expect.stringMatching(words) },
		});
	});
});

describe('references', () => {
	const ICCID = '8988303000000000007';
	const get = async (simId: unknown) => await outcomeOf('sim get', { simId, simplify: true });
	const list = (sims: object[]) => nock(BASE_URL).get('/api/v1/sim').query(true).reply(200, sims);

	test('an entry that only contains the ICCID is ignored', async () => {
		list([
			{ id: 1, iccid: `${ICCID}1` },
			{ id: 7, iccid: ICCID },
		]);
		answers('GET /api/v1/sim/7', 200, { id: 7, iccid: ICCID });
		expect(itemOf(await get({ by: 'iccid', value: ICCID }))).toMatchObject({ id: 7 });
	});

	test.each([
		['no SIM', [], 'none has'],
		[
			'two SIMs',
			[
				{ id: 7, iccid: ICCID },
				{ id: 8, iccid: ICCID },
			],
			'2 have',
		],
	])('an ICCID of %s is an error that names the ICCID', async (_, sims, words) => {
		list(sims);
		const error = errorOf(await get({ by: 'iccid', value: ICCID }));
		expect(error).toMatchObject({ field: 'simId', outcome: 'notSent' });
		expect(error.message).toContain(`${words} ICCID ${ICCID}`);
	});
});

describe('references of a bulk call', () => {
	const iccid = (i: number) => `89883030000000${String(10_000 + i)}`;
	const item = (i: number) => ({ endpointId: { by: 'iccid', value: iccid(i) } });
	const asked: string[][] = [];
	/** A list of the endpoints 1 to `count`, with two entries for the ICCID of 7. */
	const endpoints = (count: number) =>
		nock(BASE_URL)
			.persist()
			.get('/api/v1/endpoint')
			.query(true)
			.reply(function (uri) {
				const q = new URL(uri, BASE_URL).searchParams.get('q') ?? '';
				const wanted = q.replace('iccid:', '').split('||');
				asked.push(wanted);
				const all = Array.from({ length: count }, (_, i) => i + 1);
				const entries = all.map((i) => ({ id: 1000 + i, sim: { iccid: iccid(i) } }));
				entries.push({ id: 2007, sim: { iccid: iccid(7) } });
				return [200, entries.filter((e) => wanted.includes(e.sim.iccid))];
			});
	const deletes: unknown[] = [];
	const bulk = () =>
		nock(BASE_URL)
			.persist()
			.delete('/api/v2/endpoint/multi')
			.reply(204, (_, body) => void deletes.push(body));
	beforeEach(() => void (asked.length = deletes.length = 0));

	test('are looked up sixty at a time', async () => {
		endpoints(120);
		bulk();
		const items = Array.from({ length: 120 }, (_, i) => item(i + 1)).filter((_, i) => i !== 6);
		const outcomes = await outcomesOf(clientFor(), 'endpoint deleteMany', items);
		expect(asked.map((list) => list.length)).toEqual([60, 59]);
		expect(outcomes.map(itemOf)).toContainEqual({
			id: 1120,
			endpoint_id: 1120,
			deleted: true,
		});
		expect(deletes[0]).toHaveLength(119);
	});

	test('that match no endpoint or two fail only their own items, with the reason', async () => {
		endpoints(8);
		bulk();
		const outcomes = await outcomesOf(clientFor(), 'endpoint deleteMany', [6, 7, 8, 9].map(item));
		expect(deletes).toEqual([[{ id: 1006 }, { id: 1008 }]]);
		expect(errorOf(outcomes[1]).message).toContain('2 have ICCID');
		expect(errorOf(outcomes[3]).message).toContain('none has ICCID');
	});

	test('are looked up one by one when the service refuses a list', async () => {
		answers('GET /api/v1/endpoint', 422, { error_code: 1302 });
		endpoints(8);
		bulk();
		const outcomes = await outcomesOf(clientFor(), 'endpoint deleteMany', [1, 2].map(item));
		expect(asked).toEqual([[iccid(1)], [iccid(2)]]);
		expect(outcomes.every((o) => 'items' in o)).toBe(true);
	});

	test('that fail without continueOnFail send nothing, and the error names the item', async () => {
		endpoints(8);
		bulk();
		const run = outcomesOf(clientFor(), 'endpoint deleteMany', [6, 7, 8].map(item), false);
		await expect(run).rejects.toMatchObject({
			index: 1,
			summary: expect.stringContaining('not sent'),
		});
		expect(deletes).toEqual([]);
	});
});

describe('workspaces of a session that names no user', () => {
	const identity = async () => ({ organisationId: 1 });
	const list = async (events: object[], profile: [number, object] = [404, {}]) => {
		answers('GET /api/v1/user/my/event', 200, events);
		nock(BASE_URL)
			.get('/api/v1/user/my')
			.reply(...profile);
		const client = clientFor('user', { identity });
		return (await outcomesOf(client, 'workspace getAll', [{ returnAll: true }]))[0];
	};

	test('are listed for the user named in its own events', async () => {
		answers('GET /api/v2/user/12/workspace', 200, [{ id: 1002 }]);
		const outcome = await list([{ id: 1 }, { id: 2, user: { id: 12 } }]);
		expect(itemOf(outcome)).toEqual({ id: 1002 });
	});

	test('are listed for the user of the profile when no event names a user', async () => {
		answers('GET /api/v2/user/13/workspace', 200, [{ id: 1003 }]);
		expect(itemOf(await list([], [200, { id: 13 }]))).toEqual({ id: 1003 });
	});

	test('require the user ID when neither events nor the profile give it', async () => {
		const outcome = await list([{ id: 1, user: { id: 1.5 } }]);
		expect(errorOf(outcome)).toMatchObject({ field: 'userId', outcome: 'notSent' });
	});
});

test('creating an MFA key requires a password when the credential has none', async () => {
	const client = clientFor('token', { passwordHash: () => undefined });
	const [outcome] = await outcomesOf(client, 'mfaKey create', [{ typeId: 0 }]);
	expect(errorOf(outcome)).toMatchObject({ field: 'password', outcome: 'notSent' });
});

test.each([
	['sent', { code_needed: true, code_sent: true }],
	['sentBefore', { code_needed: true, code_sent: false }],
	['notNeeded', { code_needed: false, code_sent: false }],
] as const)('session requestCode reports the outcome %s', async (outcome, expected) => {
	const client = clientFor('user', { requestCode: async () => outcome });
	const [result] = await outcomesOf(client, 'session requestCode', [{}]);
	expect(itemOf(result)).toMatchObject(expected);
});
