import { randomBytes } from 'node:crypto';
import { SERVICE_PROFILES, TARIFF_PROFILES } from '../../simulator/seed/data';
import { USERS } from '../../simulator/seed/seed';
import type { N8nApi, WorkflowJson } from './api';
import { DemoError } from './console';
import { bindWorkflow, readWorkflow } from './workflows';

const credentialType = 'cellularIotUserApi';

/** The credential of the simulator's user with an authenticator app, which logs in unattended. */
export async function createDemoCredential(
	api: N8nApi,
	baseUrl: string,
): Promise<{ id: string; name: string }> {
	const { username, password, totpSecret } = USERS.totp;
	const login = { baseUrl, username, password, mfaMethod: 'totp', totpSecret, deviceName: 'demo' };
	const data = { ...login, callbackSecret: randomBytes(32).toString('hex') };
	try {
		return await api.createCredential('Simulated service', credentialType, data);
	} catch (error) {
		if (!String(error).includes('not a known type')) throw error;
		throw new DemoError(
			'n8n did not load the package: it does not know its credential.',
			'n8n\'s log says why, under "Failed to load package" near its top.',
		);
	}
}

/** "Provision a fleet" with the demo's credential, list and profiles. */
export function provisioningWorkflow(
	credential: { id: string; name: string },
	csvFile: string,
): WorkflowJson {
	const pick = (value: number, cachedResultName: string) => ({
		__rl: true,
		mode: 'list',
		value: String(value),
		cachedResultName,
	});
	return bindWorkflow(readWorkflow('provision-a-fleet'), {
		credentials: { [credentialType]: { id: credential.id, name: credential.name } },
		parameters: {
			'Read devices.csv': { fileSelector: csvFile },
			'Create endpoints': {
				// This profile denies SMS to endpoints without a quota.
				serviceProfileId: pick(SERVICE_PROFILES.metered, 'Metered SMS'),
				tariffProfileId: pick(TARIFF_PROFILES.standard, 'Europe'),
			},
		},
	});
}
