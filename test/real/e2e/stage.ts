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

/** The environment of a journey. */
export interface Stage {
	sim: SimulatorHandle;
	n8n: StagedN8n;
	api: N8nApi;
	owner: Owner;
	browser: Browser;
	/** A valid application token. */
	token: Credential;
	/** Stores another credential with it. */
	newToken: () => Promise<Credential>;
	/** Folder of this run: n8n's database, its log, screenshots of failures. */
	folder: string;
	/** Folder of the pictures for README and docs. */
	pictures: string;
}

/** Names of devices for searches; the others are `device-000001` and so on. */
export const DEVICES = { pump: 'pump-west-16', meter: 'meter-east-07', silent: 'tracker-south-03' };
/** More than any list shows. */
const ENDPOINTS = 10_000;

/** An endpoint of the service by its name. */
export const endpointNamed = ({ store }: SimulatorHandle, name: string) =>
	[...store.endpoints.values()].find((endpoint) => endpoint.name === name)!;
/** Its SIM. */
export const simOf = (sim: SimulatorHandle, name: string) => {
	const { id } = endpointNamed(sim, name);
	return [...sim.store.sims.values()].find(({ endpointId }) => endpointId === id)!;
};

/** A fleet with three named devices; SMS are enabled for all. */
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

/** n8n with the package from `npm pack`, a simulator and a browser. */
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
			callbackSecret: 'a secret of more than thirty-two characters',
		});
	const token = await newToken();
	const images = pictures ? join(rootDir, 'docs', 'images') : join(folder, 'pictures');
	return { sim, n8n, api, owner, browser, token, newToken, folder, pictures: images };
}
