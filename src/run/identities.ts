import { InputError } from '../errors';
import type { Json, Operation } from '../table/define';
import type { Client } from './client';
import { type ItemResult, type ItemResults, notAttempted } from './items';
import { countsOf } from './outcomes';
import { checkItems, runItems, type RunOptions, RunStopped } from './run';

/* Runs whose items act for several accounts: the items of each are a run of their own, one after the other. */

/** An account in a run: the client that acts for it, and the numbers of its items. */
interface Identity {
	client: Client;
	items: readonly number[];
}

/** The accounts of a run, and the items for which there is none that can be used, with the reasons. */
export interface Identities {
	identities: Identity[];
	refused: Map<number, unknown>;
}

/** What all runs have in common, and what depends on the client. */
interface OptionsByIdentity extends Omit<RunOptions, 'ready'> {
	ready: (client: Client) => NonNullable<RunOptions['ready']>;
}

/** The options of the run of one identity: the items of all others count as done. */
function optionsFor(
	{ client, items }: Identity,
	count: number,
	{ ready, earlier, ...options }: OptionsByIdentity,
): RunOptions & { earlier: ItemResults } {
	const own = new Set(items);
	const all: ItemResults = new Map(earlier);
	for (let index = 0; index < count; index++) {
		if (!own.has(index)) all.set(index, { items: [] });
	}
	return { ...options, earlier: all, ready: ready(client) };
}

/** The error of a run that is about all of its items together, and whose items act for several accounts. */
function apartRefused(
	{ aboutWholeRun, fields }: Operation,
	{ identities }: Identities,
	valuesOf: (index: number) => Json,
): InputError | undefined {
	for (const index of aboutWholeRun ? identities.flatMap(({ items }) => items) : []) {
		let field: string | undefined;
		try {
			field = aboutWholeRun?.(valuesOf(index));
		} catch {
			// The item is refused for its own error.
		}
		if (field !== undefined) return new InputError(field, ONE_ACCOUNT, fields[field]?.label);
	}
	return undefined;
}

const ONE_ACCOUNT =
	'needs items of one account: it is about all items of the run, and the credential gives several accounts for them, or none for some. Run the items of each account by themselves';

/**
 * Performs an entry for all items of a run, each for its account. Items keep their numbers, and their results the
 * order of the input. All items are checked before anything is sent for the first account.
 * @throws RunStopped for the first failure, unless `continueOnFail` is set
 */
export async function runByIdentity(
	{ identities, refused }: Identities,
	operation: Operation,
	valuesOf: (index: number) => Json,
	count: number,
	options: OptionsByIdentity,
): Promise<ItemResult[]> {
	const [only, ...others] = identities;
	if (only && others.length === 0 && refused.size === 0) {
		const own = { ...options, ready: options.ready(only.client) };
		return await runItems(only.client, operation, valuesOf, count, own);
	}
	const apart = apartRefused(operation, { identities, refused }, valuesOf);
	if (apart && !options.continueOnFail) throw new RunStopped(0, apart, 'nothing was sent');
	if (apart) {
		return Array.from({ length: count }, (_, index) => ({ error: refused.get(index) ?? apart }));
	}
	const results = new Map<number, ItemResult[]>();
	for (const [index, error] of refused) results.set(index, [{ error }]);
	if (!options.continueOnFail) {
		const [first] = [...refused].sort(([a], [b]) => a - b);
		if (first) throw new RunStopped(...first, 'nothing was sent');
		for (const identity of identities) {
			const own = optionsFor(identity, count, options);
			await checkItems(identity.client, operation, valuesOf, count, own);
		}
	}
	let stopped: RunStopped | undefined;
	for (const identity of identities) {
		const ofIdentity = new Set(identity.items);
		const own = optionsFor(identity, count, options);
		let made: readonly ItemResult[] = [];
		if (!stopped) {
			try {
				made = await runItems(identity.client, operation, valuesOf, count, own);
			} catch (error) {
				if (!(error instanceof RunStopped)) throw error;
				stopped = error;
				made = error.results ?? [];
			}
		}
		for (const [position, result] of made.entries()) {
			const index = result.of ?? position;
			if (ofIdentity.has(index)) results.set(index, [...(results.get(index) ?? []), result]);
		}
		for (const index of identity.items) {
			const known = own.earlier.get(index);
			if (known) options.earlier?.set(index, known);
			if (stopped && !results.has(index)) results.set(index, [notAttempted(stopped.cause)]);
		}
	}
	const all = [...results]
		.sort(([a], [b]) => a - b)
		.flatMap(([of, ofItem]) => ofItem.map((result): ItemResult => ({ ...result, of })));
	if (stopped) throw new RunStopped(stopped.index, stopped.cause, countsOf(all), all);
	return all;
}
