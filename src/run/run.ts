import { findCause } from '../errors';
import type { Lanes } from '../request/limits/lanes';
import type { Json, Operation } from '../table/define';
import { checkInput } from '../table/checks';
import type { SaidChange } from '../table/saidChanges';
import { performBulk } from './bulk';
import type { Client } from './client';
import {
	type CheckedItem,
	type ItemResult,
	type ItemResults,
	notAttempted,
	type RefusedRow,
} from './items';
import { isJoint } from './feature';
import { flatResults } from './flat';
import { KeyedItems } from './keyed';
import { rowNumber, togetherRefused } from './refusedRows';
import { keyFaults } from './keyFaults';
import { nameProfiles } from './profileNames';
import { countsOf, isFailed, isFinal, isNotAttempted, isWithOthers } from './outcomes';
import { Failures } from './stopEarly';
import { performTogether } from './together';
import { pausesMs, performInWaves } from './waves';
import {
	eachThingOnce,
	perWorkspace,
	withWorkspaceIds,
	withWorkspaceNamed,
	workspaceFaults,
} from './workspaces';

/** The first failure of a run that stops at failures, and what became of the other items. */
export class RunStopped extends Error {
	constructor(
		readonly index: number,
		override readonly cause: unknown,
		/** "of 10 items 3 done, 1 refused, 6 not sent"; undefined for a single item. */
		readonly summary: string | undefined,
		/** The results of all items; undefined where nothing was sent. */
		readonly results?: readonly ItemResult[],
	) {
		super(cause instanceof Error ? cause.message : String(cause));
	}
}

export interface RunOptions {
	/** One bad item does not stop the others: its result is its error. */
	continueOnFail: boolean;
	/** The items are the rows of a table, whose first row in a spreadsheet has the names of the columns. */
	areRows?: boolean;
	/**
	 * Called with all items that passed their checks, before any is sent; gives the errors of those
	 * that are not to be sent.
	 */
	ready?: (items: CheckedItem[]) => Promise<Map<CheckedItem, unknown>>;
	/**
	 * Results of earlier runs over the same items. An item that was done, or may have been done, keeps its
	 * result and is not sent again. Receives the results of this run.
	 */
	earlier?: ItemResults;
	/** Items that are empty, and give nothing. */
	leftOut?: readonly number[];
	/** What features have done at the service in earlier tries, by item: see {@link FeatureRun.once}. */
	sent?: ItemResults | undefined;
	/** What the node remembers through one execution: see {@link FeatureRun.remembered}. */
	remembered?: Json | undefined;
}

/** The items of a run after their checks. */
interface AcceptedItems {
	checked: CheckedItem[];
	refused: RefusedRow[];
	/** The results that are known before anything is sent. */
	results: ItemResults;
}

/**
 * Checks all items of a run; reads the workspaces that they name and what the host reads, and sends nothing else.
 * @throws RunStopped as in {@link runItems}
 */
async function acceptedItems(
	client: Client,
	operation: Operation,
	valuesOf: (index: number) => Json,
	count: number,
	options: RunOptions,
): Promise<AcceptedItems> {
	const results = new Map([...(options.earlier ?? [])].filter(([, result]) => isFinal(result)));
	for (const index of options.leftOut ?? []) results.set(index, { items: [] });
	const refused: RefusedRow[] = [];
	const refuse: Refuse = (index, error) => {
		const stops = !options.continueOnFail && operation.itemsAreRows !== true;
		if (stops) throw new RunStopped(index, error, 'nothing was sent');
		results.set(index, { error });
		refused.push({ index, error });
	};
	const { areRows = false } = options;
	const among = { count, known: results, areRows, refuse };
	const understood = checkedItems(client, operation, valuesOf, among);
	const placed = await placedItems(client, understood, refuse);
	const checked = await admittedItems(placed, options, refuse);
	if (!options.continueOnFail) stopAtRefused(refused, count);
	return { checked, refused, results };
}

/** Checks all items of a run, and performs none. @throws RunStopped for the first that is refused */
export async function checkItems(...run: Parameters<typeof acceptedItems>): Promise<void> {
	await acceptedItems(...run);
}

/**
 * Performs an entry for all items of a run: checks every item before anything is sent, then gives
 * one result per item, in order.
 * @throws RunStopped for the first failure, unless `continueOnFail` is set.
 */
