import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowNode } from '../../../../demo/lib/api';
import { exactly, type Figure } from '../../../faults/figures';
import { RedisServer } from '../../../support/redis/redis';
import { until } from '../../../support/until';
import { answers, type Seen } from '../../stage/realN8n';
import { n8nNode, workflowOf } from '../../stage/workflows';
import { deliver, message } from '../../triggers/calm';
import { control } from '../../waits/course';
import { ENGINE_NAMES, ENGINES, type Engines, type Ran } from './engines';
import { itemsOf, onBoth, same, type Shown, type Side } from './pairs';

/* The four triggers of published workflows. A trigger has no first step on Engine 2.0. */

const TRIGGER = 'Trigger';

/** A published trigger with a step behind it. */
interface Published {
	id: string;
	/** The address of a trigger that is called. */
	address: string;
	/** Ends its publication. */
	end: () => Promise<void>;
	/** Publishes it again, which polls at once. */
	again: () => Promise<void>;
}

async function publish(
	{ engine, engines }: Side,
	name: string,
	trigger: Pick<WorkflowNode, 'type' | 'parameters'>,
): Promise<Published> {
	const { api, url } = engines.n8n;
	const path = `${name}-${engine}-${Date.now()}`;
	const node: WorkflowNode = { name: TRIGGER, webhookId: path, ...trigger };
	const workflow = workflowOf(path, [node, n8nNode('End', 'noOp', 1)]);
	const id = await engines.create(engine, workflow);
	await api.activateWorkflow(id);
	const end = async () => await api.deactivateWorkflow(id);
	const again = async () => {
		await end();
		await api.activateWorkflow(id);
	};
	return { id, address: `${url}/webhook/${path}`, end, again };
}

const PACKAGE = 'n8n-nodes-cellular-iot';

/** A trigger that is called, with parameters for calls without a secret. */
const calledTrigger = (type: string, parameters: object, more: object = {}) => ({
	type: `${PACKAGE}.${type}`,
	typeVersion: 1,
	parameters: { authentication: 'none', ...parameters },
	...more,
});

/** The last answers that the senders of some calls have seen, by status. */
const statuses = (seen: Seen[][]): string => {
	const all = seen.map((answersSeen) => answersSeen.at(-1)?.status ?? 0);
	return [...new Set(all)]
		.sort()
		.map((line) => `${all.filter((a) => a === line).length} × ${line}`)
		.join(', ');
};

const fieldsOfOurs = (runs: Ran[]) =>
	itemsOf(runs, TRIGGER).filter((item) => /"_\w+"/.test(item)).length;

/** Calls, repetitions at once and after a restart of n8n: runs, answers and fields of each item. */
async function called(
	engines: Engines,
	name: string,
	{
		trigger,
		path,
		bodies,
		starts,
		more = {},
		restarts = true,
	}: {
		trigger: (side: Side) => Pick<WorkflowNode, 'type' | 'parameters'>;
		path: string;
		bodies: () => object[];
		/** The runs that the calls start, and their items; repetitions start none. */
		starts: { runs: number; items: number };
		/** Fields of the credential. */
		more?: object;
		/** Whether n8n is restarted before the last repetition. */
		restarts?: boolean;
	},
): Promise<Figure[]> {
	const said = { v1: '', v2: '' };
	const calls = 3 * bodies().length;
	await onBoth(
		engines,
		async (side) => {
			const { id, address: base, end } = await publish(side, name, trigger(side));
			const address = `${base}/${path}`;
			await answers(address);
			const all = bodies();
			const first = await deliver(address, all, { parallel: all.length });
			const again = await deliver(address, all, { parallel: all.length });
			// Engine 2.0 forgets what waits when n8n stops: such a run stays `running`.
			await side.engines.runsOf(side.engine, id, 1);
			if (restarts) await side.engines.n8n.restart('SIGTERM');
			await answers(address);
			const later = await deliver(address, all, { parallel: all.length });
			const runs = await side.engines.runsOf(side.engine, id, 1);
			await end();
			const failed = runs.filter(({ status }) => status !== 'success').length;
			said[side.engine] =
				`${statuses([...first, ...again, ...later])}; ${runs.length} runs, ${failed} failed, ` +
				`${itemsOf(runs, 'End').length} items, ${fieldsOfOurs(runs)} with fields of ours`;
			return runs;
		},
		{ more },
	);
	const wanted = `${calls} × 200; ${starts.runs} runs, 0 failed, ${starts.items} items, 0 with fields of ours`;
	return ENGINES.map((engine) =>
		exactly(`${name}: calls and two repetitions, ${ENGINE_NAMES[engine]}`, wanted, said[engine]),
	);
}

