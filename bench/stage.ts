import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { N8nApi, WorkflowNode } from '../demo/lib/api';
import { findNode } from '../demo/lib/node';
import { buildPackage } from '../demo/lib/package';
import { rootDir, runDir } from '../demo/lib/paths';
import { choosePort } from '../demo/lib/preflight';
import { startProcess } from '../demo/lib/processes';
import { StagedN8n } from '../test/support/n8n/stagedN8n';
import type { Counts, Setting } from './service';

/** Resource usage of the n8n process during one run of a workflow. */
export interface Used {
	/** User and system time of all its threads. */
	cpuMs: number;
	wallMs: number;
	/** Peak memory of the process during the run, in MB. */
	peakMb: number;
	/** Number of decrypted credentials. */
	decryptions: number;
	/** The counts of the service. */
	counts: Counts;
	/** Items that the last node received. */
	items: number;
}

/** The measured node; none for the baseline run. */
export type Measured = Pick<WorkflowNode, 'type' | 'parameters'> & {
	typeVersion: number;
	credentials?: Array<keyof Credentials>;
	/** The account credential. Default: the one without limits. */
	account?: Account;
	[setting: string]: unknown;
};

type Reference = { id: string; name: string };

/** Limits that are far above what any machine reaches. */
export const UNLIMITED = {
	rateLimits: 'own',
	listsPerSecond: 10_000,
	singlesPerSecond: 10_000,
	requestsPerFiveMinutes: 100_000_000,
};

/** Limits of the account credentials. */
const ACCOUNTS = {
	unlimited: UNLIMITED,
	noWindow: { rateLimits: 'own', requestsPerFiveMinutes: 100_000_000 },
	documented: {},
};
/** `shared`: without limits, with a Redis; see {@link Stage.share}. */
export type Account = keyof typeof ACCOUNTS | 'shared';

interface Credentials {
	cellularIotTokenApi: Partial<Record<Account, Reference>>;
	httpHeaderAuth: Reference;
}

interface Node {
	name: string;
	type: string;
	typeVersion: number;
	parameters: object;
	[setting: string]: unknown;
}

const RUN_TIMEOUT_MS = 900_000;

/** A loopback service and a real n8n with the built package that runs workflows one at a time. */
export class Stage {
	private constructor(
		readonly serviceUrl: string,
		private readonly n8n: StagedN8n,
		private readonly api: N8nApi,
		private readonly socket: string,
		private readonly credentials: Credentials,
	) {}

	static async set(folder: string): Promise<Stage> {
		const service = await startService(folder);
		const socket = join(folder, 'hook.sock');
		const n8n = await StagedN8n.stage({
			name: 'Bench',
			folder,
			port: 5960,
			env: {
				N8N_LOG_LEVEL: 'warn',
				// Executions with this many items need more than Node's default heap.
				NODE_OPTIONS: `--max-old-space-size=6144 --expose-gc --require=${join(__dirname, 'hook.cjs')}`,
				BENCH_SOCKET: socket,
			},
		});
		const { api } = n8n;
		const credentials = {
			cellularIotTokenApi: Object.fromEntries(
				await Promise.all(
					Object.entries(ACCOUNTS).map(async ([account, rates]) => [
						account,
						await api.createCredential(account, 'cellularIotTokenApi', {
							...login(service),
							...rates,
						}),
					]),
				),
			),
			httpHeaderAuth: await api.createCredential('header', 'httpHeaderAuth', {
				name: 'Authorization',
				value: 'Bearer bench',
			}),
		};
		return new Stage(service, n8n, api, socket, credentials);
	}

	/** Adds an account without limits that shares limits and idempotency keys on a Redis. */
	async share(redisUrl: string): Promise<void> {
		this.credentials.cellularIotTokenApi.shared = await this.api.createCredential(
			'shared',
			'cellularIotTokenApi',
			{ ...login(this.serviceUrl), ...ACCOUNTS.unlimited, shareLimits: true, redisUrl },
		);
	}

	/** Prepares a workflow that creates items, runs the nodes over them and counts the output. */
	async prepare(
		items: string,
		...measured: Array<Measured | undefined>
	): Promise<(setting: Setting) => Promise<Used>> {
		const path = randomBytes(8).toString('hex');
		const bound = measured.flatMap((node, i) => (node ? this.bind(node, i) : []));
		const chain: Node[] = [webhook(path), ...makeItems(items), ...bound, count];
		const nodes = chain.map((node, i) => ({ ...node, id: `${i}`, position: [i * 200, 0] }));
		const id = await this.api.createWorkflow({
			name: path,
			// eslint-disable-next-line no-restricted-syntax -- n8n fills in what these nodes lack
			nodes: nodes as unknown as WorkflowNode[],
			connections: Object.fromEntries(
				chain
					.slice(1)
					.map(({ name }, i) => [
						chain[i]!.name,
						{ main: [[{ node: name, type: 'main', index: 0 }]] },
					]),
			),
			settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' },
		});
		await this.api.activateWorkflow(id);
		return async (setting) => await this.run(path, setting);
	}

