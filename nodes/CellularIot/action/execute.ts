import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import type { ItemResult, ItemResults } from '../../../src/run/items';
import { RefusedRowsError, rowInWords, rowNumber } from '../../../src/run/refusedRows';
import { runByIdentity } from '../../../src/run/identities';
import { RunStopped } from '../../../src/run/run';
import type { Fields, Json, Operation } from '../../../src/table/define';
import { everywhereOf } from '../../../src/table/fields';
import { findOperation } from '../../../src/operations';
import { RowError } from '../../../src/run/rowError';
import { isEngine2Run, storable } from '../n8n/engine2';
import { errorItem } from '../n8n/errorItems';
import { nodeRunOf } from '../n8n/tries';
import { isToolRun } from '../n8n/toolNode';
import { emptyRows, refuseMisreadFile, usesColumns } from '../shared/columnReader';
import { withTypedConfirmations } from '../shared/fixed';
import { formReader } from '../shared/form';
import { addHint, withWarnings } from '../shared/hints';
import { type AccountCredential, clientFor } from '../shared/host';
import { errorDetails, toNodeError, withDescription } from '../shared/nodeErrors';
import { runReporter } from '../shared/reporter';
import { fileStoreOf, type ItemParts, itemParts } from './files';
import { identitiesOf, type OpenFor } from './identities';
import { RunMarkers } from './markers';
import { checkPicked, withPickedNames } from './picked';
import { noteRun } from './runNotes';
import { RunTrace } from './runTrace';
import { withoutSamples } from './safety';
import { refuseUnknownColumns } from './unknownColumns';
import { hasToolLimits, runAsTool } from './toolRun';

/**
 * Runs all items of the action node. With "Continue", an error before the items, such as a
 * credential that cannot be used, becomes the error of each item: if the node threw, n8n would skip
 * it and hand its input on as if it had succeeded.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	if (items.length === 0) return [[]];
	try {
		return await performedItems(context, items.length);
	} catch (error) {
		if (context.continueOnFail()) {
			return [items.map((_, index) => toErrorItem(context, error, index))];
		}
		if (error instanceof RunStopped) {
			const { cause, index, summary } = error;
			const inColumns = usesColumns(context, operationOf(context));
			const name = inColumns ? rowInWords(index) : `item ${index}`;
			// The editor shows no number beside an error; one of several rows names them itself.
			const isOfOne = items.length > 1 && !(cause instanceof RefusedRowsError);
			const where = isOfOne ? `stopped at ${name}` : undefined;
			// n8n would add the number of the item to that of the row.
			const item = inColumns ? undefined : index;
			throw endingError(context, cause, item, [where, summary].filter(Boolean).join('; '));
		}
		throw endingError(context, error, 0);
	}
}

const operationOf = (context: IExecuteFunctions): Operation =>
	findOperation(
		context.getNodeParameter('resource', 0) as string,
		context.getNodeParameter('operation', 0) as string,
	);

/** The error of an item, with the names of picked entries in its message. */
function namedError(context: IExecuteFunctions, ...about: [unknown, number | undefined, string?]) {
	const node = context.getNode();
	const error = toNodeError(node, ...about);
	error.message = withPickedNames(error.message, node);
	return error;
}

/** The error that ends a run; Engine 2.0 keeps the message alone. */
function endingError(context: IExecuteFunctions, ...about: [unknown, number | undefined, string?]) {
	const error = namedError(context, ...about);
	if (isEngine2Run(context)) error.message = withDescription(error);
	return error;
}

async function performedItems(
	context: IExecuteFunctions,
	count: number,
): Promise<INodeExecutionData[][]> {
	const operation = operationOf(context);
	const trace = new RunTrace(operation, count);
	try {
		return await performedBy(context, operation, count, trace);
	} finally {
		trace.end(context);
	}
}

