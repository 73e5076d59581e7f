import { type CredentialFields } from '../../../src/account';
import { Access } from '../../../src/session/access';
import { claimsOf } from '../../../src/session/tokens';
import type { WireRequest } from '../../../src/wire';

/* The one account of a run: how often its credential is read, whose lanes it uses, when it renews. */

const MINUTE = 60_000;
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token as the service makes them; nobody here has its key. */
const tokenWith = (claims: object) => `${base64({ alg: 'HS384' })}.${base64(claims)}.c2ln`;

const FLAT = { 'esc.org': 4711, 'esc.orgName': 'Pumps', 'esc.app': 3, api_key: 'gateway-key' };
const NESTED = { esc: { org: 4711, user: 12 } };

let services = 0;

/** A run with a service that gives out such tokens, and a clock to move. */
function bench(claims: object, { lifetimeMs = 240 * MINUTE, baseUrl = '' } = {}) {
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
				const iat = Math.floor(time.now / 1000);
				const token = tokenWith({ ...claims, iat, exp: iat + lifetimeMs / 1000, n: sent.length });
				return { status: 200, headers: {}, body: { auth_token: token } };
			},
			clock: { now: () => time.now },
			sleep: async (ms) => void (time.now += ms),
		});
	return { open, time, sent, fields, reads: () => reads };
}

test("an account's own limit of five minutes holds for its first login, too", async () => {
	const own = { rateLimits: 'own', requestsPerFiveMinutes: 1 };
	const one = bench(FLAT);
	const { baseUrl } = one.fields as { baseUrl: string };
	const same = bench(FLAT, { baseUrl });
	for (const { fields } of [one, same]) Object.assign(fields, own);
	await (await one.open()).token();
	const before = same.time.now;
	await (await same.open()).token();
	expect(same.time.now - before).toBeGreaterThanOrEqual(5 * MINUTE);
});

describe('the organisation in a token', () => {
	test.each([
		['flat, as recorded', FLAT],
		['nested, as the reference draws it', NESTED],
	])('is found: %s', (_, claims) => {
		expect(claimsOf(tokenWith(claims))).toMatchObject({ organisationId: 4711 });
	});

	test('is no reason to name the gateway key, which a token holds too', () => {
		expect(JSON.stringify(claimsOf(tokenWith(FLAT)))).not.toContain('gateway-key');
	});

	test('lets two accounts share its lanes, and two organisations of a service have their own', async () => {
		const one = bench(FLAT);
		const { baseUrl } = one.fields as { baseUrl: string };
		const same = bench(NESTED, { baseUrl });
		const other = bench({ 'esc.org': 4712 }, { baseUrl });
		const [a, b, c] = await Promise.all(
			[one, same, other].map(async ({ open }) => await (await open()).lanes()),
		);
		expect(a).toBe(b);
		expect(c).not.toBe(a);
	});

	test('that is missing gives no lane to share: each account has its own', async () => {
		const one = bench({});
		const { baseUrl } = one.fields as { baseUrl: string };
		const other = bench({}, { baseUrl });
		const lanes = await Promise.all([one, other].map(async ({ open }) => (await open()).lanes()));
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

	test('are kept to by everything that uses it; those of a hidden form are not', async () => {
		expect(await seconds({})).toEqual([52, 10]);
		expect(await seconds(agreed)).toEqual([524, 5]);
		expect(await seconds({ ...agreed, rateLimits: 'documented' })).toEqual([52, 10]);
	});

	test('that are none are refused by name before anything is sent', async () => {
		const { open, fields, sent } = bench(FLAT);
		Object.assign(fields, { ...agreed, listsPerSecond: 0 });
		await expect(open()).rejects.toThrow('Lists per Second must be a number from 0.1 to 10000');
		expect(sent).toHaveLength(0);
	});
});

describe('a credential is read', () => {
	test('once a run, and again a minute later', async () => {
		const { open, reads, time } = bench(FLAT);
		const access = await open();
		for (let i = 0; i < 100; i++) await access.token();
		// Before a login the store is asked whether another worker was faster; it was just read.
		expect(reads()).toBe(1);
		time.now += 61_000;
		for (let i = 0; i < 100; i++) await access.token();
		expect(reads()).toBe(2);
	});

	test('when its token is refused, once for all that met it', async () => {
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
	[20, 'shorter than the half hour ahead of which others are renewed'],
	[240, 'as documented'],
	[7 * 24 * 60, 'of a week'],
])('a token of %i minutes, %s, serves many calls', async (minutes) => {
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
