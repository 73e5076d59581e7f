import { setTimeout as sleep } from 'node:timers/promises';
import type { Owner } from './n8n';
import { requireFromN8n } from './paths';

export interface WorkflowNode {
	name: string;
	type: string;
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	[key: string]: unknown;
}

/** A workflow as the editor exports it. */
export interface WorkflowJson {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
}

interface NodeRun {
	executionTime: number;
	error?: { message: string; description?: string };
	data?: { main: Array<Array<{ json: Record<string, unknown> }> | null> };
}

/** An execution with its data, as returned by n8n's public API. */
export interface Execution {
	id: string;
	status: string;
	finished: boolean;
	startedAt: string;
	stoppedAt: string | null;
	/** The keys that its nodes set for searching executions. */
	customData?: Record<string, string>;
	data: {
		resultData: {
			lastNodeExecuted?: string;
			error?: { message: string; description?: string; node?: { name: string } };
			runData: Record<string, NodeRun[]>;
		};
	};
}

/** A run of n8n's evaluation over all rows of a data table. */
export interface Evaluation {
	status: string;
	/** Means over all rows, by their names. */
	metrics: Record<string, number>;
	cases: Array<{ status: string; metrics: Record<string, number> | null }>;
}

/** A socket of the `ws` module. */
interface Socket {
	on(event: 'message' | 'open' | 'error', call: (what?: unknown) => void): void;
	close(): void;
}

const scopes = [
	'credential:create',
	'credential:list',
	'credential:update',
	'execution:list',
	'execution:read',
	'workflow:activate',
	'workflow:create',
	'workflow:deactivate',
	'workflow:list',
	'workflow:read',
	'workflow:update',
];

/**
 * n8n over HTTP: its public API, and the editor's `/rest` where the public API has no equivalent
 * (login, creating the API key, running a workflow by hand).
 */
export class N8nApi {
	private constructor(
		readonly url: string,
		private readonly cookie: string,
		/** The API key. */
		readonly apiKey: string,
	) {}

