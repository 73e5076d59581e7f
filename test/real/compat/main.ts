import '../../faults/resolve';
import 'reflect-metadata';
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Execution } from '../../../demo/lib/api';
import { DemoError, green, red, say, step } from '../../../demo/lib/console';
import { installN8n } from '../../../demo/lib/install';
import { findNode } from '../../../demo/lib/node';
import { createEncryptionKey, quietEnv, startN8n } from '../../../demo/lib/n8n';
import { buildPackage } from '../../../demo/lib/package';
import { rootDir, wantedN8nVersion } from '../../../demo/lib/paths';
import { choosePort } from '../../../demo/lib/preflight';
import { stopAll, stopOnSignals } from '../../../demo/lib/processes';
import { APPLICATION_TOKENS, type SimulatorHandle, start } from '../../../simulator';
import { installPacked } from '../../support/n8n/packed';
import { hasRedisServer, RedisServer } from '../../support/redis/redis';
import { doneBy, savedWorkflows, SERVICE } from '../../support/savedWorkflows';
import { until } from '../../support/until';
import { Hosts } from '../stage/hosts';
import { compareEngines } from './engine2';
import { demos, install, type Installed } from './install';
import { tryReliances } from './reliances/run';
import { placeProbes, plain, probing } from './reliances/stage';
import { unverifiedPackages } from './unverified';
import { DEFAULTS_OF_N8N_3, NEWEST, NO_PRIVATE_ADDRESSES, VERSIONS } from './versions';
import {
	asking,
	AWAITED,
	awaiting,
	credential,
	hearing,
	pausing,
	reading,
	sending,
} from './workflows';

/*
 * Tests the packed package on older versions of n8n, each on its own Node, on the demo's version and on
 * the newest, the latter also with n8n 3's default settings: the package loads, a workflow runs, workflows that
 * were saved from releases do what they did, a trigger starts a workflow, and n8n's Redis client is found (if
 * this machine has a Redis). The simulator verifies the effects. `engine2` compares n8n's two engines;
 * `without-ioredis` runs what needs no Redis in an n8n where the package finds no Redis client.
 *
 *   npm run test:compat [-- --no-build] [--reliances | --waits | --streams | --saved] [versions of n8n]
 *   npm run test:compat -- without-ioredis
 *   npm run test:compat -- engine2 [--quick] [names of figures]
 */

const cache = join(rootDir, '.cache', 'compat');
/** The name of the leg that compares n8n's engines. */
const ENGINE_2 = 'engine2';
/** The name of the leg in which n8n has no Redis client for the package. */
const WITHOUT_IOREDIS = 'without-ioredis';

/** An n8n with the package, and the service. */
class Trial {
	readonly folder: string;
	private readonly env: NodeJS.ProcessEnv;
	private broker = 0;

	constructor(
		readonly n8n: Installed,
		readonly sim: SimulatorHandle,
		settings: NodeJS.ProcessEnv = {},
	) {
		// Outside this repository, whose dev dependencies would be found instead of n8n's own.
		this.folder = mkdtempSync(join(tmpdir(), `cellular-iot-${n8n.n8n}-`));
		this.env = {
			N8N_ENCRYPTION_KEY: createEncryptionKey(),
			// Older versions exit at the name of an unknown module.
			...(n8n.n8n !== wantedN8nVersion() && { N8N_DISABLED_MODULES: undefined }),
			...settings,
		};
		installPacked(this.folder, n8n.dir);
	}

	/** Runs a command of n8n's CLI. */
	private async cli(...args: string[]): Promise<string> {
		this.broker ||= await choosePort('the task broker', 5890);
		const { stdout } = await promisify(execFile)(
			this.n8n.node,
			[join(this.n8n.dir, 'bin', 'n8n'), ...args],
			{
				cwd: this.folder,
				env: {
					...quietEnv(this.folder),
					...this.env,
					N8N_RUNNERS_BROKER_PORT: String(this.broker),
				},
				maxBuffer: 50_000_000,
				timeout: 300_000,
			},
		);
		return stdout;
	}

	private async importAs(kind: 'credentials' | 'workflow', ...all: object[]): Promise<void> {
		const file = join(this.folder, `${kind}.json`);
		writeFileSync(file, JSON.stringify(all));
		await this.cli(`import:${kind}`, `--input=${file}`);
	}

