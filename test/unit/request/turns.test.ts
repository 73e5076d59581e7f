import { AxiosError } from 'axios';
import { SharedLaneError } from '../../../src/redis/errors';
import { Http } from '../../../src/request/http';
import type { Lease } from '../../../src/request/lease';
import { Lanes } from '../../../src/request/limits/lanes';
import type { SharedLane } from '../../../src/request/sharedLane';
import type { Reporter } from '../../../src/reporter';
import type { Answer } from '../../../src/wire';
import { MovedClock } from '../../support/movedClock';
import { reporting } from '../../support/reporting';

const request = {
	method: 'POST',
	path: '/api/v2/endpoint/multi',
	effect: 'act',
	lane: 'sequential',
	what: 'endpoint: createMany',
} as const;

type Reply = () => Promise<Answer>;
const ok: Reply = async () => ({ status: 201, headers: {}, body: {} });
const busy: Reply = async () => ({
	status: 409,
	headers: {},
	body: { message: 'Another bulk request is in progress' },
});
const timeout: Reply = async () => {
	throw new AxiosError('timeout', AxiosError.ETIMEDOUT);
};

/** Requests over a shared lane, and the URLs sent. The last reply is repeated. */
function setUp(
	sharedLane: SharedLane,
	{
		replies = [ok],
		signal,
		report,
	}: { replies?: Reply[]; signal?: AbortSignal; report?: Reporter } = {},
) {
	const time = new MovedClock();
	const sent: string[] = [];
	const lanes = new Lanes('turns');
	const http = new Http({
		baseUrl: 'https://turns.example',
		transport: async ({ url }) => {
			sent.push(url);
			return await replies[Math.min(sent.length, replies.length) - 1]!();
		},
		lanes: () => lanes,
		sharedLane,
		clock: time.clock,
		sleep: time.sleep,
		random: () => 0,
		signal,
		report,
	});
	return { time, sent, http };
}

const lease = (has: Partial<Lease>): Lease => ({
	lost: new AbortController().signal,
	confirm: async () => {},
	done() {},
	release: async () => {},
	...has,
});

/** Consecutive turns, each of which the test can end. */
function turns() {
	const began: AbortController[] = [];
	const underWay = { now: 0, most: 0 };
	const sharedLane: SharedLane = {
		acquire: async () => {
			const lost = new AbortController();
			began.push(lost);
			underWay.most = Math.max(underWay.most, ++underWay.now);
			const release = async () => void (underWay.now -= 1);
			return lease({ lost: lost.signal, release });
		},
	};
	const lose = () =>
		began.at(-1)!.abort(new SharedLaneError('lost', 'The lane was lost: another has it'));
	return { sharedLane, began, underWay, lose };
}
const update = {
	...request,
	method: 'PATCH',
	effect: 'set',
	what: 'endpoint: updateMany',
} as const;

test('a worker that was frozen during its turn sends nothing and reports notSent', async () => {
	const order: string[] = [];
	const { http, sent, time } = setUp({
		acquire: async () => {
			const lost = new AbortController();
			const confirm = async () => {
				order.push(`confirmed after ${sent.length}`);
				lost.abort(new SharedLaneError('lost', 'The lane was lost: this process stood still'));
				lost.signal.throwIfAborted();
			};
			return lease({ lost: lost.signal, confirm });
		},
	});
	const failed = http.request(request);
	await expect(time.until(failed)).rejects.toMatchObject({
		outcome: 'notSent',
		message: expect.stringContaining('stood still'),
	});
	expect(sent).toEqual([]);
	expect(order[0]).toBe('confirmed after 0');
});

test('confirms a turn before an attempt', async () => {
	const confirm = jest.fn(async () => {});
	const { http, sent, time } = setUp({ acquire: async () => lease({ confirm }) });
	await time.until(http.request(request));
	expect(sent).toHaveLength(1);
	expect(confirm).toHaveBeenCalledTimes(1);
});

