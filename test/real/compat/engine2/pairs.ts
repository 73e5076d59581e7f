import { isDeepStrictEqual } from 'node:util';
import type { WorkflowJson } from '../../../../demo/lib/api';
import { APPLICATION_TOKENS, type SimulatorHandle, start, USERS } from '../../../../simulator';
import type { Figure } from '../../../faults/figures';
import { FAST } from '../../../faults/runs';
import type { Credential } from '../../stage/workflows';
import { type Engine, ENGINE_NAMES, ENGINES, type Engines, type Ran } from './engines';

/* The same workflow on both engines, each with a service of its own, and what the two have in common. */

type Json = Record<string, unknown>;

/** One engine with its own service. */
export interface Side {
	engine: Engine;
	engines: Engines;
	sim: SimulatorHandle;
	/** An application token of the reseller, unless another account is asked for. */
	credential: Credential;
	/** The name of the type of this credential. */
	type: string;
}

/** What a side has shown: its effects, the requests behind them, and the ends of its runs. */
export interface Shown {
	effects: string[];
	requests: string[];
	runs: Ran[];
}

/** The account of a side. */
export type AccountOf = 'token' | keyof typeof USERS;

/** Times, tokens, addresses of simulators and ids of runs differ between two equal runs. */
const VARYING: Array<[RegExp, string]> = [
	[/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?/g, '<time>'],
	[/\d{4}-\d\d-\d\d/g, '<date>'],
	[/127\.0\.0\.1:\d+/g, '<host>'],
	[/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>'],
	[/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '<jwt>'],
	// By the mark in its description an application token is found again.
	[/\([0-9a-f]{8}\)/g, '(<mark>)'],
	// What a check of the account measures, in its fields and in its report.
	[
		/(service.is.ahead.seconds|uncertain.by.seconds|longest.ms|median.ms)("?: ?)-?[\d.]+/g,
		'$1$2<measured>',
	],
	[/(slowest"?: ?"?)[\w ]+/g, '$1<measured>'],
	// Of messages sent side by side, any may be the first.
	[/"sms_ids":\[[\d,]+\]/g, '"sms_ids":[<ids>]'],
	// Secrets of authenticator apps.
	[/\b[A-Z2-7]{32}\b/g, '<secret>'],
];

/** The same value with the keys of its objects in order: `jsonb`, in which Engine 2.0 keeps items, has its own. */
function inOrder(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(inOrder);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries.map(([key, part]) => [key, inOrder(part)]));
}

/** The same with the elements of its lists in order: properties come in the order of their keys. */
const unordered = (value: unknown): unknown => {
	const text = (part: unknown) => JSON.stringify(part);
	if (Array.isArray(value)) {
		return value.map(unordered).sort((a, b) => (text(a) < text(b) ? -1 : 1));
	}
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unordered(part)]));
};

/** A value as text in which what varies between equal runs is masked. */
export const masked = (value: unknown): string =>
	VARYING.reduce(
		(text, [pattern, name]) => text.replace(pattern, name),
		JSON.stringify(inOrder(value)),
	);

/** Requests of logins are counted by the figures of sessions. */
const isLogin = (path: string) => path.includes('/authenticate');

/** What the service of a side has recorded since `from`, in an order of its own. */
export function recorded(sim: SimulatorHandle, from: { effects: number; requests: number }) {
	const { effects, requests } = sim.ledger();
	return {
		effects: effects
			.slice(from.effects)
			.map(({ kind, endpointId, simId, detail }) => masked({ kind, endpointId, simId, detail }))
			.sort(),
		requests: requests
			.slice(from.requests)
			.filter(({ path }) => !isLogin(path))
			.map(({ method, path, query, body }) =>
				masked({ method, path, query, body: unordered(inOrder(body)) }),
			)
			.sort(),
	};
}

