import { fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { SimulatorHandle } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { act, FAST, withSimulator } from '../../faults/runs';
import { say } from '../../faults/secrets';
import { storeFor } from '../../support/n8n/n8n';
import { builtProgram } from './program';
import { figureOf, OTHERS, SUB, tagged, USER_TYPE } from './retireFleet';
import type { Retirement } from './retireProcess';

/* Endpoints of two workspaces are retired by processes that are killed at random moments. */

/** The session of the user, so that no process logs in: a one-time code serves once. */
async function sessionOf({ url }: SimulatorHandle): Promise<Retirement['session']> {
	const credentials = storeFor(url, { rates: FAST });
	const read = { resource: 'endpoint', operation: 'getAll', limit: 1 };
	const { error } = await act(credentials, read, [{}], { credential: USER_TYPE });
	if (error) throw error;
	const { accessToken, sessionState } = credentials.get(USER_TYPE);
	return { accessToken: String(accessToken), sessionState: String(sessionState) };
}

/** Runs a retirement in a process; its outcomes, or undefined when it was killed. */
async function run(
	program: string,
	retirement: Retirement,
	begun: (kill: () => void, isOver: () => boolean) => void = () => {},
): Promise<string[] | undefined> {
	const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
	let isOver = false;
	begun(
		() => child.kill('SIGKILL'),
		() => isOver,
	);
	return await new Promise((resolve) => {
		child.on('message', (outcomes: string[]) => {
			isOver = true;
			resolve(outcomes);
			child.kill();
		});
		child.once('exit', () => {
			isOver = true;
			resolve(undefined);
		});
		child.send(retirement);
	});
}

/** A retirement by processes, killed once in each part of the job, then run to its end. */
export async function retire(size: { devices: number; kills: number }): Promise<Figure[]> {
	const { devices, kills } = size;
	const seed = { endpoints: devices / 2 + OTHERS, quotaVolume: 10, bulkDelayMs: 0 };
	return await withSimulator({ seed, limits: 'off' }, async (sim) => {
		sim.seed({ ...seed, organisationId: SUB });
		const fleet = tagged(sim, devices);
		const program = builtProgram('retireProcess');
		try {
			const retirement = { url: sim.url, session: await sessionOf(sim) };
			const done = () => sim.ledger().effects.length;
			// Its quota, its SIM suspended and released, and the endpoint itself.
			const all = 4 * devices;
			// A workspace's endpoints are deleted in one call, the last effects of a run: no kill waits for these.
			const killable = all - devices / 2;
			let killed = 0;
			while (killed < kills) {
				const before = done();
				const enough = before + 1 + Math.random() * ((killable - before) / (kills - killed) - 1);
				const outcomes = await run(program, retirement, (kill, isOver) => {
					void (async () => {
						while (done() < enough && !isOver()) await pause(1);
						kill();
					})();
				});
				if (outcomes) break;
				killed += 1;
				say(`  ${killed} of ${kills} kills, ${done()} of ${all} effects`);
			}
			const ended = await run(program, retirement);
			const before = done();
			const last = (await run(program, retirement)) ?? ['killed'];
			const name = `retirement of ${devices} in two workspaces, ${kills} kills`;
			const wrong = (ended ?? ['killed']).filter(
				(outcome) => !['retired', 'absent'].includes(outcome),
			);
			return [
				figureOf(name, sim, { devices, fleet, last, writes: done() - before }),
				exactly(
					`${name}: kills, and errors of the run after the last`,
					`${kills}, `,
					`${killed}, ${wrong.join(' ')}`,
				),
			];
		} finally {
			rmSync(program);
		}
	});
}
