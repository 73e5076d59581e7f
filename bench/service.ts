import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/*
 * The service for the measurements: a loopback server, in its own process, that only answers in the
 * forms of the connectivity service. The simulator checks, stores and explains, which would cost
 * more than the measured nodes.
 */

/** The current settings of the answers. */
export interface Setting {
	/** Milliseconds before each answer. */
	latencyMs: number;
	/** Duration of a bulk call in milliseconds. */
	bulkMs: number;
	/** Endpoints in the list. */
	endpoints: number;
	/** Whether the documented rate of single calls (50 per second, burst 25) is enforced with 429. */
	limited: boolean;
}

/** The counts since the last change of the settings. */
export interface Counts {
	sent: number;
	refused: number;
	gets: number;
	/** Lists in which names are looked up. */
	lookups: number;
	pages: number;
	created: number;
	updated: number;
	bulkCalls: number;
	logins: number;
	/** Highest number of concurrent requests. */
	parallel: number;
}

const NONE: Counts = {
	sent: 0,
	refused: 0,
	gets: 0,
	lookups: 0,
	pages: 0,
	created: 0,
	updated: 0,
	bulkCalls: 0,
	logins: 0,
	parallel: 0,
};

let setting: Setting = { latencyMs: 0, bulkMs: 0, endpoints: 0, limited: false };
let counts: Counts = { ...NONE };
let underWay = 0;
let level = 25;
let levelAt = 0;

const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);
const token = () =>
	`${part({ alg: 'HS256' })}.${part({ iat: now(), exp: now() + 14_400, 'esc.org': 7 })}.x`;

const endpoint = (id: number) => ({
	id,
	name: `Device ${id}`,
	tags: null,
	created: '2026-01-01 10:00:00',
	last_updated: '2026-01-02 10:00:00',
	status: { id: 0, description: 'Enabled' },
	service_profile: { id: 501, name: 'Default' },
	tariff_profile: { id: 601, name: 'Europe' },
	ip_address: '10.1.2.3',
	ip_address_space: { id: 3 },
	imei: '8673400312345678',
	imei_lock: false,
	sim: {
		id: 40_000 + id,
		iccid: `8988303${String(id).padStart(12, '0')}`,
		imsi: '901430000000000',
		msisdn: '882285000000000',
		status: { id: 1, description: 'Activated' },
	},
});

/** The lists in which names are looked up. */
const NAMED: Record<string, unknown> = {
	'/api/v1/service_profile': [{ id: 501, name: 'Default' }],
	'/api/v1/tariff_profile': [{ id: 601, name: 'Europe' }],
	'/api/v2/tags': { data: [{ id: 701, name: 'arctic' }], last_page: 1 },
};

function takes(): boolean {
	if (!setting.limited) return true;
	const at = performance.now();
	level = Math.min(25, level + ((at - levelAt) / 1000) * 50);
	levelAt = at;
	if (level < 1) return false;
	level -= 1;
	return true;
}

const pages = new Map<string, string>();
/** Number of cached pages; pages of larger lists are built on request. */
const MOST_PAGES = 200;
/** A page of the list, cached. */
function page(query: URLSearchParams): string {
	const key = `${query.get('page')} ${query.get('per_page')} ${setting.endpoints}`;
	let text = pages.get(key);
	if (text === undefined) {
		const size = Number(query.get('per_page'));
		const from = (Number(query.get('page')) - 1) * size;
		const length = Math.max(0, Math.min(size, setting.endpoints - from));
		text = JSON.stringify(Array.from({ length }, (_, i) => endpoint(from + i + 1)));
		if (pages.size < MOST_PAGES) pages.set(key, text);
	}
	return text;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	let text = '';
	for await (const chunk of request) text += String(chunk);
	return text;
}

const after = async (ms: number) =>
	ms > 0 ? await new Promise((resolve) => setTimeout(resolve, ms)) : undefined;

function answer(
	response: ServerResponse,
	status: number,
	body?: unknown,
	headers: Record<string, string> = {},
): void {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
	response.end(text);
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const url = new URL(request.url ?? '/', 'http://service');
	const body = await bodyOf(request);
	if (url.pathname === '/_bench') {
		const said = { ...counts };
		if (request.method === 'PUT') {
			setting = JSON.parse(body) as Setting;
			counts = { ...NONE };
			[level, levelAt] = [25, performance.now()];
		}
		return answer(response, 200, said);
	}
	counts.parallel = Math.max(counts.parallel, (underWay += 1));
	try {
		await after(url.pathname.endsWith('/multi') ? setting.bulkMs : setting.latencyMs);
	} finally {
		underWay -= 1;
	}
	if (url.pathname === '/api/v1/authenticate') {
		counts.logins += 1;
		return answer(response, 200, { auth_token: token() });
	}
	if (url.pathname === '/api/v1/endpoint') {
		counts.pages += 1;
		const named = url.searchParams.get('q')?.replace('id:', '').split('||').map(Number);
		const total = named?.length ?? setting.endpoints;
		return answer(response, 200, named?.map(endpoint) ?? page(url.searchParams), {
			'X-Total-Count': String(total),
			'X-Total-Pages': String(Math.ceil(total / Number(url.searchParams.get('per_page')))),
		});
	}
	const named = NAMED[url.pathname];
	if (named !== undefined) {
		counts.lookups += 1;
		return answer(response, 200, named);
	}
	if (url.pathname.endsWith('/sms')) {
		if (!takes()) {
			counts.refused += 1;
			return answer(response, 429, { error_code: 1105, error_token: 'TooManyRequests' });
		}
		counts.sent += 1;
		return answer(response, 201, { id: counts.sent });
	}
	if (url.pathname === '/api/v2/endpoint/multi') {
		counts.bulkCalls += 1;
		// Nothing is stored, so that the next run of a table finds the same endpoints.
		if (request.method === 'PATCH') {
			counts.updated += (JSON.parse(body) as object[]).length;
			response.writeHead(204).end();
			return;
		}
		const { endpoints } = JSON.parse(body) as { endpoints: object[] };
		const first = counts.created + 1;
		counts.created += endpoints.length;
		const made = endpoints.map((wanted, i) => ({ ...endpoint(first + i), ...wanted }));
		return answer(response, 201, made);
	}
	counts.gets += 1;
	answer(response, 200, endpoint(Number(url.pathname.split('/').at(-1))));
}

const server = createServer((request, response) => {
	serve(request, response).catch(() => response.destroy());
});
server.listen(Number(process.argv[2]), '127.0.0.1');
