import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Execution, N8nApi } from '../../../demo/lib/api';
import type { Owner } from '../../../demo/lib/n8n';
import { buildPackage } from '../../../demo/lib/package';
import { runDir } from '../../../demo/lib/paths';
import { bindWorkflow, readWorkflow } from '../../../demo/lib/workflows';

import type { Endpoint } from '../../../simulator/endpoints/entities';
import { start, USERS, type SimulatorHandle } from '../../../simulator';
import { keepSecret } from '../../faults/secrets';
import { until } from '../../support/until';
import { StagedN8n } from '../../support/n8n/stagedN8n';

/** Real n8n with the built package and a simulator. */
export interface Stage {
	sim: SimulatorHandle;
	api: N8nApi;
	/** Folder that the workflows may read files from. */
	files: string;
	/** Imports an example. @returns its id */
	create: (example: string, more: Load) => Promise<string>;
	/** Imports an example with an organisation's login. @returns a function that runs it manually */
	load: (example: string, more: Load) => Promise<() => Promise<Execution>>;
	/** Imports and publishes a workflow with a trigger. */
	publish: (example: string, more: Load) => Promise<Published>;
	n8nUrl: string;
	owner: Owner;
}

interface Load {
	/** `reseller` has an authenticator app, `mail` a mailed code, `trial` no MFA. */
	user: 'totp' | 'mail' | 'trial';
	/** Parameters that override those of the file, by node name. */
	parameters?: Record<string, Record<string, unknown>>;
	/** Credentials of other services, by type. */
	others?: Record<string, Record<string, unknown>>;
	/** The trigger that a run by hand begins at; "Run by hand" unless given. */
	trigger?: string;
}

interface Published {
	/** Waits for a number of its executions to end. */
	executions: (count: number) => Promise<Execution[]>;
	/** Republishes it, which polls at once; n8n otherwise polls at most once a minute. */
	again: () => Promise<void>;
	/** Deactivates its triggers. */
	end: () => Promise<void>;
}

const ENDPOINTS = 5000;
export const RESELLER = 1001;
export const ENTERPRISE = 1003;
const ENTERPRISE_ENDPOINTS = 120;
const TYPE = 'cellularIotUserApi';

/** A reseller with a fleet of 5,000 and an enterprise with a fleet of 120. */
export async function setStage(): Promise<Stage> {
	const folder = join(runDir, 'workflows');
	rmSync(folder, { recursive: true, force: true });
	const files = join(folder, 'files');
	mkdirSync(files, { recursive: true });
	await buildPackage(join(folder, 'build.log'));
	const sim = await start({ seed: { endpoints: ENDPOINTS } });
	sim.seed({ endpoints: ENTERPRISE_ENDPOINTS, organisationId: ENTERPRISE });
	const n8n = await StagedN8n.stage({
		name: 'Fleet',
		folder,
		port: 5800,
		env: { N8N_RESTRICT_FILE_ACCESS_TO: files },
	});
	const { api, owner } = n8n;
	keepSecret(owner.password);
	const credentials = new Map<string, { id: string; name: string }>();
	const store = async (name: string, type: string, data: Record<string, unknown>) => {
		const known = credentials.get(name);
		if (known) return known;
		const { id } = await api.createCredential(name, type, data);
		credentials.set(name, { id, name });
		return { id, name };
	};
	const callbackSecret = randomBytes(32).toString('hex');
	const loginOf = async (name: Load['user']) => {
		const { username, password } = USERS[name];
		const { totpSecret } = USERS.totp;
		const mfa = {
			totp: { mfaMethod: 'totp', totpSecret },
			mail: { mfaMethod: 'code' },
			trial: { mfaMethod: 'none' },
		}[name];
		const login = { baseUrl: sim.url, username, password, deviceName: 'workflows', ...mfa };
		const data = { ...login, callbackSecret };
		return await store(name, TYPE, data);
	};
	const create: Stage['create'] = async (example, { user, parameters, others = {} }) => {
		const all: Record<string, { id: string; name: string }> = { [TYPE]: await loginOf(user) };
		for (const [type, data] of Object.entries(others)) {
			all[type] = await store(`${example} ${type}`, type, data);
		}
		const workflow = bindWorkflow(readWorkflow(example), {
			credentials: all,
			...(parameters && { parameters }),
		});
		return await api.createWorkflow(workflow);
	};
	const load: Stage['load'] = async (example, more) => {
		const id = await create(example, more);
		const { trigger = 'Run by hand' } = more;
		return async () => await api.runToEnd(id, trigger, 300_000);
	};
	const publish: Stage['publish'] = async (example, more) => {
		const id = await create(example, more);
		await api.activateWorkflow(id);
		const executions = async (count: number) => {
			let ids: string[] = [];
			const areThere = async () => {
				ids = (await api.listExecutions(id)).map((execution) => execution.id);
				return ids.length >= count;
			};
			await until(`${count} executions`, areThere, 300, 500).catch(() => {});
			return await Promise.all(
				ids.map(async (executionId) => await api.waitForExecution(executionId)),
			);
		};
		const end = async () => await api.deactivateWorkflow(id);
		const again = async () => {
			await end();
			await api.activateWorkflow(id);
		};
		return { executions, again, end };
	};
	return { sim, api, files, create, load, publish, n8nUrl: n8n.url, owner };
}

/** The endpoints of an organisation. */
export const fleetOf = ({ sim }: Pick<Stage, 'sim'>, organisationId: number): Endpoint[] =>
	[...sim.store.endpoints.values()].filter(
		(endpoint) => endpoint.organisationId === organisationId,
	);

/** The values that a node which edits fields sets. */
export const entered = (values: Record<string, string | number | boolean>) => ({
	assignments: {
		assignments: Object.entries(values).map(([name, value]) => ({
			id: name,
			name,
			value,
			type: typeof value,
		})),
	},
});

/** The values of the "Settings" node of an example. */
export const settings = (values: Record<string, string | number | boolean>) => ({
	Settings: entered(values),
});

/** Fails with the message of a failed execution. */
export function mustSucceed(execution: Execution): Execution {
	const { error, lastNodeExecuted } = execution.data.resultData;
	if (execution.status === 'success') return execution;
	throw new Error(`ended at "${lastNodeExecuted}": ${error?.message} ${error?.description ?? ''}`);
}
