import { Redis } from 'ioredis';
import { USERS } from '../../../simulator';
import { joinRedis } from '../../../src/redis/client';
import { type LoginTurn, sharedLogins } from '../../../src/session/sharedLogins';
import { freePort } from '../../support/redis/redis';
import { describeWithRedis, isRedisHere, useRedis } from '../../support/redis/useRedis';
import { failureOf } from '../../support/secrets';
import { logins, MINUTE, statusWith, userAccount, Worker } from '../../support/session';
import { useSimulator } from '../../support/useSimulator';

/* Workers of four processes, each with its own session, that share a Redis. */

const sim = useSimulator();
const redis = useRedis();
beforeEach(async () => {
	if (isRedisHere) await redis().empty();
});

const FOUR = [0, 1, 2, 3];

/** Sleeps for at most 20 ms, since Redis and the other workers run in real time. */
const briefly = async (ms: number) =>
	await new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, 20)));

type SharedPorts = Parameters<typeof sharedLogins>[1];
function worker(
	account: ReturnType<typeof userAccount>,
	{ store = { state: '' }, url = redis().url, ports = {} as SharedPorts } = {},
): Worker {
	const made = new Worker(sim, account, store);
	Object.assign(made.host, sharedLogins({ shareLimits: true, redisUrl: url }, ports), {
		clock: sim.clock,
		sleep: briefly,
	});
	return made;
}

const refusedCalls = () => sim.ledger().requests.filter(({ status }) => status === 401);

describeWithRedis('workers that share a Redis', () => {
	test('send a wrong password once in total, and do not lock the account', async () => {
		const wrong = () => userAccount(sim, 'trial', { password: 'Wrong-Passw0rd' });
		const errors = await Promise.all(
			FOUR.map(async () => await failureOf(worker(wrong()).token())),
		);
		expect(errors.map(({ problem }) => problem)).toEqual(FOUR.map(() => 'wrongPassword'));
		expect(logins(sim)).toBe(1);
		// A new worker does not send it either.
		expect(await failureOf(worker(wrong()).token())).toMatchObject({ problem: 'wrongPassword' });
		expect(logins(sim)).toBe(1);
		// The correct password is accepted.
		expect(await worker(userAccount(sim, 'trial')).status()).toBe(200);
	});

	test('remember a refusal for five minutes, even if Redis loses it', async () => {
		const wrong = () => userAccount(sim, 'trial', { password: 'Wrong-Passw0rd-too' });
		await failureOf(worker(wrong()).token());
		const later = worker(wrong());
		await failureOf(later.token());
		await redis().empty();
		await failureOf(later.token());
		expect(logins(sim)).toBe(1);
		sim.clock.advance(5 * MINUTE);
		await failureOf(later.token());
		expect(logins(sim)).toBe(2);
	});

	test('never use the same authenticator code twice', async () => {
		const all = FOUR.map(() => worker(userAccount(sim, 'totp')));
		for (const member of all) {
			member.host.sleep = async (ms) => {
				if (ms > 1_000) sim.clock.advance(ms);
				await briefly(ms);
			};
		}
		const tokens = await Promise.all(all.map(async (member) => await member.token()));
		for (const token of tokens) expect(await statusWith(sim, token)).toBe(200);
		expect(refusedCalls()).toEqual([]);
	});

	test('use a typed code once: the other workers take the session of the first', async () => {
		const store = { state: '' };
		const first = worker(userAccount(sim, 'mail'), { store });
		await failureOf(first.token());
		first.save();
		const typed = userAccount(sim, 'mail', { oneTimeCode: sim.codeFor(USERS.mail.username) });
		const all = FOUR.map(() => worker(typed, { store }));
		const tokens = await Promise.all(all.map(async (member) => await member.token()));
		expect(new Set(tokens).size).toBe(1);
		expect(refusedCalls()).toEqual([]);
		expect(logins(sim)).toBe(2);
	});

	test('use a refresh token once: the other workers take the new session', async () => {
		sim.seed({ refreshAnswersOnlyAuthToken: false });
		const store = { state: '' };
		await worker(userAccount(sim, 'trial'), { store }).token();
		const all = FOUR.map(() => worker(userAccount(sim, 'trial'), { store }));
		for (const member of all) member.session.adopt(JSON.parse(store.state), sim.clock.now());
		sim.clock.advance(241 * MINUTE);
		const before = logins(sim);
		await Promise.all(all.map(async (member) => await member.token()));
		expect(logins(sim) - before).toBe(1);
		expect(refusedCalls()).toEqual([]);
	});

	test('have what they took by a command whose answer was lost', async () => {
		const { connection, leave } = await joinRedis(redis().url);
		const { redis: direct } = connection;
		const set = direct.set.bind(direct) as (...args: unknown[]) => Promise<'OK'>;
		const lost = jest.spyOn(direct, 'set').mockImplementationOnce(async (...args: unknown[]) => {
			await set(...args);
			throw new Error('Command timed out');
		});
		const fields = { shareLimits: true, redisUrl: redis().url };
		const [first, second] = [sharedLogins(fields, { sleep: briefly }), sharedLogins(fields)];
		try {
			expect(await first.once?.('code', MINUTE)).toBe(true);
			expect(await second.once?.('code', MINUTE)).toBe(false);
			expect(lost).toHaveBeenCalledTimes(3);
		} finally {
			lost.mockRestore();
			leave();
		}
	});

	test('log in at once when a refusal that another has met is over', async () => {
		const turn = async () =>
			await sharedLogins({ shareLimits: true, redisUrl: redis().url }).turn!('values');
		const first = (await turn()) as LoginTurn;
		await first.release('wrongPassword');
		expect(await turn()).toMatchObject({ problem: 'wrongPassword' });
		const client = new Redis(redis().url);
		// As after five minutes.
		await client.del(await client.keys('*:refused'));
		client.disconnect();
		expect(await turn()).toHaveProperty('confirm');
	});

	test('store no user name, password or code in Redis', async () => {
		await failureOf(worker(userAccount(sim, 'trial', { password: 'Wrong-Passw0rd' })).token());
		await worker(userAccount(sim, 'totp')).token();
		const client = new Redis(redis().url);
		const keys = await client.keys('*');
		const values = await Promise.all(keys.map(async (key) => await client.get(key)));
		client.disconnect();
		expect(keys.length).toBeGreaterThan(1);
		for (const key of keys) {
			expect(key).toMatch(/^n8n-nodes-cellular-iot:(\{login-[\da-f]{40}\}:\w+|once:[\da-f]+)$/);
		}
		for (const value of values) expect(value).toMatch(/^(1|[a-zA-Z]+|[\da-f-]{36})$/);
	});
});

