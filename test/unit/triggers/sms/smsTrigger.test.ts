import { SignJWT } from 'jose';
import type { INodeParameters } from 'n8n-workflow';
import { WebhookWorkflow } from '../../../support/n8n/triggers';
import { credentialsFor, SECRET } from '../support';
import { message, open, part, receipt, trigger } from './callbacks';

const key = (secret: string) => new TextEncoder().encode(secret);
const token = async (alg = 'HS256', secret = SECRET, claims: object = {}) =>
	await new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(key(secret));
/** A trigger that has the secret of calls alone. */
const ALONE = { authentication: 'cellularIotCallbackApi' };
const bearer = (jwt: string) => ({ authorization: `Bearer ${jwt}` });

afterEach(() => jest.useRealTimers());

describe('signature', () => {
	test.each(['HS256', 'HS384', 'HS512'])(
		'starts the workflow for a token signed with %s and the secret',
		async (alg) => {
			const answer = await trigger().deliver({
				body: message(),
				headers: bearer(await token(alg)),
			});
			expect(answer.items).toMatchObject([{ type: 'sms', text: 'hello', authenticated: true }]);
		},
	);

	const now = Math.floor(Date.now() / 1000);
	test.each<[string, () => Promise<Record<string, string>>]>([
		['no token', async () => ({})],
		['another secret', async () => bearer(await token('HS256', 'x'.repeat(40)))],
		['expired token', async () => bearer(await token('HS256', SECRET, { exp: now - 60 }))],
		['token not yet valid', async () => bearer(await token('HS256', SECRET, { nbf: now + 60 }))],
		['truncated token', async () => bearer((await token()).slice(0, -4))],
		['Basic instead of Bearer', async () => ({ authorization: `Basic ${await token()}` })],
		[
			'algorithm none',
			async () =>
				bearer(
					`${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`,
				),
		],
	])('answers 401 and starts no run: %s', async (_name, headers) => {
		const answer = await trigger().deliver({ body: message(), headers: await headers() });
		expect(answer).toMatchObject({ status: 401, items: undefined });
		expect(answer.headers['www-authenticate']).toBe('Bearer');
	});

	const ms = now * 1000;
	const claimed = async (claims: object, options: object = {}) => {
		const headers = bearer(await token('HS256', SECRET, claims));
		return (await trigger({ options }).deliver({ body: message(), headers })).status;
	};
	test.each<[string, number, object, object?]>([
		['that has expired, in milliseconds', 401, { exp: ms - 60_000 }],
		['that is valid, in milliseconds', 200, { exp: ms + 60_000, nbf: ms - 60_000 }],
		['whose expiry is not a number', 401, { exp: 'tomorrow' }],
		['issued more than a day ago, without an expiry', 401, { iat: now - 87_000 }],
		['issued an hour ago', 200, { iat: now - 3600 }],
		['issued more than a day in the future', 401, { iat: now + 87_000 }],
		[
			'issued an hour ago, with a maximum age of 5 min',
			401,
			{ iat: now - 3600 },
			{ maxTokenAge: 5 },
		],
		[
			'issued a minute ago, with a maximum age of 5 min',
			200,
			{ iat: now - 60 },
			{ maxTokenAge: 5 },
		],
		['issued a minute ago, in milliseconds', 200, { iat: ms - 60_000 }, { maxTokenAge: 5 }],
		['without a time of issue', 200, {}],
		['without a time of issue, with a maximum age', 401, { exp: now + 60 }, { maxTokenAge: 5 }],
	])('a token %s is answered %i', async (_name, status, claims, ...[options]) => {
		expect(await claimed(claims, options)).toBe(status);
	});

	test.each(['x', 'x'.repeat(31)])(
		'refuses to publish with a secret that is too short: %s',
		async (secret) => {
			for (const kind of ['sms', 'stream'] as const) {
				const store = credentialsFor(undefined, secret);
				await expect(new WebhookWorkflow(ALONE, store, kind).activate()).rejects.toMatchObject({
					message: expect.stringMatching(/^Signing Secret must have 32 bytes or more, not \d+:/),
				});
			}
		},
	);

	test('accepts a changed secret at once, and the old one for a few seconds', async () => {
		jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'setTimeout', 'queueMicrotask'] });
		const store = credentialsFor();
		const workflow = new WebhookWorkflow(ALONE, store);
		const status = async (secret: string) => {
			const headers = bearer(await token('HS256', secret));
			return (await workflow.deliver({ body: message(), headers })).status;
		};
		const other = 'another-callback-secret-of-many-letters';
		expect(await status(SECRET)).toBe(200);
		store.set('cellularIotCallbackApi', { secret: other });
		jest.advanceTimersByTime(1_100);
		expect(await status(other)).toBe(200);
		store.set('cellularIotCallbackApi', { secret: SECRET });
		expect(await status(other)).toBe(200);
		jest.advanceTimersByTime(5_100);
		expect(await status(other)).toBe(401);
		expect(await status(SECRET)).toBe(200);
	});

	test.each([
		['the secret', ALONE],
		['the account with its secret and its Redis settings', { registerCallback: false }],
	])(
		'reads %s once, and again at most once a second for forged calls',
		async (_, form: INodeParameters) => {
			jest.useFakeTimers({
				doNotFake: ['setImmediate', 'nextTick', 'setTimeout', 'queueMicrotask'],
			});
			const store = credentialsFor();
			const workflow = new WebhookWorkflow(form, store);
			const headers = bearer(await token());
			const forged = bearer(await token('HS256', 'x'.repeat(40)));
			for (let turn = 0; turn < 20; turn += 1) {
				expect((await workflow.deliver({ body: message(), headers })).status).toBe(200);
			}
			const good = store.reads;
			jest.advanceTimersByTime(2_000);
			const answers = await Promise.all(
				Array.from({ length: 200 }, () => workflow.deliver({ body: message(), headers: forged })),
			);
			expect(answers.every(({ status }) => status === 401)).toBe(true);
			expect(good).toBe(1);
			expect(store.reads).toBe(good + 1);
		},
	);

	test('tolerates a clock difference of ten seconds', async () => {
		const seconds = Math.floor(Date.now() / 1000);
		for (const claims of [{ exp: seconds - 10 }, { nbf: seconds + 10 }]) {
			const headers = bearer(await token('HS256', SECRET, claims));
			expect((await trigger().deliver({ body: message(), headers })).items).toHaveLength(1);
		}
	});

	test('refuses every call when the secret is empty', async () => {
		const workflow = new WebhookWorkflow(ALONE, credentialsFor(undefined, ''));
		expect((await workflow.deliver({ body: message() })).status).toBe(401);
		await expect(workflow.activate()).rejects.toMatchObject({
			message: expect.stringMatching(/^Signing Secret must not be empty/),
		});
	});

	test('marks every item as unauthenticated when verification is off', async () => {
		const items = await open().items(message());
		expect(items).toMatchObject([{ authenticated: false }]);
	});
});

