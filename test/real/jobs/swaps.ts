import { outputOf } from '../../../demo/lib/api';
import type { SimulatorHandle } from '../../../simulator';
import type { Figure } from '../../faults/figures';
import { byId } from '../../faults/runs';
import { accountNode, byHand, itemsNode, workflowOf } from '../stage/workflows';
import { inRealN8n, killedMidway } from './inN8n';

/* Pairs of endpoints swap their SIMs in a real n8n, which is killed and restarted. */

/** Two endpoints with their original SIMs. */
interface Pair extends Record<string, number> {
	endpoint: number;
	has: number;
	other: number;
	gets: number;
}

const pairsOf = ({ store }: SimulatorHandle, count: number): Pair[] => {
	const all = [...store.endpoints.values()].filter(
		({ organisationId, simId, statusId }) =>
			organisationId === 1001 && simId !== null && statusId !== 2,
	);
	return Array.from({ length: count }, (_, i) => {
		const [first, second] = [all[2 * i]!, all[2 * i + 1]!];
		return { endpoint: first.id, has: first.simId!, other: second.id, gets: second.simId! };
	});
};

const SWAP = {
	resource: 'sim',
	operation: 'swap',
	endpointId: byId('={{ $json.endpoint }}'),
	simId: byId('={{ $json.gets }}'),
	swapWith: 'endpoint',
	otherEndpointId: byId('={{ $json.other }}'),
	dryRun: false,
	options: { otherSimId: byId('={{ $json.has }}') },
};

const moves = (sim: SimulatorHandle) =>
	sim.ledger().effects.filter(({ kind }) => kind === 'sim.assigned' || kind === 'sim.unassigned');

/** Number of assignments while the SIM or another SIM was in an invalid place. */
function clashesIn(sim: SimulatorHandle, pairs: Pair[]): number {
	const on = new Map(pairs.flatMap((p) => [[p.endpoint, p.has] as const, [p.other, p.gets]]));
	let clashes = 0;
	for (const { kind, endpointId, simId } of moves(sim)) {
		if (kind === 'sim.unassigned') on.delete(endpointId!);
		else {
			if (on.has(endpointId!) || [...on.values()].includes(simId!)) clashes += 1;
			on.set(endpointId!, simId!);
		}
	}
	return clashes;
}

/** Swaps in n8n, killed at random moments and rerun completely. */
export const swaps = async (size: { pairs: number; kills: number }): Promise<Figure[]> =>
	await inRealN8n({ seed: { endpoints: 2 * size.pairs + 20 } }, async (stage) => {
		const { sim, credential } = stage;
		const pairs = pairsOf(sim, size.pairs);
		const job = workflowOf('Swaps', [
			byHand,
			itemsNode('Pairs', pairs),
			accountNode('Swap', credential, SWAP, 'cellularIotJobs'),
		]);
		const { kills } = size;
		const all = 4 * pairs.length;
		const moved = () => moves(sim).length;
		const again = await killedMidway(stage, job, { kills, all, done: moved, what: 'moves' });
		const done = outputOf(await again(), 'Swap').length;
		const made = moved();
		const already = outputOf(await again(), 'Swap').filter((item) => item.already === true).length;
		const wrong = pairs.filter(
			({ endpoint, other, has, gets }) =>
				sim.store.endpoints.get(endpoint)!.simId !== gets ||
				sim.store.endpoints.get(other)!.simId !== has,
		);
		const what = `of ${pairs.length} swaps and ${size.kills} kills`;
		const said = (halves: number, clashes: number, more: number) =>
			`${halves} halves, ${clashes} times two SIMs or two endpoints, ${more} moves too many ${what}`;
		const got = said(wrong.length, clashesIn(sim, pairs), made - all);
		return [
			{ name: 'swaps', wanted: said(0, 0, 0), got, held: got === said(0, 0, 0) },
			{
				name: 'swaps: items done by the run after the last kill, and already done in the next',
				wanted: `${pairs.length}, ${pairs.length}; no move`,
				got: `${done}, ${already}; ${moved() === made ? 'no move' : 'moves'}`,
				held: done === pairs.length && already === done && moved() === made,
			},
		];
	});
