import { RedisServer } from '../test/support/redis/redis';
import { beyond, compared, EACH, type Figures, inTurn, NONE, own, spread } from './figures';
import * as n from './nodes';
import type { Stage, Used } from './stage';

/* The cost of safe jobs: idempotency keys, "only what changed", applying a table. */

/** CPU that a key adds per item, compared with the same sends without a key. */
export async function keys(stage: Stage, rounds: number, many: number): Promise<Figures> {
	const redis = await RedisServer.start();
	try {
		await stage.share(redis.url);
		const used = await inTurn(stage, rounds, n.keyedDevices(many), {
			plain: n.oursSend(),
			keyed: n.keyedSend(),
			shared: n.oursSend('shared'),
			keyedShared: n.keyedSend('shared'),
		});
		const all = [...used.keyed, ...used.keyedShared].every(({ counts }) => counts.sent === many);
		if (!all) throw new Error('not all were sent');
		const added = (keyed: Used[], without: Used[]) => beyond(keyed, without, 'cpuMs', many);
		return {
			keysOnRedis: own(
				`an idempotency key on a Redis, ${many} SMS`,
				EACH,
				0.1,
				added(used.keyedShared, used.shared),
				'Beyond the same sends without a key.',
			),
			keysInN8n: own(
				`an idempotency key in the database of n8n, ${many} SMS`,
				EACH,
				0.2,
				added(used.keyed, used.plain),
				'Beyond the same sends without a key; the row of the node holds those of all runs.',
			),
		};
	} finally {
		await redis.down();
	}
}

/** A list without changes since the last run, compared with the plain list. */
export async function changed(stage: Stage, rounds: number, many: number): Promise<Figures> {
	const things = { idle: undefined, ours: n.oursChanged(), list: n.oursList(true) };
	const used = await inTurn(stage, rounds, n.devices(1), things, { ...NONE, endpoints: many });
	const wrong = used.ours.find(({ items }) => items !== 0);
	if (wrong) throw new Error(`${wrong.items} items of a list that has not changed`);
	const seconds = (name: keyof typeof used) => beyond(used[name], used.idle, 'cpuMs', 1000);
	return {
		changed: compared(
			`list ${many} endpoints, only what changed`,
			'CPU, s',
			1.2,
			seconds('ours'),
			{ 'the list itself, simplified': seconds('list') },
			'Nothing had changed; the marker of the run before is read and saved by n8n.',
		),
	};
}

/** A table of a whole fleet in which 1 % of the rows change, compared with the list of that fleet. */
export async function table(stage: Stage, rounds: number, many: number): Promise<Figures> {
	const things = {
		idle: undefined,
		ours: n.oursTable(),
		list: { ...n.oursList(true), executeOnce: true },
	};
	const used = await inTurn(stage, rounds, n.rows(many), things, { ...NONE, endpoints: many });
	const { pages, updated, bulkCalls } = used.ours[0]!.counts;
	if (used.ours.some(({ counts, items }) => counts.updated !== many / 100 || items !== many)) {
		throw new Error(`${updated} of ${many / 100} endpoints were changed`);
	}
	const seconds = (name: keyof typeof used) => beyond(used[name], used.idle, 'cpuMs', 1000);
	const wall = spread(beyond(used.ours, used.idle, 'wallMs', 1000)).median;
	const peak = (name: keyof typeof used) => spread(used[name].map(({ peakMb }) => peakMb)).median;
	return {
		table: compared(
			`apply a table of ${many} endpoints, ${many / 100} changed`,
			'CPU, s',
			undefined,
			seconds('ours'),
			{ 'the list itself, simplified': seconds('list') },
			`${pages + bulkCalls} calls, ${bulkCalls} of them to write; ${wall.toFixed(1)} s; at its peak ${(peak('ours') - peak('idle')).toFixed(0)} MB beyond a run that only makes the rows. HTTP Request has nothing that compares a table with a fleet.`,
		),
	};
}