export async function runItems(
	client: Client,
	operation: Operation,
	/** The form values of item `index`; may throw, as an expression does. */
	valuesOf: (index: number) => Json,
	count: number,
	options: RunOptions,
): Promise<ItemResult[]> {
	const accepted = await acceptedItems(client, operation, valuesOf, count, options);
	const { checked, refused, results: known } = accepted;
	const inSeveral = checked.some(({ input }) => Array.isArray(input.workspaceId));
	if (inSeveral) {
		const all = await performInSeveral(client, operation, checked, known, options);
		return flatResults(operation, checked, all);
	}
	const keys = KeyedItems.of(client, operation, checked);
	// Of the items that share an idempotency key, only the first is performed.
	const items = keys?.first ?? checked;
	let results: ItemResults;
	try {
		results = await performItems(client, operation, items, { ...options, keys, refused });
		for (const [index, result] of keys?.repeated(results) ?? []) results.set(index, result);
		const { earlier } = options;
		if (earlier) for (const [index, result] of results) earlier.set(index, result);
	} finally {
		await keys?.close();
	}
	for (const [index, result] of known) {
		if (!results.has(index)) results.set(index, result);
	}
	const all = Array.from({ length: count }, (_, i) => results.get(i)!);
	await nameProfiles(client, checked, all);
	if (!options.continueOnFail) stopAtFailure(all);
	return flatResults(operation, checked, withWorkspaceIds(client, checked, all));
}

/** Performs checked items as their operation requires: in bulk, together, or one by one. */
async function performItems(
	client: Client,
	operation: Operation,
	items: CheckedItem[],
	options: RunOptions & { keys: KeyedItems | undefined; refused: RefusedRow[] },
): Promise<ItemResults> {
	if (isJoint(operation)) return await performTogether(client, operation, items, options);
	if (operation.bulk)
		return await performBulk(client, operation, items, { ...options, report: client.ports.report });
	return byIndex(await performEach(client, operation, items, options));
}

/** Refuses an item before anything is sent: its error becomes its result, or ends the run. */
type Refuse = (index: number, error: unknown) => void;

/** The items whose workspaces are known; the others get the errors of their names as results. */
async function placedItems(
	client: Client,
	items: CheckedItem[],
	refuse: Refuse,
): Promise<CheckedItem[]> {
	const faults = await workspaceFaults(client, items);
	for (const [{ index }, error] of faults) refuse(index, error);
	return items.filter((item) => !faults.has(item));
}

/** The items that the host allows; the others get the host's errors as results. */
async function admittedItems(
	items: CheckedItem[],
	{ ready }: RunOptions,
	refuse: Refuse,
): Promise<CheckedItem[]> {
	if (items.length === 0 || !ready) return items;
	const refused = await ready(items);
	if (refused.size === 0) return items;
	for (const [{ index }, error] of refused) refuse(index, error);
	return items.filter((item) => !refused.has(item));
}

/** The items of a run before they are checked. */
interface ItemsOfRun {
	count: number;
	/** Items that have their results already. */
	known: ItemResults;
	areRows: boolean;
	refuse: Refuse;
}

/** The items that are to be performed; those that are refused get their errors as results. */
function checkedItems(
	client: Client,
	operation: Operation,
	valuesOf: (index: number) => Json,
	{ count, known, areRows, refuse }: ItemsOfRun,
): CheckedItem[] {
	const checked: CheckedItem[] = [];
	const changes = new ChangesOfItems();
	const env = { ...client.env, items: count };
	for (let index = 0; index < count; index++) {
		if (known.has(index)) continue;
		const said: SaidChange[] = [];
		try {
			client.checkLogin(operation);
			const input = checkInput(operation, valuesOf(index), env, said);
			client.checkLogin(operation, input);
			checked.push(areRows ? { index, row: rowNumber(index), input } : { index, input });
			changes.add(index, said);
		} catch (error) {
			refuse(index, error);
		}
	}
	changes.tell(client);
	const faults = keyFaults(client, operation, checked);
	if (faults.size === 0) return checked;
	for (const [{ index }, error] of faults) refuse(index, error);
	return checked.filter((item) => !faults.has(item));
}

/** A change that items have in common: the first of them, and how many there are. */
interface ChangedItems {
	note: string;
	first: number;
	items: number;
}

/** What was removed or changed in the values of items. */
class ChangesOfItems {
	/** By fields and changes, the first item and how many there are. */
	private readonly byLabel = new Map<string, Map<string, ChangedItems>>();
	/** The same in the order in which they were found. */
	private readonly all: ChangedItems[] = [];

	add(index: number, changes: readonly SaidChange[]): void {
		for (const { label, said } of changes) {
			const ofField = this.byLabel.get(label) ?? new Map<string, ChangedItems>();
			this.byLabel.set(label, ofField);
			const known = ofField.get(said);
			if (known) {
				known.items += 1;
				continue;
			}
			const first = { note: `${label}: ${said}`, first: index, items: 1 };
			ofField.set(said, first);
			this.all.push(first);
		}
	}

	/** Notes them, one note for each field and change. */
	tell({ ports }: Client): void {
		for (const { note, first, items } of this.all) {
			const more = items > 1 ? ` and ${items - 1} more` : '';
			ports.report?.note(`${note} (item ${first}${more})`);
		}
	}
}