async function performedBy(
	context: IExecuteFunctions,
	operation: Operation,
	count: number,
	trace: RunTrace,
): Promise<INodeExecutionData[][]> {
	const { report, waits, notes } = runReporter(context, operation);
	const { meter } = trace;
	const type = context.getNodeParameter('authentication', 0) as AccountCredential;
	const files = fileStoreOf(context.helpers);
	const open = async (run: { markers?: RunMarkers; item?: number } = {}) =>
		await clientFor(context, type, { report, files, meter, ...run });
	const note = (results: ItemResult[]) => {
		trace.add(results);
		noteRun(context, { results, operation, waits, notes });
	};
	if (isToolRun(context) || hasToolLimits(context)) {
		const openFor: OpenFor = async (item) => await open({ item });
		return [await runAsTool(context, operation, openFor, note)];
	}
	refuseMisreadFile(context, operation);
	refuseUnknownColumns(context, operation);
	const leftOut = emptyRows(context, operation);
	if (leftOut.length > 0) addHint(context, 'info', leftOutRows(leftOut));
	const markers = new RunMarkers(context);
	const whom = await identitiesOf(
		context,
		type,
		count,
		async (item) => await open({ markers, item }),
	);
	const typed = withTypedConfirmations(context, operation, formReader(context, operation));
	const valuesOf = withoutSamples(context, operation, typed);
	const performing = runByIdentity(whom, operation, valuesOf, count, {
		continueOnFail: context.continueOnFail(),
		areRows: usesColumns(context, operation),
		...earlierResults(context, operation, leftOut),
		...(operation.effect === 'act' && { remembered: rememberedIn(context) }),
		// Read before the change: afterwards the object may be deleted or renamed.
		ready: (client) => async (checked) => await checkPicked(context, client, operation, checked),
	});
	const results = await performing.catch(async (error: unknown) => await trace.stoppedBy(error));
	note(results);
	const all = results.map(async (result, position) => {
		const { of: index = position } = result;
		if ('items' in result) return await itemsOfResult(context, operation, result.items, index);
		const beside = await itemsOfResult(context, operation, result.beside ?? [], index);
		return [toErrorItem(context, result.error, index), ...beside];
	});
	const byResult = await Promise.all(all);
	await markers.stage();
	return storedOutputs(context, inOutputs(context, operation, results, byResult));
}

/** Whether the items of an operation with several outputs leave by one, as the form says. */
function leaveByOne(context: IExecuteFunctions, { outputs, fields }: Operation): boolean {
	if (!outputs || !('outputs' in fields)) return false;
	const options = context.getNodeParameter('options', 0, {}) as IDataObject;
	return options.outputs === 'one';
}

/**
 * The items of results, each at the output of the node by which it leaves; failed ones at the first, and all of them
 * in the order of the input where the node has one output.
 */
function inOutputs(
	context: IExecuteFunctions,
	operation: Operation,
	results: ItemResult[],
	byResult: INodeExecutionData[][],
): INodeExecutionData[][] {
	const { outputs = ['all'] } = operation;
	if (leaveByOne(context, operation)) return [byResult.flat()];
	const outputOf = (result: ItemResult) => ('items' in result ? (result.output ?? 0) : 0);
	return outputs.map((_, output) =>
		byResult.filter((__, position) => outputOf(results[position]!) === output).flat(),
	);
}

/** The results of tries, by run of a node: n8n's Retry On Fail runs the whole node again. */
const triesOf = new WeakMap<object, EarlierTries>();

/** What earlier tries have left, by item: the results of operations, and what features have done. */
interface EarlierTries {
	earlier: ItemResults;
	sent: ItemResults;
}

/** The results of earlier tries of this run of the node; undefined without Retry On Fail. */
function earlierTries(context: IExecuteFunctions): EarlierTries | undefined {
	if (context.getNode().retryOnFail !== true) return undefined;
	const run = nodeRunOf(context);
	const known = triesOf.get(run) ?? { earlier: new Map(), sent: new Map() };
	triesOf.set(run, known);
	return known;
}