/** Stores an account of a service in n8n. */
export async function accountAt(
	{ n8n }: Engines,
	{ url }: SimulatorHandle,
	account: AccountOf,
	more: object = {},
): Promise<{ credential: Credential; type: string }> {
	const rates = { baseUrl: url, ...FAST, ...more };
	if (account === 'token') {
		const type = 'cellularIotTokenApi';
		const data = { ...rates, applicationToken: APPLICATION_TOKENS.reseller };
		return { type, credential: await n8n.api.createCredential('Service', type, data) };
	}
	const { username, password } = USERS[account];
	const mfa = {
		totp: { mfaMethod: 'totp', totpSecret: USERS.totp.totpSecret },
		mail: { mfaMethod: 'code' },
		trial: { mfaMethod: 'none' },
	}[account as 'totp' | 'mail' | 'trial'];
	const type = 'cellularIotUserApi';
	const data = { ...rates, username, password, deviceName: 'n8n', ...mfa };
	return { type, credential: await n8n.api.createCredential('Service', type, data) };
}

/** Does the same on both engines, one after the other, each with a fresh service. */
export async function onBoth(
	engines: Engines,
	act: (side: Side) => Promise<Ran[]>,
	{ endpoints = 5, account = 'token' as AccountOf, more = {} } = {},
): Promise<Record<Engine, Shown>> {
	const shown = {} as Record<Engine, Shown>;
	for (const engine of ENGINES) {
		const seed = { endpoints, bulkDelayMs: 0, recordBodies: true };
		const sim = await start({ limits: false, seed });
		try {
			const own = await accountAt(engines, sim, account, more);
			const runs = await act({ engine, engines, sim, ...own });
			shown[engine] = { ...recorded(sim, { effects: 0, requests: 0 }), runs };
		} finally {
			await sim.close();
		}
	}
	return shown;
}

/** The items of a node over some runs, masked, without the notes that Engine 2.0 has in them. */
export const itemsOf = (runs: Ran[], node: string): string[] =>
	runs
		.flatMap(({ items }) => items[node] ?? [])
		.map((json) => masked({ ...json, run_notes: undefined }));

/** What differs between two lists of texts, in words. */
function difference(today: string[], later: string[]): string | undefined {
	if (isDeepStrictEqual(today, later)) return undefined;
	const only = (some: string[], others: string[]) =>
		some.filter((entry) => !others.includes(entry));
	const [a] = only(today, later);
	const [b] = only(later, today);
	return `${today.length} and ${later.length}; ${ENGINE_NAMES.v1}: ${a}; ${ENGINE_NAMES.v2}: ${b}`;
}

/** Whether effects, requests, ends and items are the same on both engines. @returns what is not */
export function differences({ v1, v2 }: Record<Engine, Shown>, node: string): string[] {
	const of = (what: string, today: string[], later: string[]) => {
		const found = difference(today, later);
		return found === undefined ? [] : [`${what}: ${found}`];
	};
	const ends = (runs: Ran[]) => runs.map(({ status }) => status);
	return [
		...of('effects', v1.effects, v2.effects),
		...of('requests', v1.requests, v2.requests),
		...of('ends', ends(v1.runs), ends(v2.runs)),
		...of('items', itemsOf(v1.runs, node), itemsOf(v2.runs, node)),
	];
}

/** A figure for something that is the same on both engines. */
export function same(name: string, both: Record<Engine, Shown>, node: string): Figure {
	const { effects, runs } = both.v1;
	const counted = `${effects.length} effects, ${itemsOf(runs, node).length} items`;
	const found = differences(both, node);
	return {
		name,
		wanted: `the same on both engines (${counted})`,
		got: found.length === 0 ? 'the same' : found.join(' | '),
		held: found.length === 0,
	};
}

/** A workflow's step that outputs items which the workflow itself contains, without a task runner. */
export const given = (items: Json[]): WorkflowJson['nodes'] => [
	{
		name: 'Given',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ items }) },
	},
	{
		name: 'Items',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'items' },
	},
];