/** Ends a run before anything is sent, with the errors of all refused rows. */
function stopAtRefused(refused: RefusedRow[], count: number): void {
	const [first] = [...refused].sort((a, b) => a.index - b.index);
	if (first) throw new RunStopped(first.index, togetherRefused(refused, count), 'nothing was sent');
}

const byIndex = (results: Map<CheckedItem, ItemResult>): ItemResults =>
	new Map([...results].map(([{ index }, result]) => [index, result]));

/** Performs reads of which at least one names several workspaces; gives a result for each workspace. */
async function performInSeveral(
	client: Client,
	operation: Operation,
	checked: CheckedItem[],
	known: ItemResults,
	options: RunOptions,
): Promise<ItemResult[]> {
	const items = await perWorkspace(client, checked);
	const wrong = items.find((item) => 'error' in item);
	if (wrong && !options.continueOnFail)
		throw new RunStopped(wrong.index, wrong.error, 'nothing was read');
	const ready = items.filter((item) => !('error' in item)) as CheckedItem[];
	const performed = await performEach(client, operation, ready, options);
	const all = [...known].map(([index, result]): ItemResult => ({ ...result, of: index }));
	for (const item of items) {
		if ('error' in item) all.push({ error: item.error, of: item.index });
		else all.push(withWorkspaceNamed(client, item, performed.get(item)!));
	}
	all.sort((a, b) => a.of! - b.of!);
	if (!options.continueOnFail) stopAtFailure(all);
	return eachThingOnce(client, operation, all);
}

async function performEach(
	client: Client,
	operation: Operation,
	items: CheckedItem[],
	{ continueOnFail, keys }: RunOptions & { keys?: KeyedItems | undefined },
): Promise<Map<CheckedItem, ItemResult>> {
	const results = new Map<CheckedItem, ItemResult>();
	let tried = 0;
	let stopped: unknown;
	const failures = new Failures(items);
	const send = async (item: CheckedItem): Promise<ItemResult> => {
		const { index, input } = item;
		const known = (await keys?.begin([item]))?.get(index);
		if (known) return known;
		let result: ItemResult;
		try {
			const confirm = keys && (async () => await keys.confirm([item]));
			const made = await client.perform(operation, input, confirm);
			result = { items: Array.isArray(made) ? made : [made] };
		} catch (error) {
			result = { error };
		}
		const other = await keys?.end([item], new Map([[index, result]]));
		return other?.get(index) ?? result;
	};
	const lanes = await lanesOf(client, items.length);
	const { lane, request } = operation;
	const { clock, report } = client.ports;
	const sendingMs = lanes?.durationMs(lane, items.length, { clock, request }) ?? 0;
	report?.expect(sendingMs + pausesMs(items));
	// As many items at a time as the lane allows requests under way, which it learns as it goes.
	const parallel = () => lanes?.parallel(lane, request) ?? 1;
	const sendAll = async (some: CheckedItem[]) => {
		const workers: Array<Promise<void>> = [];
		let next = 0;
		let working = 0;
		const hire = () => {
			while (working < parallel() && next < some.length) {
				working += 1;
				workers.push(work());
			}
		};
		const work = async () => {
			while (next < some.length && working <= parallel()) {
				const item = some[next]!;
				next += 1;
				const result = stopped === undefined ? await send(item) : notAttempted(stopped);
				results.set(item, result);
				const ends = !continueOnFail || client.ports.signal?.aborted;
				if (isFailed(result) && ends) stopped ??= result.error;
				stopped ??= failures.add([result]);
				// Items that a failure kept from being sent do not count as done.
				if (!isNotAttempted(result)) {
					tried += 1;
					report?.progress(tried, items.length, 'items');
				}
				// The lane may allow more now.
				hire();
			}
			working -= 1;
		};
		hire();
		for (let i = 0; i < workers.length; i++) await workers[i];
	};
	await performInWaves(items, {
		client,
		failures,
		keys,
		tell: (what) => report?.say(what),
		resultOf: (item) => results.get(item),
		perform: async (wave, why) => {
			stopped ??= why;
			await sendAll(wave);
			return stopped;
		},
	});
	return results;
}

/** The lanes of a run that is worth planning; its items report a failed login. */
async function lanesOf(client: Client, count: number): Promise<Lanes | undefined> {
	if (count < 2) return undefined;
	try {
		return await client.ports.lanes();
	} catch {
		return undefined;
	}
}

function stopAtFailure(results: ItemResult[]): void {
	for (const [index, result] of results.entries()) {
		if (!isFailed(result) || isNotAttempted(result)) continue;
		if (findCause(result.error, isWithOthers)) continue;
		throw new RunStopped(result.of ?? index, result.error, countsOf(results), results);
	}
}
