import { Http } from '../../src/http/http';
import { Lanes } from '../../src/http/lanes';
import { SharedLaneError } from '../../src/http/redis';
import type { SharedLane } from '../../src/http/sharedLane';
import { MovedClock } from '../support/movedClock';

const request = {
	method: 'POST',
	path: '/api/v2/endpoint/multi',
	effect: 'act',
	lane: 'sequential',
	what: 'endpoint: createMany',
} as const;

/** Requests over a shared lane, and what went to the wire. */
function setUp(sharedLane: SharedLane) {
	const time = new MovedClock();
	const sent: string[] = [];
	const http = new Http({
		baseUrl: 'https://turns.example',
		transport: async ({ url }) => {
			sent.push(url);
			return { status: 201, headers: {}, body: {} };
		},
		lanes: (
			(lanes) => () =>
				lanes
		)(new Lanes('turns')),
		sharedLane,
		clock: time.clock,
		sleep: time.sleep,
		random: () => 0,
	});
	return { time, sent, http };
}

test('a worker that stood still in its turn sends nothing: what it was to send is notSent', async () => {
	const order: string[] = [];
	const { http, sent, time } = setUp({
		hold: async (_, job) => {
			const lost = new AbortController();
			const confirm = async () => {
				order.push(`confirmed after ${sent.length}`);
				lost.abort(new SharedLaneError('lost', 'The lane was lost: this process stood still'));
				lost.signal.throwIfAborted();
			};
			return await job({ lost: lost.signal, confirm });
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

test('a turn is confirmed before each of its attempts', async () => {
	const confirm = jest.fn(async () => {});
	const { http, sent, time } = setUp({
		hold: async (_, job) => {
			const lost = new AbortController().signal;
			return await job({ lost, confirm });
		},
	});
	await time.until(http.request(request));
	expect(sent).toHaveLength(1);
	expect(confirm).toHaveBeenCalledTimes(1);
});
