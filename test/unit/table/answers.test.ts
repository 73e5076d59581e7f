import { budgetFor } from '../../../src/request/retry';
import { findOperation } from '../../../src/table/entries';
import nock from '../../support/nock';
import { answers, answersAlways, BASE_URL, clientFor, outcomeOf, outcomesOf } from './support';

/* The meaning of single answers: an offline device, and the codes of the service. */

describe('a device that the network cannot reach', () => {
	const path = '/api/v1/endpoint/17/connectivity_info';
	const locate = async (more: object = {}) => {
		const values = { endpointId: 17, subscriber: true, ...more };
		return await outcomeOf('endpoint getConnectivityInfo', values);
	};

	test.each([1902, 1903])('503 with %i is a result, asked for once', async (error_code) => {
		let asked = 0;
		nock(BASE_URL)
			.persist()
			.get(path)
			.query(true)
			.reply(503, () => (asked++, { error_code, error_token: 'X', message: 'Not reachable' }));
		expect(await locate()).toEqual({
			items: [
				{
					endpoint_id: 17,
					subscriber_info: { success: false, error: 'Not reachable', error_code },
				},
			],
		});
		expect(asked).toBe(1);
		// With the option it is an error, still without a second question.
		expect(await locate({ failOnNetworkError: true })).toHaveProperty('error');
		expect(asked).toBe(2);
	});

	test('a hundred of them leave the retries to others', async () => {
		answersAlways(`GET ${path}`, 503, { error_code: 1902 });
		const values = { endpointId: 17, subscriber: true };
		const items = Array.from({ length: 100 }, () => values);
		await outcomesOf(clientFor(), 'endpoint getConnectivityInfo', items);
		expect(budgetFor(BASE_URL).take()).toBe(true);
	});

	test('any other 503 is trouble of the service, and asked again', async () => {
		answers(`GET ${path}`, 503, { error_code: 1000 });
		answers(`GET ${path}`, 200, { request_timestamp: 'a' });
		expect(await locate()).toEqual({ items: [{ endpoint_id: 17, request_timestamp: 'a' }] });
	});
});

describe('codes say what to do', () => {
	test.each([
		['endpoint updateMany', 404, 1601, /address space is full/],
		['endpoint updateMany', 404, 1401, /no endpoint of this ID/],
		['endpoint update', 404, 1401, /no endpoint of this ID/],
		['sim transfer', 409, 1502, /Detach From Endpoints/],
		['sim transfer', 409, 1503, /Allowed SIM Statuses/],
		['sim transfer', 409, 1504, /Administrator role/],
		['sim transfer', 409, 1505, /Brazilian/],
		['endpoint getConnectivityInfo', 404, 1901, /may not read connectivity/],
		['endpoint getConnectivityInfo', 404, 1904, /may not read connectivity/],
	])('%s: %i with %i', async (row, status, code, words) => {
		const transfer = { targetWorkspaceId: 1, simsBy: 'ids', simIds: '7', dryRun: true };
		const values = { endpointId: 17, name: 'a', subscriber: true, ...transfer };
		const [method = '', path = ''] = findOperation(...(row.split(' ') as [string, string]))
			.request.replace('{endpointId}', '17')
			.split(' ');
		// Those of a transfer stand in its list of errors.
		const body = row === 'sim transfer' ? { errors: [{ error_code: code }] } : { error_code: code };
		nock(BASE_URL).intercept(path, method).query(true).reply(status, body);
		const outcome = await outcomeOf(row, values);
		expect((outcome as { error: { hint: string } }).error.hint).toMatch(words);
	});
});

describe('creating endpoints', () => {
	const required = { serviceProfileId: 101, tariffProfileId: 201, status: 0 };
	const bodies = async (row: string, values: object) => {
		const sent: unknown[] = [];
		nock(BASE_URL)
			.post(/.*/)
			.reply(201, (_, body) => (sent.push(body), [{ id: 5, sim: { id: 7 } }]));
		await outcomeOf(row, { ...required, ...values });
		return JSON.stringify(sent);
	};

	test.each(['endpoint create', 'endpoint createMany'])(
		'%s says for each SIM whether to activate it',
		async (row) => {
			expect(await bodies(row, { simId: 7 })).toContain('"sim":{"id":7,"activate":true}');
			expect(await bodies(row, { simId: 7, simActivate: false })).toContain('"activate":false');
			const told = await bodies(row, { simId: 7, simStatus: 4 });
			expect(told).toContain('"activate":true');
			expect(told).toContain('"status":{"id":4}');
		},
	);

	test.each(['endpoint create', 'endpoint createMany'])(
		'%s: a line without a SIM is created without one, though Activate SIM is set',
		async (row) => {
			const sent = await bodies(row, { simActivate: true, simId: '', name: 'a' });
			expect(sent).toContain('"name":"a"');
			expect(sent).not.toContain('sim"');
		},
	);
});

test('a 201 that names nothing is most likely done: look for it, the Base URL is right', async () => {
	answers('POST /api/v2/tags', 201, '');
	const outcome = await outcomeOf('tag create', { name: 'north', simplify: true });
	expect((outcome as { error: Error }).error).toMatchObject({
		message: expect.stringContaining('answered 201'),
		hint: expect.stringMatching(/^It was most likely created: look for it/),
		outcome: 'unknown',
	});
});

test('SIMs are sorted by what the service can sort by', () => {
	const { control } = findOperation('sim', 'getAll').fields.sort!;
	const fields = control.kind === 'sort' ? control.choices.map(({ value }) => value) : [];
	expect(fields.sort()).toEqual(
		['customer_org', 'eid', 'endpoint', 'iccid', 'id', 'issuer_org', 'model'].concat([
			'production_date',
			'reseller_org',
			'status',
		]),
	);
});