/** The SMS trigger, without and with a Redis. */
export async function sms(engines: Engines): Promise<Figure[]> {
	const parts = (identifier: number) =>
		[1, 2].map((partno) => ({ multi_part_info: { partno, total: 2, identifier } }));
	const bodies = () => [
		...Array.from({ length: 30 }, () => message()),
		...parts(7).map((more) => message({ ...more, endpoint: { id: 10_002, name: 'device' } })),
	];
	const trigger = () => calledTrigger('cellularIotSmsTrigger', {});
	const path = 'sms';
	const starts = { runs: 31, items: 31 };
	const figures = await called(engines, 'SMS', { trigger, path, bodies, starts });
	const redis = await RedisServer.start();
	try {
		const shared = { shareLimits: true, redisUrl: redis.url };
		const onRedis = ({ credential, type }: Side) =>
			calledTrigger(
				'cellularIotSmsTrigger',
				{ authentication: type, registerCallback: false, verification: 'none' },
				{ credentials: { [type]: credential } },
			);
		const remembered = await called(engines, 'SMS with a Redis', {
			trigger: onRedis,
			path,
			bodies,
			starts,
			more: shared,
			restarts: false,
		});
		figures.push(...remembered);
	} finally {
		await redis.down();
	}
	return [...figures, await text(engines)];
}

/** A text that Engine 2.0 cannot store as it is. */
async function text(engines: Engines): Promise<Figure> {
	const both = await onBoth(engines, async (side) => {
		const trigger = calledTrigger('cellularIotSmsTrigger', {});
		const { id, address, end } = await publish(side, 'texts', trigger);
		await answers(`${address}/sms`);
		await deliver(`${address}/sms`, [message({ payload: 'a\0b' })], { attempts: 2 });
		const runs = await side.engines.runsOf(side.engine, id, 1);
		await end();
		return runs;
	});
	const of = ({ runs }: Shown) =>
		runs.map(({ items }) => JSON.stringify(items.End?.[0]?.text)).join();
	return exactly(
		'SMS: a text with U+0000',
		'"a\\u0000b" and "a\uFFFDb"',
		`${of(both.v1)} and ${of(both.v2)}`,
	);
}

let nextRecord = 1;
const usage = () => ({
	id: String(5_000 + nextRecord++),
	traffic_type: { id: 5, description: 'Data' },
	start_timestamp: '2026-03-01T12:00:00Z',
	end_timestamp: '2026-03-01T12:00:45Z',
	endpoint: { id: 10_001, name: 'device', tags: null },
	sim: { id: 1, iccid: '8988303000000000231' },
	volume: { rx: 0.5, tx: 0.5, total: 1 },
});

/** The stream trigger: lists of records. Without a Redis, it remembers the newest 2,000. */
export async function stream(engines: Engines): Promise<Figure[]> {
	const sizes = [3, 1, 1_900];
	const bodies = () => sizes.map((size) => Array.from({ length: size }, usage));
	const starts = { runs: sizes.length, items: sizes.reduce((sum, size) => sum + size, 0) };
	const trigger = () => calledTrigger('cellularIotStreamTrigger', { event: 'records' });
	return await called(engines, 'Stream', { trigger, path: 'stream', bodies, starts });
}

