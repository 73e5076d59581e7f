import { version } from '../../../package.json';
import { operations } from '../../../src/operations';
import { bench } from '../../support/http';
import nock from '../../support/nock';
import { failureOf } from '../../support/secrets';

test('sends method, path, JSON body, Accept header and a User-Agent with the version', async () => {
	const b = bench();
	nock(b.baseUrl, {
		reqheaders: {
			accept: 'application/json',
			'content-type': 'application/json',
			'user-agent': `n8n-nodes-cellular-iot/${version}`,
		},
	})
		.post('/api/v1/endpoint/7/sms', { payload: 'ü', source_address_type: { id: 208 } })
		.reply(201, {});
	const answer = await b.send({
		method: 'POST',
		path: '/api/v1/endpoint/7/sms',
		// Undefined values are not sent.
		body: { payload: 'ü', udh: undefined, source_address_type: { id: 208 } },
		effect: 'act',
	});
	expect(answer).toMatchObject({ status: 201, body: {} });
	expect(nock.isDone()).toBe(true);
});

test('sends a GET and an empty DELETE without a body or content type', async () => {
	const b = bench();
	b.answers({ status: 204, body: '' });
	await b.send();
	await b.send({ method: 'DELETE', effect: 'set' });
	for (const { body, headers } of b.wire) {
		expect(body).toBeUndefined();
		expect(Object.keys(headers).map((name) => name.toLowerCase())).not.toContain('content-type');
	}
});

test('percent-encodes spaces, plus signs, commas, colons and umlauts in a query', async () => {
	const b = bench();
	b.answers({ status: 200, body: [] });
	await b.send({
		path: '/api/v1/endpoint',
		query: { q: 'name:pump 1+2,tags:ä&b', sort: '+name,-id', page: 1, none: undefined, nil: null },
	});
	expect(b.wire[0]?.url).toBe(
		`${b.baseUrl}/api/v1/endpoint?q=name%3Apump%201%2B2%2Ctags%3A%C3%A4%26b&sort=%2Bname%2C-id&page=1`,
	);
});

test('appends the path of a request to a base URL with a path', async () => {
	const b = bench();
	b.answers({ status: 200, body: [] });
	await b.send({ path: '/api/v1/endpoint' });
	expect(new URL(b.wire[0]!.url).pathname).toBe('/api/v1/endpoint');
});

test('allows 30 s for a request and 120 s for a bulk call', async () => {
	const b = bench();
	b.answers({ status: 200, body: [] });
	await b.send();
	await b.send({ timeoutMs: 120_000 });
	expect(b.wire.map(({ timeoutMs }) => timeoutMs)).toEqual([30_000, 120_000]);
	const bulk = operations.filter((o) => o.bulk);
	expect(bulk.map((o) => o.name).sort()).toEqual(
		expect.arrayContaining(['createMany', 'deleteMany', 'updateMany']),
	);
	for (const operation of bulk) expect(operation.timeoutMs).toBe(120_000);
});

describe('errors of the service become readable errors', () => {
	const answered = async (status: number, body: unknown) => {
		const b = bench();
		nock(b.baseUrl)
			.persist()
			.get('/api/v1/endpoint/7')
			.reply(status, body as nock.Body);
		return await failureOf(b.send());
	};
	const problem = (message: string) => ({ error_code: 1400, error_token: 'InvalidValue', message });

	test.each([
		[
			422,
			{
				...problem('Validation failed'),
				status_code: 422,
				errors: [problem('Invalid service profile'), problem('Invalid tariff profile')],
			},
			'ValidationError',
			'The service refused a value: Validation failed; Invalid service profile; Invalid tariff profile (1400)',
		],
		[422, '', 'ValidationError', 'The service refused a value'],
		[422, '<h1>Oops</h1>', 'ValidationError', 'The service refused a value'],
		[
			422,
			'Traffic limit of 10 MT-SMS per month exceeded',
			'ValidationError',
			'The service refused a value',
		],
		[
			403,
			{ error_code: 1201, error_token: 'AccessDenied', message: 'The role lacks it' },
			'ForbiddenError',
			'The service does not allow this: The role lacks it (1201)',
		],
		[
			403,
			{ status_code: 403, message: 'Forbidden' },
			'ForbiddenError',
			'The service does not allow this: Forbidden',
		],
		[
			404,
			{ error_code: 1601, error_token: 'NotFound', message: 'IP address space is full' },
			'NotFoundError',
			'The service did not find it: IP address space is full (1601)',
		],
		[404, '', 'NotFoundError', 'The service did not find it'],
		[404, '<html>404</html>', 'NotFoundError', 'The service did not find it'],
		[
			409,
			{ error_code: 1405, error_token: 'Duplicated', message: 'Exists' },
			'ConflictError',
			'It conflicts with what exists: Exists (1405)',
		],
		[
			400,
			{ status_code: 400, message: 'Unexpected token' },
			'BadRequestError',
			'The service could not read the request: Unexpected token',
		],
		[
			401,
			{ error_code: '1102', error_token: 'InvalidToken', message: 'Invalid' },
			'UnauthorisedError',
			'The service refused the session, also a new one: Invalid (1102)',
		],
		[
			503,
			{ error_code: 1902, message: 'Network unavailable' },
			'ServerError',
			'The service failed (503): Network unavailable (1902)',
		],
	])('reports %i %j', async (status, body, name, message) => {
		const error = await answered(status, body);
		expect({ name: error.name, message: error.message }).toEqual({ name, message });
		expect(error.status).toBe(status);
		expect(String(error.hint)).toMatch(/\w{3}.*\.$/);
	});

	test('keeps the error envelope for the workflow', async () => {
		const error = await answered(422, { ...problem('no'), errors: [problem('SIM is taken')] });
		expect(error.envelope).toEqual({ ...problem('no'), errors: [problem('SIM is taken')] });
	});

	test('does not attach the failed request to the error', async () => {
		const b = bench();
		nock(b.baseUrl).get('/api/v1/endpoint/7').times(3).replyWithError('socket hang up');
		const error = await failureOf(b.send({ headers: { Authorization: 'Bearer kept-to-itself' } }));
		expect(error.message).toBe('The service did not answer: socket hang up');
		expect(error.cause).toBeUndefined();
	});
});
