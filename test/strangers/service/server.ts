import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { time } from '../support/ports';
import { refusalBody, type Answer } from './answers';
import { routes } from './routes';
import type { State } from './state';

/*
 * A service for one case: answers from a state, by the time of the case, and keeps a ledger.
 */

/** One request that was sent, and what came of it. */
export interface Entry {
	method: string;
	/** Path with its query, decoded. */
	path: string;
	body: unknown;
	status: number;
	/** When it came. */
	at: number;
}

/** A request that has come and is not answered yet. */
export interface Coming {
	method: string;
	path: string;
	body: unknown;
	/** Which request of the service it is, from 1. */
	number: number;
}

/** What becomes of a request instead of its ordinary answer. */
export type Fault =
	| { refuse: number; body?: object | string; headers?: Record<string, string> }
	/** The connection ends without an answer; the request is applied at once, later (milliseconds) or never. */
	| { lose: 'applied' | 'never' | number };

interface Planned {
	at: number;
	happen: (at: number) => void;
}

export class Service {
	/** All requests but the logins. */
	readonly asked: Entry[] = [];
	/** Requests that have changed something. */
	readonly applied: Entry[] = [];
	/** Requests for paths that the service does not have. */
	readonly unknown: string[] = [];
	/** Called when a request is answered: what happens in the fleet between two requests. */
	onAnswered: (entry: Entry) => void = () => {};
	logins = 0;
	url = '';
	/** Called before each request, for people who change something meanwhile, and for faults. */
	meddle: (coming: Coming) => Fault | undefined = () => undefined;
	/** Called after each request that has changed something. */
	onApplied: (entry: Entry) => void = () => {};
	/** While nobody of the client lives to hear an answer: each connection ends. */
	isDeaf = false;
	/** How far the clock of the service is ahead of that of n8n, in milliseconds. */
	ahead = 0;
	private count = 0;
	private planned: Planned[] = [];
	private server: Server | undefined;
	private readonly tokens = new Set<string>();

	/** @param beforeEach called before each answer, with the time: a case changes its state there. */
	constructor(
		public state: State,
		private readonly beforeEach: (now: number) => void = () => {},
	) {}

	/** Forgets what was asked, for a next case in the same service. */
	reset(state: State): void {
		this.state = state;
		this.onAnswered = () => {};
		for (const ledger of [this.asked, this.applied, this.unknown]) ledger.length = 0;
	}

	async listen(): Promise<this> {
		this.server = createServer((request, response) => void this.serve(request, response));
		await new Promise<void>((done) => this.server!.listen(0, '127.0.0.1', done));
		this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
		return this;
	}

	async close(): Promise<void> {
		this.server?.closeAllConnections();
		await new Promise((done) => this.server?.close(done));
	}

	/** The time of day at the service. */
	now(): number {
		return time.now() + this.ahead + this.state.clockAhead;
	}

	/** Lets something happen at a time of the service. */
	plan(at: number, happen: (at: number) => void): void {
		this.planned.push({ at, happen });
	}

	/** Lets all happen that was planned until now, in its order. */
	passTime(now: number): void {
		for (;;) {
			const next = this.planned
				.filter(({ at }) => at <= now)
				.reduce<Planned | undefined>((a, b) => (a && a.at <= b.at ? a : b), undefined);
			if (!next) return;
			this.planned.splice(this.planned.indexOf(next), 1);
			next.happen(next.at);
		}
	}

