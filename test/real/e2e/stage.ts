import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { N8nApi } from '../../../demo/lib/api';
import { step } from '../../../demo/lib/console';
import { installN8n } from '../../../demo/lib/install';
import type { Owner } from '../../../demo/lib/n8n';
import { findNode } from '../../../demo/lib/node';
import { buildPackage } from '../../../demo/lib/package';
import { rootDir, runDir, wantedN8nVersion } from '../../../demo/lib/paths';
import { choosePort } from '../../../demo/lib/preflight';

import {
	APPLICATION_TOKENS,
	SERVICE_PROFILES,
	start,
	type SimulatorHandle,
} from '../../../simulator';
import { installPacked } from '../../support/n8n/packed';
import { StagedN8n } from '../../support/n8n/stagedN8n';
import { launchBrowser } from './chromium';

export type Credential = { id: string; name: string };

/** Everything a journey plays on. */
export interface Stage {
	sim: SimulatorHandle;
	n8n: StagedN8n;
	api: N8nApi;
	owner: Owner;
	browser: Browser;
	/** An application token that works. */
	token: Credential;
	/** Stores another credential of it. */
	newToken: () => Promise<Credential>;
	/** Folder of this run: n8n's database, its log, pictures of what failed. */
	folder: string;
	/** Where the pictures of README and docs go. */
	pictures: string;
}

/** Names by which a person looks for devices; the others are `device-000001` and so on. */
export const DEVICES = { pump: 'pump-west-16', meter: 'meter-east-07', silent: 'tracker-south-03' };
/** So many that no list shows them all. */
const ENDPOINTS = 10_000;

/** An endpoint of the service by its name. */
export const endpointNamed = ({ store }: SimulatorHandle, name: string) =>
	[...store.endpoints.values()].find((endpoint) => endpoint.name === name)!;
/** Its SIM. */
export const simOf = (sim: SimulatorHandle, name: string) => {
	const { id } = endpointNamed(sim, name);
	return [...sim.store.sims.values()].find(({ endpointId }) => endpointId === id)!;
};

/** A fleet of which three devices have names of their own; SMS are switched on for all. */
async function startService(port: number): Promise<SimulatorHandle> {
	const sim = await start({
		port,
		seed: { endpoints: ENDPOINTS, serviceProfileId: SERVICE_PROFILES.standard, recordBodies: true },
	});
	const all = [...sim.store.endpoints.values()];
	Object.values(DEVICES).forEach((name, i) => (all[105 + i * 2000]!.name = name));
	sim.store.touch();
	return sim;
}

/** The package from `npm pack` in n8n, before a simulator, with a browser. */
export async function setStage({ build = true, pictures = false } = {}): Promise<Stage> {
	const folder = join(runDir, 'e2e');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const browser = await launchBrowser();
	await installN8n(findNode());
	if (build) await buildPackage(join(folder, 'build.log'));
	const sim = await startService(await choosePort('the simulator', 4110));
	const n8n = await step(`Starting n8n ${wantedN8nVersion()}`, async () =>
		StagedN8n.stage({ name: 'Demo', folder, port: 5778, place: installPacked }),
	);
	const { api, owner } = n8n;
	const newToken = async () =>
		await api.createCredential('Application token', 'cellularIotTokenApi', {
			baseUrl: sim.url,
			applicationToken: APPLICATION_TOKENS.reseller,
		});
	const token = await newToken();
	const images = pictures ? join(rootDir, 'docs', 'images') : join(folder, 'pictures');
	return { sim, n8n, api, owner, browser, token, newToken, folder, pictures: images };
}
