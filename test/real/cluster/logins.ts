import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { exactly, type Figure } from '../../faults/figures';
import { byId, counts, endpointIds, withSimulator } from '../../faults/runs';
import { keepSecret, say } from '../../faults/secrets';
import * as f from '../../unit/request/sockets/faults';
import { isLogin, LOGIN_FAILURES } from '../../unit/request/sockets/loginFailures';
import { Service } from '../../unit/request/sockets/service';
import { RedisServer } from '../../support/redis/redis';
import { storeFor } from '../../support/n8n/n8n';
import { FolderStore } from './folderStore';
import type { Executions, OneLogin, Result } from './loginsProcess';
import { LoginsWorker } from './loginsWorker';
import { checkRedisServer } from './services';
import { type SimulatorHandle, USERS } from '../../../simulator';
import { Mfa } from '../../../simulator/account/mfa';

const PROCESSES = 4;
const EXECUTIONS = 50;
const ITEMS = 300;
const USER = 'cellularIotUserApi';
const TOKEN = 'cellularIotTokenApi';
const REDIS_PASSWORD = keepSecret('logins-Redis-Passw0rd');
/** An authenticator step of one and a half seconds. */
const FASTER = 20;
/** For a wrong password; the fourth process finds the account locked by the other three. */
const TOLD = /refused the user name or password|locked the account/;

const read = { resource: 'endpoint', operation: 'get', endpointId: byId('={{ $json.id }}') };
const send = { resource: 'sms', operation: 'send', endpointId: byId('10001'), payload: 'x' };

/** Runs all processes concurrently, each with its job. */
const all = async (workers: LoginsWorker[], job: (i: number) => Executions | OneLogin) =>
	await Promise.all(workers.map(async (worker, i) => await worker.run(job(i))));

const sum = (results: Result[], what: string) =>
	results.reduce((n, { said }) => n + (said[what] ?? 0), 0);
const most = (results: Result[]) => Math.max(...results.map((result) => result.logins));
const messagesOf = (results: Result[]) => [...new Set(results.flatMap(({ messages }) => messages))];

class Folders {
	private readonly root = mkdtempSync(join(tmpdir(), 'logins-'));

	/** A process with credentials for a service. */
	make(url: string, user: IDataObject = {}): string {
		const folder = mkdtempSync(join(this.root, 'store-'));
		const store = new FolderStore(folder);
		for (const [id, fields] of storeFor(url, { user }).data) store.set(id, fields);
		return folder;
	}

	remove(): void {
		rmSync(this.root, { recursive: true, force: true });
	}
}

/** Each failure for each kind of credential; a process runs them in turn. */
async function failing(workers: LoginsWorker[], folders: Folders): Promise<Figure> {
	const cases = LOGIN_FAILURES.flatMap((way) =>
		[TOKEN, USER].map((credential) => ({ way, credential })),
	);
	const number = cases.length;
	const tries: number[] = [];
	let honest = 0;
	const worker = async (live: LoginsWorker) => {
		for (let next = cases.shift(); next; next = cases.shift()) {
			const service = await Service.start();
			service.fail(f.at('read', next.way[1], { when: isLogin }));
			const folder = folders.make(service.url, { mfaMethod: 'none' });
			const items = Array.from({ length: ITEMS }, () => ({}));
			const { credential } = next;
			const job = { folder, credential, parameters: send, items, executions: 1 };
			const { said } = await live.run(job);
			honest += (said.notSent ?? 0) + (said.refused ?? 0);
			tries.push(service.arrivals.filter(isLogin).length);
			await service.close();
		}
	};
	await Promise.all(workers.map(worker));
	const what = `${ITEMS} items at each of ${LOGIN_FAILURES.length} failures with both credentials`;
	return {
		name: '14 (a login that fails)',
		wanted: `${what}: ${number * ITEMS} not sent, 1 or 2 logins each`,
		got: `${honest} not sent, ${Math.min(...tries)} to ${Math.max(...tries)} logins each`,
		held: honest === number * ITEMS && tries.every((n) => n === 1 || n === 2),
	};
}

const authenticated = (sim: SimulatorHandle) => sim.ledger().counters.authenticate;

async function expired(workers: LoginsWorker[], folders: Folders): Promise<Figure> {
	return await withSimulator({ seed: { endpoints: 1 } }, async (sim) => {
		const items = endpointIds(sim).map((id) => ({ id }));
		const place = { folder: folders.make(sim.url), credential: TOKEN };
		const job = { ...place, parameters: read, items, executions: 1 };
		// All of them had a session: one that all took over, or each its own.
		await all(workers, () => job);
		sim.clock.advance(241 * 60_000);
		const before = authenticated(sim);
		const results = await all(workers, () => ({ ...job, executions: EXECUTIONS }));
		const calls = authenticated(sim) - before;
		say(`  expired session: ${calls} logins in all`);
		for (const message of messagesOf(results)) say(`  an execution failed: ${message}`);
		return {
			name: '14 (expired session)',
			wanted: `${PROCESSES * EXECUTIONS} executions done, at most 1 login a process`,
			got: `${sum(results, 'done')} executions done, at most ${most(results)} login a process`,
			held:
				sum(results, 'done') === PROCESSES * EXECUTIONS &&
				most(results) <= 1 &&
				calls >= 1 &&
				calls <= PROCESSES,
		};
	});
}

