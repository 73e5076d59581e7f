import type { Client } from '../../src/run/client';
import { runItems } from '../../src/run/run';
import { Access } from '../../src/session/access';
import { findOperation } from '../../src/table/entries';
import type { Transport } from '../../src/wire';
import { clientOf } from '../support/client';

/* The call depth for one item, from its turn in a run to the host's request. */

const limit = Error.stackTraceLimit;
beforeAll(() => void (Error.stackTraceLimit = 100));
afterAll(() => void (Error.stackTraceLimit = limit));

/** The package's functions on the stack, innermost first, as `file function`. */
function road(): string[] {
	const lines = (new Error().stack ?? '').split('\n');
	return lines.flatMap((line) => {
		const [, name = '', file = ''] =
			/at (?:async )?(.*?) ?\(?\S*\/src\/(\S+?\.ts)/.exec(line) ?? [];
		return file === '' ? [] : [`${file} ${name}`];
	});
}
const filesOf = (frames: string[]) => new Set(frames.map((frame) => frame.split(' ')[0]));

const send = async (client: Client) =>
	await runItems(
		client,
		findOperation('sms', 'send'),
		() => ({ endpointId: 7, payload: 'hello' }),
		1,
		{ continueOnFail: false },
	);

test('sending an item calls at most 13 functions of the package in 5 files', async () => {
	let seen: string[] = [];
	const client = clientOf(async () => {
		seen = road();
		return { status: 201, headers: {}, body: '' };
	});
	await send(client);
	expect(seen.length).toBeGreaterThan(5);
	expect(seen).toEqual(seen.slice(0, 13));
	expect(filesOf(seen).size).toBeLessThanOrEqual(5);
});

test('a login after a 401 calls at most 28 functions of the package, 19 from the request on', async () => {
	let seen: string[] = [];
	const sent: string[] = [];
	const transport: Transport = async ({ url }) => {
		sent.push(url.slice(url.lastIndexOf('/') + 1));
		if (!url.endsWith('authenticate')) {
			return { status: sent.length > 3 ? 201 : 401, headers: {}, body: '' };
		}
		seen = road();
		return { status: 200, headers: {}, body: { auth_token: `token ${sent.length}` } };
	};
	const access = await Access.open({
		kind: 'user',
		read: async () => ({ baseUrl: 'http://127.0.0.1:9', username: 'name', password: 'secret' }),
		transport: () => transport,
	});
	const token = async (refused?: string) => await access.token(undefined, refused);
	await send(clientOf(transport, { token }));
	expect(sent).toEqual(['authenticate', 'sms', 'authenticate', 'sms']);
	expect(seen).toEqual(seen.slice(0, 28));
	const refused = seen.lastIndexOf('request/http.ts Http.request');
	expect(refused).toBeGreaterThan(5);
	expect(refused).toBeLessThan(19);
});
