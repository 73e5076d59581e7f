import { setTimeout as pause } from 'node:timers/promises';

import { type SimulatorHandle, start } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { counts } from '../../faults/runs';
import { keepSecret, say } from '../../faults/secrets';
import { RedisServer } from '../../support/redis/redis';
import { until } from '../../support/until';
import { resellerAccount } from '../stage/workflows';
import { Cluster } from './instance';
import { checkServices } from './services';
import { bulkWorkflow, readWorkflow } from './workflows';

const EXECUTIONS = 20;
const ITEMS = 5;
/** Two minutes, less what passes between the last sign of the killed worker and the end of its process. */
const LEAST_WAIT_MS = 110_000;
const REDIS_PASSWORD = keepSecret('queue-Redis-Passw0rd');
const bodies = (count: number) =>
	Array.from({ length: count }, () => ({
		items: Array.from({ length: ITEMS }, (_, n) => ({ n })),
	}));

const effects = (sim: SimulatorHandle, kind: string) =>
	sim.ledger().effects.filter((effect) => effect.kind === kind);

/** Number of creates and changes of each execution's endpoints. */
function tally(sim: SimulatorHandle, ids: Iterable<string>) {
	const created = counts(effects(sim, 'endpoint.created').map(({ detail }) => String(detail.name)));
	const changed = counts(effects(sim, 'endpoint.updated').map(({ endpointId }) => endpointId));
	const made = new Map(
		effects(sim, 'endpoint.created').map((e) => [String(e.detail.name), e.endpointId]),
	);
	let once = 0;
	for (const id of ids) {
		const names = Array.from({ length: ITEMS }, (_, n) => `${id}-${n}`);
		const exact = names.every((n) => created.get(n) === 1 && changed.get(made.get(n)) === 1);
		if (exact) once += 1;
	}
	return { once, doubled: [...created.values()].filter((n) => n > 1).length };
}

/** n8n in queue mode with two workers that share a lane on a separate Redis. */
export async function queue(): Promise<Figure[]> {
	await checkServices();
	const sim = await start({
		port: 0,
		limits: false,
		seed: { endpoints: 50, bulkDelayMs: 300, recordBodies: true },
	});
	const redis = await RedisServer.start(['--requirepass', REDIS_PASSWORD]);
	await redis.vouchFor(REDIS_PASSWORD);
	let cluster: Cluster | undefined;
	try {
		cluster = await Cluster.start();
		say(`  n8n with two workers is up`);
		return await measure(sim, redis, cluster);
	} finally {
		await cluster?.stop();
		await redis.down();
		await sim.close();
	}
}

async function measure(
	sim: SimulatorHandle,
	redis: RedisServer,
	cluster: Cluster,
): Promise<Figure[]> {
	const credential = await resellerAccount(cluster.api, sim.url, {
		rateLimits: 'own',
		singlesPerSecond: 200,
		requestsPerFiveMinutes: 1e8,
		shareLimits: true,
		redisUrl: `redis://:${REDIS_PASSWORD}@127.0.0.1:${redis.port}`,
	});
	const bulk = await cluster.api.createWorkflow(bulkWorkflow('bulk', credential));
	const read = await cluster.api.createWorkflow(readWorkflow('read', credential));
	for (const id of [bulk, read]) await cluster.api.activateWorkflow(id);
	return [
		...(await calm(sim, cluster, bulk)),
		...(await killed(sim, cluster, bulk)),
		...(await restarted(sim, redis, cluster, bulk)),
		inFlight(sim),
		...(await sessions(sim, cluster, read)),
	];
}

const inFlight = (sim: SimulatorHandle): Figure => {
	const { maxBulkInFlight, bulkOverlaps, bulk } = sim.ledger().counters;
	return exactly(
		'queue mode: bulk calls in flight',
		`at most 1 of ${bulk}, 0 refused for an overlap`,
		`at most ${maxBulkInFlight} of ${bulk}, ${bulkOverlaps} refused for an overlap`,
	);
};

/** Without faults. */
async function calm(sim: SimulatorHandle, cluster: Cluster, workflow: string): Promise<Figure[]> {
	await cluster.call('bulk', bodies(EXECUTIONS));
	const ended = await cluster.ended(workflow, EXECUTIONS);
	await cluster.record(ended.keys());
	const good = [...ended].filter(([, status]) => status === 'success').map(([id]) => id);
	const by = counts(good.map((id) => cluster.workerOf(id)?.pid));
	return [
		exactly(
			'queue mode: effects',
			`${EXECUTIONS} executions well ended, effects of ${EXECUTIONS} exactly once, over 2 workers`,
			`${good.length} executions well ended, effects of ${tally(sim, good).once} exactly once, over ${by.size} workers`,
		),
	];
}