	private async publish(id: string): Promise<void> {
		await this.cli('publish:workflow', `--id=${id}`).catch(
			// The label in 1.x.
			async () => await this.cli('update:workflow', `--id=${id}`, '--active=true'),
		);
	}

	/** A manual workflow that outputs three endpoints. */
	async runsAWorkflow(): Promise<void> {
		await this.importAs('credentials', credential(this.sim.url, APPLICATION_TOKENS.reseller));
		await this.importAs('workflow', reading);
		const printed = await this.cli('execute', `--id=${reading.id}`, '--rawOutput');
		const read = this.sim.ledger().requests.filter(({ path }) => path === '/api/v1/endpoint');
		assert.equal(read.length, 1, printed.slice(-2000));
		assert.match(printed, /"iccid"/);
	}

	/** Workflows that were saved from released forms do what they did then. */
	async runsWhatWasSaved(): Promise<void> {
		for (const { workflow, expected } of savedWorkflows()) {
			const sim = await start(SERVICE);
			try {
				await this.importAs('credentials', credential(sim.url, APPLICATION_TOKENS.reseller));
				await this.importAs('workflow', workflow);
				const itemsAt = await this.itemsOf(workflow.id);
				assert.deepEqual(
					doneBy(workflow, sim.ledger().requests, itemsAt),
					expected,
					`${workflow.name}: it does something else than it did`,
				);
			} finally {
				await sim.close();
			}
		}
	}

	/**
	 * Retry On Fail: of two SMS, one is cut off after the service has accepted it, the other is refused.
	 * The next try sends only the refused SMS.
	 */
	async sendsOnceUnderRetryOnFail(): Promise<void> {
		await this.importAs('credentials', credential(this.sim.url, APPLICATION_TOKENS.reseller));
		await this.importAs('workflow', sending);
		const match = { method: 'POST', path: '/sms$' };
		this.sim.setFaults({
			rules: [
				{ match, kind: 'resetAfter', times: 1 },
				{ match, kind: 'errorBefore', status: 422, times: 1 },
			],
		});
		const printed = await this.cli('execute', `--id=${sending.id}`, '--rawOutput').catch(
			(error: { stdout?: string; stderr?: string }) => `${error.stdout}${error.stderr}`,
		);
		this.sim.clearFaults();
		const { effects, requests } = this.sim.ledger();
		const asked = requests.filter(({ method, path }) => method === 'POST' && /sms$/.test(path));
		const sent = effects.filter(({ kind }) => kind === 'sms.sent');
		assert.match(printed, /Unknown whether/, printed.slice(-2000));
		assert.equal(asked.length, 3, 'the refused one twice, the other once');
		assert.deepEqual(sent.map(({ endpointId }) => endpointId).sort(), [10001, 10002]);
	}

	/** A device that takes its SMS is met; one that does not waits once in n8n's Wait node and times out. */
	async awaitsInALoop(): Promise<void> {
		await this.importAs('credentials', credential(this.sim.url, APPLICATION_TOKENS.reseller));
		await this.importAs('workflow', awaiting);
		for (const [connectivity, endpointId] of [
			['ONLINE', AWAITED.online],
			['OFFLINE', AWAITED.offline],
		] as const) {
			this.sim.store.endpoints.get(endpointId)!.connectivity = connectivity;
		}
		const itemsAt = await this.itemsOf(awaiting.id);
		const at = (node: string) => itemsAt(node).map(({ endpoint_id }) => endpoint_id);
		const left = { met: at('Met'), notYet: at('Wait'), timedOut: at('Timed Out') };
		const { online, offline } = AWAITED;
		assert.deepEqual(left, { met: [online], notYet: [offline], timedOut: [offline] });
	}

	/** A question that comes back to its node without its state is refused, and its SMS is not sent again. */
	async refusesWhatLostItsState(): Promise<void> {
		await this.importAs('credentials', credential(this.sim.url, APPLICATION_TOKENS.reseller));
		await this.importAs('workflow', asking);
		const sent = () =>
			this.sim.ledger().effects.filter(({ detail }) => detail.payload === 'STATUS?').length;
		const itemsAt = await this.itemsOf(asking.id);
		assert.match(JSON.stringify(itemsAt('Refused')), /"await\\" of the item is missing/);
		assert.equal(sent(), 1);
	}

