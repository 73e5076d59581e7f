import { setTimeout as pause } from 'node:timers/promises';

import { tokenOf } from '../../faults/direct';
import { counts } from '../../faults/runs';
import { exactly, type Figure } from '../../faults/figures';
import { keepSecret, say } from '../../faults/secrets';
import { RedisServer } from '../../support/redis/redis';
import { type LineProcess, startLineProcess } from './lineProcess';
import { checkRedisServer } from './services';
import { until } from '../../support/until';
import { type SimulatorHandle, start } from '../../../simulator';

const PROCESSES = 4;
const CALLS = 50;
const REDIS_PASSWORD = keepSecret('lane-Redis-Passw0rd');

interface Worker {
	name: string;
	child: LineProcess;
	/** Outcome of each reported call. */
	reported: Map<string, string>;
	ended: Promise<unknown>;
}

function startWorker(name: string, sim: SimulatorHandle, token: string, redisUrl: string): Worker {
	const reported = new Map<string, string>();
	const args = [name, String(CALLS), sim.url, token, redisUrl];
	const child = startLineProcess('laneProcess.ts', args, (line) => {
		const at = line.indexOf(' ');
		reported.set(line.slice(0, at), line.slice(at + 1));
	});
	return { name, child, reported, ended: new Promise((resolve) => child.once('close', resolve)) };
}

/** Name of the endpoint in the bulk call in flight. */
function underWay(sim: SimulatorHandle): string | undefined {
	const call = sim.ledger().requests.findLast(({ path }) => path.endsWith('/multi'));
	if (!call || call.status !== 0) return undefined;
	return (call.body as { endpoints?: Array<{ name?: string }> } | undefined)?.endpoints?.[0]?.name;
}

const created = (sim: SimulatorHandle) =>
	sim.ledger().effects.filter(({ kind }) => kind === 'endpoint.created');

/** Figure 4: four processes on one Redis; one is killed during its turn, then Redis is restarted. */
export async function lane(): Promise<Figure[]> {
	await checkRedisServer();
	const sim = await start({
		port: 0,
		limits: false,
		seed: { bulkDelayMs: 60, recordBodies: true },
	});
	const redis = await RedisServer.start(['--requirepass', REDIS_PASSWORD]);
	const workers: Worker[] = [];
	try {
		const token = await tokenOf(sim);
		const url = `redis://:${REDIS_PASSWORD}@127.0.0.1:${redis.port}`;
		for (let i = 0; i < PROCESSES; i++) workers.push(startWorker(`p${i}`, sim, token, url));

		const killed = await killHolder(sim, workers, 40);
		const killedAt = performance.now();
		const before = created(sim).length;
		// The call of the killed process may still be applied.
		await until('another goes on', () => created(sim).length > before + 1);
		say(`  another went on ${((performance.now() - killedAt) / 1000).toFixed(1)} s after the kill`);

		await until('110 calls', () => created(sim).length >= 110);
		await redis.down();
		await pause(2_000);
		await redis.up();
		await Promise.all(workers.map(async ({ ended }) => await ended));

		const names = counts(created(sim).map(({ detail }) => String(detail.name)));
		const verdicts = new Map(workers.flatMap(({ reported }) => [...reported]));
		const survivors = workers.filter((worker) => worker !== killed);
		const all = survivors.flatMap(({ name }) =>
			Array.from({ length: CALLS }, (_, i) => `${name}-${i}`),
		);
		const doubled = [...names.values()].filter((n) => n > 1).length;
		const lost = [...verdicts].filter(([n, v]) => v === 'done' && !names.has(n)).length;
		const unreported = all.filter((n) => !verdicts.has(n)).length;
		const done = all.filter((n) => verdicts.get(n) === 'done').length;
		say(`  ${done} of ${all.length} calls of the survivors done, others: ${others(verdicts)}`);
		return [
			exactly(
				'4',
				'at most 1 bulk call in flight, 0 doubled, 0 reported done but absent, 0 of the survivors without a verdict',
				`at most ${sim.ledger().counters.maxBulkInFlight} bulk call in flight, ${doubled} doubled, ${lost} reported done but absent, ${unreported} of the survivors without a verdict`,
			),
		];
	} finally {
		for (const { child } of workers) child.kill('SIGKILL');
		await redis.down();
		await sim.close();
	}
}

const others = (verdicts: Map<string, string>) => {
	const rest = [...verdicts.values()].filter((verdict) => verdict !== 'done');
	return rest.length === 0 ? 'none' : rest.join('; ');
};

/** Kills the process with the call in flight, once `after` calls are done. */
async function killHolder(sim: SimulatorHandle, workers: Worker[], after: number): Promise<Worker> {
	return await until('a call under way', () => {
		const name = created(sim).length >= after ? underWay(sim) : undefined;
		const holder = workers.find((worker) => name?.startsWith(`${worker.name}-`));
		holder?.child.kill('SIGKILL');
		return holder;
	});
}