/** The worker that holds the lane is killed during its turn. */
async function killed(sim: SimulatorHandle, cluster: Cluster, workflow: string): Promise<Figure[]> {
	const before = await cluster.ended(workflow, 0);
	const mark = sim.ledger().requests.length;
	await cluster.call('bulk', bodies(EXECUTIONS));
	const holder = await until('a bulk call under way', () => {
		const call = sim
			.ledger()
			.requests.slice(mark)
			.findLast(({ path }) => path.endsWith('/multi'));
		if (!call || call.status !== 0 || call.method !== 'POST') return undefined;
		const name = (call.body as { endpoints?: Array<{ name: string }> } | undefined)?.endpoints?.[0];
		return name && cluster.workerOf(name.name.split('-')[0]!);
	});
	await cluster.kill(holder);
	const at = performance.now();
	const calls = sim.ledger().counters.bulk;
	// The service may still process the killed worker's call: nothing is sent for two minutes.
	await until('the other goes on', () => sim.ledger().counters.bulk > calls);
	const waited = performance.now() - at;
	await cluster.addWorker();
	// Executions of the killed worker do not finish; all others do.
	const rest = await settledExecutions(cluster, workflow, before.size);
	const good = [...rest].filter(([id, s]) => s === 'success' && !before.has(id)).map(([id]) => id);
	// The killed worker's last log lines are lost: its executions are those no live worker has started.
	const living = new Set(cluster.workers.flatMap((worker) => [...cluster.begunBy(worker)]));
	const others = [...living].filter((id) => !before.has(id)).length;
	await cluster.record(good);
	const { once, doubled } = tally(sim, good);
	return [
		{
			name: 'queue mode: killed worker',
			wanted: 'the other goes on after two minutes',
			got: `after ${(waited / 1000).toFixed(1)} s`,
			held: waited >= LEAST_WAIT_MS,
		},
		{
			name: 'queue mode: effects across the kill',
			wanted: `all ${EXECUTIONS} but those it was at well ended and exactly once, 0 doubled`,
			got: `it was at ${EXECUTIONS - others}, ${once} of the other ${others} exactly once, ${doubled} doubled`,
			held: others > 0 && once === others && once === good.length && doubled === 0,
		},
	];
}

/** Finished executions, once none has finished for some seconds. */
async function settledExecutions(cluster: Cluster, workflow: string, least: number) {
	let ended = await cluster.ended(workflow, least + 1);
	let still = 0;
	while (still < 20) {
		await pause(1_000);
		const now = await cluster.ended(workflow, least);
		still = now.size === ended.size ? still + 1 : 0;
		ended = now;
	}
	return ended;
}

/** The lane's Redis is restarted and has lost the holder. */
async function restarted(
	sim: SimulatorHandle,
	redis: RedisServer,
	cluster: Cluster,
	workflow: string,
): Promise<Figure[]> {
	const before = await cluster.ended(workflow, 0);
	const mark = sim.ledger().counters.bulk;
	await cluster.call('bulk', bodies(EXECUTIONS));
	await until('some bulk calls', () => sim.ledger().counters.bulk > mark + 6);
	await redis.down();
	await pause(2_000);
	await redis.up();
	const ended = await cluster.ended(workflow, before.size + EXECUTIONS);
	const own = [...ended].filter(([id]) => !before.has(id));
	await cluster.record(own.map(([id]) => id));
	const good = own.filter(([, status]) => status === 'success').map(([id]) => id);
	const { once, doubled } = tally(sim, good);
	return [
		exactly(
			'queue mode: restart of Redis',
			`${EXECUTIONS} executions well ended, effects of ${EXECUTIONS} exactly once, 0 doubled`,
			`${good.length} executions well ended, effects of ${once} exactly once, ${doubled} doubled`,
		),
	];
}

/** Tokens expire while both workers read. */
async function sessions(
	sim: SimulatorHandle,
	cluster: Cluster,
	workflow: string,
): Promise<Figure[]> {
	const items = [...sim.store.endpoints.keys()].slice(0, 50).map((id) => ({ id }));
	const work = Array.from({ length: EXECUTIONS }, () => ({ items }));
	const mark = sim.ledger().requests.length;
	await cluster.call('read', work);
	const reads = () => sim.ledger().requests.length - mark;
	await until('some reads', () => reads() > 100);
	const before = sim.ledger().counters.authenticate;
	sim.clock.advance(241 * 60_000);
	const ended = await cluster.ended(workflow, EXECUTIONS);
	const good = [...ended.values()].filter((status) => status === 'success').length;
	await cluster.record(ended.keys());
	const calls = sim.ledger().counters.authenticate - before;
	return [
		{
			name: 'queue mode: tokens that expire under load',
			wanted: `${EXECUTIONS} executions well ended, at most 1 authenticate for each of 2 workers`,
			got: `${good} executions well ended, ${calls} authenticate`,
			held: good === EXECUTIONS && calls >= 1 && calls <= 2,
		},
	];
}