	/** Runs a workflow. @returns the items that a node has given in all of its runs, at its first output */
	private async itemsOf(id: string) {
		const printed = await this.cli('execute', `--id=${id}`, '--rawOutput');
		// On a busy machine n8n may print a line of its own after the run.
		const execution = printed.slice(printed.search(/^{/m), printed.search(/^}/m) + 1);
		const { data } = JSON.parse(execution) as Execution;
		return (node: string): Array<Record<string, unknown>> =>
			(data.resultData.runData[node] ?? []).flatMap((run) =>
				(run.data?.main[0] ?? []).map(({ json }) => json),
			);
	}

	/** The same for an account with shared limits, through n8n's own Redis client. */
	async sharesItsLimits(): Promise<void> {
		const redis = await RedisServer.start();
		try {
			const sharing = credential(this.sim.url, APPLICATION_TOKENS.reseller, redis.url);
			await this.importAs('credentials', sharing);
			await this.importAs('workflow', reading);
			const printed = await this.cli('execute', `--id=${reading.id}`, '--rawOutput');
			assert.match(printed, /"iccid"/, printed.slice(-2000));
			assert.notDeepEqual(await redis.keys(), [], 'nothing was kept on the Redis');
		} finally {
			await redis.down();
		}
	}

	/** An account with shared limits, in an n8n without a Redis client: refused in words, nothing is sent. */
	async namesTheMissingClient(): Promise<void> {
		const sharing = credential(
			this.sim.url,
			APPLICATION_TOKENS.reseller,
			'redis://127.0.0.1:6379/0',
		);
		await this.importAs('credentials', sharing);
		await this.importAs('workflow', reading);
		const before = this.sim.ledger().requests.length;
		const printed = await this.cli('execute', `--id=${reading.id}`, '--rawOutput').catch(
			(error: { stdout?: string; stderr?: string }) => `${error.stdout}${error.stderr}`,
		);
		assert.match(printed, /npm install ioredis@5/, printed.slice(-2000));
		assert.equal(this.sim.ledger().requests.length, before);
	}

	/** n8n blocks a private address, and the error explains why. */
	async isKeptFromPrivateAddresses(): Promise<void> {
		await this.importAs('credentials', credential(this.sim.url, APPLICATION_TOKENS.reseller));
		await this.importAs('workflow', reading);
		const printed = await this.cli('execute', `--id=${reading.id}`, '--rawOutput').catch(
			(error: { stdout?: string; stderr?: string }) => `${error.stdout}${error.stderr}`,
		);
		assert.equal(this.sim.ledger().requests.length, 0);
		assert.match(printed, /N8N_SSRF_ALLOWED/);
	}

	/** What n8n does without promising it, each by the name of its file. */
	async keepsReliances(): Promise<void> {
		await placeProbes(this.folder);
		await this.importAs('credentials', credential(this.sim.url, APPLICATION_TOKENS.reseller));
		await this.importAs('workflow', reading, probing, plain);
		const before = this.sim.ledger().requests.length;
		for (const time of ['first', 'second']) {
			await this.cli('execute', `--id=${reading.id}`, '--rawOutput').catch(
				({ stdout, stderr, code, signal }: FailedCommand) => {
					const ended = `code ${code}, signal ${signal}`;
					const printed = `${stdout}${stderr}`.slice(-2000);
					throw new Error(`the ${time} run has failed (${ended}): ${printed}`);
				},
			);
		}
		const asked = this.sim.ledger().requests.slice(before);
		const logins = asked.filter(({ path }) => path === '/api/v1/authenticate').length;
		for (const { id } of [probing, plain]) await this.publish(id);
		const { folder, n8n, env } = this;
		await tryReliances({ folder, n8n, env, logins });
	}

