import { stub } from '../../support/stub';
import { APPLICATION_TOKENS, start, type SimulatorHandle } from '../../../simulator';
import type { Client } from '../../../src/run/client';
import type { KeyLedger } from '../../../src/keys/ledger';
import type { Transport } from '../../../src/wire';
import { directTransport } from '../../support/directTransport';
import type { Random } from '../../support/random';
import type { Violation } from '../history';
import { BEGIN, dateFor, realGlobals } from '../globals';
import { nodeModule, type Subject } from '../subject';
import type { NeighbourPackage } from './package';

/*
 * One account of the service that several parties work on: processes of n8n, each with its own copy of
 * the package, other programs, and people. The simulator is the service. Between any two requests of a
 * process the world can let others act, or kill the process; waits take no time.
 */

/** A request of a process, and its answer. */
export interface Exchanged {
	/** Its number in the world, from 1. */
	number: number;
	process: number;
	/** When it arrived, by the clock of the service. */
	at: number;
	method: string;
	path: string;
	query: string;
	body: unknown;
	status: number;
	answer: unknown;
}

/** The address of the service, as credentials have it. */
const BASE_URL = 'https://account.example';
/** A session is renewed when it is this old, in milliseconds. */
const SESSION_MS = 3 * 60 * 60_000;

/** Lets others act before the request of this number of a job. */
export type Between = (number: number) => Promise<void> | void;

/** The answer to a killed process: none. */
const never = async (): Promise<never> => await new Promise<never>(() => {});

/** A store that a killed process reaches no more. */
function whileAlive(store: KeyLedger, life: { isOver: boolean }): KeyLedger {
	const alive = async <T>(job: () => Promise<T>): Promise<T> =>
		life.isOver ? await never() : await job();
	return {
		most: store.most,
		atOnce: store.atOnce,
		mostOpen: store.mostOpen,
		claim: async (keys) => await alive(async () => await store.claim(keys)),
		confirm: async (keys) => await alive(async () => await store.confirm(keys)),
		settle: async (verdicts) => await alive(async () => await store.settle(verdicts)),
		close: async () => await alive(async () => await store.close()),
	};
}

/** A process of n8n. */
export interface Worker {
	/** Its number among the processes of the world. */
	number: number;
	client: Client;
	package: NeighbourPackage;
	kill: () => void;
	/** Rejects when the process is killed. */
	killed: Promise<void>;
}

export class Account {
	readonly exchanged: Exchanged[] = [];
	readonly lines: string[] = [];
	readonly violations: Violation[] = [];
	private token = '';
	private loggedInAt = 0;
	/** The time of the service and of all processes: it passes only by {@link pass}. */
	private time = BEGIN;
	/** The requests to the service, which come one after the other. */
	private line: Promise<unknown> = Promise.resolve();
	private processes = 0;
	/** The service, which all worlds of a process use in turn; it ends with the process. */
	private static running: Promise<SimulatorHandle> | undefined;

	private constructor(
		readonly sim: SimulatorHandle,
		readonly random: Random,
		private readonly subject: Subject,
	) {}

	/** The account of a world, with a fleet of the given size. */
	static async open(
		subject: Subject,
		random: Random,
		fleet: { endpoints: number; sims?: number },
	): Promise<Account> {
		Account.running ??= start({ limits: 'off', seed: { bulkDelayMs: 0 } });
		const sim = await Account.running;
		await sim.reset();
		sim.clock.set(BEGIN);
		sim.seed(fleet);
		const account = new Account(sim, random, subject);
		return account;
	}

	say(line: string): void {
		this.lines.push(line);
	}

	violated(rule: string, what: string): void {
		this.violations.push({ rule, what });
	}

	/** Lets time pass for everybody. */
	pass(ms: number): void {
		this.time += ms;
		this.sim.clock.set(this.time);
	}

	/** Waits, together with all who wait at the same time. */
	private async sleep(ms: number): Promise<void> {
		const end = this.time + ms;
		await new Promise((resolve) => setImmediate(resolve));
		if (end > this.time) this.pass(end - this.time);
	}