	/** Writes a CPU profile of `run` to a file. */
	async profiled<T>(file: string, work: () => Promise<T>): Promise<T> {
		await this.ask('profile');
		const result = await work();
		await this.ask(`profiled ${file}`);
		return result;
	}

	async end(): Promise<void> {
		await this.n8n.stop();
	}

	private async run(path: string, setting: Setting, tries = 100): Promise<Used> {
		await this.service('PUT', setting);
		await this.ask('rest');
		const before = await this.ask('used');
		const start = performance.now();
		const answer = await fetch(`${this.n8n.url}/webhook/${path}`, {
			signal: AbortSignal.timeout(RUN_TIMEOUT_MS),
		});
		const wallMs = performance.now() - start;
		const text = await answer.text();
		// n8n activates a workflow a moment after it has answered.
		if (answer.status === 404 && tries > 0) {
			await sleep(200);
			return await this.run(path, setting, tries - 1);
		}
		if (!answer.ok) throw new Error(`n8n answered ${answer.status}: ${text}`);
		const after = await this.ask('used');
		return {
			cpuMs: after.cpuMs - before.cpuMs,
			wallMs,
			peakMb: after.peakMb,
			decryptions: after.decryptions - before.decryptions,
			counts: await this.service('GET'),
			items: Math.max(
				...COUNTED.map(
					(field) => (JSON.parse(text) as Record<string, number>)[`count_${field}`] ?? 0,
				),
			),
		};
	}

	async service(method: 'GET' | 'PUT', setting?: Setting): Promise<Counts> {
		const answer = await fetch(`${this.serviceUrl}/_bench`, {
			method,
			...(setting && { body: JSON.stringify(setting) }),
		});
		return (await answer.json()) as Counts;
	}

	private async ask(words: string): Promise<Pick<Used, 'cpuMs' | 'peakMb' | 'decryptions'>> {
		return await new Promise((resolve, reject) => {
			let text = '';
			connect(this.socket, function (this: { write: (text: string) => void }) {
				this.write(`${words}\n`);
			})
				.on('data', (chunk) => (text += String(chunk)))
				.on('error', reject)
				.on('end', () => resolve(JSON.parse(text) as never));
		});
	}

	private bind(
		{ credentials = [], account = 'unlimited', ...node }: Measured,
		place: number,
	): Node {
		return {
			...node,
			name: `Measured ${place + 1}`,
			credentials: Object.fromEntries(
				credentials.map((type) => {
					const found = this.credentials[type];
					const { id, name } = 'id' in found ? (found as Reference) : found[account]!;
					return [type, { id, name }];
				}),
			),
		};
	}
}

const login = (baseUrl: string) => ({
	baseUrl,
	applicationToken: 'bench-application-token',
});

export async function startService(folder: string): Promise<string> {
	const port = await choosePort('the service', 5950);
	startProcess({
		name: 'service',
		command: findNode(),
		args: ['--import', 'tsx', join(__dirname, 'service.ts'), String(port)],
		cwd: rootDir,
		env: process.env,
		logFile: join(folder, 'service.log'),
	});
	const url = `http://127.0.0.1:${port}`;
	for (let tries = 0; ; tries++) {
		const answer = await fetch(`${url}/_bench`).catch(() => undefined);
		if (answer?.ok) return url;
		if (tries > 300) throw new Error('the service did not start');
		await sleep(100);
	}
}

/** An empty user folder for one start of n8n. */
export function freshFolder(name: string): string {
	const folder = join(runDir, 'bench', name);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	return folder;
}

export const build = async (): Promise<void> =>
	await buildPackage(join(freshFolder('build'), 'build.log'));

const webhook = (path: string) => ({
	name: 'Start',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	webhookId: path,
	parameters: { path, responseMode: 'lastNode', options: {} },
});

/** Items from an expression that returns a list of objects. */
const makeItems = (expression: string) => [
	{
		name: 'List',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: `={{ { list: ${expression} } }}`, options: {} },
	},
	{
		name: 'Items',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'list', options: {} },
	},
];

const COUNTED = ['id', 'endpoint_id'];

/** Counts without an expression over all items, which would cost more than the measured node. */
const count = {
	name: 'Count',
	type: 'n8n-nodes-base.summarize',
	typeVersion: 1.1,
	parameters: {
		// A sent SMS is identified by its endpoint, everything else by its own ID.
		fieldsToSummarize: {
			values: COUNTED.map((field) => ({ aggregation: 'count', field })),
		},
		options: { continueIfFieldNotFound: true },
	},
	alwaysOutputData: true,
};