test('no password is sent while Redis is out of reach; after five minutes, it is sent once', async () => {
	const url = `redis://127.0.0.1:${await freePort()}`;
	const wrong = userAccount(sim, 'trial', { password: 'Wrong-Passw0rd' });
	let waited = 0;
	const ports = {
		clock: { now: () => waited },
		sleep: async (ms: number) => {
			waited += 20 * ms;
			await briefly(1);
		},
	};
	const refused = worker(wrong, { url, ports });
	refused.host.sleep = async (ms) => {
		sim.clock.advance(ms);
		await briefly(1);
	};
	for (let i = 0; i < 2; i++) {
		expect(await failureOf(refused.token())).toMatchObject({
			problem: 'unreachable',
			outcome: 'notSent',
		});
	}
	expect(logins(sim)).toBe(0);
	sim.clock.advance(5 * MINUTE);
	for (let i = 0; i < 3; i++) {
		expect(await failureOf(refused.token())).toMatchObject({ problem: 'wrongPassword' });
	}
	expect(logins(sim)).toBe(1);
	expect(refusedCalls()).toHaveLength(1);
}, 20_000);

test('a worker that waits after a 429 to its login uses the session that another worker has stored', async () => {
	const store = { state: '' };
	let asked = 0;
	const slow = new Worker(sim, userAccount(sim, 'trial'), store, async () => {
		asked += 1;
		await new Worker(sim, userAccount(sim, 'trial'), store).token();
		return { status: 429, headers: { 'retry-after': '2' }, body: { error_code: 1105 } };
	});
	const token = await slow.token();
	expect(asked).toBe(1);
	expect(logins(sim)).toBe(1);
	expect(JSON.parse(store.state).tokens.authToken).toBe(token);
});
