import { fork } from 'node:child_process';
import type { SimulatorHandle } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { counts, withSimulator } from '../../faults/runs';
import { say } from '../../faults/secrets';
import { builtProgram } from './program';
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

/** A kill comes at one of so many requests to the parent after the run has moved its share. */
const KILL_WITHIN_ASKED = 6;

/** A kill while the run goes on comes so soon after an answer. Milliseconds. */
const SOON_MS = 20;

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

/**
 * Runs a migration in a process; the outcomes of its rows, or undefined when it was killed. What it asks is
 * counted, so that a kill falls in the middle of a run however fast the machine is.
 */
async function run(
	program: string,
	migration: Migration,
	{ sim, fleet }: { sim: SimulatorHandle; fleet: Fleet },
	isKilledNow: () => boolean = () => false,
): Promise<string[] | undefined> {
	const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
	return await new Promise((resolve) => {
		child.on('message', (message: { id?: number; what?: Asked; outcomes?: string[] }) => {
			const { id, what, outcomes } = message;
			if (outcomes) {
				resolve(outcomes);
				child.kill();
			}
			if (id === undefined || !what) return;
			const kill = () => child.kill('SIGKILL');
			const when = isKilledNow() ? Math.random() : undefined;
			// A third of the kills come before the parent has done what was asked, a third after it, and a third
			// while the run goes on.
			if (when !== undefined && when < 1 / 3) {
				kill();
				return;
			}
			void answer(sim, fleet, what).then((given) => {
				if (when !== undefined && when < 2 / 3) {
					kill();
					return;
				}
				if (child.connected) child.send({ id, answer: given }, () => {});
				if (when !== undefined) setTimeout(kill, Math.random() * SOON_MS);
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
			const program = builtProgram('wavesProcess');
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
				let left = 1 + Math.floor(Math.random() * KILL_WITHIN_ASKED);
				const outcomes = await run(program, migration(), { sim, fleet }, () => {
					if (fleet.moved >= wanted) left -= 1;
					return left === 0;
				});
				if (outcomes) break;
				kills += 1;
				say(`  ${kills} of ${size.kills} kills, ${fleet.moved} of ${size.devices} were moved`);
			}
			const last = await run(program, migration(), { sim, fleet });
			const strange = (last ?? ['killed']).filter(
				(outcome) => !['changed', 'putBack', 'unchanged'].includes(outcome),
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