	/** "Pause While n8n Stops": the stop of n8n pauses the stream, and the next start resumes it. */
	async resumesWhatAStopHasPaused(): Promise<void> {
		await this.importAs('credentials', credential(this.sim.url, APPLICATION_TOKENS.reseller));
		await this.importAs('workflow', pausing);
		await this.publish(pausing.id);
		const hosts = new Hosts();
		const origin = 'https://n8n.example';
		const env = {
			...this.env,
			...hosts.env(this.env.NODE_OPTIONS),
			WEBHOOK_URL: `${origin}/`,
		};
		const port = await choosePort('n8n', 5885);
		const url = `http://127.0.0.1:${port}`;
		hosts.set({ [new URL(origin).hostname]: url });
		this.sim.streams.set({ reach: { [origin]: url } });
		const states = () => [...this.sim.store.streams.values()].map(({ statusId }) => statusId);
		const requests = () => this.sim.ledger().requests.length;
		const startedN8n = async () => {
			const { folder: userFolder, n8n: installed } = this;
			const before = requests();
			const n8n = await startN8n({ userFolder, port, env, installed, readyWithin: 300_000 });
			await until('n8n publishes the workflow', () => requests() > before, 120, 100);
			let last = -1;
			await until('its job is done', () => last === (last = requests()), 120, 3_000);
			return n8n;
		};
		await (await startedN8n()).stop(30_000);
		assert.deepEqual(states(), [2], 'the stop has not paused the stream');
		const n8n = await startedN8n();
		try {
			// The last look comes five minutes after those that follow the start.
			await until('the stream runs again', () => states().join() === '1', 420, 200);
		} finally {
			await n8n.stop();
		}
	}

	/** A published workflow: an SMS starts it, and it reads the sending endpoint. */
	async startsByATrigger(): Promise<void> {
		await this.importAs('workflow', hearing);
		await this.publish(hearing.id);
		const port = await choosePort('n8n', 5880);
		const n8n = await startN8n({
			userFolder: this.folder,
			port,
			env: this.env,
			installed: this.n8n,
			readyWithin: 300_000,
		});
		try {
			const [endpoint] = this.sim.store.endpoints.values();
			const message = {
				id: 1,
				payload: 'hello',
				submit_date: '2026-03-01 12:00:00',
				source_address: '491510000001',
				dest_address: '12345',
				dcs: 0,
				endpoint: { id: endpoint!.id, name: endpoint!.name },
				organisation: { id: 1001 },
			};
			const address = `${n8n.url}/webhook/${hearing.webhookId}/${hearing.path}`;
			await until('the address takes a message', async () => {
				const { ok } = await fetch(address, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify(message),
				});
				return ok;
			});
			const path = `/api/v1/endpoint/${endpoint!.id}`;
			const isRead = () => this.sim.ledger().requests.some((request) => request.path === path);
			await until('the message starts the workflow', isRead);
		} finally {
			await n8n.stop();
		}
	}
}

/** How a command of n8n's CLI has ended that did not succeed. */
interface FailedCommand {
	stdout?: string;
	stderr?: string;
	code?: number | null;
	signal?: string | null;
}

interface Attempt {
	n8n: Installed;
	/** Settings; by default those of the version. */
	name?: string;
	settings?: NodeJS.ProcessEnv;
}

type Steps = Record<string, (trial: Trial) => Promise<void>>;

const RELIANCES: Steps = {
	'what n8n does not promise': async (trial) => await trial.keepsReliances(),
};
const WAITS: Steps = {
	'a wait in a loop': async (trial) => await trial.awaitsInALoop(),
	'a question without its state': async (trial) => await trial.refusesWhatLostItsState(),
};
const STREAMS: Steps = {
	'a stream that pauses while n8n stops': async (trial) => await trial.resumesWhatAStopHasPaused(),
};
const SAVED: Steps = {
	'workflows saved from releases': async (trial) => await trial.runsWhatWasSaved(),
};
const WITHOUT_A_REDIS: Steps = {
	...SAVED,
	'a workflow': async (trial) => await trial.runsAWorkflow(),
	'an SMS under Retry On Fail': async (trial) => await trial.sendsOnceUnderRetryOnFail(),
	...WAITS,
	'a trigger': async (trial) => await trial.startsByATrigger(),
	...STREAMS,
};
const TYPICAL_USE: Steps = {
	...WITHOUT_A_REDIS,
	...RELIANCES,
	...(hasRedisServer() && {
		'limits shared on a Redis': async (trial: Trial) => await trial.sharesItsLimits(),
	}),
};

/** Whether the command line asks for one kind of steps alone. */
const isOneKind = (): boolean => wantedSteps() !== TYPICAL_USE;

/** The steps that the command line asks for: one kind alone, or typical use. */
function wantedSteps(): Steps {
	if (process.argv.includes('--reliances')) return RELIANCES;
	if (process.argv.includes('--streams')) return STREAMS;
	if (process.argv.includes('--saved')) return SAVED;
	return process.argv.includes('--waits') ? WAITS : TYPICAL_USE;
}

