import type { WorkflowJson } from '../../../../demo/lib/api';
import { outputOf } from '../../../../demo/lib/api';
import { choosePort } from '../../../../demo/lib/preflight';
import { until } from '../../../support/until';
import { createDatabase, dropDatabase, postgres, query } from '../../cluster/services';
import { RealN8n } from '../../stage/realN8n';

/* One real n8n with both of its engines: today's, and Engine 2.0 with a database of its own. */

/** n8n's engines, by the value of a workflow's setting `engineType`. */
export type Engine = 'v1' | 'v2';
export const ENGINES: Engine[] = ['v1', 'v2'];
export const ENGINE_NAMES: Record<Engine, string> = { v1: "today's engine", v2: 'Engine 2.0' };

type Json = Record<string, unknown>;

/** A run that has ended. */
export interface Ran {
	id: string;
	status: string;
	/** Items of each node's first output. */
	items: Record<string, Json[]>;
	/** Files of these items. */
	files: Record<string, Json[]>;
	/** The texts of its error that a person sees: the message, and the description. */
	error?: { message: string; description?: string };
}

interface StepRow {
	node: string;
	outputs: Array<Array<{ json: Json; binary?: Json }> | null> | null;
	error: { message: string } | null;
}

const OVER = ['completed', 'failed', 'cancelled'];

export class Engines {
	private constructor(
		readonly n8n: RealN8n,
		private readonly database: string,
	) {}

	/** Starts n8n on PostgreSQL with the module of Engine 2.0, and a database for that. */
	static async start(env: NodeJS.ProcessEnv = {}): Promise<Engines> {
		const database = await createDatabase();
		const { host, port, user, password } = postgres();
		const login = password === '' ? user : `${user}:${encodeURIComponent(password)}`;
		try {
			const n8n = await RealN8n.start({
				N8N_ENABLED_MODULES: 'engine-v2',
				N8N_ENGINE_DATABASE_URL: `postgres://${login}@${host}:${port}/${database}`,
				N8N_ENGINE_HOST: '127.0.0.1',
				N8N_ENGINE_PORT: String(await choosePort('Engine 2.0', 5600)),
				N8N_ENGINE_CONTROL_PLANE_PORT: String(await choosePort('its control plane', 5650)),
				...env,
			});
			return new Engines(n8n, database);
		} catch (error) {
			await dropDatabase(database);
			throw error;
		}
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
		await dropDatabase(this.database);
	}

	/** Stores a workflow for an engine. @returns its id */
	async create(engine: Engine, workflow: WorkflowJson): Promise<string> {
		const id = await this.n8n.api.createWorkflow(workflow);
		if (engine === 'v2') await this.n8n.api.useEngine2(id);
		return id;
	}

	/** Runs a workflow from its manual trigger `Start`, to its end. */
	async runByHand(engine: Engine, workflow: WorkflowJson): Promise<Ran> {
		const id = await this.create(engine, workflow);
		return await this.ended(engine, await this.n8n.api.runWorkflow(id, 'Start'));
	}

	/** The runs of a published workflow, oldest first, once there are `count` and all have ended. */
	async runsOf(engine: Engine, workflowId: string, count: number): Promise<Ran[]> {
		const ids = await until(
			`${count} runs on ${ENGINE_NAMES[engine]}`,
			async () => {
				const all = await this.runIds(engine, workflowId);
				return all.length >= count ? all : undefined;
			},
			60,
			100,
		);
		const runs: Ran[] = [];
		for (const id of ids) runs.push(await this.ended(engine, id));
		return runs;
	}

	/** Ids of the runs of a workflow, oldest first. */
	async runIds(engine: Engine, workflowId: string): Promise<string[]> {
		if (engine === 'v1') {
			const all = await this.n8n.api.listExecutions(workflowId);
			return all.map(({ id }) => String(id)).reverse();
		}
		const text = `SELECT id FROM workflow_execution WHERE workflow_id = '${workflowId}' ORDER BY created_at, id`;
		return (await query<{ id: string }>(this.database, text)).map(({ id }) => id);
	}

	/** Reads a run, once it has ended. */
	async ended(engine: Engine, id: string): Promise<Ran> {
		return engine === 'v1' ? await this.endedToday(id) : await this.endedOnEngine2(id);
	}

	private async endedToday(id: string): Promise<Ran> {
		const execution = await this.n8n.api.waitForExecution(id, 60_000);
		const { runData, error } = execution.data.resultData;
		const names = Object.keys(runData);
		const ofNode = <T>(read: (name: string) => T[]) =>
			Object.fromEntries(names.map((name) => [name, read(name)]));
		const filesOf = (name: string) =>
			(runData[name] ?? []).flatMap(({ data }) =>
				(data?.main[0] ?? []).flatMap((item) => ('binary' in item ? [item.binary as Json] : [])),
			);
		return {
			id,
			status: execution.status,
			items: ofNode((name) => outputOf(execution, name)),
			files: ofNode(filesOf),
			...(error && {
				error: {
					message: error.message,
					...(error.description && { description: error.description }),
				},
			}),
		};
	}

	private async endedOnEngine2(id: string): Promise<Ran> {
		const status = await until(
			`the end of run ${id}`,
			async () => {
				const text = `SELECT status FROM workflow_execution WHERE id = '${id}'`;
				const [row] = await query<{ status: string }>(this.database, text);
				return row && OVER.includes(row.status) ? row.status : undefined;
			},
			180,
			100,
		);
		const steps = await query<StepRow>(
			this.database,
			`SELECT node->>'name' AS node, step.outputs, step.error
			FROM workflow_step_execution step
			JOIN workflow_execution run ON run.id = step.execution_id,
				jsonb_array_elements(run.graph->'nodes') node
			WHERE run.id = '${id}' AND node->>'id' = step.node_id
			ORDER BY step.created_at, step.iteration`,
		);
		const items: Ran['items'] = {};
		const files: Ran['files'] = {};
		for (const { node, outputs } of steps) {
			const first = outputs?.[0] ?? [];
			items[node] = [...(items[node] ?? []), ...first.map(({ json }) => json)];
			const binaries = first.flatMap(({ binary }) => (binary ? [binary] : []));
			files[node] = [...(files[node] ?? []), ...binaries];
		}
		const error = steps.find((step) => step.error)?.error;
		return {
			id,
			status: status === 'completed' ? 'success' : 'error',
			items,
			files,
			...(error && { error: { message: error.message } }),
		};
	}
}