	private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		let text = '';
		for await (const chunk of request) text += String(chunk);
		const url = new URL(request.url ?? '/', this.url);
		this.passTime(this.now());
		this.beforeEach(this.now());
		const answered = this.isDeaf ? undefined : this.answer(request, url, text);
		if (!answered) {
			request.socket.destroy();
			return;
		}
		const { status, headers, body } = answered;
		response.statusCode = status;
		response.setHeader('Date', new Date(this.now()).toUTCString());
		for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
		if (typeof body === 'string') {
			response.setHeader('Content-Type', 'text/html');
			response.end(body);
			return;
		}
		response.setHeader('Content-Type', 'application/json');
		response.end(body === undefined ? undefined : JSON.stringify(body));
	}

	/** The answer, or undefined where the connection ends without one. */
	private answer(request: IncomingMessage, url: URL, text: string): Answer | undefined {
		const method = request.method ?? 'GET';
		if (url.pathname === '/api/v1/authenticate' && method === 'POST') return this.login();
		const path = decodeURIComponent(`${url.pathname}${url.search}`);
		const body: unknown = text === '' ? undefined : JSON.parse(text);
		const entry: Entry = { method, path, body, status: 0, at: this.now() };
		if (!this.isKnown(request)) {
			this.asked.push({ ...entry, status: 401 });
			return { status: 401, body: { message: 'Unauthorized' } };
		}
		this.count += 1;
		const fault = this.meddle({ method, path, body, number: this.count });
		const answer = (): Answer => this.noted(entry, url);
		if (fault && 'refuse' in fault) {
			this.asked.push({ ...entry, status: fault.refuse });
			const { refuse: status, headers, body: given = refusalBody(status) } = fault;
			return { status, headers, body: given };
		}
		if (!fault) return answer();
		this.asked.push(entry);
		if (fault.lose === 'applied') answer();
		else if (fault.lose !== 'never') this.plan(this.now() + fault.lose, () => void answer());
		return undefined;
	}

	/** Answers a request and writes it down, where it has not been before. */
	private noted(entry: Entry, url: URL): Answer {
		const { method, path, body } = entry;
		const answer = this.routed(method, path, url, body);
		entry.status = answer.status;
		if (!this.asked.includes(entry)) this.asked.push(entry);
		if (method !== 'GET' && answer.status < 300) {
			this.applied.push(entry);
			this.onApplied(entry);
		}
		this.onAnswered(entry);
		return answer;
	}

	private routed(method: string, path: string, url: URL, body: unknown): Answer {
		const refusal = this.state.refusals.find(
			(each) => (each.method ?? 'GET') === method && each.path.test(path) && (each.times ?? 1) > 0,
		);
		if (refusal) {
			if (refusal.times !== undefined) refusal.times -= 1;
			if (refusal.isCarriedOut) this.carriedOut(method, path, url, body);
			return { status: refusal.status, body: refusal.body ?? refusalBody(refusal.status) };
		}
		return this.carriedOut(method, path, url, body);
	}

	private carriedOut(method: string, path: string, url: URL, body: unknown): Answer {
		for (const route of routes) {
			const parts = route.method === method ? partsOf(route.path, url.pathname) : undefined;
			if (!parts) continue;
			return route.answer({
				method,
				path,
				query: url.searchParams,
				parts,
				body,
				state: this.state,
				now: this.now(),
			});
		}
		this.unknown.push(`${method} ${path}`);
		return { status: 404, body: refusalBody(404) };
	}

	/** Whether the request carries a token of this service that has not ended. */
	private isKnown(request: IncomingMessage): boolean {
		const token = request.headers.authorization?.replace(/^Bearer /, '');
		if (token === undefined || !this.tokens.has(token)) return false;
		const claims = JSON.parse(
			Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
		) as { exp: number };
		return claims.exp * 1000 > this.now();
	}

	private login(): Answer {
		this.logins += 1;
		const issued = Math.floor(this.now() / 1000);
		const { id, name } = this.state.organisation;
		const part = (value: object): string =>
			Buffer.from(JSON.stringify(value)).toString('base64url');
		const signed = `${part({ alg: 'HS384' })}.${part({
			iss: 'service',
			aud: 'api',
			iat: issued,
			exp: issued + 604_800,
			'esc.org': id,
			'esc.orgName': name,
			'esc.app': 77,
			api_key: `key-${this.logins}`,
		})}`;
		const signature = createHmac('sha384', 'secret of the service').update(signed);
		const token = `${signed}.${signature.digest('base64url')}`;
		this.tokens.add(token);
		return { status: 200, body: { auth_token: token } };
	}
}

/** The parts of a path by the names of its pattern; undefined where it does not fit. */
function partsOf(pattern: string, path: string): Record<string, string> | undefined {
	const wanted = pattern.split('/');
	const given = path.replace(/\/$/, '').split('/');
	if (wanted.length !== given.length) return undefined;
	const parts: Record<string, string> = {};
	for (const [place, name] of wanted.entries()) {
		const value = decodeURIComponent(given[place]!);
		if (name.startsWith('{')) parts[name.slice(1, -1)] = value;
		else if (name !== value) return undefined;
	}
	return parts;
}
