import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findNode } from '../demo/lib/node';
import { rootDir } from '../demo/lib/paths';
import { sendWithinLimits } from '../test/faults/window';
import * as n from './nodes';
import type { Setting } from './service';
import { freshFolder, type Measured, Stage, type Used } from './stage';

/** Several measurements of the same work. */
export interface Spread {
	median: number;
	least: number;
	most: number;
}

/** A row of the table: our figure, the figures it is compared with, and the target ratio. */
export interface Figure {
	work: string;
	unit: string;
	runs: number;
	ours: Spread;
	/** By name; the target refers to the first. */
	others: Record<string, Spread>;
	/** Our figure divided by the first of the others. */
	ratio?: number;
	target?: number;
	reached?: boolean;
	/** Further remarks. */
	notes?: string;
	/** Where it was measured, if not on the machine of the other figures. */
	machine?: string;
	/** More processes wanted a core than there were when the measurement began. */
	wasBusy?: true;
}

export type Figures = Record<string, Figure>;

export const NONE: Setting = { latencyMs: 0, bulkMs: 0, endpoints: 0, limited: false };
const round = (value: number, digits = 3) => Number(value.toPrecision(digits + 1));

export function spread(values: number[]): Spread {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	const median = (sorted[Math.floor(middle - 0.5)]! + sorted[Math.ceil(middle - 0.5)]!) / 2;
	return { median: round(median), least: round(sorted[0]!), most: round(sorted.at(-1)!) };
}

const within = (value: number, target: number) => ({
	target,
	ratio: round(value),
	reached: value <= target,
});

export const compared = (
	work: string,
	unit: string,
	target: number | undefined,
	ours: number[],
	others: Record<string, number[]>,
	notes?: string,
): Figure => {
	const spreads = Object.entries(others).map(([name, values]) => [name, spread(values)] as const);
	const ratio = spread(ours).median / spreads[0]![1].median;
	return {
		work,
		unit,
		runs: ours.length,
		ours: spread(ours),
		others: Object.fromEntries(spreads),
		...(target === undefined ? { ratio: round(ratio) } : within(ratio, target)),
		...(notes !== undefined && { notes }),
	};
};

/** A figure without a comparison. */
export const own = (
	work: string,
	unit: string,
	most: number,
	values: number[],
	notes?: string,
): Figure => {
	const ours = spread(values);
	return {
		work,
		unit,
		runs: values.length,
		ours,
		others: {},
		target: most,
		reached: ours.median <= most,
		...(notes !== undefined && { notes }),
	};
};

/** Runs the subjects in turn, round after round, so that other load affects all of them equally. */
export async function inTurn<K extends string>(
	stage: Stage,
	rounds: number,
	items: string,
	things: Record<K, Measured | undefined>,
	setting: Setting = NONE,
): Promise<Record<K, Used[]>> {
	const runs = [];
	for (const [name, measured] of Object.entries(things) as Array<[K, Measured | undefined]>) {
		runs.push({ name, run: await stage.prepare(items, measured), used: [] as Used[] });
	}
	// The first run of each compiles, logs in and fills caches.
	for (const { run } of runs) await run(setting);
	for (let i = 0; i < rounds; i++) {
		for (const { name, run, used } of runs) {
			const result = await run(setting);
			used.push(result);
			console.log(
				`  ${name}: ${result.cpuMs.toFixed(0)} ms CPU, ${result.wallMs.toFixed(0)} ms, ${result.items} items`,
			);
		}
	}
	return Object.fromEntries(runs.map(({ name, used }) => [name, used])) as Record<K, Used[]>;
}

/** The cost of each run, minus that of a run that only creates the items. */
export const beyond = (used: Used[], idle: Used[], what: 'cpuMs' | 'wallMs', each = 1) => {
	const base = spread(idle.map((result) => result[what])).median;
	return used.map((result) => (result[what] - base) / each);
};

export const EACH = 'CPU, ms an item';

const eachOf = (all: Record<string, Used[]>, items: number) => (name: string) =>
	beyond(all[name]!, all.idle!, 'cpuMs', items);

