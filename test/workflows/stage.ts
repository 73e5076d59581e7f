import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Execution, N8nApi } from '../../demo/lib/api';
import { createEncryptionKey, type Owner, startN8n } from '../../demo/lib/n8n';
import { buildPackage, placePackage } from '../../demo/lib/package';
import { runDir } from '../../demo/lib/paths';
import { choosePort } from '../../demo/lib/preflight';
import { bindWorkflow, readWorkflow } from '../../demo/lib/workflows';

import { keepSecret } from '../faults/secrets';
import { start, USERS, type SimulatorHandle } from '../../simulator';

/** Real n8n with the built package, before a simulator. */
export interface Stage {
	sim: SimulatorHandle;
	api: N8nApi;
	/** Folder that the workflows may read files from. */
	files: string;
	/** Imports an example, with the login of an organisation. */
	load: (example: string, more: Load) => Promise<(trigger?: string) => Promise<Execution>>;
}

export interface Load {
	/** The reseller's user has an authenticator app, the enterprise's none. */
	user: 'totp' | 'trial';
	/** Parameters to put over those of the file, by node name. */
	parameters?: Record<string, Record<string, unknown>>;
}

export const ENDPOINTS = 5000;
const ENTERPRISE = 1003;
const ENTERPRISE_ENDPOINTS = 120;
const TYPE = 'cellularIotUserApi';

/** A reseller with a fleet of 5,000 and an enterprise with one of 120. */
export async function setStage(): Promise<Stage> {
	const folder = join(runDir, 'workflows');
	rmSync(folder, { recursive: true, force: true });
	const files = join(folder, 'files');
	mkdirSync(files, { recursive: true });
	await buildPackage(join(folder, 'build.log'));
	placePackage(folder);
	const sim = await start({ seed: { endpoints: ENDPOINTS } });
	sim.seed({ endpoints: ENTERPRISE_ENDPOINTS, organisationId: ENTERPRISE });
	const owner: Owner = {
		email: 'owner@example.test',
		firstName: 'Fleet',
		lastName: 'Owner',
		password: keepSecret('Fleet-Owner-1'),
	};
	const n8n = await startN8n({
		userFolder: folder,
		port: await choosePort('n8n', 5800),
		owner,
		env: { N8N_ENCRYPTION_KEY: createEncryptionKey(), N8N_RESTRICT_FILE_ACCESS_TO: files },
	});
	const api = await N8nApi.login(n8n.url, owner);
	const credentials = new Map<string, { id: string; name: string }>();
	const credentialOf = async (name: Load['user']) => {
		const known = credentials.get(name);
		if (known) return known;
		const { username, password } = USERS[name];
		const { totpSecret } = USERS.totp;
		const mfa = name === 'totp' ? { mfaMethod: 'totp', totpSecret } : { mfaMethod: 'none' };
		const data = { baseUrl: sim.url, username, password, deviceName: 'workflows', ...mfa };
		const { id } = await api.createCredential(name, TYPE, data);
		credentials.set(name, { id, name });
		return { id, name };
	};
	const load: Stage['load'] = async (example, { user, parameters }) => {
		const workflow = bindWorkflow(readWorkflow(example), {
			credentials: { [TYPE]: await credentialOf(user) },
			...(parameters && { parameters }),
		});
		const id = await api.createWorkflow(workflow);
		return async (trigger = 'Run by hand') => {
			const execution = await api.runWorkflow(id, trigger);
			return await api.waitForExecution(execution, 300_000);
		};
	};
	return { sim, api, files, load };
}

/** Ends a measure with the words of an execution that failed. */
export function mustSucceed(execution: Execution): Execution {
	const { error, lastNodeExecuted } = execution.data.resultData;
	if (execution.status === 'success') return execution;
	throw new Error(`ended at "${lastNodeExecuted}": ${error?.message} ${error?.description ?? ''}`);
}
