import type { Planted } from './planted';

/* Faults in the lane of bulk calls, in this process and over Redis. */

const HTTP = 'src/request/http.ts';
const QUEUE = 'src/request/limits/oneAtATime.ts';
const LEASE = 'src/request/lease.ts';
const READ_LANES = 'src/redis/scripts/readLanes.lua';
const TAKE_LANE = 'src/redis/scripts/takeLane.lua';
const BEAT_LANE = 'src/redis/scripts/beatLane.lua';
const EXCHANGE = 'src/request/exchange.ts';

export const lanes: Planted[] = [
	{
		name: 'two-at-a-time',
		says: 'the lane lets two requests in',
		families: ['sequential'],
		replacements: [{ file: QUEUE, find: 'maxConcurrent: 1', replace: 'maxConcurrent: 2' }],
	},
	{
		name: 'wall-clock',
		says: 'the lane waits by the wall clock',
		families: ['sequential'],
		replacements: [
			{
				file: QUEUE,
				find: 'minTime: -Infinity',
				replace: 'minTime: 0',
			},
		],
	},
	{
		name: 'not-waited-for',
		says: 'a lane opens while the service may still work on an unanswered call',
		families: ['sequential'],
		replacements: [
			{
				file: EXCHANGE,
				find: 'if (!this.mayBeAtWork) return;',
				replace: 'if (this.mayBeAtWork) return;',
			},
		],
	},
	{
		name: 'short-work',
		says: 'an unanswered call counts as finished after 30 seconds',
		families: ['sequential'],
		replacements: [
			{
				file: 'src/request/retry.ts',
				find: 'STILL_AT_WORK_MS = 120_000',
				replace: 'STILL_AT_WORK_MS = 30_000',
			},
		],
	},
	{
		name: 'cut-with-its-run',
		says: 'cancelling a run cuts off its bulk call and opens the lane',
		families: ['sequential'],
		replacements: [
			{
				file: HTTP,
				find: "request.lane === 'sequential' ? lease?.lost : signal",
				replace: 'signal',
			},
			{
				file: EXCHANGE,
				find: 'this.mayBeAtWork = true;',
				replace: '',
			},
		],
	},
	{
		name: 'two-loops',
		says: "a second loop of attempts begins while the first waits for another worker's bulk call",
		families: ['redis'],
		replacements: [
			{
				file: HTTP,
				find: 'await sleep(waitMs, leave);',
				replace: 'await sleep(waitMs, this.ports.signal);',
			},
			{
				file: HTTP,
				find: "if (request.lane === 'sequential') await exchange.untilDone(sleep, leave);",
				replace:
					"if (request.lane === 'sequential' && !leave?.aborted) await exchange.untilDone(sleep, leave);",
			},
			{
				file: 'src/request/retry.ts',
				find: 'Math.min(15_000, 1_000 + waitedMs)',
				replace: 'Math.min(200_000, 1_000 + waitedMs)',
			},
			{
				file: HTTP,
				find: 'return await this.attempts(exchange);',
				replace: 'return await unlessStopped(this.attempts(exchange), lease?.lost);',
			},
		],
	},
	{
		name: 'late-is-nobody',
		says: 'a late answer of Redis counts as a free lane',
		families: ['redis'],
		replacements: [
			{
				file: LEASE,
				find: 'const said = await this.patiently(async () => await this.member.take(waitedOut));',
				replace: 'const said = await this.member.take(waitedOut).catch(() => undefined);',
			},
		],
	},
	{
		name: 'forgetful',
		says: 'a Redis that has lost its keys is trusted',
		families: ['redis'],
		replacements: [
			{
				file: TAKE_LANE,
				find: "if doubt and not state then return 'doubt ' .. doubt end",
				replace: '',
			},
		],
	},
	{
		name: 'same-run',
		says: 'a restarted or replaced Redis is not recognised',
		families: ['redis'],
		replacements: [
			{ file: READ_LANES, find: "'run_id:(%w+)'", replace: "'redis_version:(%w+)'" },
			{
				file: READ_LANES,
				find: "redis.call('HSET', key, 'run', run, 'doubt', doubt)",
				replace: "redis.call('HSET', key, 'run', run)\n	doubt = false",
			},
		],
	},
	{
		name: 'no-mark',
		says: 'a call the service may still work on is not reported to other workers',
		families: ['redis'],
		replacements: [{ file: LEASE, find: 'this.isAtWork = true;', replace: '' }],
	},
	{
		name: 'impatient',
		says: 'the lane of a stopped worker is waited for as long as that of a living one',
		families: ['redis'],
		replacements: [
			{
				file: LEASE,
				find: '(news === undefined ? lockMs : atWorkMs)',
				replace: 'lockMs',
			},
		],
	},
	{
		name: 'not-asked',
		says: 'a worker that was suspended sends without checking that it still holds the lane',
		families: ['redis'],
		replacements: [{ file: HTTP, find: 'await lease?.confirm();', replace: '' }],
	},
	{
		name: 'stranger-beats',
		says: "another worker's heartbeat renews the lane",
		families: ['redis'],
		replacements: [
			{
				file: BEAT_LANE,
				find: 'if holder ~= me then return 0 end\n	if tonumber',
				replace: 'if tonumber',
			},
		],
	},
	{
		name: 'never-freed',
		says: 'a lane is never released',
		families: ['redis'],
		replacements: [
			{
				file: LEASE,
				find: 'if (!this.lost.aborted) await this.member.free();',
				replace: 'await Promise.resolve();',
			},
		],
	},
	{
		name: 'beats-on',
		says: 'a holder keeps renewing a lane it has released',
		families: ['redis'],
		replacements: [{ file: LEASE, find: 'this.released.abort();', replace: '' }],
	},
];
