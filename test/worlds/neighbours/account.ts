import { APPLICATION_TOKENS, start, type SimulatorHandle } from '../../../simulator';
import type { Client } from '../../../src/run/client';
import type { KeyLedger } from '../../../src/keys/ledger';
import type { Transport } from '../../../src/wire';
import { directTransport } from '../../support/directTransport';
import type { Random } from '../../support/random';
import type { Violation } from '../history';
import { dateFor, realGlobals } from '../globals';
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
	/** When it was answered, by the clock of the service. */
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
		sim.clock.set(Date.parse('2026-03-01T12:00:00Z'));
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
		this.sim.clock.advance(ms);
	}

	/** A new process of n8n; `between` is called before each of its requests. */
	worker(between: Between = () => {}, keys?: KeyLedger): Worker {
		const number = (this.processes += 1);
		const globals = { ...realGlobals(), Date: dateFor(() => this.sim.clock.now()) };
		// The bundle exports what NeighbourPackage names.
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
			const answer = await directTransport({ ...wire, url, signal: undefined });
			this.exchanged.push({
				number: this.exchanged.length + 1,
				process: number,
				at: this.sim.clock.now(),
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
			clock: { now: () => this.sim.clock.now() },
			sleep: async (ms) => this.pass(ms),
			random: () => this.random.next(),
			login: {} as never,
			keys,
		});
		const kill = () => {
			life.isOver = true;
			end();
		};
		return { number, client, package: code, kill, killed };
	}

	/** A request of another program or a person, outside the package. */
	async request(method: string, path: string, body?: unknown): Promise<Response> {
		return await fetch(`${this.sim.url}${path}`, {
			method,
			headers: {
				authorization: `Bearer ${await this.session()}`,
				'content-type': 'application/json',
				connection: 'close',
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
	}

	/** The endpoints of the account in the order of their ids. */
	get endpoints() {
		const all = [...this.sim.store.endpoints.values()];
		return all.filter(({ statusId }) => statusId !== 2).sort((a, b) => a.id - b.id);
	}

	/** A valid token; sessions are not what these worlds are about. */
	private async session(refused?: string): Promise<string> {
		const now = this.sim.clock.now();
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