/** Tests one n8n with typical use, unless `steps` say otherwise. @returns false on a failure */
async function tryOn({ n8n, name, settings }: Attempt, steps = wantedSteps()): Promise<boolean> {
	const node = execFileSync(n8n.node, ['--version'], { encoding: 'utf8' }).trim();
	const sim = await start({ seed: { endpoints: 3 } });
	const what = `n8n ${n8n.n8n} on Node ${node}${name === undefined ? '' : `, ${name}`}`;
	const trial = new Trial(n8n, sim, settings);
	try {
		for (const [title, run] of Object.entries(steps)) {
			await step(`${what}: ${title}`, async () => await run(trial));
		}
		say(green(`✓ ${what}`));
		return true;
	} catch (error) {
		say(red(`✗ ${what}: ${(error as Error).message.slice(0, 3000)}`));
		return false;
	} finally {
		await sim.close();
		rmSync(trial.folder, { recursive: true, force: true });
	}
}

/** Whether n8n loads an unverified package, depending on its setting. */
const tryUnverified = async (n8n: Installed): Promise<boolean> =>
	await tryOn(
		{ n8n, name: 'packages that n8n has not verified' },
		{ 'switched off, and on': async () => await unverifiedPackages(n8n) },
	);

/** All that shares no limits on a Redis, in an n8n where the package finds no Redis client. */
const tryWithoutIoredis = async (n8n: Installed): Promise<boolean> => {
	const hiding = join(__dirname, 'withoutIoredis.cjs');
	return await tryOn(
		{ n8n, name: 'without ioredis', settings: { NODE_OPTIONS: `--require=${hiding}` } },
		{
			...WITHOUT_A_REDIS,
			'limits shared on a Redis': async (trial) => await trial.namesTheMissingClient(),
		},
	);
};

/** The newest n8n, with its own defaults and with those of n8n 3. */
async function tryNewest(): Promise<number> {
	const n8n = await install(NEWEST);
	const held = [await tryOn({ n8n })];
	if (isOneKind()) return held.filter((ok) => !ok).length;
	for (const [name, settings] of Object.entries(DEFAULTS_OF_N8N_3)) {
		held.push(await tryOn({ n8n, name, settings }));
	}
	const forbidden = { n8n, name: 'private addresses forbidden', settings: NO_PRIVATE_ADDRESSES };
	held.push(
		await tryOn(forbidden, {
			'a service on loopback': async (trial) => await trial.isKeptFromPrivateAddresses(),
		}),
	);
	held.push(await tryUnverified(n8n));
	return held.filter((ok) => !ok).length;
}

async function main(): Promise<number> {
	const args = process.argv.slice(2);
	const wanted = args.filter((arg) => !arg.startsWith('--'));
	stopOnSignals(() => say('\nStopping …'));
	mkdirSync(cache, { recursive: true });
	const [leg, ...figures] = wanted;
	if (leg === WITHOUT_IOREDIS) {
		if (!args.includes('--no-build')) await buildPackage(join(cache, 'build.log'));
		await installN8n(findNode());
		return (await tryWithoutIoredis(demos())) ? 0 : 1;
	}
	if (leg === ENGINE_2) return (await compareEngines(figures, args.includes('--quick'))) ? 0 : 1;
	if (!args.includes('--no-build')) await buildPackage(join(cache, 'build.log'));
	const isWanted = ({ n8n }: { n8n: string }) => wanted.length === 0 || wanted.includes(n8n);
	let failed = 0;
	for (const version of VERSIONS.filter(isWanted)) {
		if (!(await tryOn({ n8n: await install(version) }))) failed += 1;
	}
	if (isWanted(demos())) {
		await installN8n(findNode());
		if (!(await tryOn({ n8n: demos() }))) failed += 1;
		if (!isOneKind() && !(await tryUnverified(demos()))) failed += 1;
		if (!isOneKind() && !(await tryWithoutIoredis(demos()))) failed += 1;
	}
	if (isWanted(NEWEST)) failed += await tryNewest();
	if (isWanted({ n8n: ENGINE_2 }) && !(await compareEngines([], false))) failed += 1;
	await stopAll();
	return failed;
}

void main()
	.catch((error: unknown) => {
		if (!(error instanceof DemoError)) throw error;
		say(red(`${error.message} ${error.advice ?? ''}`));
		return 1;
	})
	.then((failed) => process.exit(failed === 0 ? 0 : 1));