test('continues in the next turn when a turn is lost during the wait for a busy service', async () => {
	const { sharedLane, began, underWay, lose } = turns();
	const busyThenLost: Reply = async () => {
		void time.sleep(500).then(lose);
		return await busy();
	};
	const { http, sent, time } = setUp(sharedLane, { replies: [busy, busyThenLost, ok] });
	expect(await time.until(http.request(request))).toMatchObject({ status: 201 });
	await time.by(10 * 60_000);
	expect(sent).toHaveLength(3);
	expect(began).toHaveLength(2);
	expect(underWay.most).toBe(1);
});

test.each([1405, 1407])(
	'takes a conflict with what exists (%i) for no busy service',
	async (code) => {
		const conflict: Reply = async () => ({
			status: 409,
			headers: {},
			body: { error_code: code, message: 'Another endpoint has this name' },
		});
		const { http, sent, time } = setUp(
			{ acquire: async () => lease({}) },
			{ replies: [conflict, ok] },
		);
		const refused = http.request(request);
		await expect(time.until(refused)).rejects.toMatchObject({ outcome: 'refused', status: 409 });
		expect(sent).toHaveLength(1);
	},
);

test('reports unknown and sends nothing more when a turn is lost during an `act`', async () => {
	const { sharedLane, began, lose } = turns();
	const lostUnderWay: Reply = async () => {
		lose();
		return await new Promise(() => {});
	};
	const { http, sent, time } = setUp(sharedLane, { replies: [lostUnderWay] });
	await expect(time.until(http.request(request))).rejects.toMatchObject({
		outcome: 'unknown',
		message: expect.stringContaining('another has it'),
	});
	await time.by(10 * 60_000);
	expect([sent.length, began.length]).toEqual([1, 1]);
});

describe('the outcome of a `set` that may have been applied is unknown', () => {
	const unreachable = new SharedLaneError(
		'unreachable',
		'The Redis could not be reached. Nothing was sent',
	);
	const unknown = {
		outcome: 'unknown',
		message: expect.stringMatching(
			/got no answer and may have been applied.*could not be reached$/,
		),
		hint: expect.stringContaining('Read its current state'),
	};

	test('when Redis is unreachable before the next attempt', async () => {
		let confirmed = 0;
		const sharedLane: SharedLane = {
			acquire: async () => {
				const confirm = async () => {
					if (++confirmed > 1) throw unreachable;
				};
				return lease({ confirm });
			},
		};
		const { http, time } = setUp(sharedLane, { replies: [timeout] });
		await expect(time.until(http.request(update))).rejects.toMatchObject(unknown);
	});

	test('when the turn is lost during the two-minute wait and no other turn is available', async () => {
		const { sharedLane, lose } = turns();
		let asked = 0;
		const { http, time } = setUp(
			{
				acquire: async (...given) => {
					if (++asked > 1) throw unreachable;
					return await sharedLane.acquire(...given);
				},
			},
			{
				replies: [
					async () => {
						void time.sleep(60_000).then(lose);
						return await timeout();
					},
				],
			},
		);
		await expect(time.until(http.request(update))).rejects.toMatchObject(unknown);
		expect(asked).toBe(2);
	});
});

test('sends nothing when the run is cancelled while the turn is confirmed', async () => {
	const run = new AbortController();
	const { http, sent, time } = setUp(
		{ acquire: async () => lease({ confirm: async () => run.abort() }) },
		{ signal: run.signal },
	);
	await expect(time.until(http.request(request))).rejects.toMatchObject({ outcome: 'notSent' });
	await time.by(10 * 60_000);
	expect(sent).toEqual([]);
});

test("reports the reason and the maximum duration of a wait for another program's bulk call", async () => {
	const { sharedLane } = turns();
	const told: Array<[string, number]> = [];
	const report = reporting({ wait: (what, ms) => void told.push([what, ms]) });
	const { http, time } = setUp(sharedLane, { replies: [busy, busy, ok], report });
	await time.until(http.request(request));
	expect(told).toEqual([
		[expect.stringContaining('another bulk call'), 600_000],
		[expect.stringContaining('another bulk call'), 599_000],
	]);
});
