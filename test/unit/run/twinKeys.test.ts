import { ownError } from '../../../src/errors';
import type { KeyLedger, SharedKeys } from '../../../src/keys/ledger';
import { MarkedKeys } from '../../../src/keys/markedKeys';
import { RedisKeys } from '../../../src/keys/redisKeys';
import { systemClock, systemSleep } from '../../../src/ports';
import { findOperation } from '../../../src/operations';
import type { ItemResult } from '../../../src/run/items';
import { runItems } from '../../../src/run/run';
import type { Transport } from '../../../src/wire';
import { clientOf } from '../../support/client';
import { hangingMarks } from '../../support/hangingMarks';
import { hasRedisServer, RedisServer } from '../../support/redis/redis';

/*
 * Two executions with the same key at a time. That the service refuses the call of one says nothing about the call
 * that the other then makes: the first ends with what the key has led to.
 */

let redis: RedisServer | undefined;
let key = 0;
beforeAll(async () => {
	if (hasRedisServer()) redis = await RedisServer.start();
});
afterAll(async () => await redis?.down());
beforeEach(() => void (key += 1));

/** A moment that tests wait for. */
function moment() {
	let happens = () => {};
	const happened = new Promise<void>((resolve) => (happens = resolve));
	return { happens, happened };
}

const wordOf = (result: ItemResult | undefined) => {
	if (!result) return 'none';
	if ('error' in result) return ownError(result.error)?.outcome;
	return result.items[0]?.already === true ? 'already' : 'done';
};

const marks = new Set<string>();
const STORES: Record<string, () => KeyLedger & SharedKeys> = {
	"n8n's database": () => new MarkedKeys(hangingMarks(marks, 'one node', Infinity), async () => {}),
	...(hasRedisServer() && {
		'a Redis': () => new RedisKeys(redis!.url, { sleep: systemSleep, clock: systemClock }),
	}),
};

/** Answers of the service to the calls of one execution. */
type Answers = Array<201 | 400 | 'none'>;

/**
 * Runs an item in two executions with one key. The second asks for the key while the call of the first is under way,
 * and looks again once that has given it back; the first looks once the second has ended.
 */
async function twins(
	[operation, values]: [string, object],
	makeKeys: () => KeyLedger & SharedKeys,
	[ofFirst, ofSecond]: [Answers, Answers],
) {
	const applied: string[] = [];
	const [secondAsked, firstReleased, secondEnded] = [moment(), moment(), moment()];
	const execution = async (
		name: string,
		answers: Answers,
		{ before, sleep }: { before: () => Promise<void>; sleep: () => Promise<void> },
	) => {
		const keys = makeKeys();
		const release = keys.shared!.release.bind(keys);
		keys.release = async (...released) => {
			const wanted = await release(...released);
			if (name === 'first') firstReleased.happens();
			return wanted;
		};
		const transport: Transport = async ({ method }) => {
			if (method === 'GET') return { status: 200, headers: {}, body: [] };
			await before();
			const status = answers.shift() ?? 400;
			if (status === 'none') throw Object.assign(new Error('cut'), { code: 'ECONNRESET' });
			if (status === 201) applied.push(name);
			return {
				status,
				headers: {},
				body: status === 201 ? { id: applied.length } : { message: 'no' },
			};
		};
		const client = clientOf(
			transport,
			{ baseUrl: `https://twins-${key}.example`, keys, sleep },
			{ fiveMinutes: 1e9, single: 10_000 },
		);
		const [resource = '', own = ''] = operation.split(' ');
		const [result] = await runItems(
			client,
			findOperation(resource, own),
			() => ({ ...values, idempotencyKey: `key ${key}` }),
			1,
			{ continueOnFail: true },
		);
		return wordOf(result);
	};
	let second: Promise<unknown> | undefined;
	const runSecond = async () =>
		await execution('second', ofSecond, {
			before: async () => {},
			sleep: async () => {
				secondAsked.happens();
				await firstReleased.happened;
			},
		}).finally(secondEnded.happens);
	const first = await execution('first', ofFirst, {
		before: async () => {
			second ??= runSecond();
			await secondAsked.happened;
		},
		sleep: async () => await secondEnded.happened,
	});
	return { first, second: await second, applied };
}

const KINDS: Array<[string, object]> = [
	['sms send', { endpointId: 10001, payload: 'reboot' }],
	[
		'endpoint createMany',
		{ status: 0, serviceProfileId: 101, tariffProfileId: 201, name: 'pump', verifyUnknown: false },
	],
	['tag create', { name: 'arctic', simplify: true }],
];

describe.each(Object.entries(STORES))('with keys in %s', (_, makeKeys) => {
	test.each(KINDS)('%s: refused here and done there is done', async (...kind) => {
		const { first, second, applied } = await twins(kind, makeKeys, [[400], [201]]);
		expect(applied).toEqual(['second']);
		expect(second).toBe('done');
		expect(first).toBe('already');
	});

	test('refused here and there is refused', async () => {
		const { first, second, applied } = await twins(KINDS[0]!, makeKeys, [[400], [400]]);
		expect([first, second, applied]).toEqual(['refused', 'refused', []]);
	});

	test('refused here and unanswered there is unknown', async () => {
		const { first, second } = await twins(KINDS[0]!, makeKeys, [[400], ['none']]);
		expect([first, second]).toEqual(['unknown', 'unknown']);
	});
});
