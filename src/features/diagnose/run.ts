import { CellularIotError } from '../../errors';
import { failsAlone } from '../../run/failsAlone';
import type { FeatureItem, FeatureResult, FeatureRun } from '../../run/feature';
import { inParallel } from '../../table/inParallel';
import { groupedBy, isReference, type Reference } from '../../table/values';
import type { Input, Operation } from '../../table/define';
import type { Json } from '../../wire';
import { diagnosisOf } from './judge';
import { listedEndpoints, readFacts } from './readFacts';
import type { DiagnosisPorts } from './reads/ports';

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

/** The list in which an endpoint is looked up. */
const ONE_LIST = 1;

/**
 * The diagnosis of one endpoint by its entry in the list, null where that has none; `requestsBefore` it took to find
 * that.
 * @throws NoEndpointError where nothing at all is known of it
 */
export async function diagnose(
	ports: DiagnosisPorts,
	id: number,
	entry: Json | null,
	requestsBefore = ONE_LIST,
): Promise<Json> {
	const { facts, requests } = await readFacts(ports, id, entry, requestsBefore);
	if (entry === null && (facts.events ?? []).length === 0) throw new NoEndpointError(id);
	return diagnosisOf(facts, requests);
}

/** The endpoint of an item, as it was given. */
type Given = FeatureItem<{ endpointId: number | Reference }>;

/** An item with the ID of its endpoint. */
interface Found {
	index: number;
	id: number;
	/** Whether it was found by a name or a number, which takes a request. */
	isSearched: boolean;
}

/** The items of one workspace with the IDs of their endpoints, and the errors of the others by their numbers. */
async function foundEndpoints(
	operation: Operation,
	items: Given[],
	continueOnFail: boolean,
): Promise<{ found: Found[]; errors: Map<number, Error> }> {
	const { client, call } = items[0]!;
	const inputs = items.map(({ input }): Input => ({ ...input }));
	const resolved = await client.resolve(operation, inputs, call, continueOnFail);
	const found: Found[] = [];
	const errors = new Map<number, Error>();
	for (const [i, { index, input: given }] of items.entries()) {
		const input = resolved[i];
		if (input instanceof Error) errors.set(index, input);
		else if (input) {
			const isSearched = isReference(given.endpointId);
			found.push({ index, id: Number(input.endpointId), isSearched });
		}
	}
	return { found, errors };
}

/** Diagnoses the endpoints of a run, by the entry of the operation; one that fails is the failure of its items alone. */
export async function diagnoseAll(
	operation: Operation,
	run: FeatureRun<{ endpointId: number | Reference }>,
): Promise<FeatureResult[]> {
	const results = new Map<number, FeatureResult>();
	let ended = 0;
	for (const [client, items] of groupedBy([...run.items], (item) => item.client)) {
		const { call } = items[0]!;
		const ports: DiagnosisPorts = { client, call };
		const { found, errors } = await foundEndpoints(operation, items, run.continueOnFail);
		for (const [index, error] of errors) results.set(index, { error });
		const [failed] = results.values();
		if (failed && !run.continueOnFail) return run.items.map(() => failed);
		const byEndpoint = [...groupedBy(found, ({ id }) => id)];
		const listed = await listedEndpoints(
			call,
			byEndpoint.map(([id]) => id),
		);
		await inParallel(byEndpoint, ENDPOINTS_AT_A_TIME, async ([id, own]) => {
			const before = own.some(({ isSearched }) => isSearched) ? ONE_LIST + 1 : ONE_LIST;
			let result: FeatureResult;
			try {
				result = { items: [await diagnose(ports, id, listed.get(id) ?? null, before)] };
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
