import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { N8nApi, type WorkflowJson, type WorkflowNode } from '../../../demo/lib/api';
import { createEncryptionKey, type Owner, type RunningN8n, startN8n } from '../../../demo/lib/n8n';
import { buildPackage, placePackage } from '../../../demo/lib/package';
import { choosePort } from '../../../demo/lib/preflight';
import { createDatabase, dropDatabase, query } from '../../cluster/services';
import { until } from '../../cluster/until';
import { placeEmptyNode } from './emptyNode';
import { postgresEnv } from '../../cluster/instance';

/* A real n8n with the built package, on a database of its own, that can be killed and started again. */

let built: Promise<void> | undefined;

/** n8n's own file in its folder, in place of a database of PostgreSQL. */
const SQLITE = 'database.sqlite';

/** What each n8n has written, to be read when a figure is short. */
export const logs = join(tmpdir(), `cellular-iot-triggers-logs-${process.pid}`);

export class RealN8n {
	private n8n!: RunningN8n;
	api!: N8nApi;

	private constructor(
		readonly folder: string,
		readonly database: string,
		readonly port: number,
		private readonly owner: Owner,
		private readonly env: NodeJS.ProcessEnv,
	) {}

	static async start(env: NodeJS.ProcessEnv = {}): Promise<RealN8n> {
		const folder = mkdtempSync(join(tmpdir(), 'cellular-iot-triggers-'));
		built ??= buildPackage(join(tmpdir(), `cellular-iot-triggers-build-${process.pid}.log`));
		await built;
		const database = env.DB_TYPE === 'sqlite' ? SQLITE : await createDatabase();
		const owner: Owner = {
			email: 'owner@example.test',
			firstName: 'Trigger',
			lastName: 'Owner',
			password: `Trigger-${randomBytes(6).toString('hex')}1`,
		};
		const own: NodeJS.ProcessEnv = {
			...(database !== SQLITE && postgresEnv(database)),
			// n8n's own default of two connections is less than calls side by side need.
			DB_POSTGRESDB_POOL_SIZE: '10',
			// A busy machine is not a lost database.
			DB_PING_TIMEOUT_MS: '60000',
			// n8n publishes and unpublishes from a queue of its own: what it was at when it was killed it
			// takes up again after this time (120 s by itself), and a later order waits for that.
			N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '30',
			N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
			N8N_ENCRYPTION_KEY: createEncryptionKey(),
			...env,
		};
		placePackage(folder);
		placeEmptyNode(folder);
		const port = await choosePort('n8n', 5830 + 10 * (process.pid % 50));
		// Chosen once: a port is handed out for good, and this n8n may start a hundred times.
		own.N8N_RUNNERS_BROKER_PORT = String(await choosePort('the task broker', port + 1));
		const instance = new RealN8n(folder, database, port, owner, own);
		try {
			await instance.up();
			instance.api = await N8nApi.login(instance.url, owner);
		} catch (error) {
			await instance.stop();
			throw error;
		}
		return instance;
	}

	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	async up(): Promise<void> {
		const { folder: userFolder, port, owner, env } = this;
		const logFile = join(logs, `${basename(userFolder)}.log`);
		this.n8n = await startN8n({ userFolder, port, owner, env, logFile });
	}

	/** Of n8n's own process. */
	get pid(): number {
		return this.n8n.pid;
	}

	/** Ends it: calmly, or as a crash of its machine would. */
	async down(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
		if (signal === 'SIGTERM') return void (await this.n8n.stop());
		process.kill(-this.n8n.pid, 'SIGKILL');
		await this.n8n.exited;
	}

	/**
	 * Ends and starts it, with other settings where some are given, and logs in again: the owner's
	 * password is set anew at each start.
	 */
	async restart(signal: 'SIGTERM' | 'SIGKILL', env: NodeJS.ProcessEnv = {}): Promise<void> {
		await this.down(signal);
		Object.assign(this.env, env);
		await this.up();
		this.api = await N8nApi.login(this.url, this.owner);
	}

	/** Of n8n's database where it is SQLite. */
	get file(): string {
		return join(this.folder, '.n8n', SQLITE);
	}

	/** Asks the database of this n8n. */
	async ask<T = Record<string, unknown>>(text: string): Promise<T[]> {
		if (this.database !== SQLITE) return await query<T>(this.database, text);
		const file = new DatabaseSync(this.file, { readOnly: true });
		try {
			return file.prepare(text).all() as T[];
		} finally {
			file.close();
		}
	}

	/** Publishes a workflow and waits until its address answers. */
	async publish(
		workflow: WorkflowJson,
		path: string,
		headers: Record<string, string> = {},
	): Promise<{ id: string; address: string }> {
		const id = await this.api.createWorkflow(workflow);
		await this.api.activateWorkflow(id);
		const address = `${this.url}/webhook/${path}`;
		await answers(address, headers);
		return { id, address };
	}

	async stop(): Promise<void> {
		await this.n8n?.stop();
		if (this.database !== SQLITE) await dropDatabase(this.database);
		rmSync(this.folder, { recursive: true, force: true });
	}
}

/** Waits until an address is there and n8n well; asks with a body that starts nothing. */
export async function answers(
	address: string,
	headers: Record<string, string> = {},
): Promise<void> {
	await until(
		`an answer at ${address}`,
		async () => [200, 400].includes((await post(address, [], 60_000, headers)).status),
		180,
		100,
	);
}

/** What the sender of a callback sees: the status, 0 where nothing answered. */
export interface Seen {
	status: number;
	text: string;
	ms: number;
}

/** Calls an address as the service does. */
export async function post(
	address: string,
	body: unknown,
	timeoutMs = 60_000,
	headers: Record<string, string> = {},
): Promise<Seen> {
	const begun = performance.now();
	try {
		const answer = await fetch(address, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', ...headers },
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(timeoutMs),
		});
		const text = await answer.text();
		return { status: answer.status, text, ms: performance.now() - begun };
	} catch (error) {
		return { status: 0, text: String(error), ms: performance.now() - begun };
	}
}

const SMS_TRIGGER = 'n8n-nodes-cellular-iot.cellularIotSmsTrigger';

/** A trigger, and behind it a call of `sink` for each of its items. */
export function behindTrigger(
	name: string,
	path: string,
	trigger: Partial<WorkflowNode>,
	sink?: string,
): WorkflowJson {
	const nodes: WorkflowNode[] = [
		{
			id: 'trigger',
			name: 'Trigger',
			type: SMS_TRIGGER,
			typeVersion: 2,
			webhookId: path,
			position: [0, 0],
			parameters: { verification: 'none' },
			...trigger,
		},
		sink === undefined
			? {
					id: 'end',
					name: 'End',
					type: 'n8n-nodes-base.noOp',
					typeVersion: 1,
					position: [200, 0],
					parameters: {},
				}
			: {
					id: 'end',
					name: 'End',
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					position: [200, 0],
					parameters: {
						method: 'POST',
						url: sink,
						sendBody: true,
						specifyBody: 'json',
						jsonBody: '={{ JSON.stringify({ ...$json, execution: $execution.id }) }}',
						options: {},
					},
				},
	];
	const connections = { Trigger: { main: [[{ node: 'End', type: 'main', index: 0 }]] } };
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}