/** CPU per item: sends whose fields are values of the item. */
export async function send(stage: Stage, rounds: number, many: number): Promise<Figures> {
	const things = { idle: undefined, ours: n.oursSend(), request: n.requestSend(stage.serviceUrl) };
	const used = await inTurn(stage, rounds, n.devices(many), things);
	const each = eachOf(used, many);
	return {
		send: compared(`${many} SMS, no limit`, EACH, 0.8, each('ours'), {
			'HTTP Request': each('request'),
		}),
		credential: own(
			`credentials decrypted in a run of ${many} items`,
			'decryptions',
			4,
			used.ours.map((result) => result.decryptions),
		),
	};
}

/** CPU per item: reads. */
export async function get(stage: Stage, rounds: number, many: number): Promise<Figures> {
	const things = { idle: undefined, ours: n.oursGet(), request: n.requestGet(stage.serviceUrl) };
	const each = eachOf(await inTurn(stage, rounds, n.devices(many), things), many);
	return {
		get: compared(`${many} reads of an endpoint, no limit`, EACH, 0.8, each('ours'), {
			'HTTP Request': each('request'),
		}),
	};
}

/** CPU per item: sends with computed fields, and other settings of the HTTP Request node. */
export async function computed(stage: Stage, rounds: number, many: number): Promise<Figures> {
	const { serviceUrl: s } = stage;
	const used = await inTurn(stage, rounds, n.devices(many), {
		idle: undefined,
		ours: n.computed(n.oursSend()),
		request: n.computed(n.requestSend(s)),
		batched: n.computed(n.requestSend(s, { batchSize: 50, batchInterval: 1 })),
		credential: n.withCredential(n.computed(n.requestSend(s))),
	});
	const each = eachOf(used, many);
	return {
		computed: compared(
			`${many} SMS whose text and endpoint expressions compute`,
			EACH,
			undefined,
			each('ours'),
			{
				'HTTP Request': each('request'),
				'HTTP Request, batches of 50': each('batched'),
				'HTTP Request with a credential': each('credential'),
			},
		),
	};
}

/** At the documented rate of 50 per second; the service is 30 ms away and enforces the rate. */
export async function rate(stage: Stage, rounds: number, many: number): Promise<Figures> {
	const setting = { ...NONE, latencyMs: 30, limited: true };
	const used = await inTurn(
		stage,
		rounds,
		n.devices(many),
		{
			idle: undefined,
			ours: n.oursSend('noWindow'),
			request: n.goingOn(n.requestSend(stage.serviceUrl)),
			batched: n.requestSend(stage.serviceUrl, { batchSize: 25, batchInterval: 500 }),
		},
		setting,
	);
	const limit = (many - 25) / 50;
	const seconds = (name: keyof typeof used) => beyond(used[name], used.idle, 'wallMs', 1000);
	const lost = spread(used.request.map(({ counts: tally }) => tally.refused)).median;
	const all = used.ours.every(({ counts: tally }) => tally.sent === many && tally.refused === 0);
	if (!all) throw new Error('not all were sent');
	return {
		rate: compared(
			`${many} SMS at the documented rate, 30 ms away`,
			's',
			1.01,
			seconds('ours'),
			{ 'the limit itself': [limit], 'HTTP Request, 25 every 500 ms': seconds('batched') },
			`Ours: all sent, none refused. HTTP Request as it comes: ${lost} of ${many} lost.`,
		),
	};
}

/** All documented limits, including the five-minute limit per address, on a simulated clock. */
export async function window(_: Stage | undefined, rounds: number): Promise<Figures> {
	const SENDS = 10_000;
	const minutes: number[] = [];
	for (let i = 0; i < rounds; i++) {
		const { sent, refused, tookMs } = await sendWithinLimits(`bench-${i}`, 1, 0);
		if (sent !== SENDS || refused > 0) throw new Error(`${sent} sent, ${refused} refused`);
		minutes.push(tookMs / 60_000);
	}
	// Four windows of 2,000, and the last 2,000 at 50 per second with a burst of 25.
	const limit = 4 * 5 + (2_000 - 25) / 50 / 60;
	return {
		window: compared(
			`${SENDS} SMS within all documented limits`,
			'min of a moved clock',
			1.02,
			minutes,
			{ 'the limits themselves': [limit] },
			'All sent once, none refused.',
		),
	};
}

