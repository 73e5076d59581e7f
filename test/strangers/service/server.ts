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
	private server: Server | undefined;
	private readonly tokens = new Set<string>();

	constructor(public state: State) {}

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

	private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		let text = '';
		for await (const chunk of request) text += String(chunk);
		const url = new URL(request.url ?? '/', this.url);
		const { status, headers, body } = this.answer(request, url, text);
		response.statusCode = status;
		response.setHeader('Date', new Date(time.now()).toUTCString());
		for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
		if (typeof body === 'string') {
			response.setHeader('Content-Type', 'text/html');
			response.end(body);
			return;
		}
		response.setHeader('Content-Type', 'application/json');
		response.end(body === undefined ? undefined : JSON.stringify(body));
	}

	private answer(request: IncomingMessage, url: URL, text: string): Answer {
		const method = request.method ?? 'GET';
		if (url.pathname === '/api/v1/authenticate' && method === 'POST') return this.login();
		const path = decodeURIComponent(`${url.pathname}${url.search}`);
		const body: unknown = text === '' ? undefined : JSON.parse(text);
		const answer = this.isKnown(request)
			? this.routed(method, path, url, body)
			: { status: 401, body: { message: 'Unauthorized' } };
		const entry = { method, path, body, status: answer.status };
		this.asked.push(entry);
		if (method !== 'GET' && answer.status < 300) this.applied.push(entry);
		this.onAnswered(entry);
		return answer;
	}

	private routed(method: string, path: string, url: URL, body: unknown): Answer {
		const refusal = this.state.refusals.find(
			(each) => (each.method ?? 'GET') === method && each.path.test(path) && (each.times ?? 1) > 0,
		);
		if (refusal) {
			if (refusal.times !== undefined) refusal.times -= 1;
			return { status: refusal.status, body: refusal.body ?? refusalBody(refusal.status) };
		}
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
				now: time.now(),
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
		return claims.exp * 1000 > time.now();
	}

	private login(): Answer {
		this.logins += 1;
		const issued = Math.floor(time.now() / 1000);
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
