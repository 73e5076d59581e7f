import { Lanes } from '../src/request/limits/lanes';
import { Client } from '../src/run/client';
import { runItems } from '../src/run/run';
import { withoutFiles } from '../src/run/tool/call';
import type { Json, Operation } from '../src/table/define';
import { operations } from '../src/operations';
import type { Transport } from '../src/wire';

/*
 * Output schemas, which let n8n offer fields for dragging before a node has run. They are generated
 * from the table: each entry is run on the answers of its cases, and its items are described.
 */

/** The parts of a test case used here. */
export interface Recorded {
	row: string;
	values: Record<string, unknown>;
	requests: Array<{ status?: number; answer?: unknown; headers?: Record<string, string> }>;
	as?: 'user' | 'token';
}

export interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

const isObject = (v: unknown): v is Record<string, unknown> =>
	typeof v === 'object' && v !== null && !Array.isArray(v);

/** Describes a value; null means only that a value is possible. */
function schemaOf(value: unknown): Schema {
	if (Array.isArray(value)) {
		const [first, ...rest] = value.map(schemaOf);
		return { type: 'array', ...(first && { items: rest.reduce(merged, first) }) };
	}
	if (isObject(value)) {
		const entries = Object.entries(value).filter(([, v]) => v !== undefined);
		return {
			type: 'object',
			properties: Object.fromEntries(entries.map(([key, v]) => [key, schemaOf(v)])),
		};
	}
	return { type: value === null || value === undefined ? 'null' : typeof value };
}

/** A description that fits both; text when they differ. */
function merged(a: Schema, b: Schema): Schema {
	if (a.type === 'null') return b;
	if (b.type === 'null') return a;
	if (a.type !== b.type) return { type: 'string' };
	if (a.type === 'array') {
		const items = a.items && b.items ? merged(a.items, b.items) : (a.items ?? b.items);
		return { type: 'array', ...(items && { items }) };
	}
	if (a.type !== 'object') return a;
	const keys = [
		...new Set([...Object.keys(a.properties ?? {}), ...Object.keys(b.properties ?? {})]),
	];
	const of = (key: string) => {
		const [ofA, ofB] = [a.properties?.[key], b.properties?.[key]];
		return ofA && ofB ? merged(ofA, ofB) : (ofA ?? ofB)!;
	};
	return { type: 'object', properties: Object.fromEntries(keys.map((key) => [key, of(key)])) };
}

const NOW = Date.parse('2026-06-15T00:00:00Z');
const BASE_URL = 'http://service.test';

/** The items of an entry for the answers of a case, simplified where possible. */
async function itemsOf(operation: Operation, recorded: Recorded): Promise<unknown[]> {
	const left = [...recorded.requests];
	const transport: Transport = async () => {
		const { status = 200, answer, headers = {} } = left.shift() ?? {};
		return { status, headers, body: answer ?? '' };
	};
	const lanes = new Lanes(BASE_URL);
	const client = new Client({
		baseUrl: BASE_URL,
		accountKind: recorded.as ?? 'user',
		transport,
		lanes: () => lanes,
		clock: { now: () => NOW },
		sleep: async () => {},
		random: () => 0,
		markers: { read: async () => undefined, store: () => {} },
		login: {
			tokenForm: async () => ({ claims: {}, names: { organisation: true, user: true } }),
			ownRates: () => ({}),
			identity: async () => ({ organisationId: 1001, userId: 11 }),
			passwordHash: () => '0'.repeat(40),
			requestCode: async () => 'sent',
			verifyCode: async () => {},
		},
	});
	const values = { ...recorded.values, ...(operation.fields.simplify && { simplify: true }) };
	const [outcome] = await runItems(client, operation, () => values, 1, { continueOnFail: true });
	return outcome && 'items' in outcome ? outcome.items : [];
}

/** The schema of several items. */
export function schemaOfAll(items: unknown[]): Schema | undefined {
	const [first, ...rest] = items.map(schemaOf);
	return first && rest.reduce(merged, first);
}

/** Items of every operation for the answers of its cases, by `resource operation`. */
export async function itemsOfCases(cases: Recorded[]): Promise<Map<string, unknown[]>> {
	const found = new Map<string, unknown[]>();
	for (const operation of operations) {
		const { resource, name } = operation;
		const own = cases.filter(({ row }) => row === `${resource} ${name}`);
		const values: Recorded[] =
			own.length > 0 ? own : [{ row: '', values: LOGIN_VALUES, requests: [] }];
		const items = (
			await Promise.all(values.map(async (choice) => itemsOf(operation, choice)))
		).flat();
		found.set(`${resource} ${name}`, withoutFiles(operation, items as Json[]));
	}
	return found;
}

/** Operations on the login itself send nothing that a case could record. */
const LOGIN_VALUES = { code: '123456' };
