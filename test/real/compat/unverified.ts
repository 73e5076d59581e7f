import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nApi } from '../../../demo/lib/api';
import { installN8n } from '../../../demo/lib/install';
import { createEncryptionKey, startN8n } from '../../../demo/lib/n8n';
import { findNode } from '../../../demo/lib/node';
import { choosePort } from '../../../demo/lib/preflight';
import { Registry } from '../../support/n8n/registry';
import type { Installed } from './install';

/** An unverified package, like this one, with n8n's setting off and on. */
export async function unverifiedPackages(installed: Installed): Promise<void> {
	// Creates the owner's password hash.
	await installN8n(findNode());
	assert.match(
		await installInTheEditor(installed, 'false'),
		/unverified community packages is forbidden/,
	);
	assert.equal(await installInTheEditor(installed, 'true'), 'n8n-nodes-cellular-iot');
}

/** Installs it under "Settings → Community nodes". @returns the loaded nodes, or the reason for none */
async function installInTheEditor(installed: Installed, isAllowed: string): Promise<string> {
	// Outside this repository, where n8n would find another n8n-workflow.
	const folder = mkdtempSync(join(tmpdir(), 'cellular-iot-unverified-'));
	const registry = await Registry.start(join(folder, 'registry'));
	const owner = {
		email: 'owner@example.test',
		firstName: 'Compat',
		lastName: 'Owner',
		password: `Compat-${randomBytes(6).toString('hex')}1`,
	};
	const n8n = await startN8n({
		userFolder: folder,
		port: await choosePort('n8n', 5880),
		env: {
			...registry.env,
			N8N_ENCRYPTION_KEY: createEncryptionKey(),
			N8N_UNVERIFIED_PACKAGES_ENABLED: isAllowed,
		},
		owner,
		installed,
		readyWithin: 300_000,
	});
	try {
		const api = await N8nApi.login(n8n.url, owner);
		await api.installPackage('n8n-nodes-cellular-iot');
		return (await api.loadedPackages()).join();
	} catch (error) {
		return (error as Error).message;
	} finally {
		await n8n.stop();
		await registry.stop();
		rmSync(folder, { recursive: true, force: true });
	}
}
