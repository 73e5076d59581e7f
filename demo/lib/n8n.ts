import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DemoError } from './console';
import { findNode } from './node';
import { n8nDir, requireFromN8n } from './paths';
import { choosePort } from './preflight';
import { type RunningProcess, startProcess } from './processes';

/** The owner account of the demo's n8n. */
export interface Owner {
	email: string;
	firstName: string;
	lastName: string;
	password: string;
}

interface StartN8nOptions {
	/**
	 * `main` serves the editor, the API and webhooks; `worker` only runs executions from the queue;
	 * `webhook` only accepts calls and queues them.
	 */
	mode?: 'main' | 'worker' | 'webhook';
	/** Where n8n keeps `.n8n`; each process of a cluster should have its own. */
	userFolder: string;
	/** Port of the editor and of webhooks, or of the health check (`worker`); on loopback. */
	port: number;
	/** Overrides the demo's settings; processes of one cluster need the same N8N_ENCRYPTION_KEY. */
	env?: NodeJS.ProcessEnv;
	/** Created when n8n starts; later starts reset the password. */
	owner?: Owner;
	/** Concurrent executions of a worker. */
	concurrency?: number;
	/** Default: `n8n.log` in the user folder. */
	logFile?: string;
	/** Start timeout in milliseconds. */
	readyWithin?: number;
	/** An n8n other than the demo's: its folder, and the Node it runs on. */
	installed?: { dir: string; node: string };
}

export interface RunningN8n extends RunningProcess {
	/** Without a trailing slash. */
	readonly url: string;
	readonly userFolder: string;
}

// No internet access, no survey, no cookie that needs TLS, loopback only.
const headless: NodeJS.ProcessEnv = {
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_HOST: '127.0.0.1',
	N8N_SECURE_COOKIE: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIDE_USAGE_PAGE: 'true',
	N8N_PYTHON_ENABLED: 'false',
	// n8n downloads the catalogue of MCP servers at every start.
	N8N_DISABLED_MODULES: 'mcp-registry',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_LOG_LEVEL: 'info',
	N8N_LOG_OUTPUT: 'console',
	NO_COLOR: '1',
};

/** The user's own n8n settings must not leak into the demo. */
function inheritedEnv(): NodeJS.ProcessEnv {
	const foreign = /^(N8N|DB|QUEUE|EXECUTIONS|NODES|WEBHOOK|CREDENTIALS|npm)_|^NODE_OPTIONS$/;
	const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
	const noProxy = [process.env.NO_PROXY ?? process.env.no_proxy, '127.0.0.1', 'localhost'];
	return { ...Object.fromEntries(kept), NO_PROXY: noProxy.filter(Boolean).join(',') };
}

/** Common settings of every n8n started here. */
export const quietEnv = (userFolder: string): NodeJS.ProcessEnv => ({
	...inheritedEnv(),
	...headless,
	N8N_USER_FOLDER: userFolder,
});

function ownerEnv(owner: Owner): NodeJS.ProcessEnv {
	const bcrypt = requireFromN8n<{ hashSync(text: string, rounds: number): string }>('bcryptjs');
	return {
		N8N_INSTANCE_OWNER_MANAGED_BY_ENV: 'true',
		N8N_INSTANCE_OWNER_EMAIL: owner.email,
		N8N_INSTANCE_OWNER_FIRST_NAME: owner.firstName,
		N8N_INSTANCE_OWNER_LAST_NAME: owner.lastName,
		N8N_INSTANCE_OWNER_PASSWORD_HASH: bcrypt.hashSync(owner.password, 10),
	};
}

/** A key for N8N_ENCRYPTION_KEY. */
export function createEncryptionKey(): string {
	return randomBytes(24).toString('base64');
}

/**
 * Starts n8n (SQLite unless `env` says otherwise) and resolves when it is ready to serve.
 * `stop()` ends it together with its task runner.
 */
export async function startN8n(options: StartN8nOptions): Promise<RunningN8n> {
	const { mode = 'main', userFolder, port, owner, readyWithin = 300_000 } = options;
	const { installed = { dir: n8nDir, node: findNode() } } = options;
	mkdirSync(userFolder, { recursive: true });
	const brokerPort =
		options.env?.N8N_RUNNERS_BROKER_PORT ?? (await choosePort('the task broker', port + 1));
	const url = `http://127.0.0.1:${port}`;
	const logFile = options.logFile ?? join(userFolder, 'n8n.log');
	const args = {
		main: ['start'],
		worker: ['worker', `--concurrency=${options.concurrency ?? 5}`],
		webhook: ['webhook'],
	}[mode];
	const health = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port) };
	const n8n = startProcess({
		name: `n8n ${mode}`,
		command: installed.node,
		args: [join(installed.dir, 'bin', 'n8n'), ...args],
		cwd: userFolder,
		env: {
			...quietEnv(userFolder),
			N8N_RUNNERS_BROKER_PORT: String(brokerPort),
			...(mode === 'worker' ? health : { N8N_PORT: String(port) }),
			...(owner && ownerEnv(owner)),
			...options.env,
		},
		logFile,
	});
	await untilReady(n8n, `${url}/healthz/readiness`, readyWithin);
	return { ...n8n, url, userFolder };
}

async function untilReady(n8n: RunningProcess, address: string, within: number): Promise<void> {
	const deadline = performance.now() + within;
	let ended: number | null | undefined;
	void n8n.exited.then((code) => (ended = code));
	while (ended === undefined && performance.now() < deadline) {
		const answer = await fetch(address).catch(() => undefined);
		if (answer?.ok) return;
		await sleep(200);
	}
	const trouble =
		ended === undefined
			? `${n8n.name} was not ready after ${within / 1000} s.`
			: `${n8n.name} ended while starting (code ${ended}).`;
	await n8n.stop();
	throw new DemoError(trouble, `Its output is in ${n8n.logFile}.`);
}
