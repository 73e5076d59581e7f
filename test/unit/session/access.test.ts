import { type CredentialFields } from '../../../src/account';
import { Access } from '../../../src/session/access';
import { claimsOf } from '../../../src/session/tokens';
import type { WireRequest } from '../../../src/wire';

/* The account of a run: how often its credential is read, which lanes it uses, when its token is renewed. */

const MINUTE = 60_000;
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token in the service's format, with a dummy signature. */
const tokenWith = (claims: object) => `${base64({ alg: 'HS384' })}.${base64(claims)}.c2ln`;

const FLAT = { 'esc.org': 4711, 'esc.orgName': 'Pumps', 'esc.app': 3, api_key: 'gateway-key' };
const NESTED = { esc: { org: 4711, user: 12 } };

let services = 0;

interface BenchOptions {
	lifetimeMs?: number;
	baseUrl?: string;
	/** The answer to logins whose body holds a text. */
	refusal?: { to: string; status: number; body: unknown };
}

/** A run with a service that issues tokens with these claims, and a clock that can be moved. */
function bench(
	claims: object,
	{ lifetimeMs = 240 * MINUTE, baseUrl = '', refusal }: BenchOptions = {},
) {
	const time = { now: Date.parse('2026-03-01T12:00:00Z') };
	const sent: WireRequest[] = [];
	let reads = 0;
	services += 1;
	const fields: CredentialFields = {
		baseUrl: baseUrl || `https://account-${services}.test`,
		applicationToken: `app-${services}`,
	};
	const open = async () =>
		await Access.open({
			kind: 'token',
			read: async () => {
				reads += 1;
				return { ...fields };
			},
			transport: () => async (request) => {
				sent.push(request);
				if (refusal && JSON.stringify(request.body).includes(refusal.to)) {
					return { status: refusal.status, headers: {}, body: refusal.body };
				}
				const iat = Math.floor(time.now / 1000);
				const token = tokenWith({ iat, exp: iat + lifetimeMs / 1000, n: sent.length, ...claims });
				return { status: 200, headers: {}, body: { auth_token: token } };
			},
			clock: { now: () => time.now },
			sleep: async (ms) => void (time.now += ms),
		});
	return { open, time, sent, fields, reads: () => reads };
}

test("the credential's own five-minute limit also applies to the first login of an account", async () => {
	const own = { rateLimits: 'own', requestsPerFiveMinutes: 1 };
	const worker = bench(FLAT);
	const { baseUrl } = worker.fields as { baseUrl: string };
	const same = bench(FLAT, { baseUrl });
	for (const { fields } of [worker, same]) Object.assign(fields, own);
	await (await worker.open()).token();
	const before = same.time.now;
	await (await same.open()).token();
	expect(same.time.now - before).toBeGreaterThanOrEqual(5 * MINUTE);
});

describe('the organisation in a token', () => {
	test.each([
		['flat, as recorded', FLAT],
		['nested, as in the reference', NESTED],
	])('is read from claims that are %s', (_, claims) => {
		expect(claimsOf(tokenWith(claims))).toMatchObject({ organisationId: 4711 });
	});

	test('is read without exposing the gateway key of the token', () => {
		expect(JSON.stringify(claimsOf(tokenWith(FLAT)))).not.toContain('gateway-key');
	});

	test('selects the lanes: its accounts share them, and another organisation has its own', async () => {
		const worker = bench(FLAT);
		const { baseUrl } = worker.fields as { baseUrl: string };
		const same = bench(NESTED, { baseUrl });
		const other = bench({ 'esc.org': 4712 }, { baseUrl });
		const [a, b, c] = await Promise.all(
			[worker, same, other].map(async ({ open }) => await (await open()).lanes()),
		);
		expect(a).toBe(b);
		expect(c).not.toBe(a);
	});

	test('can be missing: each account then has its own lanes', async () => {
		const worker = bench({});
		const { baseUrl } = worker.fields as { baseUrl: string };
		const other = bench({}, { baseUrl });
		const lanes = await Promise.all(
			[worker, other].map(async ({ open }) => (await open()).lanes()),
		);
		expect(lanes[0]).not.toBe(lanes[1]);
	});
});

