import { budgetFor } from '../../../src/request/retry';
import { findOperation } from '../../../src/operations';
import nock from '../../support/nock';
import { answers, answersAlways, BASE_URL, clientFor, outcomeOf, outcomesOf } from './support';

/* How answers of the service are read: unreachable devices, error codes, created entries. */

describe('a device that the network cannot reach', () => {
	const path = '/api/v1/endpoint/17/connectivity_info';
	const locate = async (more: object = {}) => {
		const values = { endpointId: 17, subscriber: true, ...more };
		return await outcomeOf('endpoint getConnectivityInfo', values);
	};

	test.each([1902, 1903])(
		'a 503 with %i is a result, or an error with the option, and is not retried',
		async (error_code) => {
			let asked = 0;
			nock(BASE_URL)
				.persist()
				.get(path)
				.query(true)
				.reply(503, () => {
					asked += 1;
					return { error_code, error_token: 'X', message: 'Not reachable' };
				});
			expect(await locate()).toEqual({
				items: [
					{
						endpoint_id: 17,
						subscriber_info: { success: false, error: 'Not reachable', error_code },
					},
				],
			});
			expect(asked).toBe(1);
			// With the option it is an error, again without a retry.
			expect(await locate({ failOnNetworkError: true })).toHaveProperty('error');
			expect(asked).toBe(2);
		},
	);

	test('a hundred such answers use up no retries', async () => {
		answersAlways(`GET ${path}`, 503, { error_code: 1902 });
		const values = { endpointId: 17, subscriber: true };
		const items = Array.from({ length: 100 }, () => values);
		await outcomesOf(clientFor(), 'endpoint getConnectivityInfo', items);
		expect(budgetFor(BASE_URL).take()).toBe(true);
	});

	test('any other 503 is a failure of the service, and is retried', async () => {
		answers(`GET ${path}`, 503, { error_code: 1000 });
		answers(`GET ${path}`, 200, { request_timestamp: 'a' });
		expect(await locate()).toEqual({ items: [{ endpoint_id: 17, request_timestamp: 'a' }] });
	});
});

describe('the hint of a code that several causes share', () => {
	const REFERENCE = { error_code: 1401, error_token: 'InvalidReference' };
	const refusal = (message?: string) => ({
		error_code: 1400,
		error_token: 'InputValidationFailed',
		message: 'Validation failed',
		errors: [{ ...REFERENCE, ...(message !== undefined && { message }) }],
	});

	test.each([
		[422, refusal('Service profile 999 does not exist'), /Correct the value named here/],
		[422, refusal('Tag 7 of endpoint 17 does not exist'), /Correct the value named here/],
		[422, refusal(), /Correct the value named here/],
		[422, refusal('Endpoint 17 not found'), /no endpoint of this ID/],
		[404, { ...REFERENCE, message: 'Endpoint 17 not found' }, /no endpoint of this ID/],
		[404, { ...REFERENCE, message: 'IP address space 5 not found' }, /IP address space/],
	])('%i %j', async (status, body, words) => {
		for (const [row, path] of [
			['endpoint update', '/api/v1/endpoint/17'],
			['endpoint updateMany', '/api/v2/endpoint/multi'],
		] as const) {
			nock(BASE_URL).patch(path).query(true).reply(status, body);
			const outcome = await outcomeOf(row, { endpointId: 17, name: 'a' });
			expect([row, (outcome as { error: { hint: string } }).error.hint]).toEqual([
				row,
				expect.stringMatching(words),
			]);
		}
	});
});

describe('the hint of an error code', () => {
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
	])('says what to do: %s, %i with %i', async (row, status, code, words) => {
		const transfer = { targetWorkspaceId: 1, simsBy: 'ids', simIds: '7', dryRun: true };
		const values = { endpointId: 17, name: 'a', subscriber: true, ...transfer };
		const [method = '', path = ''] = findOperation(...(row.split(' ') as [string, string]))
			.request.replace('{endpointId}', '17')
			.split(' ');
		// The error codes of a transfer are in its list of errors.
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
			.reply(201, (_, body) => {
				sent.push(body);
				return [{ id: 5, sim: { id: 7 } }];
			});
		await outcomeOf(row, { ...required, ...values });
		return JSON.stringify(sent);
	};

	test.each(['endpoint create', 'endpoint createMany'])(
		'%s sends for each SIM whether to activate it',
		async (row) => {
			expect(await bodies(row, { simId: 7 })).toContain('"sim":{"id":7,"activate":true}');
			expect(await bodies(row, { simId: 7, simActivate: false })).toContain('"activate":false');
			const withStatus = await bodies(row, { simId: 7, simStatus: 4 });
			expect(withStatus).toContain('"activate":true');
			expect(withStatus).toContain('"status":{"id":4}');
		},
	);

	test.each(['endpoint create', 'endpoint createMany'])(
		'%s sends no SIM for a row without a SIM, even if Activate SIM is set',
		async (row) => {
			const sent = await bodies(row, { simActivate: true, simId: '', name: 'a' });
			expect(sent).toContain('"name":"a"');
			expect(sent).not.toContain('sim"');
		},
	);
});

test('a 201 without an ID has an unknown outcome, and the hint says to look for the tag', async () => {
	answers('POST /api/v2/tags', 201, '');
	const outcome = await outcomeOf('tag create', { name: 'north', simplify: true });
	expect((outcome as { error: Error }).error).toMatchObject({
		message: expect.stringContaining('answered 201'),
		hint: expect.stringMatching(/^It was most likely created: look for it/),
		outcome: 'unknown',
	});
});

test('SIMs can be sorted by the fields that the service supports', () => {
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
