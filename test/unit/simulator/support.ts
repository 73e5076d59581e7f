import {
	APPLICATION_TOKENS,
	hashPassword,
	start,
	USERS,
	type SimulatorHandle,
	type StartOptions,
} from '../../../simulator';

export interface Reply {
	status: number;
	headers: Headers;
	text: string;
	// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are asserted, not typed
	body: any;
}

export type Send = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** Sends a request; `token` goes into the header if it is given. */
export async function send(
	url: string,
	method: string,
	path: string,
	body?: unknown,
	token?: string,
): Promise<Reply> {
	const response = await fetch(url + path, {
		method,
		headers: {
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
		},
		...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
	});
	const text = await response.text();
	const { status, headers } = response;
	return { status, headers, text, body: text === '' ? undefined : JSON.parse(text) };
}

/**
 * A started simulator with shorthands, in the recorded generation by default. Limits are off, bulk
 * calls take no time, and creates answer with the object, so that a test sees its id; tests of
 * these behaviours set them in `options`.
 */
export async function startBench(options: StartOptions = {}) {
	const sim = await start({
		generation: 'recorded',
		limits: 'off',
		...options,
		seed: { bulkDelayMs: 0, emptyCreateAnswers: false, ...options.seed },
	});
	const authenticate = (body: unknown) => send(sim.url, 'POST', '/api/v1/authenticate', body);
	const as =
		(token: string): Send =>
		(method, path, body) =>
			send(sim.url, method, path, body, token);
	const tokenOf = async (name: keyof typeof APPLICATION_TOKENS) =>
		(await authenticate({ application_token: APPLICATION_TOKENS[name] })).body.auth_token as string;
	return {
		sim,
		authenticate,
		as,
		tokenOf,
		/** Calls as an application of the organisation. */
		app: async (name: keyof typeof APPLICATION_TOKENS = 'reseller') => as(await tokenOf(name)),
		/** Calls as a user, with a code if the user has MFA. */
		user: async (name: keyof typeof USERS) => as((await login(sim, name)).auth_token),
	};
}

/** A bench for a block of tests, reset before each, and calls as the reseller's application. */
export function useBench(options?: StartOptions) {
	const bench = {} as Awaited<ReturnType<typeof startBench>>;
	let current: Send;
	const logIn = async () => void (current = await bench.app());
	beforeAll(async () => void Object.assign(bench, await startBench(options)));
	beforeEach(async () => {
		await bench.sim.reset();
		await logIn();
	});
	afterAll(async () => await bench.sim.close());
	const call: Send = async (...request) => await current(...request);
	return {
		bench,
		call,
		logIn,
		get: async (path: string) => (await call('GET', path)).body,
		statusOf: async (...request: Parameters<Send>) => (await call(...request)).status,
	};
}

/** A field of each entry of a list. */
export const each = (list: Reply['body'], field: string): Array<Reply['body']> =>
	(list as Array<Record<string, unknown>>).map((entry) => entry[field]);

/** The status of a refusal and its `error_code`, or its `status_code` if it has none. */
export const refusalOf = ({ status, body }: Reply) => [status, body.error_code ?? body.status_code];

/** Stops a clock except for `advance`, so that the duration of requests does not matter. */
export function stopClock(clock: SimulatorHandle['clock']): void {
	let moved = 0;
	const [now, elapsed] = [clock.now(), clock.elapsed()];
	const advance = clock.advance.bind(clock);
	Object.assign(clock, {
		now: () => now + moved,
		elapsed: () => elapsed + moved,
		advance: (ms: number) => {
			moved += ms;
			advance(ms);
		},
	});
}

export const credentials = (name: keyof typeof USERS) => ({
	username: USERS[name].username,
	password: hashPassword(USERS[name].password),
});

/** Logs a user in, with a code if the service asks for one. */
export async function login(
	sim: SimulatorHandle,
	name: keyof typeof USERS,
): Promise<{ auth_token: string; refresh_token: string }> {
	const first = await send(sim.url, 'POST', '/api/v1/authenticate', credentials(name));
	if (first.body.auth_token) return first.body;
	const code = sim.codeFor(USERS[name].username);
	const body = { mfa_token: first.body.mfa_token, code };
	return (await send(sim.url, 'POST', '/api/v1/authenticate', body)).body;
}

/** The id of a new object, from the Location of the create. */
export const idIn = ({ headers }: Reply): number =>
	Number(headers.get('location')?.split('/').at(-1));

/** The claims of a JWT, unverified. */
export const claimsOf = (token: string) =>
	JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** The smallest endpoint of the reseller. */
export const ENDPOINT = {
	service_profile: { id: 101 },
	tariff_profile: { id: 201 },
	status: { id: 0 },
};

/** Kinds of the effects applied so far. */
export const kinds = (sim: SimulatorHandle) => sim.ledger().effects.map(({ kind }) => kind);

/** Runs an action `count` times, one after the other. */
export async function times(count: number, action: () => Promise<unknown>): Promise<void> {
	for (let n = 0; n < count; n += 1) await action();
}

/** Sends `count` requests, 50 at a time, and counts the statuses. */
export async function tally(
	count: number,
	ask: () => Promise<{ status: number }>,
): Promise<Record<number, number>> {
	const seen: Record<number, number> = {};
	for (let left = count; left > 0; left -= 50) {
		const answers = await Promise.all(Array.from({ length: Math.min(left, 50) }, ask));
		for (const { status } of answers) seen[status] = (seen[status] ?? 0) + 1;
	}
	return seen;
}
