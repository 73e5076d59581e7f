import { join } from 'node:path';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { rootDir } from '../demo/lib/paths';
import { luhnDigit } from '../simulator/numbers';
import { executedNode, storeFor } from '../test/support/n8n/n8n';
import { stub } from '../test/support/stub';
import { UNLIMITED } from './stage';

/*
 * A run of Apply a Table over a long, dirty list of SIMs in n8n-core's own execution, or of a node that does nothing but
 * give n8n as many items of the same shape: `rowsRun.ts nothing|table <rows> <address of the service>` prints what it
 * took.
 */

/** What a run took. */
export interface RowsUsed {
	cpuMs: number;
	wallMs: number;
	changed: number;
	refused: number;
	leftOut: number;
}

/** The ICCID of an endpoint of the measured service. */
const iccidOf = (id: number) => String(8_988_303_000_000_000_000n + BigInt(id));

/** The forms in which lists of SIMs have a number, each for every seventh row. */
const FORMS: ReadonlyArray<(iccid: string) => unknown> = [
	(iccid) => iccid,
	(iccid) => `${iccid}${luhnDigit(iccid)}`,
	(iccid) => `${iccid}${luhnDigit(iccid)}F`,
	(iccid) => `'${iccid}`,
	(iccid) => `="${iccid}"`,
	(iccid) => ` ${iccid}\u00A0`,
	(iccid) => `${iccid}${luhnDigit(iccid)}`.replace(/(\d{4})(?=\d)/g, '$1 '),
];

/** Every so many rows one is empty, has a wrong check digit, or changes its endpoint. */
const EMPTY = 1_000;
const WRONG = 500;
const CHANGED = 100;

/** A value as a program has it that reads it from a file: its texts are in one piece, and share nothing. */
const asRead = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function rowOf(id: number): IDataObject {
	if (id % EMPTY === 0) return { 'ICCID ': '', Status: '', 'IMEI Lock': ' ' };
	const iccid = iccidOf(id);
	const isWrong = id % WRONG === 1;
	const wrong = `${iccid}${(Number(luhnDigit(iccid)) + 1) % 10}`;
	return {
		'ICCID ': isWrong ? wrong : (FORMS[id % FORMS.length]!(iccid) as string),
		Status: id % CHANGED === 2 ? 'DISABLED' : 'enabled',
		'IMEI Lock': 'Nein',
	};
}

/** Gives an item for each of its items, of the shape that Apply a Table gives for a row without a change. */
const GIVES_ITEMS = stub<INodeType>({
	description: {
		displayName: 'Nothing',
		name: 'nothing',
		group: [],
		version: 1,
		description: 'Gives an item for each of its items',
		defaults: { name: 'Nothing' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	},
	execute(this: IExecuteFunctions) {
		const items = this.getInputData().map((_, item): INodeExecutionData => {
			const row = { endpoint_id: item + 1, endpoint: iccidOf(item + 1), outcome: 'unchanged' };
			return { json: { ...row, diff: [], dry_run: true }, pairedItem: { item } };
		});
		return Promise.resolve([items]);
	},
});

/** The node as it is published. */
async function builtNode(): Promise<INodeType> {
	const file = join(rootDir, 'dist', 'nodes', 'CellularIot', 'CellularIotJobs.node.js');
	const { CellularIotJobs } = (await import(file)) as { CellularIotJobs: new () => INodeType };
	return new CellularIotJobs();
}

async function main(subject: string, rows: number, service: string): Promise<RowsUsed> {
	const items = Array.from({ length: rows }, (_, i) => asRead(rowOf(i + 1)));
	const before = process.cpuUsage();
	const began = performance.now();
	const { output: run } = await executedNode({
		credentials: storeFor(service, { rates: UNLIMITED }),
		parameters: {
			resource: 'endpoint',
			operation: 'applyTable',
			valuesFrom: 'columns',
			namingColumn: 'iccid',
			columns: { mappingMode: 'autoMapInputData', value: null },
			dryRun: true,
		},
		items,
		onError: 'continueRegularOutput',
		type: subject === 'nothing' ? GIVES_ITEMS : await builtNode(),
	});
	if (run.error) throw run.error;
	const { user, system } = process.cpuUsage(before);
	const failed = run.items
		.map(({ json }) => json.error)
		.find((error) => error !== undefined && !String(error).includes('check digit'));
	if (failed !== undefined) throw new Error(String(failed));
	const count = (is: (json: IDataObject) => boolean) =>
		run.items.reduce((n, { json }) => n + Number(is(json)), 0);
	return {
		cpuMs: (user + system) / 1000,
		wallMs: performance.now() - began,
		changed: count(({ outcome }) => outcome === 'changed'),
		refused: count(({ error }) => error !== undefined),
		leftOut: rows - run.items.length,
	};
}

const [subject = 'table', rows = '1000', service = ''] = process.argv.slice(2);
void main(subject, Number(rows), service).then((used) => console.log(JSON.stringify(used)));
