import { Client } from '../../src/client/client';
import { runItems } from '../../src/client/run';
import { Lanes } from '../../src/http/lanes';
import { findOperation } from '../../src/operations';
import type { Transport } from '../../src/wire';

/* How long the road of one item is, from its turn in a run to the host's request. */

const limit = Error.stackTraceLimit;
beforeAll(() => void (Error.stackTraceLimit = 100));
afterAll(() => void (Error.stackTraceLimit = limit));

/** Own functions on the way here, the nearest first, as `file function`. */
function road(): string[] {
	const lines = (new Error().stack ?? '').split('\n');
	return lines.flatMap((line) => {
		const [, name = '', file = ''] =
			/at (?:async )?(.*?) ?\(?\S*\/src\/(\S+?\.ts)/.exec(line) ?? [];
		return file === '' ? [] : [`${file} ${name}`];
	});
}
const filesOf = (frames: string[]) => new Set(frames.map((frame) => frame.split(' ')[0]));

function clientWith(transport: Transport): Client {
	const lanes = new Lanes();
	return new Client({
		baseUrl: 'http://127.0.0.1:9',
		accountKind: 'token',
		transport,
		lanes: () => lanes,
		clock: { now: () => Date.parse('2026-03-01T12:00:00Z') },
		sleep: async () => {},
		random: () => 0,
		login: {} as never,
	});
}

const send = async (client: Client) =>
	await runItems(
		client,
		findOperation('sms', 'send'),
		() => ({ endpointId: 7, payload: 'hello' }),
		1,
		{ goOn: false },
	);

test('an item of a send: at most 14 functions of ours in 7 files', async () => {
	let seen: string[] = [];
	const client = clientWith(async () => {
		seen = road();
		return { status: 201, headers: {}, body: '' };
	});
	await send(client);
	expect(seen.length).toBeGreaterThan(5);
	expect(seen).toEqual(seen.slice(0, 14));
	expect(filesOf(seen).size).toBeLessThanOrEqual(7);
});
