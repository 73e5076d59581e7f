import { exactly, type Figure } from '../../faults/figures';
import { say } from '../../faults/secrets';
import { until } from '../../support/until';
import { median, memoryOf } from '../stage/usage';
import { PER_SECOND, type Stage } from './stage';

/* A stream without faults: response time of a list, and ten minutes of a fleet. */

/** Lists of 3,000 records, in sequence. */
export async function answers(stage: Stage, times: number): Promise<Figure[]> {
	const { sim } = stage;
	const endpoints = [...sim.store.endpoints.keys()];
	const before = sim.ledger().effects.length;
	for (let turn = 0; turn < times; turn += 1) {
		sim.streams.usage(
			Array.from({ length: 3_000 }, (_, i) => ({ endpointId: endpoints[i]!, rx: 0.1, tx: 0.1 })),
		);
		await until('the list is taken', () => sim.streams.tally().waiting === 0, 60, 50);
	}
	const ms = sim
		.ledger()
		.effects.slice(before)
		.filter(({ kind, detail }) => kind === 'stream.pushed' && detail.records === 3_000)
		.map(({ detail }) => Number(detail.ms));
	await stage.settled();
	const half = median(ms);
	await stage.n8n.api.deactivateWorkflow(stage.workflowId);
	const isGone = () => stage.states().length === 0;
	await until('the streams are gone', isGone, 60, 100).catch(() => {});
	return [
		exactly('streams left when the workflow is unpublished', '0', String(stage.states().length)),
		{
			name: `a list of 3,000 records, median of ${ms.length}`,
			wanted: 'answered within 1,000 ms',
			got: `${Math.round(half)} ms (slowest ${Math.round(Math.max(...ms))})`,
			held: ms.length > 0 && half <= 1_000,
		},
	];
}

/** Minutes of 10,000 devices, on a simulated clock; one list in twenty is sent twice. */
export async function minutes(stage: Stage, count: number): Promise<Figure[]> {
	const { sim } = stage;
	sim.streams.set({ repeatPercent: 5 });
	stage.traffic();
	const memory: number[] = [];
	const started = performance.now();
	// Advanced as fast as n8n follows, so that it works without a pause.
	for (let seconds = 0; seconds < count * 60; seconds += 10) {
		sim.clock.advance(10_000);
		await until('n8n follows', () => sim.streams.tally().waiting < 3_000, 120, 20);
		memory.push(memoryOf(stage.n8n.pid));
	}
	sim.streams.stopTraffic();
	await stage.settled();
	sim.streams.set({ repeatPercent: 0 });
	const { made, lost, crashed, twice } = await stage.counted();
	const { sent, taken } = sim.streams.tally();
	const part = (from: number, to: number) =>
		median(memory.slice(Math.floor(memory.length * from), Math.ceil(memory.length * to)));
	const [early, late] = [part(0.2, 0.5), part(0.7, 1)];
	say(
		`  ${made} records taken, ${sent - taken} of them sent again, in ${((performance.now() - started) / 1000).toFixed(0)} s`,
	);
	return [
		exactly(
			`${count} minutes of ${PER_SECOND} records a second`,
			'0 lost, 0 doubled',
			`${lost + crashed} lost, ${twice} doubled`,
		),
		{
			name: `memory of n8n over ${count} minutes`,
			wanted: 'flat (at most a quarter more)',
			got: `${early.toFixed(0)} MB, then ${late.toFixed(0)} MB`,
			held: late <= early * 1.25,
		},
	];
}
