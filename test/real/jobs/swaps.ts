import { setTimeout as pause } from 'node:timers/promises';
import { outputOf, type WorkflowJson } from '../../../demo/lib/api';
import { installN8n } from '../../../demo/lib/install';
import { findNode } from '../../../demo/lib/node';
import { APPLICATION_TOKENS, type SimulatorHandle } from '../../../simulator';
import type { Figure } from '../../faults/figures';
import { byId, FAST, withSimulator } from '../../faults/runs';
import { say } from '../../faults/secrets';
import { RealN8n } from '../triggers/instance';

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
		const [one, two] = [all[2 * i]!, all[2 * i + 1]!];
		return { endpoint: one.id, has: one.simId!, other: two.id, gets: two.simId! };
	});
};

/** The workflow itself contains the pairs, so that each run has the same. */
function workflowOf(pairs: Pair[], credential: { id: string; name: string }): WorkflowJson {
	const node = (name: string, type: string, x: number, parameters: object, more: object = {}) => ({
		...{ id: name, name, type, typeVersion: 1, position: [x, 0] as [number, number] },
		...{ parameters: parameters as Record<string, unknown>, ...more },
	});
	const swap = {
		...{ authentication: 'cellularIotTokenApi', resource: 'sim', operation: 'swap' },
		...{ endpointId: byId('={{ $json.endpoint }}'), simId: byId('={{ $json.gets }}') },
		...{ swapWith: 'endpoint', otherEndpointId: byId('={{ $json.other }}'), dryRun: false },
		options: { otherSimId: byId('={{ $json.has }}') },
	};
	const jsCode = `return ${JSON.stringify(pairs)}.map((json) => ({ json }));`;
	const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	return {
		name: 'Swaps',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 0, {}),
			node('Pairs', 'n8n-nodes-base.code', 200, { jsCode }),
			node('Swap', 'n8n-nodes-cellular-iot.cellularIotJobs', 400, swap, {
				credentials: { cellularIotTokenApi: credential },
			}),
		],
		connections: { Start: to('Pairs'), Pairs: to('Swap') },
		settings: { executionOrder: 'v1' },
	};
}

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
	await withSimulator({ seed: { endpoints: 2 * size.pairs + 20 } }, async (sim) => {
		await installN8n(findNode());
		const n8n = await RealN8n.start({ DB_TYPE: 'sqlite' });
		try {
			const pairs = pairsOf(sim, size.pairs);
			const credential = await n8n.api.createCredential('Service', 'cellularIotTokenApi', {
				...FAST,
				baseUrl: sim.url,
				applicationToken: APPLICATION_TOKENS.reseller,
			});
			const id = await n8n.api.createWorkflow(workflowOf(pairs, credential));
			const all = 4 * pairs.length;
			for (let kills = 0; kills < size.kills; kills++) {
				await n8n.api.runWorkflow(id, 'Start');
				// At a random point of this kill's part of the swaps.
				const before = moves(sim).length;
				const enough = before + 1 + Math.random() * ((all - before) / (size.kills - kills) - 1);
				const until = performance.now() + 60_000;
				while (moves(sim).length < enough && performance.now() < until) await pause(1);
				await n8n.restart('SIGKILL');
				say(`  ${kills + 1} of ${size.kills} kills, ${moves(sim).length} of ${all} moves`);
			}
			const last = async () =>
				await n8n.api.waitForExecution(await n8n.api.runWorkflow(id, 'Start'), 600_000);
			const done = outputOf(await last(), 'Swap').length;
			const made = moves(sim).length;
			const already = outputOf(await last(), 'Swap').filter((item) => item.already === true).length;
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
					got: `${done}, ${already}; ${moves(sim).length === made ? 'no move' : 'moves'}`,
					held: done === pairs.length && already === done && moves(sim).length === made,
				},
			];
		} finally {
			await n8n.stop();
		}
	});