async function wrongPassword(
	workers: LoginsWorker[],
	folders: Folders,
	redis?: IDataObject,
): Promise<Figure> {
	return await withSimulator({ seed: { endpoints: 1 } }, async (sim) => {
		const items = endpointIds(sim).map((id) => ({ id }));
		const password = keepSecret('Wr0ng-Passw0rd-of-four');
		const user = { username: USERS.trial.username, password, mfaMethod: 'none', ...redis };
		const place = { folder: folders.make(sim.url, user), credential: USER };
		const job = { ...place, parameters: read, items, executions: EXECUTIONS };
		const results = await all(workers, () => job);
		const isTold = messagesOf(results).every((message) => TOLD.test(message));
		const told = isTold ? sum(results, 'notSent') + sum(results, 'refused') : 0;
		const wanted = redis ? '1 login in all' : '1 login a process';
		const calls = authenticated(sim);
		return exactly(
			`14 (wrong password${redis ? ', shared limits' : ''})`,
			`${PROCESSES * EXECUTIONS} executions told, ${wanted}`,
			`${told} executions told, ${redis ? `${calls} login in all` : `${most(results)} login a process`}`,
		);
	});
}

/** Codes that reached the service during `run`, and the number of refused codes. */
async function codesDuring(job: () => Promise<void>): Promise<{ codes: string[]; no: number }> {
	const { complete } = Mfa.prototype;
	const used: string[] = [];
	let no = 0;
	Mfa.prototype.complete = function (mfaToken, code) {
		const taken = complete.call(this, mfaToken, code);
		used.push(code);
		if (!taken) no += 1;
		return taken;
	};
	try {
		await job();
	} finally {
		Mfa.prototype.complete = complete;
	}
	return { codes: used, no };
}

/** An authenticator in four credentials, and a typed-in code that four workers find in theirs. */
async function codes(
	workers: LoginsWorker[],
	folders: Folders,
	redis: IDataObject,
): Promise<Figure[]> {
	const figure = (
		name: string,
		wanted: number,
		results: Result[],
		codesTried: string[],
		no: number,
	) => {
		for (const message of messagesOf(results)) say(`  ${message}`);
		const twice = [...counts(codesTried).values()].filter((n) => n > 1).length;
		return exactly(
			`14 (${name})`,
			`${PROCESSES} sessions, codes used: ${wanted}, by two processes: 0, refused: 0`,
			`${sum(results, 'done')} sessions, codes used: ${codesTried.length}, by two processes: ${twice}, refused: ${no}`,
		);
	};
	const authenticator = await withSimulator({}, async (sim) => {
		const began = Date.now();
		sim.clock.now = () => began + (Date.now() - began) * FASTER;
		// Separate credentials, so that no session is shared and each needs a code.
		const places = workers.map(() => ({ folder: folders.make(sim.url, redis), credential: USER }));
		let results: Result[] = [];
		const { codes: tried, no } = await codesDuring(async () => {
			results = await all(workers, (i) => ({ ...places[i]!, began, faster: FASTER }));
		});
		return figure('authenticator', PROCESSES, results, tried, no);
	});
	const typed = await withSimulator({}, async (sim) => {
		const { username, password } = USERS.mail;
		const user = { username, password, mfaMethod: 'code', ...redis };
		const folder = folders.make(sim.url, user);
		const job = { folder, credential: USER, began: Date.now(), faster: 1 };
		// The code is mailed, and a user types it into the credential.
		await workers[0]!.run(job);
		const store = new FolderStore(folder);
		store.data.set(USER, { ...store.get(USER), oneTimeCode: sim.codeFor(username) });
		// Long enough for all to use it before the first has stored its session.
		const match = { path: '/api/v1/authenticate' };
		sim.setFaults({ rules: [{ match, kind: 'delayAnswer', delayMs: 500 }] });
		let results: Result[] = [];
		const { codes: tried, no } = await codesDuring(async () => {
			results = await all(workers, () => job);
		});
		return figure('typed code', 1, results, tried, no);
	});
	return [authenticator, typed];
}

/** Figure 14: four processes, and the number of their authenticate calls. */
export async function logins(): Promise<Figure[]> {
	await checkRedisServer();
	const server = await RedisServer.start(['--requirepass', REDIS_PASSWORD]);
	const redisUrl = `redis://:${REDIS_PASSWORD}@127.0.0.1:${server.port}`;
	const redis = { shareLimits: true, redisUrl };
	const workers = Array.from({ length: PROCESSES }, () => new LoginsWorker());
	const folders = new Folders();
	try {
		return [
			await failing(workers, folders),
			await expired(workers, folders),
			await wrongPassword(workers, folders),
			await wrongPassword(workers, folders, redis),
			...(await codes(workers, folders, redis)),
		];
	} finally {
		for (const worker of workers) worker.stop();
		await server.down();
		folders.remove();
	}
}