/** At full speed, 30 ms away. */
export async function away(stage: Stage, rounds: number, many: number): Promise<Figures> {
	const setting = { ...NONE, latencyMs: 30 };
	const things = { idle: undefined, ours: n.oursSend(), request: n.requestSend(stage.serviceUrl) };
	const used = await inTurn(stage, rounds, n.devices(many), things, setting);
	const parallel = Math.max(...used.ours.map(({ counts: tally }) => tally.parallel));
	const floor: number[] = [];
	for (let i = 0; i < rounds; i++) {
		await stage.service('PUT', setting);
		const script = join(__dirname, 'floor.ts');
		const args = ['--import', 'tsx', script, stage.serviceUrl, String(many), String(parallel)];
		const { stdout } = await promisify(execFile)(findNode(), args, { cwd: rootDir });
		floor.push(Number(stdout) / 1000);
	}
	return {
		away: compared(
			`${many} SMS, no limit, 30 ms away`,
			's',
			1.2,
			beyond(used.ours, used.idle, 'wallMs', 1000),
			{
				[`undici alone, ${parallel} at a time`]: floor,
				'HTTP Request, all at once': beyond(used.request, used.idle, 'wallMs', 1000),
			},
		),
	};
}

/** A list of many pages. */
export async function list(stage: Stage, rounds: number, many: number): Promise<Figures> {
	const things = {
		idle: undefined,
		simple: n.oursList(true),
		full: n.oursList(false),
		request: n.requestList(stage.serviceUrl),
	};
	const setting = { ...NONE, endpoints: many };
	const used = await inTurn(stage, rounds, n.devices(1), things, setting);
	for (const name of ['simple', 'full', 'request'] as const) {
		const wrong = used[name].find(({ items }) => items !== many);
		if (wrong) throw new Error(`${name}: ${wrong.items} items instead of ${many}`);
	}
	const seconds = (name: keyof typeof used) => beyond(used[name], used.idle, 'cpuMs', 1000);
	const cpuOf = (name: 'simple' | 'full', what: string) =>
		compared(`list ${many} endpoints, ${what}`, 'CPU, s', 0.6, seconds(name), {
			'HTTP Request': seconds('request'),
		});
	return {
		listSimple: cpuOf('simple', 'simplified'),
		listFull: cpuOf('full', 'in full'),
	};
}

/** Bulk calls over many items. */
export async function create(stage: Stage, rounds: number, many: number): Promise<Figures> {
	const bulkMs = 500;
	const things = { idle: undefined, ours: n.oursCreate(), set: n.set() };
	const used = await inTurn(stage, rounds, n.devices(many), things, { ...NONE, bulkMs });
	const calls = Math.ceil(many / 2_000);
	if (used.ours.some(({ counts: tally }) => tally.created !== many || tally.bulkCalls !== calls)) {
		throw new Error('not all were created');
	}
	const set = beyond(used.set, used.idle, 'wallMs', 1000);
	return {
		create: compared(
			`create ${many} endpoints by ${calls} calls of 0.5 s`,
			's',
			1.1,
			beyond(used.ours, used.idle, 'wallMs', 1000),
			{ 'the calls themselves and a Set node': set.map((s) => s + (calls * bulkMs) / 1000) },
		),
	};
}

/** Growth of the cost: CPU per additional item for large inputs, compared with small inputs. */
export async function growth(stage: Stage, rounds: number, many: number): Promise<Figures> {
	const sizes = [many, many * 10, many * 100];
	const slope = async (
		things: (size: number) => [items: string, node: Measured, setting: Setting],
	) => {
		const cpuMs: number[] = [];
		for (const size of sizes) {
			const [items, ours, setting] = things(size);
			const used = await inTurn(stage, rounds, items, { idle: undefined, ours }, setting);
			cpuMs.push(spread(beyond(used.ours, used.idle, 'cpuMs')).median);
		}
		const [small = 0, middle = 0, large = 0] = cpuMs;
		const first = (middle - small) / (sizes[1]! - sizes[0]!);
		const last = (large - middle) / (sizes[2]! - sizes[1]!);
		return [last, first].map((ms) => [ms * 1000]) as [number[], number[]];
	};
	const figure = (work: string, [last, first]: [number[], number[]]) => ({
		...compared(work, 'CPU, µs for one more', 1.1, last, { [`up to ${sizes[1]}`]: first }),
		runs: rounds,
	});
	return {
		growthList: figure(
			`list ${sizes.join(', ')} endpoints`,
			await slope((endpoints) => [n.devices(1), n.oursList(true), { ...NONE, endpoints }]),
		),
		growthCreate: figure(
			`create ${sizes.join(', ')} endpoints in bulk`,
			await slope((size) => [n.devices(size), n.oursCreate(), NONE]),
		),
	};
}

