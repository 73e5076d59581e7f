import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { runDir } from '../../../demo/lib/paths';
import type { SimulatorHandle } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { counts, withSimulator } from '../../faults/runs';
import { say } from '../../faults/secrets';
import { Fleet, NEW, OLD, type WaveSize } from './wavesFleet';

/*
 * A fleet gets another tariff in waves, by processes that are killed at random moments; what they write down is in
 * the marks of n8n's database, here in the memory of the parent. The clock jumps over their waits.
 */

/** What a process asks of its parent. */
export type Asked = { record: string[] } | { remove: string[] } | { sleep: number };

/** What a process does. */
export interface Migration {
	url: string;
	token: string;
	ids: number[];
	/** The name of the new tariff. */
	tariff: string;
	/** Rows in a wave. */
	wave: number;
	/** The clock of the simulator. */
	now: number;
}

/** A kill comes at most so long after a run has moved its first device. Milliseconds. */
const KILL_WITHIN_MS = 2_500;

/** The program of a process, built once. */
function builtProgram(): string {
	const outfile = join(runDir, `wavesProcess-${process.pid}.cjs`);
	buildSync({
		entryPoints: [join(__dirname, 'wavesProcess.ts')],
		outfile,
		bundle: true,
		platform: 'node',
		packages: 'external',
		loader: { '.lua': 'text' },
		resolveExtensions: ['.ts', '.js', '.json'],
	});
	return outfile;
}

/** The marks of a node, as n8n's database has them. */
const marks = new Set<string>();

async function answer(sim: SimulatorHandle, fleet: Fleet, what: Asked): Promise<unknown> {
	if ('record' in what) {
		const added = what.record.filter((mark) => !marks.has(mark));
		for (const mark of added) marks.add(mark);
		return added;
	}
	if ('remove' in what) {
		for (const mark of what.remove) marks.delete(mark);
		return undefined;
	}
	await fleet.resetMoved();
	sim.clock.advance(what.sleep);
	return undefined;
}

/** Runs a migration in a process; the outcomes of its rows, or undefined when it was killed. */
async function run(
	program: string,
	migration: Migration,
	{ sim, fleet }: { sim: SimulatorHandle; fleet: Fleet },
	begun: (child: ChildProcess) => void,
): Promise<string[] | undefined> {
	const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
	begun(child);
	return await new Promise((resolve) => {
		child.on('message', (message: { id?: number; what?: Asked; outcomes?: string[] }) => {
			const { id, what, outcomes } = message;
			if (outcomes) {
				resolve(outcomes);
				child.kill();
			}
			if (id === undefined || !what) return;
			void answer(sim, fleet, what).then((one) => {
				if (child.connected) child.send({ id, answer: one }, () => {});
			});
		});
		child.once('exit', () => resolve(undefined));
		child.send({ migration });
	});
}

/** The migration, whose processes are killed at random moments. */
export const waves = async (size: WaveSize): Promise<Figure[]> =>
	await withSimulator(
		{ seed: { endpoints: size.devices, bulkDelayMs: 0 }, limits: 'off' },
		async (sim) => {
			marks.clear();
			const fleet = await Fleet.of(sim, size);
			const program = builtProgram();
			const migration = (): Migration => ({
				url: sim.url,
				token: fleet.token,
				// Devices that were moved are not among the rows of the next run.
				ids: fleet.on(OLD),
				tariff: NEW,
				wave: size.wave,
				now: sim.clock.now(),
			});
			const part = size.devices / (size.kills + 1);
			let kills = 0;
			while (kills < size.kills) {
				const wanted = Math.min(size.devices, part * kills + 1);
				const outcomes = await run(program, migration(), { sim, fleet }, (child) => {
					void (async () => {
						while (fleet.moved < wanted && child.exitCode === null) await pause(5);
						await pause(Math.random() * KILL_WITHIN_MS);
						child.kill('SIGKILL');
					})();
				});
				if (outcomes) break;
				kills += 1;
				say(`  ${kills} of ${size.kills} kills, ${fleet.moved} of ${size.devices} were moved`);
			}
			const last = await run(program, migration(), { sim, fleet }, () => {});
			const strange = (last ?? ['killed']).filter(
				(one) => !['changed', 'putBack', 'unchanged'].includes(one),
			);
			return [
				exactly(
					`waves: ${size.devices} devices in waves of ${size.wave}, ${size.gone} do not return, killed ${size.kills} times`,
					`${fleet.wanted}; ${size.kills} kills, nothing left under judgement, no other outcome`,
					`${fleet.got}; ${kills} kills, ${marks.size === 0 ? 'nothing' : 'something'} left under judgement, ${strange.length === 0 ? 'no' : String(strange[0])} other outcome`,
				),
				exactly(
					'waves: put back, by the last run that ended',
					`${size.gone}`,
					`${counts(last ?? []).get('putBack') ?? 0}`,
				),
			];
		},
	);
