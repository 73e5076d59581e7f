import { randomUUID } from 'node:crypto';

import type { RawAnswer, RawRequest } from './wire';

/* Processes the requests that reach the service, and keeps its ledger. */

export interface ApiOptions {
	/** Milliseconds by which the clock of the service is ahead of this machine's. */
	clockAheadMs?: number;
	/** The Date header is set by a proxy whose clock is right. */
	proxyDate?: boolean;
	/** Milliseconds between the arrival of a request and its application. */
	workMs?: number;
	/** Called with each issued token. */
	onToken?: (token: string) => void;
	/** Rejects a bulk call with 409 while another one is in progress. */
	refusesOverlaps?: boolean;
}

/** A request that the service applied. */
interface Effect {
	kind: 'sms' | 'endpoint' | 'update' | 'delete' | 'reset' | 'extension' | 'quota';
	/** Identifies it in a test: the text of a message, the name of an endpoint. */
	key: string;
	id: number;
	at: number;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** `YYYY-MM-DDTHH:mm:ss.SSS+0000`, as the service writes it. */
const stamp = (ms: number) => new Date(ms).toISOString().replace('Z', '+0000');

/** Calls to be made one at a time: bulk calls, and creates, updates and deletes of one endpoint. */
const isSequential = ({ method, path }: RawRequest) =>
	method !== 'GET' && /^\/api\/(v1\/endpoint(\/\d+)?|v2\/endpoint\/multi)$/.test(path);

interface Body {
	payload?: unknown;
	name?: unknown;
	volume?: unknown;
	endpoints?: Body[];
	sim?: { id?: number };
	id?: number;
}

export class Api {
	readonly effects: Effect[] = [];
	readonly tokens = new Set<string>();
	logins = 0;
	/** Sequential calls in progress now, and the most there were at a time. */
	atWork = 0;
	mostAtWork = 0;
	/** Sequential calls that were rejected because of another one. */
	overlaps = 0;
	private readonly messages: Array<Record<string, unknown>> = [];
	private readonly endpoints: Array<Record<string, unknown>> = [];
	private readonly extensions: Array<Record<string, unknown>> = [];
	private readonly counted = new Map<string, number>();
	private readonly begun = new Set<Promise<unknown>>();
	private nextId = 50_001;

	constructor(
		private readonly options: ApiOptions,
		private readonly url: () => string,
	) {}

	private get now(): number {
		return Date.now() + (this.options.clockAheadMs ?? 0);
	}

	/** How often the effect with this key was applied. */
	times(key: string): number {
		return this.counted.get(key) ?? 0;
	}

	/** Resolves when no request is in progress. */
	async settle(): Promise<void> {
		while (this.begun.size > 0) await Promise.all(this.begun);
	}

	/** Applies a request after its processing time. */
	async work(request: RawRequest, afterMs: number): Promise<RawAnswer> {
		const done = this.perform(request, afterMs);
		this.begun.add(done);
		try {
			return this.dated(await done);
		} finally {
			this.begun.delete(done);
		}
	}

	private dated(answer: RawAnswer): RawAnswer {
		const at = this.options.proxyDate ? Date.now() : this.now;
		const headers = { Date: new Date(at).toUTCString(), ...answer.headers };
		return { ...answer, headers };
	}

	private async perform(request: RawRequest, afterMs: number): Promise<RawAnswer> {
		if (request.path.startsWith('/api/v1/authenticate')) return this.login();
		const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1];
		if (token === undefined || !this.tokens.has(token)) {
			return { status: 401, body: { message: 'Unauthorized' } };
		}
		const sequential = isSequential(request);
		if (sequential && this.atWork > 0 && this.options.refusesOverlaps) {
			this.overlaps += 1;
			return { status: 409, body: { message: 'Another bulk operation is in progress' } };
		}
		if (sequential) this.mostAtWork = Math.max(this.mostAtWork, ++this.atWork);
		const ms = request.method === 'GET' ? 0 : afterMs + (this.options.workMs ?? 0);
		if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
		if (sequential) this.atWork -= 1;
		return this.handle(request);
	}

	private login(): RawAnswer {
		this.logins += 1;
		const seconds = Math.floor(this.now / 1000);
		const claims = {
			iss: 'service',
			aud: 'service',
			iat: seconds,
			exp: seconds + 14_400,
			'esc.org': 1001,
			'esc.orgName': 'Tests',
			'esc.app': 7,
			api_key: randomUUID(),
		};
		const token = `${encode({ alg: 'HS384' })}.${encode(claims)}.${randomUUID().replace(/-/g, '')}`;
		this.tokens.add(token);
		this.options.onToken?.(token);
		return { status: 200, body: { auth_token: token } };
	}

