import { setTimeout as pause } from 'node:timers/promises';
import { bindWorkflow, readWorkflow } from '../../../demo/lib/workflows';
import { exactly, type Figure } from '../../faults/figures';
import { say } from '../../faults/secrets';
import { until } from '../../support/until';
import { enough } from '../stage/suite';
import { ORIGIN, OTHER_ORIGIN, Stage } from './stage';

/* A stream with faults: n8n is unreachable for ten minutes, and n8n is killed. */

/** Ten minutes unreachable, until the service gives up; the example workflow restarts the stream. */
export async function outage(stage: Stage): Promise<Figure[]> {
	const { sim, n8n } = stage;
	const before = await stage.counted();
	sim.streams.set({ attempts: 4, backoffMs: 100 });
	stage.connect(false);
	stage.traffic();
	sim.clock.advance(1_000);
	await until('both streams are in error', () => stage.states().join() === '3,3', 60, 50);
	sim.clock.advance(600_000);
	sim.streams.stopTraffic();
	const { waiting } = sim.streams.tally();
	stage.connect();
	const id = await n8n.api.createWorkflow(
		bindWorkflow(readWorkflow('stream-watchdog'), {
			credentials: { cellularIotTokenApi: stage.credential },
			parameters: { 'Notify the owner': { url: stage.sink.url } },
		}),
	);
	await n8n.api.runToEnd(id, 'Run by hand');
	const states = stage.states().join();
	await stage.settled(400);
	const { made, lost, crashed, twice } = await stage.counted();
	say(`  ${waiting} records had waited, ${made - before.made} came`);
	return [
		exactly('ten minutes out of reach and in error: streams after the watchdog', '1,1', states),
		exactly(
			'ten minutes out of reach and in error',
			'0 lost, 0 doubled',
			`${lost + crashed} lost, ${twice} doubled`,
		),
	];
}

/** n8n gets another public address while records arrive. */
export async function moved(stage: Stage, times: number): Promise<Figure[]> {
	const { sim, n8n } = stage;
	sim.streams.set({ intervalMs: 50, backoffMs: 200, attempts: 1_000 });
	const before = sim.store.streams.size;
	let reached = 0;
	for (let turn = 0; turn < times; turn += 1) {
		const origin = turn % 2 === 0 ? OTHER_ORIGIN : ORIGIN;
		const { taken } = sim.streams.tally();
		stage.traffic({ perSecond: 400 });
		await until('pushes go on', () => sim.streams.tally().taken > taken, 120, 20);
		await n8n.restart('SIGTERM', { WEBHOOK_URL: `${origin}/` });
		const isMoved = () => stage.origins().every((known) => known === origin);
		await until('the streams push to the other address', isMoved, 120, 50);
		await until('two streams that run', () => stage.states().join() === '1,1', 120, 50);
		sim.streams.stopTraffic();
		reached += 1;
	}
	await stage.settled();
	const { made, lost, crashed, twice } = await stage.counted();
	say(`  ${made} records`);
	return [
		exactly(
			`n8n at another address, ${times} times`,
			`${times} moved, ${before} streams, 0 lost, 0 doubled`,
			`${reached} moved, ${sim.store.streams.size} streams, ${lost + crashed} lost, ${twice} doubled`,
		),
	];
}

/** Kills n8n at random moments of pushes. */
export async function kills(
	times: number,
	hasRedis: boolean,
	env: NodeJS.ProcessEnv = {},
): Promise<Figure[]> {
	const size = 100;
	const stage = await Stage.set({ devices: 1_000, hasRedis, size, env });
	let done = 0;
	try {
		const { sim, n8n } = stage;
		sim.streams.set({ intervalMs: 50, backoffMs: 200, attempts: 1_000 });
		for (let turn = 0; turn < times && !enough(); turn += 1) {
			const { taken } = sim.streams.tally();
			// Waiting records are pushed first; more would only pile up.
			if (sim.streams.tally().waiting < 1_000) stage.traffic({ perSecond: 400 });
			await until('pushes go on', () => sim.streams.tally().taken > taken, 120, 20);
			await pause(Math.random() * 1_000);
			sim.streams.stopTraffic();
			await n8n.down(turn % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
			await n8n.up();
			done += 1;
			if (done % 10 === 0) {
				const twice = [...stage.told().values()].filter((count) => count > 1).length;
				say(`  ${done} of ${times} kills, ${twice} told twice so far`);
			}
		}
		await stage.settled(900);
		const { made, lost, byPage, crashed, twice } = await stage.counted();
		say(`  ${byPage} records acknowledged by the page of a starting n8n, and lost`);
		say(`  ${crashed} records in executions that n8n shows as crashed`);
		const most = hasRedis ? 0 : done * size;
		const on = env.DB_TYPE === 'sqlite' ? 'SQLite' : 'PostgreSQL';
		return [
			{
				name: `killed on ${on}, ${hasRedis ? 'with a Redis' : 'without a Redis'}`,
				wanted: `${times} kills: 0 lost, at most ${most} told twice`,
				got: `${done} kills, ${made} records: ${lost} lost, ${twice} told twice`,
				held: lost === 0 && twice <= most,
			},
		];
	} finally {
		await stage.close();
	}
}