/** The code that n8n loads at start, and the size of the package. */
export async function cold(_: Stage | undefined, rounds: number): Promise<Figures> {
	const run = promisify(execFile);
	const load: number[] = [];
	const workflow: number[] = [];
	for (let i = 0; i < rounds; i++) {
		const { stdout } = await run(findNode(), [join(__dirname, 'cold.cjs'), rootDir]);
		const spent = JSON.parse(stdout) as { ours: number; workflow: number };
		load.push(spent.ours);
		workflow.push(spent.workflow);
	}
	const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: rootDir,
		maxBuffer: 1e8,
	});
	const [{ size = 0 } = {}] = JSON.parse(stdout) as Array<{ size?: number }>;
	return {
		cold: own('load all nodes and credentials', 'CPU, ms', 60, load),
		coldRatio: compared(
			'load all nodes and credentials, beside n8n-workflow',
			'CPU, ms',
			0.2,
			load,
			{
				'n8n-workflow, in the same process': workflow,
			},
		),
		size: own('the package, packed, without dependencies', 'kB', 700, [size / 1000]),
	};
}

/** The assertions of the quick run: numbers of requests and of output items. */
export async function counts(stage: Stage, many: number): Promise<string[]> {
	const { serviceUrl: s } = stage;
	const wrong: string[] = [];
	const check = async (
		name: string,
		[items, measured, setting]: [string, Measured, Partial<Setting>],
		wanted: object,
	) => {
		const run = await stage.prepare(items, measured);
		const { counts: counted, items: given, decryptions } = await run({ ...NONE, ...setting });
		const got: Record<string, unknown> = { ...counted, items: given, decryptions };
		for (const [key, value] of Object.entries(wanted)) {
			if (got[key] !== value) wrong.push(`${name}: ${key} is ${String(got[key])}, not ${value}`);
		}
		console.log(`  ${name}: ${JSON.stringify(got)}`);
	};
	const devices = n.devices(many);
	await check('a login and a read', [n.devices(1), n.oursGet(), {}], { logins: 1, gets: 1 });
	const sent = { sent: many, refused: 0, items: many };
	// Half of them are as the credential is stored, to know that it is the same for all items.
	await check('send', [devices, n.oursSend(), {}], { ...sent, logins: 0, decryptions: 4 });
	await check('send, computed', [devices, n.computed(n.oursSend()), {}], { ...sent, logins: 0 });
	const limited = { limited: true, latencyMs: 30 };
	await check('send, limited', [n.devices(60), n.oursSend('documented'), limited], {
		sent: 60,
		refused: 0,
		items: 60,
	});
	await check('HTTP Request sends', [devices, n.requestSend(s), {}], sent);
	await check('get', [devices, n.oursGet(), {}], { gets: many, items: many });
	const endpoints = 2_500;
	const pages = { pages: 3, items: endpoints };
	await check('list', [n.devices(1), n.oursList(true), { endpoints }], pages);
	await check('HTTP Request lists', [n.devices(1), n.requestList(s), { endpoints }], pages);
	const created = { created: many, bulkCalls: 1, items: many };
	await check('create', [devices, n.oursCreate(), { bulkMs: 50 }], created);
	const rows = 2_001;
	const byName = { created: rows, bulkCalls: 2, lookups: 3, pages: 0, gets: 0, items: rows };
	await check('create by names', [n.devices(rows), n.oursCreateByName(), {}], byName);
	const tabled = { pages: 4, bulkCalls: 1, updated: endpoints / 100, items: endpoints };
	await check('table', [n.rows(endpoints), n.oursTable(), { endpoints }], tabled);
	return wrong;
}

/** Starts a stage for one group of figures. */
export const stageFor = async (name: string): Promise<Stage> => await Stage.set(freshFolder(name));