/** What there is before a trigger polls, and what changes between two of its publications. */
interface Polled {
	prepare?: (side: Side) => void;
	change: (side: Side) => Promise<void> | void;
}

/** A trigger that polls: what changes between two publications starts a run. */
async function polled(
	engines: Engines,
	name: string,
	type: string,
	parameters: object,
	{ prepare, change }: Polled,
): Promise<Figure[]> {
	const both = await onBoth(engines, async (side) => {
		prepare?.(side);
		const trigger = {
			type: `${PACKAGE}.${type}`,
			typeVersion: 1,
			parameters: { authentication: side.type, ...parameters },
			credentials: { [side.type]: side.credential },
		};
		const reads = () => side.sim.ledger().requests.length;
		/** Publishes, and waits until the poll of the publication has ended. */
		const poll = async <T>(publication: () => Promise<T>): Promise<T> => {
			const before = reads();
			const published = await publication();
			await until('a poll', () => reads() > before, 60, 100);
			const isQuiet = async () => {
				const last = reads();
				await pause(3_000);
				return reads() === last;
			};
			await until('the end of the poll', isQuiet, 60);
			return published;
		};
		const { id, again, end } = await poll(async () => await publish(side, name, trigger));
		await change(side);
		await poll(again);
		await side.engines.runsOf(side.engine, id, 1);
		await poll(again);
		const runs = await side.engines.runsOf(side.engine, id, 1);
		await end();
		return runs;
	});
	return [
		same(`${name}: items`, both, 'End'),
		exactly(
			`${name}: runs of three polls`,
			'1 and 1',
			`${both.v1.runs.length} and ${both.v2.runs.length}`,
		),
	];
}

/** The quota trigger: an SMS quota runs out. */
export async function quota(engines: Engines): Promise<Figure[]> {
	const parameters = {
		source: 'status',
		events: ['exhausted', 'thresholdReached', 'statusChanged'],
	};
	return await polled(engines, 'Quota', 'cellularIotQuotaTrigger', parameters, {
		prepare: ({ sim }) => {
			sim.seed({ endpoints: 1, quotaVolume: 10 });
		},
		change: async ({ sim }) => {
			for (const endpointId of sim.store.quotas.keys()) {
				await control(sim, '/_sim/consume', { endpointId, volume: 10 });
			}
		},
	});
}

/** The event trigger: a device and a SIM have events. */
export async function events(engines: Engines): Promise<Figure[]> {
	const parameters = { events: ['any'] };
	return await polled(engines, 'Events', 'cellularIotTrigger', parameters, {
		change: ({ sim }) => {
			sim.tell(3, 10_001);
			sim.tell(4, 10_002);
		},
	});
}

/** A run by hand of a trigger that polls: Engine 2.0 does not call it, and starts with an empty item. */
export async function byHandPolled(engines: Engines): Promise<Figure[]> {
	const both = await onBoth(engines, async (side) => {
		const trigger = {
			name: 'Start',
			type: `${PACKAGE}.cellularIotQuotaTrigger`,
			typeVersion: 1,
			parameters: { authentication: side.type, source: 'status', events: ['exhausted'] },
			credentials: { [side.type]: side.credential },
		};
		const workflow = workflowOf(`by hand on ${side.engine}`, [trigger, n8nNode('End', 'noOp', 1)]);
		return [await side.engines.runByHand(side.engine, workflow)];
	});
	const of = ({ runs }: Shown) => {
		const [item] = runs[0]?.items.End ?? [];
		return item && Object.keys(item).length === 0 ? 'an empty item' : `sample: ${item?.sample}`;
	};
	return [
		exactly(
			'a trigger that polls, run by hand',
			'sample: true and an empty item',
			`${of(both.v1)} and ${of(both.v2)}`,
		),
	];
}

export const TRIGGERS: Record<string, (engines: Engines) => Promise<Figure[]>> = {
	quota,
	events,
	byHandPolled,
	stream,
	sms,
};