	private did(kind: Effect['kind'], key: unknown): Effect {
		const effect = { kind, key: String(key), id: this.nextId++, at: this.now };
		this.effects.push(effect);
		this.counted.set(effect.key, this.times(effect.key) + 1);
		return effect;
	}

	private handle({ method, path, body: given, query }: RawRequest): RawAnswer {
		const body = (given ?? {}) as Body;
		const [, id, rest = ''] = /^\/api\/v1\/endpoint\/(\d+)(\/.*)?$/.exec(path) ?? [];
		const route = `${method} ${id === undefined ? path : `:id${rest}`}`;
		switch (route) {
			case 'POST :id/sms': {
				const sent = this.did('sms', body.payload);
				this.messages.push(this.message(Number(id), sent));
				const location = `${this.url()}/api/v1/endpoint/${id}/sms/${sent.id}`;
				return {
					status: 201,
					headers: { Location: location, 'Content-Type': 'text/html' },
				};
			}
			case 'GET :id/sms':
				return { status: 200, body: this.messages.filter((m) => m.endpoint_id === id).reverse() };
			case 'PATCH :id/connectivity':
				this.did('reset', id);
				return { status: 204 };
			case 'POST :id/traffic_limit_extension': {
				const { id: made } = this.did('extension', body.volume);
				const extension = {
					id: made,
					endpoint_id: Number(id),
					traffic_limit_id: 3,
					volume: body.volume,
					expiration_date: stamp(this.now + 86_400_000),
					created_at: stamp(this.now),
				};
				this.extensions.push(extension);
				return { status: 201, body: extension };
			}
			case 'GET :id/traffic_limit_extension':
				return { status: 200, body: this.extensions };
			case 'PATCH :id':
				this.did('update', body.name);
				return { status: 204 };
			case 'GET :id':
				return { status: 200, body: this.endpoint({ name: `endpoint ${id}` }, Number(id)) };
			case 'POST /api/v1/endpoint': {
				const made = this.create(body);
				return { status: 201, headers: { Location: `${this.url()}/api/v1/endpoint/${made.id}` } };
			}
			case 'GET /api/v1/endpoint':
				return this.page(query);
			case 'POST /api/v2/endpoint/multi':
				return {
					status: 201,
					body: (body.endpoints ?? []).map((endpoint) => this.create(endpoint)),
				};
			case 'PATCH /api/v2/endpoint/multi':
				for (const item of given as Body[]) this.did('update', item.name);
				return { status: 204 };
			case 'DELETE /api/v2/endpoint/multi':
				for (const item of given as Body[]) this.did('delete', item.id);
				return { status: 204 };
			default:
				return { status: 404, body: { error_code: 1201, error_token: 'NotFound', message: route } };
		}
	}

	private create(body: Body) {
		const { id } = this.did('endpoint', body.name);
		const made = this.endpoint(body, id);
		this.endpoints.unshift(made);
		return made;
	}

	private endpoint({ name, sim }: Body, id: number) {
		return {
			id,
			name,
			status: { id: 0, description: 'Enabled' },
			created: stamp(this.now),
			last_updated: stamp(this.now),
			ip_address: '10.0.0.1',
			ip_address_space: { id: 1 },
			imei_lock: false,
			service_profile: { id: 101, name: 'Profile' },
			tariff_profile: { id: 201, name: 'Tariff' },
			tags: null,
			...(sim && { sim: { id: sim.id, iccid: '8988303000000000001' } }),
		};
	}

	private page(query: URLSearchParams): RawAnswer {
		const size = Math.min(1000, Number(query.get('per_page') ?? 1000));
		const pages = Math.max(1, Math.ceil(this.endpoints.length / size));
		const page = Math.min(pages, Number(query.get('page') ?? 1));
		return {
			status: 200,
			headers: {
				'X-Total-Count': String(this.endpoints.length),
				'X-Total-Pages': String(pages),
				'X-Current-Page': String(page),
				'X-Count-Per-Page': String(size),
			},
			body: this.endpoints.slice((page - 1) * size, page * size),
		};
	}

	private message(endpointId: number, { id, key, at }: Effect) {
		return {
			id,
			endpoint_id: String(endpointId),
			organisation_id: '1001',
			iccid: '8988303000000000001',
			msisdn: '88563748000001',
			imsi: '',
			submit_date: stamp(at),
			delivery_date: stamp(at),
			expiry_date: stamp(at + 86_400_000),
			final_date: null,
			last_delivery_attempt: null,
			retry_count: '0',
			dcs: '0',
			pid: '0',
			registered_delivery: '1',
			status: { id: 1, description: 'PENDING' },
			sms_type: { id: 1, description: 'MT' },
			source_address: '',
			udh: '',
			payload: key,
		};
	}
}
