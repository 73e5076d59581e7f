import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { WorkflowJson, WorkflowNode } from '../../../demo/lib/api';
import { isPage } from '../../../simulator/http/answers';
import { buildPackage, placePackage } from '../../../demo/lib/package';
import { StagedN8n, type Staging } from '../../support/n8n/stagedN8n';
import { until } from '../../support/until';
import { postgresEnv } from '../cluster/instance';
import { createDatabase, dropDatabase, query } from '../cluster/services';
import { placeEmptyNode } from './emptyNode';
import { n8nNode, poster, workflowOf } from './workflows';

/* A real n8n with the built package and its own database, which can be killed and restarted. */

let built: Promise<void> | undefined;

/** SQLite in n8n's folder instead of PostgreSQL. */
const SQLITE = 'database.sqlite';

/** The log of each n8n, for failed figures. */
export const logs = join(tmpdir(), `cellular-iot-triggers-logs-${process.pid}`);

export class RealN8n extends StagedN8n {
	private constructor(
		staging: Staging,
		readonly database: string,
	) {
		super(staging);
	}

	static async start(env: NodeJS.ProcessEnv = {}): Promise<RealN8n> {
		const folder = mkdtempSync(join(tmpdir(), 'cellular-iot-triggers-'));
		built ??= buildPackage(join(tmpdir(), `cellular-iot-triggers-build-${process.pid}.log`));
		await built;
		const database = env.DB_TYPE === 'sqlite' ? SQLITE : await createDatabase();
		const own: NodeJS.ProcessEnv = {
			...(database !== SQLITE && postgresEnv(database)),
			// n8n's default of two connections is too few for concurrent calls.
			DB_POSTGRESDB_POOL_SIZE: '10',
			// A busy machine is not a lost database.
			DB_PING_TIMEOUT_MS: '600000',
			DB_POSTGRESDB_CONNECTION_TIMEOUT: '600000',
			// n8n publishes and unpublishes through its own queue: after a kill it resumes after this time (120 s
			// by default), and later requests wait until then.
			N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '30',
			N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
			...env,
		};
		const place = (target: string) => {
			placePackage(target);
			placeEmptyNode(target);
		};
		const port = 5830 + 10 * (process.pid % 50);
		const logFile = join(logs, `${basename(folder)}.log`);
		const staging = { name: 'Trigger', folder, port, env: own, logFile, place };
		const instance = new RealN8n(staging, database);
		await instance.open();
		return instance;
	}

	/** Path of n8n's SQLite database. */
	get file(): string {
		return join(this.folder, '.n8n', SQLITE);
	}

	/** Queries the database of this n8n. */
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

	override async stop(): Promise<void> {
		await super.stop();
		if (this.database !== SQLITE) await dropDatabase(this.database);
		rmSync(this.folder, { recursive: true, force: true });
	}
}

/** Waits until an address exists and n8n is ready; calls it with a body that starts nothing. */
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

/** The status for the sender of a callback, 0 for no answer. */
export interface Seen {
	status: number;
	text: string;
	ms: number;
	/** A page, of n8n while it starts or of a proxy, and no answer of the trigger. */
	byPage: boolean;
}

/** Calls an address like the service. */
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
		const byPage = isPage(text);
		return { status: answer.status, text, ms: performance.now() - begun, byPage };
	} catch (error) {
		return { status: 0, text: String(error), ms: performance.now() - begun, byPage: false };
	}
}

/** A trigger, followed by a call of `sink` for each of its items. */
export const behindTrigger = (
	name: string,
	path: string,
	trigger: Partial<WorkflowNode>,
	sink?: string,
): WorkflowJson =>
	workflowOf(name, [
		{
			name: 'Trigger',
			type: 'n8n-nodes-cellular-iot.cellularIotSmsTrigger',
			typeVersion: 1,
			webhookId: path,
			parameters: trigger.credentials
				? { verification: 'none', registerCallback: false }
				: { authentication: 'none' },
			...trigger,
		},
		sink === undefined
			? n8nNode('End', 'noOp', 1)
			: poster('End', sink, '={{ JSON.stringify({ ...$json, execution: $execution.id }) }}'),
	]);