/** The results of items that this run does not perform: those of earlier tries, and none for empty rows. */
function earlierResults(
	context: IExecuteFunctions,
	{ effect }: Operation,
	leftOut: readonly number[],
): Partial<EarlierTries> {
	const tries: Partial<EarlierTries> = (effect === 'act' && earlierTries(context)) || {};
	if (leftOut.length === 0) return tries;
	const earlier: ItemResults = tries.earlier ?? new Map();
	for (const index of leftOut) earlier.set(index, { items: [] });
	return { ...tries, earlier };
}

/** Most rows that a hint names. */
const MOST_ROWS_NAMED = 10;

function leftOutRows(items: readonly number[]): string {
	const rows = items.slice(0, MOST_ROWS_NAMED).map(rowNumber).join(', ');
	const more = items.length > MOST_ROWS_NAMED ? ' and others' : '';
	return items.length === 1
		? `An empty row was left out: row ${rows}.`
		: `${items.length} empty rows were left out: rows ${rows}${more}.`;
}

/** What the node keeps with the execution, over loops and sleeps; undefined where n8n keeps nothing. */
const rememberedIn = (context: IExecuteFunctions): Json | undefined =>
	isEngine2Run(context) ? undefined : context.getContext('node');

/** The items of each output as the engine keeps them. */
function storedOutputs(context: IExecuteFunctions, outputs: INodeExecutionData[][]) {
	if (!isEngine2Run(context)) return outputs;
	return withWarnings(context, outputs).map((items) =>
		items.map((item) => ({ ...item, json: storable(item.json) })),
	);
}

/** Items of one input, paired with it, with their files. */
async function itemsOfResult(
	context: IExecuteFunctions,
	operation: Operation,
	results: Json[],
	item: number,
): Promise<INodeExecutionData[]> {
	const { files = [] } = operation;
	const fields: Fields = { ...everywhereOf(operation), ...operation.fields };
	const { includeOtherFields } = fields;
	const input = includeOtherFields
		? passedOn(context, item, includeOtherFields.default === true)
		: undefined;
	const items: INodeExecutionData[] = [];
	for (const result of results) {
		const made = itemParts({ ...input, ...result });
		const parts = files.length > 0 ? await withFiles(context, files, made) : made;
		items.push({ ...parts, pairedItem: { item } });
	}
	return items;
}

/** An item whose contents of files have moved from its fields to n8n's store of binary data. */
async function withFiles(
	context: IExecuteFunctions,
	files: NonNullable<Operation['files']>,
	{ json, binary }: ItemParts,
): Promise<ItemParts> {
	const stored: IBinaryKeyData = {};
	for (const { from, as, name, type } of files) {
		const content = json[from] as unknown;
		const bytes = content instanceof Uint8Array ? content : String(content);
		stored[as] = await context.helpers.prepareBinaryData(Buffer.from(bytes), name, type);
	}
	const moved = new Set(files.map(({ from }) => from));
	const left = Object.entries(json).filter(([name]) => !moved.has(name));
	return { json: Object.fromEntries(left), binary: { ...binary, ...stored } };
}

/** The fields of the input, if they are to be passed on with the result. */
function passedOn(
	context: IExecuteFunctions,
	item: number,
	otherwise: boolean,
): IDataObject | undefined {
	const { includeOtherFields = otherwise } = context.getNodeParameter(
		'options',
		item,
		{},
	) as IDataObject;
	const isOn = includeOtherFields === true || includeOtherFields === 'true';
	return isOn ? context.getInputData()[item]?.json : undefined;
}

/** A failed item, paired with its input; it carries its error for the error output. */
function toErrorItem(context: IExecuteFunctions, error: unknown, item: number): INodeExecutionData {
	const { message } = namedError(context, error, item);
	// A row of a table has its outcome in a field, as other rows do.
	const row = error instanceof RowError ? (error.row as IDataObject) : {};
	return errorItem(context, { message, details: errorDetails(error), item, row });
}
