import { stub } from '../support/stub';
import { AxiosError, CanceledError } from 'axios';
import { ownError } from '../../src/errors';
import { systemClock, systemSleep } from '../../src/ports';
import { lanesFor } from '../../src/request/limits/lanes';
import { Client } from '../../src/run/client';
import type { ClientPorts } from '../../src/run/clientPorts';
import { runItems } from '../../src/run/run';
import { findOperation } from '../../src/operations';
import type { RawAnswer, RawRequest } from '../unit/request/sockets/wire';
import { keepSecret } from './secrets';

/* The package's client with a service in the same process, for hours of waiting on a simulated clock. */

type Wire = Parameters<ClientPorts['transport']>[0];

/** The answer of the service; none for a timeout. */
export type Reply = (request: RawRequest, timeoutMs: number) => Promise<RawAnswer>;

const TOKEN = keepSecret('virtual-session-000000000001');

const rawOf = ({ method, url, body, headers }: Wire): RawRequest => {
	const { pathname, search, searchParams } = new URL(url);
	return {
		method,
		target: pathname + search,
		path: pathname,
		query: searchParams,
		headers: { ...headers, authorization: `Bearer ${TOKEN}` },
		body: body === undefined ? undefined : (JSON.parse(body) as unknown),
	};
};

/** Answers like n8n's helper: not after the timeout, and not after an abort. */
const transportTo =
	(reply: Reply) =>
	async (wire: Wire): ReturnType<ClientPorts['transport']> =>
		await new Promise((resolve, reject) => {
			const { signal, timeoutMs } = wire;
			signal?.addEventListener('abort', () => reject(new CanceledError()), { once: true });
			setTimeout(
				() => reject(new AxiosError(`timeout of ${timeoutMs}ms exceeded`, 'ECONNABORTED')),
				timeoutMs,
			);
			void reply(rawOf(wire), timeoutMs).then(({ status, headers = {}, body }) =>
				resolve({
					status,
					headers: Object.fromEntries(
						Object.entries({ 'content-type': 'application/json', ...headers }).map(
							([name, value]) => [name.toLowerCase(), value],
						),
					),
					body: body ?? '',
				}),
			);
		});

/** The token that the service must accept. */
export const virtualToken = TOKEN;

/** A client of one execution; all of a base URL share their lanes. */
export const virtualClient = (baseUrl: string, reply: Reply): Client =>
	new Client({
		baseUrl,
		accountKind: 'token',
		transport: transportTo(reply),
		lanes: () => lanesFor(baseUrl, '1001'),
		clock: systemClock,
		sleep: systemSleep,
		random: Math.random,
		login: stub({}),
	});

/** Runs an operation for items and continues after failures. @returns the outcome of each item */
export async function verdictsOf(
	client: Client,
	[resource, name]: [string, string],
	items: Array<Record<string, unknown>>,
): Promise<string[]> {
	const values = (index: number) => items[index]!;
	const outcomes = await runItems(client, findOperation(resource, name), values, items.length, {
		continueOnFail: true,
	});
	return outcomes.map((outcome) =>
		'items' in outcome ? 'done' : (ownError(outcome.error)?.outcome ?? String(outcome.error)),
	);
}