describe('messages and receipts', () => {
	test('an SMS item has the text, the ids, and times both as received and in UTC', async () => {
		const items = await open().items(message());
		expect(items).toEqual([
			expect.objectContaining({
				type: 'sms',
				text: 'hello',
				payload: 'hello',
				encoding: 'GSM-7',
				submit_date: '2026-03-01 12:00:00',
				submitted_at: '2026-03-01T12:00:00Z',
				source_address: '491510000001',
				dest_address: '12345',
				endpoint: { id: 10001, name: 'device-000001' },
				organisation: { id: 1001 },
				complete: true,
			}),
		]);
	});

	test('a receipt is received by PATCH at the same address', async () => {
		const { items } = await open().deliver({ method: 'PATCH', body: receipt() });
		expect(items).toMatchObject([
			{
				type: 'receipt',
				status: { id: 4, status: 'DELIVERED' },
				final_date: '2026-03-01 12:00:07',
				final_at: '2026-03-01T12:00:07Z',
				submitted_at: '2026-03-01T12:00:00Z',
			},
		]);
	});

	test.each([
		['2026-03-01T13:00:00+01:00', '2026-03-01T12:00:00Z'],
		['2026-03-01T12:00:00.500Z', '2026-03-01T12:00:00.500Z'],
		['yesterday', null],
	])('the time %s is emitted as %s', async (submit_date, submitted_at) => {
		const items = await open().items(message({ submit_date }));
		expect(items).toMatchObject([{ submit_date, submitted_at }]);
	});

	test.each([
		[8, 'Grüße – Ω 🚀', 'Grüße – Ω 🚀', 'UCS-2'],
		[8, '00480069', 'Hi', 'UCS-2'],
		[8, 'D83DDE80', '🚀', 'UCS-2'],
		[8, '\u0000H\u0000i', 'Hi', 'UCS-2'],
		[8, '12345678', '12345678', 'UCS-2'],
		[24, 'Ω', 'Ω', 'UCS-2'],
		[0, '00480069', '00480069', 'GSM-7'],
		[4, '48692031', 'Hi 1', '8-bit'],
		[245, '48692031', 'Hi 1', '8-bit'],
		[4, '00ff17', null, '8-bit'],
		[4, 'not hex', 'not hex', '8-bit'],
		[8, '0012', '0012', 'UCS-2'],
		[8, '0045', 'E', 'UCS-2'],
	])('with dcs %s, the payload %j is decoded as %j', async (dcs, payload, text, encoding) => {
		const items = await open().items(message({ dcs, payload }));
		expect(items).toMatchObject([{ payload, text, encoding }]);
	});

	test.each([
		['text', 8, '00480069', '00480069'],
		['hex', 8, 'D83DDE80', '🚀'],
		['hex', 0, '4869', 'Hi'],
		['hex', 8, 'no digits', 'no digits'],
	])(
		'with the reading %s and dcs %s, the payload %j is decoded as %j',
		async (reading, dcs, payload, text) => {
			const items = await open({ options: { reading } }).items(message({ dcs, payload }));
			expect(items).toMatchObject([{ payload, text }]);
		},
	);

	test.each([
		['a character split over two parts', 4, ['c3', 'a9'], 'é'],
		['data that is not text', 4, ['00ff', '17'], null],
		['a surrogate pair split over two parts', 8, ['00480069D83D', 'DE8000210021'], 'Hi🚀!!'],
		['hex digits in one part only', 8, ['00480069', 'plain'], '00480069plain'],
	])(
		'the parts of a long message are decoded together: %s',
		async (_name, dcs, [first = '', second = ''], text) => {
			const workflow = open();
			await workflow.deliver({ body: part(1, 2, first, { dcs }) });
			const items = await workflow.items(part(2, 2, second, { dcs }));
			expect(items).toMatchObject([{ text, payload: first + second, complete: true }]);
		},
	);

	test('a message with unusual but usable fields is accepted', async () => {
		const name = 'n'.repeat(5_000);
		for (const more of [
			{ payload: null },
			{ endpoint: { id: 10001, name } },
			{ organisation: {} },
			{ multi_part_info: {} },
		]) {
			expect(await open().items(message(more))).toMatchObject([{ type: 'sms' }]);
		}
	});

	test('ids beyond the safe integer range keep all their digits', async () => {
		const workflow = open();
		const raw = (id: string) => JSON.stringify(message()).replace(/"id":\d+/, `"id":${id}`);
		const ids = ['9007199254740993', '9007199254740995', '90071992547409931234'];
		for (const id of ids) {
			expect((await workflow.deliver({ raw: raw(id) })).items).toMatchObject([{ id }]);
		}
	});

	test('a body larger than any SMS is answered 413', async () => {
		for (const body of [message({ payload: 'x'.repeat(200_000) }), part(1, 2, 'x'.repeat(3_000))]) {
			expect(await open().deliver({ body })).toMatchObject({ status: 413, items: undefined });
		}
	});

	test('a call is answered 503 while the secret cannot be read, so that it is redelivered', async () => {
		const broken = credentialsFor();
		broken.get = () => {
			throw new Error('the database is locked');
		};
		const workflow = new WebhookWorkflow(ALONE, broken);
		const headers = bearer(await token());
		expect(await workflow.deliver({ body: message(), headers })).toMatchObject({ status: 503 });
	});

	test('a __proto__ field of the body changes no prototype of an item or of its objects', async () => {
		const raw = JSON.stringify(message()).replaceAll(
			/(^|"endpoint":){/g,
			'$1{"__proto__":{"admin":true},',
		);
		const body = JSON.parse(raw) as object;
		for (const reading of [{ raw }, { body }, { body, raw: '' }]) {
			const { items } = await open().deliver(reading);
			expect(items).toMatchObject([{ text: 'hello', endpoint: { id: 10001 } }]);
			for (const object of [items![0]!, items![0]!.endpoint as { admin?: boolean }]) {
				expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
				expect(object.admin).toBeUndefined();
			}
		}
	});

	test('JSON with an unknown content type is read', async () => {
		const { items } = await open().deliver({ raw: JSON.stringify(message()) });
		expect(items).toMatchObject([{ text: 'hello' }]);
	});

	test.each([
		['null', null],
		['null values', { partno: null, total: null, identifier: null }],
		['zeros', { partno: 0, total: 0, identifier: 0 }],
		['part 1 of 1', { partno: 1, total: 1, identifier: 7 }],
	])('a message is complete if its multi_part_info names no parts: %s', async (_name, info) => {
		const items = await open().items(message({ multi_part_info: info }));
		expect(items).toMatchObject([{ text: 'hello', complete: true }]);
		expect(items?.[0]).not.toHaveProperty('parts');
	});

	test.each([
		['an empty body', {}],
		['invalid JSON', { raw: '{"id": 1, "payl' }],
		['a list', { body: [1] }],
		['text', { body: 'hello' }],
		['a message without an endpoint', { body: message({ endpoint: undefined }) }],
		['a payload that is an object', { body: message({ payload: { text: 'x' } }) }],
		['a list of two messages', { body: [message(), message()] }],
		['an alphabet that does not exist', { body: message({ dcs: 'EBCDIC' }) }],
		['part 3 of 2', { body: part(3, 2, 'x') }],
		['a receipt without a status', { method: 'PATCH' as const, body: message() }],
	])('%s is answered 400 and starts no run', async (_name, delivery) => {
		expect(await open().deliver(delivery)).toMatchObject({ status: 400, items: undefined });
	});

	test.each([
		['SMS', 'endpoint', { body: message({ endpoint: undefined }) }],
		['SMS', 'endpoint.id', { body: message({ endpoint: { name: 'x' } }) }],
		['SMS', 'payload', { body: message({ payload: { secret: 'x' } }) }],
		['SMS', 'dcs', { body: message({ dcs: 'EBCDIC' }) }],
		['SMS', 'multi_part_info', { body: part(3, 2, 'x') }],
		['delivery receipt', 'status', { method: 'PATCH' as const, body: message() }],
	])('a refused %s names its field %s', async (kind, field, delivery) => {
		const { body } = await open().deliver(delivery);
		expect(JSON.stringify(body)).toContain(
			`The body is no ${kind}: its field \\"${field}\\" is missing or not as documented`,
		);
		expect(JSON.stringify(body)).not.toMatch(/secret|EBCDIC/);
	});

	test('a refused list says that one object is wanted', async () => {
		const { body } = await open().deliver({ body: [message(), message()] });
		expect(JSON.stringify(body)).toContain('The body is no SMS: it must be one JSON object');
	});

	test.each([
		['42', '42'],
		['21.50', '21.50'],
		['12345678901234567890', '12345678901234567890'],
	])('a payload that is the number %s is the text %s', async (payload, text) => {
		const raw = JSON.stringify(message({ payload: '@' })).replace('"@"', payload);
		expect((await open().deliver({ raw })).items).toMatchObject([{ payload: text, text }]);
	});

	test('a list of one message, or of one receipt, is read as it', async () => {
		expect(await open().items([message()])).toMatchObject([{ type: 'sms', text: 'hello' }]);
		const { items } = await open().deliver({ method: 'PATCH', body: [receipt()] });
		expect(items).toMatchObject([{ type: 'receipt' }]);
	});

	test.each([
		['UCS2', 8, '00480069', 'Hi', 'UCS-2'],
		['ucs-2', 8, '00480069', 'Hi', 'UCS-2'],
		['8', 8, '00480069', 'Hi', 'UCS-2'],
		['UTF_16', 8, 'Ω', 'Ω', 'UCS-2'],
		['GSM 7-bit', 0, '00480069', '00480069', 'GSM-7'],
		['8BIT', 4, '48692031', 'Hi 1', '8-bit'],
		['binary', 4, '00ff17', null, '8-bit'],
	])('the alphabet named %s is the scheme %s', async (dcs, scheme, payload, text, encoding) => {
		const items = await open().items(message({ dcs, payload }));
		expect(items).toMatchObject([{ dcs: scheme, text, encoding }]);
	});

	test.each([
		['digits of data', '00FF17', null, '00ff17'],
		['digits of a text', '48692031', 'Hi 1', '48692031'],
		['bytes', '\u0000\u00ff\u0017', null, '00ff17'],
		['damaged bytes', '\u0000\ufffd\u0017', null, null],
		['a text', 'not hex é', 'not hex é', Buffer.from('not hex é').toString('hex')],
	])('an 8-bit message has its bytes as data: %s', async (_name, payload, text, data) => {
		const items = await open().items(message({ dcs: 4, payload }));
		expect(items).toMatchObject([{ payload, text, data, encoding: '8-bit' }]);
	});

	test('messages of other alphabets have no data', async () => {
		for (const dcs of [0, 8]) {
			expect((await open().items(message({ dcs })))?.[0]).not.toHaveProperty('data');
		}
	});

	test('calls excluded by events or filters are answered 200 and start no run', async () => {
		const only = open({ events: ['receipt'] });
		expect(await only.deliver({ body: message() })).toMatchObject({
			status: 200,
			items: undefined,
		});
		const filters = {
			destinations: '12345, +54321',
			endpointIds: '10001',
			organisationIds: '1001',
		};
		const filtered = open({ filters });
		for (const other of [
			{ dest_address: '999' },
			{ endpoint: { id: 10002 } },
			{ organisation: { id: 1002 } },
			{ organisation: null },
		]) {
			const answer = await filtered.deliver({ body: message(other) });
			expect(answer).toMatchObject({ status: 200, items: undefined });
		}
		expect(await filtered.items(message())).toHaveLength(1);
		expect(await filtered.items(message({ dest_address: '54321' }))).toHaveLength(1);
		expect((await filtered.deliver({ method: 'PATCH', body: receipt() })).items).toHaveLength(1);
	});
});

describe('Flat', () => {
	const flat = { flat: true };
	const notInACell = (item: object) =>
		Object.values(item).filter((value) => typeof value === 'object' && value !== null);

	test('gives rows for a table, of messages and of receipts, at the test address, too', async () => {
		for (const mode of ['webhook', 'manual'] as const) {
			const workflow = open({ options: flat });
			const sms = message();
			const sent = await workflow.deliver({ mode, body: sms });
			expect(sent.items).toMatchObject([
				{ type: 'sms', sms_id: sms.id, endpoint_id: 10001, organisation_id: 1001, text: 'hello' },
			]);
			const told = receipt();
			const received = await workflow.deliver({ mode, method: 'PATCH', body: told });
			expect(received.items).toMatchObject([
				{ type: 'receipt', sms_id: told.id, endpoint_name: 'device-000001', status_id: 4 },
			]);
			const items = [...sent.items!, ...received.items!];
			expect(items.flatMap(notInACell)).toEqual([]);
			expect(items.flatMap(Object.keys)).not.toContain('id');
		}
	});

	test('a joined message is a row, and the call that comes again starts nothing', async () => {
		const workflow = open({ options: flat });
		const second = part(2, 2, 'world');
		await workflow.deliver({ body: part(1, 2, 'hello ') });
		const { items } = await workflow.deliver({ body: second });
		expect(items).toMatchObject([{ text: 'hello world', endpoint_id: 10001 }]);
		expect(items!.flatMap(notInACell)).toEqual([]);
		expect((await workflow.deliver({ body: second })).items).toBeUndefined();
	});

	test('a mistake in an option is not what a call without a token is answered', async () => {
		const workflow = trigger({ options: { flat: 'perhaps', windowMinutes: -1 } });
		expect((await workflow.deliver({ body: message() })).status).toBe(401);
		const headers = bearer(await token());
		await expect(workflow.deliver({ body: message(), headers })).rejects.toThrow(/must be/);
		await expect(workflow.activate()).rejects.toThrow(/must be/);
	});
});
