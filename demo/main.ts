import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { N8nApi } from './lib/api';
import { DemoError, bold, dim, green, red, say, sayLast, step } from './lib/console';
import { fleetOfRun, toCsv } from './lib/fleet';
import { installN8n, n8nIsInstalled } from './lib/install';
import { type Owner, type RunningN8n, createEncryptionKey, startN8n } from './lib/n8n';
import { findNode } from './lib/node';
import { type DemoOptions, readOptions, usage } from './lib/options';
import { buildPackage, placePackage } from './lib/package';
import { runDir, wantedN8nVersion } from './lib/paths';
import { checkDisk, choosePort } from './lib/preflight';
import { isStopping, stopAll, stopOnSignals } from './lib/processes';
import { type Provisioning, provision } from './lib/provision';
import { createDemoCredential, provisioningWorkflow } from './lib/setup';
import { type Simulator, startSimulator } from './lib/simulator';
import { activateTriggers, checkTriggers } from './lib/triggers';

/** The running parts. */
interface Stage {
	simulator: Simulator;
	n8n: RunningN8n;
	owner: Owner;
	provisioning: Provisioning;
	credential: { id: string; name: string };
}

let running: Simulator | undefined;

async function closeAll(): Promise<void> {
	await stopAll();
	await running?.close();
	running = undefined;
}

/** Installs and builds, then starts the simulator and n8n with everything imported. */
async function setUp(options: DemoOptions): Promise<Stage> {
	const node = findNode();
	await checkDisk(!n8nIsInstalled(node));
	await installN8n(node);
	const port = await choosePort('n8n', options.port, '--port');
	const simulatorPort = await choosePort(
		'the simulator',
		options.simulatorPort,
		'--simulator-port',
	);

	// A folder per port, so that two demos do not share a database.
	const folder = join(runDir, String(port));
	const files = join(folder, 'files');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(files, { recursive: true });
	if (options.build) await buildPackage(join(folder, 'build.log'));
	placePackage(folder);

	running = await startSimulator(simulatorPort);
	say(`• Simulator of the connectivity API on ${running.url} (MFA is on)`);

	const owner: Owner = {
		email: 'owner@example.test',
		firstName: 'Demo',
		lastName: 'Owner',
		// n8n requires a capital letter and a digit.
		password: `Demo-${randomBytes(6).toString('base64url')}1`,
	};
	const n8n = await step(`Starting n8n ${wantedN8nVersion()} on SQLite`, () =>
		startN8n({
			userFolder: folder,
			port,
			owner,
			env: { N8N_ENCRYPTION_KEY: createEncryptionKey(), N8N_RESTRICT_FILE_ACCESS_TO: files },
		}),
	);
	const api = await N8nApi.login(n8n.url, owner);
	const csvFile = join(files, 'devices.csv');
	const credential = await createDemoCredential(api, running.url);
	const workflowId = await api.createWorkflow(provisioningWorkflow(credential, csvFile));
	say('• Credential and workflow "Provision a fleet" imported');
	const provisioning = { api, simulator: running, workflowId, csvFile };
	return { simulator: running, n8n, owner, provisioning, credential };
}

/** Runs the workflow once or twice. @returns whether report and ledger agree each time */
async function check(options: DemoOptions, provisioning: Provisioning): Promise<boolean> {
	const agreed = [await provision(provisioning, { run: 0 })];
	if (options.revokeMidway) agreed.push(await provision(provisioning, { run: 1, revoke: true }));
	say();
	const ok = agreed.every(Boolean);
	say(ok ? green('Report and ledger agree.') : red('Report and ledger differ.'));
	return ok;
}

/** Writes the next list after each run from the editor, since every run needs free SIMs. */
async function layOutDevices(stage: Stage, runs: number): Promise<void> {
	const { provisioning } = stage;
	const created = () =>
		stage.simulator.ledger().effects.filter(({ kind }) => kind === 'endpoint.created').length;
	for (let run = runs; ; run++) {
		const fleet = fleetOfRun(run);
		if (!fleet) {
			say(dim('All SIMs of the simulator are in use: restart the demo for another run.'));
			return;
		}
		writeFileSync(provisioning.csvFile, toCsv(fleet));
		const before = created();
		while (created() === before) await new Promise((resolve) => setTimeout(resolve, 1000));
		say(
			dim(`${created() - before} endpoints were created from the editor; the next list is ready.`),
		);
	}
}

function printWelcome({ n8n, owner, provisioning, simulator }: Stage): void {
	say();
	say(bold('The editor is open:'));
	say(`  ${n8n.url}/workflow/${provisioning.workflowId}`);
	say(`  ${owner.email}   ${owner.password}   (for this run only)`);
	say(`  The simulator, with its ledger and devices: ${simulator.url}/`);
	say(dim(`  Its API: ${simulator.url}/docs   n8n's log: ${n8n.logFile}`));
	say();
	say('"Execute workflow" provisions the next devices. Ctrl-C ends everything.');
}

async function main(): Promise<number> {
	const options = readOptions(process.argv.slice(2));
	if (!options) {
		say(usage);
		return 0;
	}
	stopOnSignals(() => sayLast('\nStopping …'));
	const stage = await setUp(options);
	const agreed = await check(options, stage.provisioning);
	const { api, simulator: service } = stage.provisioning;
	say();
	const triggers = await step('Activating "Quota guard" and "Two-way SMS"', async () =>
		activateTriggers(api, service, stage.credential),
	);
	const ok = (await checkTriggers(triggers)) && agreed;
	if (options.once) return ok ? 0 : 1;
	printWelcome(stage);
	void layOutDevices(stage, options.revokeMidway ? 2 : 1);
	const code = await stage.n8n.exited;
	throw new DemoError(`n8n has ended (code ${code}).`, `Its log is ${stage.n8n.logFile}.`);
}

void main()
	.catch(async (error: unknown) => {
		if (isStopping()) await new Promise(() => {}); // the signal's handler exits
		if (!(error instanceof DemoError)) throw error;
		say(red(`\n${error.message}`));
		if (error.advice) say(error.advice);
		return 1;
	})
	.finally(closeAll)
	.then(
		(code) => process.exit(code),
		(error: unknown) => {
			console.error(error);
			process.exit(1);
		},
	);
