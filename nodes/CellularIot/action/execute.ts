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
import { quickForm } from '../shared/quickForm';
import { type AccountCredential, clientFor } from '../shared/host';
import { errorDetails, toNodeError, withDescription } from '../shared/nodeErrors';
import { runReporter } from '../shared/reporter';
import { fileStoreOf, itemOf } from './files';
import { identitiesOf, type OpenFor } from './identities';
import { RunMarkers } from './markers';
import { checkPicked, pickedNames, withPickedNames } from './picked';
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

/** The names of picked entries, by run: many items of it may fail. */
const namesIn = new WeakMap<IExecuteFunctions, ReadonlyMap<string, string>>();

/** The error of an item, with the names of picked entries in its message. */
function namedError(context: IExecuteFunctions, ...about: [unknown, number | undefined, string?]) {
	const node = context.getNode();
	const names = namesIn.get(context) ?? pickedNames(node);
	namesIn.set(context, names);
	const error = toNodeError(node, ...about);
	error.message = withPickedNames(error.message, names);
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
		leftOut,
		...(operation.effect === 'act' && {
			...earlierTries(context),
			remembered: rememberedIn(context),
		}),
		// Read before the change: afterwards the object may be deleted or renamed.
		ready: (client) => async (checked) => await checkPicked(context, client, operation, checked),
	});
	const results = await performing.catch(async (error: unknown) => await trace.stoppedBy(error));
	note(results);
	const outputs = await outputsOf(context, operation, results);
	await markers.stage();
	return storedOutputs(context, outputs);
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
async function outputsOf(
	context: IExecuteFunctions,
	operation: Operation,
	results: ItemResult[],
): Promise<INodeExecutionData[][]> {
	const { outputs = ['all'], files = [] } = operation;
	const byOne = leaveByOne(context, operation);
	const all = byOne ? [[]] : outputs.map((): INodeExecutionData[] => []);
	const passed = passedOn(context, operation);
	const storing: Array<Promise<void>> = [];
	for (const [position, result] of results.entries()) {
		const { of: item = position } = result;
		const isDone = 'items' in result;
		const own = all[isDone && !byOne ? (result.output ?? 0) : 0] ?? [];
		if (!isDone) own.push(toErrorItem(context, result.error, item));
		for (const json of isDone ? result.items : (result.beside ?? [])) {
			const input = passed(item);
			const made = itemOf(input ? { ...input, ...json } : json, item);
			own.push(made);
			if (files.length > 0) storing.push(storeFiles(context, files, made));
		}
	}
	await Promise.all(storing);
	return all;
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

/** Moves contents of files from the fields of an item to n8n's store of binary data. */
async function storeFiles(
	context: IExecuteFunctions,
	files: NonNullable<Operation['files']>,
	item: INodeExecutionData,
): Promise<void> {
	const stored: IBinaryKeyData = {};
	for (const { from, as, name, type } of files) {
		const content = item.json[from] as unknown;
		const bytes = content instanceof Uint8Array ? content : String(content);
		stored[as] = await context.helpers.prepareBinaryData(Buffer.from(bytes), name, type);
	}
	const moved = new Set(files.map(({ from }) => from));
	const left = Object.entries(item.json).filter(([name]) => !moved.has(name));
	item.json = Object.fromEntries(left);
	item.binary = { ...item.binary, ...stored };
}

/** Gives the fields of the input of an item, by its number, if they are to be passed on with its result. */
function passedOn(
	context: IExecuteFunctions,
	operation: Operation,
): (item: number) => IDataObject | undefined {
	const fields: Fields = { ...everywhereOf(operation), ...operation.fields };
	const { includeOtherFields: field } = fields;
	if (!field) return () => undefined;
	const form = quickForm(context);
	return (item) => {
		const options = form.getNodeParameter('options', item, {}) as IDataObject;
		const { includeOtherFields: isOn = field.default === true } = options;
		if (isOn !== true && isOn !== 'true') return undefined;
		return form.getInputData()[item]?.json as IDataObject | undefined;
	};
}

/** A failed item, paired with its input; it carries its error for the error output. */
function toErrorItem(context: IExecuteFunctions, error: unknown, item: number): INodeExecutionData {
	const { message } = namedError(context, error, item);
	// A row of a table has its outcome in a field, as other rows do.
	const row = error instanceof RowError ? (error.row as IDataObject) : {};
	return errorItem(context, { message, details: errorDetails(error), item, row });
}
