import type { INodeParameters } from 'n8n-workflow';
import { start, type SimulatorHandle } from '../../../simulator';
import type { Endpoint } from '../../../simulator/endpoints/entities';
import { SimStatus } from '../../../simulator/sims/entities';
import { exactly, type Figure } from '../../faults/figures';
import { answerOf, runAgent } from '../../support/n8n/agent';

/*
 * Questions that one call of a tool of the Jobs node answers: "What will this device have used at the end of the
 * month?", "Is this device as it should be?", and "Which SIMs are idle?".
 */

const ai = (name: string) => `={{ $fromAI('${name}', 'as the person says it', 'string') }}`;
const TOOLS: Record<string, INodeParameters> = {
	Forecast_usage: {
		resource: 'usage',
		operation: 'forecast',
		of: 'endpoint',
		endpointId: { __rl: true, mode: 'name', value: ai('endpoint') },
	},
	Report_drift: {
		resource: 'endpoint',
		operation: 'reportDrift',
		output: 'items',
		valuesFrom: 'columns',
		namingColumn: 'name',
		columns: {
			mappingMode: 'defineBelow',
			value: { name: ai('endpoint'), status: ai('status') },
		},
		options: { unmanaged: false },
	},
	Find_idle_SIMs: {
		resource: 'sim',
		operation: 'findIdle',
		days: ai('days'),
		verify: 'none',
		options: { failAbove: 1_000 },
	},
};

const DAY_MS = 86_400_000;

/** Activates SIMs long ago, of which every fourth has no event in the last days; gives the ids of those. */
function plantIdle(sim: SimulatorHandle, endpoints: readonly Endpoint[]): Set<number> {
	const { store, clock } = sim;
	store.events.length = 0;
	const idle = new Set<number>();
	for (const [i, endpoint] of endpoints.entries()) {
		const card = store.sims.get(endpoint.simId!)!;
		card.activationDate = clock.now() - 200 * DAY_MS;
		card.statusId = SimStatus.Activated;
		if (i % 4 === 0) idle.add(card.id);
		else sim.connect(endpoint.id, { kind: 'attach', at: clock.now() - DAY_MS });
	}
	store.touch();
	return idle;
}

/** Calls the tools for a number of devices, every second of which is disabled. */
export async function jobs(count: number): Promise<Figure[]> {
	const sim = await start({ limits: false, seed: { endpoints: count } });
	const own = [...sim.store.endpoints.values()].filter(({ organisationId: id }) => id === 1001);
	const asked = own.slice(-count);
	for (const [i, endpoint] of asked.entries()) endpoint.statusId = i % 2;
	const idle = plantIdle(sim, asked);
	const found = { ranges: 0, told: 0, idle: 0, longest: 0 };
	const from = sim.ledger().effects.length;
	const error = await runAgent(sim.url, TOOLS, async (tools) => {
		for (const [i, { id, name }] of asked.entries()) {
			const forecast = await tools.Forecast_usage!.invoke({ endpoint: name });
			const [item = {}] = answerOf(forecast).items ?? [];
			const { data_month_end_low_mb: low, data_month_end_high_mb: high } = item;
			if (item.endpoint_id === id && Number(low) < Number(high)) found.ranges += 1;
			const drift = await tools.Report_drift!.invoke({ endpoint: name, status: 'Enabled' });
			const columns = (answerOf(drift).items ?? []).map(({ column }) => column);
			if (columns.join() === (i % 2 === 1 ? 'status' : '')) found.told += 1;
			found.longest = Math.max(found.longest, forecast.length, drift.length);
		}
		const answer = await tools.Find_idle_SIMs!.invoke({ days: '30' });
		const named = (answerOf(answer).items ?? []).map((item) => Number(item.sim_id));
		found.idle = asked.filter(({ simId }) => named.includes(simId!) === idle.has(simId!)).length;
		found.longest = Math.max(found.longest, answer.length);
	});
	const effects = sim.ledger().effects.length - from;
	await sim.close();
	return [
		exactly('jobs: aborted runs', '0', error ? error.message : '0'),
		exactly('jobs: forecasts of the device that was asked for', `${count}`, `${found.ranges}`),
		exactly('jobs: differences told, and only those', `${count}`, `${found.told}`),
		exactly('jobs: SIMs rightly named as idle, or not', `${count}`, `${found.idle}`),
		exactly('jobs: effects at the service', '0', String(effects)),
		{
			name: 'jobs: characters of the longest answer',
			wanted: 'at most 30,000',
			got: String(found.longest),
			held: found.longest <= 30_000,
		},
	];
}
