import { CellularIotError } from '../../errors';
import { failsAlone } from '../../run/failsAlone';
import type { FeatureResult, FeatureRun } from '../../run/feature';
import { inParallel } from '../../table/inParallel';
import { groupedBy } from '../../table/values';
import type { Json } from '../../wire';
import { diagnosisOf } from './judge';
import { type DiagnosisPorts, listedEndpoints, readFacts } from './reads';

/* Diagnoses of the endpoints of a run: their list is read once, the rest of each beside that of others. */

/** Endpoints that are read at a time; the lanes decide how fast. */
const ENDPOINTS_AT_A_TIME = 10;

/** No list of the organisation has the endpoint, and no event of the last 30 days is about it. */
class NoEndpointError extends CellularIotError {
	constructor(id: number) {
		super(
			`There is no endpoint ${id} in the organisation of this credential`,
			'Look for it with Endpoint: Get Many. One that was deleted more than 30 days ago leaves no trace.',
			'refused',
		);
	}
}

/**
 * The diagnosis of one endpoint by its entry in the list, null where that has none.
 * @throws NoEndpointError where nothing at all is known of it
 */
export async function diagnose(
	ports: DiagnosisPorts,
	id: number,
	entry: Json | null,
): Promise<Json> {
	const { facts, requests } = await readFacts(ports, id, entry);
	if (entry === null && (facts.events ?? []).length === 0) throw new NoEndpointError(id);
	return diagnosisOf(facts, requests);
}

/** Diagnoses the endpoints of a run; one that fails is the failure of its items alone. */
export async function diagnoseAll(
	run: FeatureRun<{ endpointId: number }>,
): Promise<FeatureResult[]> {
	const results = new Map<number, FeatureResult>();
	let ended = 0;
	for (const [client, items] of groupedBy([...run.items], (item) => item.client)) {
		const { call } = items[0]!;
		const ports: DiagnosisPorts = { client, call };
		const byEndpoint = [...groupedBy(items, ({ input }) => input.endpointId)];
		const listed = await listedEndpoints(
			call,
			byEndpoint.map(([id]) => id),
		);
		await inParallel(byEndpoint, ENDPOINTS_AT_A_TIME, async ([id, own]) => {
			let result: FeatureResult;
			try {
				result = { items: [await diagnose(ports, id, listed.get(id) ?? null)] };
			} catch (error) {
				if (!failsAlone(error) && !(error instanceof NoEndpointError)) throw error;
				result = { error };
			}
			for (const { index } of own) results.set(index, result);
			ended += own.length;
			run.progress(ended, run.items.length);
		});
	}
	return run.items.map(({ index }) => results.get(index)!);
}