describe('the rates of a credential', () => {
	const agreed = { rateLimits: 'own', listsPerSecond: 1, singlesPerSecond: 100 };
	const seconds = async (fields: CredentialFields) => {
		const account = bench(FLAT);
		Object.assign(account.fields, fields);
		const lanes = await (await account.open()).lanes();
		return (['list', 'single'] as const).map((lane) =>
			Math.round(lanes.durationMs(lane, 525) / 1000),
		);
	};

	test('set the pace of its lanes, and are ignored when the form hides them', async () => {
		expect(await seconds({})).toEqual([52, 10]);
		expect(await seconds(agreed)).toEqual([524, 5]);
		expect(await seconds({ ...agreed, rateLimits: 'documented' })).toEqual([52, 10]);
	});

	test('are refused with the name of the invalid field before any request is sent', async () => {
		const { open, fields, sent } = bench(FLAT);
		Object.assign(fields, { ...agreed, listsPerSecond: 0 });
		await expect(open()).rejects.toThrow('Lists per Second must be a number from 0.1 to 10000');
		expect(sent).toHaveLength(0);
	});
});

describe('a credential', () => {
	test('is read once per run, and again after a minute', async () => {
		const { open, reads, time } = bench(FLAT);
		const access = await open();
		for (let i = 0; i < 100; i++) await access.token();
		// The check for another worker's session before a login needs no second read.
		expect(reads()).toBe(1);
		time.now += 61_000;
		for (let i = 0; i < 100; i++) await access.token();
		expect(reads()).toBe(2);
	});

	test('is read once for all callers whose token was refused', async () => {
		const { open, reads, sent, time } = bench(FLAT);
		const access = await open();
		const refused = await access.token();
		time.now += 10_000;
		const all = await Promise.all(
			Array.from({ length: 50 }, async () => await access.token(undefined, refused)),
		);
		expect(new Set(all).size).toBe(1);
		expect(all[0]).not.toBe(refused);
		expect(reads()).toBe(2);
		expect(sent).toHaveLength(2);
	});
});

test.each([
	[20, 'less than the usual 30 minutes of early renewal'],
	[240, 'as documented'],
	[7 * 24 * 60, 'a week'],
])('many calls use the same token of %i minutes (%s)', async (minutes) => {
	const { open, sent, time } = bench(FLAT, { lifetimeMs: minutes * MINUTE });
	const access = await open();
	for (let i = 0; i < 10; i++) {
		await access.token();
		time.now += (minutes * MINUTE) / 20;
	}
	expect(sent).toHaveLength(1);
	time.now += (minutes * MINUTE) / 2;
	await access.token();
	expect(sent).toHaveLength(2);
});

test.each([
	['no beginning', { iat: undefined }],
	['no end', { exp: undefined }],
	['an end before its beginning', { exp: 1 }],
])('a token with %s is used for as long as documented', async (_, dates) => {
	const { open, sent, time } = bench({ ...FLAT, ...dates });
	const access = await open();
	for (let i = 0; i < 10; i++) {
		await access.token();
		time.now += 20 * MINUTE;
	}
	expect(sent).toHaveLength(1);
	time.now += 40 * MINUTE;
	await access.token();
	expect(sent).toHaveLength(2);
});

describe('a service that refuses token after token', () => {
	/** Has each token refused; gives the logins that this has made in all. */
	const refuse = async (access: Access, times: number, sent: WireRequest[]) => {
		for (let time = 0; time < times; time += 1) {
			await access.token(undefined, await access.token());
		}
		return sent.length;
	};

	test('is asked for few others in a while, and for others after it', async () => {
		const { open, time, sent } = bench(FLAT);
		const access = await open();
		const few = await refuse(access, 20, sent);
		expect(few).toBe(3);
		expect(await refuse(access, 20, sent)).toBe(few);
		time.now += 30 * MINUTE;
		expect(await refuse(access, 1, sent)).toBe(few + 1);
	});

	test('is not asked for another token where none was refused', async () => {
		const { open, sent } = bench(FLAT);
		const access = await open();
		for (let time = 0; time < 5; time += 1) await access.token();
		expect(sent).toHaveLength(1);
	});
});

describe('a login that fails', () => {
	test.each([
		['because the service refuses it', 401, { message: 'Wrong token' }],
		['because something else answers', 200, '<html>A page</html>'],
	])('%s is not tried again, until the credential is another', async (_, status, body) => {
		const refusal = { to: 'app-', status, body };
		const { open, time, sent, fields } = bench(FLAT, { refusal });
		const access = await open();
		await expect(access.token()).rejects.toThrow();
		const before = sent.length;
		await expect(access.token()).rejects.toThrow();
		expect(sent).toHaveLength(before);
		fields.applicationToken = 'another';
		time.now += 30 * MINUTE;
		await access.token();
		expect(sent).toHaveLength(before + 1);
	});
});

test('a credential is read again where the clock was set back', async () => {
	const { open, time, reads } = bench(FLAT);
	const access = await open();
	await access.token();
	const before = reads();
	time.now -= 60 * MINUTE;
	await access.token();
	expect(reads()).toBe(before + 1);
});