	/** The present, in milliseconds since 1970. */
	get now(): number {
		return this.time;
	}

	/** A new process of n8n; `between` is called before each of its requests. */
	worker(between: Between = () => {}, keys?: KeyLedger): Worker {
		const number = (this.processes += 1);
		const globals = { ...realGlobals(), Date: dateFor(() => this.time) };
		// eslint-disable-next-line no-restricted-syntax -- the bundle exports what NeighbourPackage names
		const code = this.subject.start(nodeModule, globals) as unknown as NeighbourPackage;
		const life = { isOver: false };
		let end: () => void = () => {};
		const killed = new Promise<void>((resolve) => (end = resolve));
		let count = 0;
		const transport: Transport = async (wire) => {
			if (life.isOver) return await never();
			await between((count += 1));
			if (life.isOver) return await never();
			const { pathname, search } = new URL(wire.url);
			const url = wire.url.replace(BASE_URL, this.sim.url);
			let at = 0;
			const answer = await this.inLine(async () => {
				at = this.time;
				return await directTransport({ ...wire, url, signal: undefined });
			});
			this.exchanged.push({
				number: this.exchanged.length + 1,
				process: number,
				at,
				method: wire.method,
				path: pathname,
				query: decodeURIComponent(search),
				body: wire.body === undefined ? undefined : (JSON.parse(wire.body) as unknown),
				status: answer.status,
				answer: answer.body,
			});
			if (life.isOver) return await never();
			return answer;
		};
		const lanes = new code.Lanes(`${BASE_URL} 1001`);
		const client = new code.Client({
			baseUrl: BASE_URL,
			accountKind: 'token',
			transport,
			token: async (refused) => await this.session(refused),
			lanes: () => lanes,
			clock: { now: () => this.time },
			sleep: async (ms) => (life.isOver ? await never() : await this.sleep(ms)),
			random: () => this.random.next(),
			login: stub({}),
			keys: keys && whileAlive(keys, life),
		});
		const kill = () => {
			life.isOver = true;
			end();
		};
		return { number, client, package: code, kill, killed };
	}

	/**
	 * A request of another program or a person, outside the package; gives its status, and when it
	 * arrived by the clock of the service.
	 */
	async request(
		method: string,
		path: string,
		body: unknown,
	): Promise<{ status: number; at: number }> {
		const session = await this.session();
		return await this.inLine(async () => {
			const at = this.time;
			const response = await fetch(`${this.sim.url}${path}`, {
				method,
				headers: {
					authorization: `Bearer ${session}`,
					'content-type': 'application/json',
					connection: 'close',
				},
				body: JSON.stringify(body),
			});
			await response.arrayBuffer();
			return { status: response.status, at };
		});
	}

	/** The endpoints of the account in the order of their ids. */
	get endpoints() {
		const all = [...this.sim.store.endpoints.values()];
		return all.filter(({ statusId }) => statusId !== 2).sort((a, b) => a.id - b.id);
	}

	/** Sends one request at a time, at the present: worlds happen alike each time. */
	private async inLine<T>(send: () => Promise<T>): Promise<T> {
		const sent = this.line.then(async () => {
			this.sim.clock.set(this.time);
			return await send();
		});
		this.line = sent.catch(() => {});
		return await sent;
	}

	/** A valid token; sessions are not what these worlds are about. */
	private async session(refused?: string): Promise<string> {
		const now = this.time;
		if (this.token === '' || this.token === refused || now - this.loggedInAt > SESSION_MS) {
			this.token = await this.login();
			this.loggedInAt = now;
		}
		return this.token;
	}

	private async login(): Promise<string> {
		const response = await fetch(`${this.sim.url}/api/v1/authenticate`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', connection: 'close' },
			body: JSON.stringify({ application_token: APPLICATION_TOKENS.reseller }),
		});
		return ((await response.json()) as { auth_token: string }).auth_token;
	}
}