	/** Logs in as the owner and creates an API key. */
	static async login(url: string, owner: Pick<Owner, 'email' | 'password'>): Promise<N8nApi> {
		const answer = await fetch(`${url}/rest/login`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ emailOrLdapLoginId: owner.email, password: owner.password }),
		});
		if (!answer.ok)
			throw new Error(`n8n refused the login: ${answer.status} ${await answer.text()}`);
		const cookie = answer.headers
			.getSetCookie()
			.map((value) => value.split(';')[0])
			.join('; ');
		const key = await call<{ data: { rawApiKey: string } }>(
			'POST',
			`${url}/rest/api-keys`,
			{ Cookie: cookie },
			{ label: `demo ${Date.now()}`, scopes, expiresAt: null },
		);
		return new N8nApi(url, cookie, key.data.rawApiKey);
	}

	/** Stores a credential. @returns its id */
	async createCredential(
		name: string,
		type: string,
		data: Record<string, unknown>,
	): Promise<{ id: string; name: string }> {
		return await this.public('POST', '/credentials', { name, type, data });
	}

	/** Deletes a credential. */
	async deleteCredential(id: string): Promise<void> {
		await this.editor('DELETE', `/credentials/${id}`);
	}

	/** Stores a workflow. @returns its id */
	async createWorkflow(workflow: WorkflowJson): Promise<string> {
		const { name, nodes, connections, settings = {} } = workflow;
		// Without a `pinData` key, even an empty one, the editor fails at the second "Execute step".
		const body = { name, nodes, connections, settings, pinData: {} };
		return (await this.public<{ id: string }>('POST', '/workflows', body)).id;
	}

	/** Has n8n's Engine 2.0 run a workflow; the public API drops this setting. */
	async useEngine2(id: string): Promise<void> {
		type Stored = { data: { versionId: string; settings?: Record<string, unknown> } };
		const { data } = await this.editor<Stored>('GET', `/workflows/${id}`);
		const { versionId, settings } = data;
		const changed = { versionId, settings: { ...settings, engineType: 'v2' } };
		await this.editor('PATCH', `/workflows/${id}`, changed);
	}

	/** Publishes a workflow, so that its triggers and webhooks work. */
	async activateWorkflow(id: string): Promise<void> {
		await this.public('POST', `/workflows/${id}/activate`);
	}

	/** Deactivates a workflow's triggers and webhooks. */
	async deactivateWorkflow(id: string): Promise<void> {
		await this.public('POST', `/workflows/${id}/deactivate`);
	}

	/**
	 * Runs a workflow from one of its manual triggers and returns the execution's id at once. Its push
	 * messages go to the browser session of the given name.
	 */
	async runWorkflow(id: string, trigger: string, browser?: string): Promise<string> {
		const answer = await this.editor<{ data: { executionId?: string } }>(
			'POST',
			`/workflows/${id}/run`,
			{ triggerToStartFrom: { name: trigger } },
			browser === undefined ? {} : { 'Push-Ref': browser },
		);
		if (!answer.data.executionId) throw new Error('n8n started no execution');
		return answer.data.executionId;
	}

	/** Runs a workflow from one of its manual triggers, and waits until the execution has ended. */
	async runToEnd(id: string, trigger: string, withinMs?: number): Promise<Execution> {
		return await this.waitForExecution(await this.runWorkflow(id, trigger), withinMs);
	}

	/** Listens to n8n's push messages as the browser session of that name. @returns a function to stop */
	async browse(browser: string, told: (message: unknown) => void): Promise<() => void> {
		const { WebSocket } = requireFromN8n<{ WebSocket: new (...args: unknown[]) => Socket }>('ws');
		const address = `${this.url.replace(/^http/, 'ws')}/rest/push?pushRef=${browser}`;
		const socket = new WebSocket(address, { headers: { Cookie: this.cookie, Origin: this.url } });
		socket.on('message', (text) => told(JSON.parse(String(text))));
		await new Promise<void>((resolve, reject) => {
			socket.on('open', () => resolve());
			socket.on('error', reject);
		});
		return () => socket.close();
	}

	/** Installs a package as "Settings → Community nodes" does. */
	async installPackage(name: string): Promise<void> {
		await this.editor('POST', '/community-packages', { name });
	}

	/** Waits for one call of a trigger's test address, as "Execute step" in the editor does. */
	async listen(id: string, trigger: string): Promise<void> {
		await this.editor('POST', `/workflows/${id}/run`, { triggerToStartFrom: { name: trigger } });
	}

	/** Cancels {@link listen} before a call has arrived. */
	async stopListening(id: string): Promise<void> {
		await this.editor('DELETE', `/test-webhook/${id}`);
	}

	/**
	 * The newest executions of a workflow, without their data; or those of one status. Without a status n8n leaves out
	 * what is running.
	 */
	async listExecutions(
		workflowId: string,
		status?: 'running',
	): Promise<Array<{ id: string; status: string }>> {
		const path = `/executions?workflowId=${workflowId}&limit=100${status ? `&status=${status}` : ''}`;
		return (await this.public<{ data: Array<{ id: string; status: string }> }>('GET', path)).data;
	}

	/** Creates a data table of the owner from a CSV file, as the editor does. @returns its id */
	async importTable(name: string, csv: string): Promise<string> {
		const form = new FormData();
		form.append('file', new File([csv], `${name}.csv`, { type: 'text/csv' }));
		const answer = await fetch(`${this.url}/rest/data-tables/uploads`, {
			method: 'POST',
			headers: { Cookie: this.cookie },
			body: form,
		});
		if (!answer.ok) throw new Error(`n8n took no file: ${answer.status} ${await answer.text()}`);
		type Upload = { data: { id: string; columns: Array<{ name: string; type: string }> } };
		const { id: fileId, columns } = ((await answer.json()) as Upload).data;
		const own = columns.map((column) => ({
			name: column.name,
			type: 'string',
			csvColumnName: column.name,
		}));
		const made = await this.editor<{ data: { id: string } }>('POST', await this.tables(), {
			name,
			columns: own,
			fileId,
			hasHeaders: true,
		});
		return made.data.id;
	}

	/** The rows of a data table, 100 at most. */
	async rowsOfTable(id: string): Promise<Array<Record<string, unknown>>> {
		type Rows = { data: { data: Array<Record<string, unknown>> } };
		const path = `${await this.tables()}/${id}/rows?take=100`;
		return (await this.editor<Rows>('GET', path)).data.data;
	}

	/** Where the data tables of the owner are. */
	private async tables(): Promise<string> {
		const { data } = await this.editor<{ data: { id: string } }>('GET', '/projects/personal');
		return `/projects/${data.id}/data-tables`;
	}

	/** Runs the evaluation of a workflow, as "Evaluate all" does, and waits for its end. */
	async evaluate(id: string, withinMs = 1_200_000): Promise<Evaluation> {
		const path = `/workflows/${id}/test-runs`;
		const { testRunId } = await this.editor<{ testRunId: string }>('POST', `${path}/new`, {});
		const deadline = performance.now() + withinMs;
		while (performance.now() < deadline) {
			const { data } = await this.editor<{ data: Omit<Evaluation, 'cases'> }>(
				'GET',
				`${path}/${testRunId}`,
			);
			if (!['new', 'running'].includes(data.status)) {
				const cases = await this.editor<{ data: Evaluation['cases'] }>(
					'GET',
					`${path}/${testRunId}/test-cases`,
				);
				return { ...data, cases: cases.data };
			}
			await sleep(500);
		}
		throw new Error(`The evaluation had not ended after ${withinMs / 1000} s`);
	}

	/** Waits until an execution has ended, in success or failure, and reads it with all its data. */
	async waitForExecution(id: string, withinMs = 300_000): Promise<Execution> {
		const deadline = performance.now() + withinMs;
		while (performance.now() < deadline) {
			const state = await this.public<Execution>('GET', `/executions/${id}`).catch(() => undefined);
			if (state && state.stoppedAt !== null && !['new', 'running'].includes(state.status)) {
				return await this.public<Execution>('GET', `/executions/${id}?includeData=true`);
			}
			await sleep(200);
		}
		throw new Error(`Execution ${id} had not ended after ${withinMs / 1000} s`);
	}

	/** Community packages whose nodes n8n has loaded. */
	async loadedPackages(): Promise<string[]> {
		type Packages = { data: Array<{ packageName: string; failedLoading?: boolean }> };
		const { data } = await this.editor<Packages>('GET', '/community-packages');
		return data
			.filter((installed) => installed.failedLoading !== true)
			.map(({ packageName }) => packageName);
	}

	/** The rules of n8n's migration report that affect this installation. */
	async affectedBy(version: 'v3'): Promise<string[]> {
		type Report = { data: { report: { instanceResults: Array<{ ruleId: string }> } } };
		const path = `/breaking-changes/report?version=${version}`;
		const { data } = await this.editor<Report>('GET', path);
		return data.report.instanceResults.map(({ ruleId }) => ruleId);
	}

	private async editor<T>(
		method: string,
		path: string,
		body?: unknown,
		headers: Record<string, string> = {},
	): Promise<T> {
		const own = { Cookie: this.cookie, ...headers };
		return await call<T>(method, `${this.url}/rest${path}`, own, body);
	}

	private async public<T>(method: string, path: string, body?: unknown): Promise<T> {
		return await call<T>(
			method,
			`${this.url}/api/v1${path}`,
			{ 'X-N8N-API-KEY': this.apiKey },
			body,
		);
	}
}

async function call<T>(
	method: string,
	address: string,
	headers: Record<string, string>,
	body?: unknown,
): Promise<T> {
	const answer = await fetch(address, {
		method,
		headers: {
			...headers,
			...(body !== undefined && { 'Content-Type': 'application/json' }),
			// An n8n that was busy for seconds may close a keep-alive connection just as it is reused.
			Connection: 'close',
		},
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const text = await answer.text();
	if (!answer.ok) throw new Error(`n8n answered ${answer.status} to ${method} ${address}: ${text}`);
	return JSON.parse(text) as T;
}

/** Items on one of a node's outputs, over all its runs. */
export function outputOf(
	execution: Execution,
	node: string,
	output = 0,
): Array<Record<string, unknown>> {
	const runs = execution.data.resultData.runData[node] ?? [];
	return runs.flatMap((run) => run.data?.main[output] ?? []).map((item) => item.json);
}
