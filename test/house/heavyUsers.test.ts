import type { IDataObject } from 'n8n-workflow';
import { control } from '../../demo/lib/everyEvent';
import { exampleOf, runWorkflow } from '../support/n8n/exampleRun';
import { storeFor } from '../support/n8n/n8n';
import { simulated } from '../support/simulator';

/* Who used more than 50 MB last week: what reaches the mail. */

const sim = simulated({ seed: { endpoints: 5 } }, 'new');
const DAY_MS = 86_400_000;

/** Each endpoint with so many MB on each of the last seven days. */
async function usedEachDay(amounts: number[]): Promise<number[]> {
	const ids = [...sim.store.endpoints.keys()].slice(0, amounts.length);
	for (const [place, id] of ids.entries()) {
		const days = Array.from({ length: 20 }, (_, ago) => {
			const day = new Date(sim.clock.now() - ago * DAY_MS).toISOString().slice(0, 10);
			// What was used before last week counts for nothing.
			return [day, ago <= 6 ? amounts[place]! : 1_000] as const;
		});
		await control(sim, 'usage', {
			endpointId: id,
			isMadeUp: false,
			days: Object.fromEntries(days),
		});
	}
	return ids;
}

async function mailed(settings: Record<string, unknown> = {}): Promise<IDataObject[]> {
	const example = { ...exampleOf('heavy-users'), id: 'heavy-users' };
	const { runData, error } = await runWorkflow(example, {
		credentials: storeFor(sim.url),
		settings: { Settings: settings },
	});
	if (error) throw error;
	const [run] = runData['Heaviest first'] ?? [];
	return (run?.data?.main?.[0] ?? []).map(({ json }) => json);
}

test('the devices above the limit are mailed, and nothing is changed', async () => {
	const [quiet, ...heavy] = await usedEachDay([5, 10, 20]);
	const items = await mailed();
	expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(heavy));
	expect(items.map(({ id }) => id)).not.toContain(quiet);
	const written = sim.ledger().requests.filter(({ method }) => !['GET', 'POST'].includes(method));
	expect(written).toEqual([]);
});

test('a device whose week could not be read is named, too', async () => {
	const ids = await usedEachDay([5, 5, 5, 5, 5]);
	const path = `/api/v1/endpoint/${ids[2]!}/stats/daily`;
	sim.setFaults({ rules: [{ match: { path }, kind: 'errorBefore', status: 404, times: 9 }] });
	const items = await mailed();
	expect(items.map(({ id }) => id)).toEqual([ids[2]]);
	expect(items[0]!.last_7_days_data_mb ?? 'not known').toBe('not known');
});
