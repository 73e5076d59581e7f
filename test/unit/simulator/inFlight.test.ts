import { connect, type Socket } from 'node:net';
import { ENDPOINT, kinds, useBench } from './support';
import { turns } from '../../support/turns';

/* A bulk call stays in flight until the service finishes it, even if the client disconnects; real sockets. */

const MULTI = '/api/v2/endpoint/multi';

const { bench, call } = useBench({ seed: { endpoints: 3 } });
let token: string;
beforeEach(async () => {
	token = await bench.tokenOf('reseller');
});

const counters = () => bench.sim.ledger().counters;
const name = () => bench.sim.store.endpoints.get(10001)?.name;
const rename = (to: string) => call('PATCH', MULTI, [{ id: 10001, name: to }]);

/** Polls until the condition holds. */
async function until(holds: () => boolean): Promise<void> {
	while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Sends a bulk update on its own socket; resolves when the service has started it. */
async function sendAndStay(to: string): Promise<Socket> {
	const before = counters().bulk;
	const body = JSON.stringify([{ id: 10001, name: to }]);
	const socket = connect(Number(new URL(bench.sim.url).port), '127.0.0.1');
	socket.on('error', () => undefined);
	socket.write(
		`PATCH ${MULTI} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
			`Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
	);
	await until(() => counters().bulk > before);
	return socket;
}

it.each([
	['closes its connection', (socket: Socket) => socket.destroy()],
	['resets its connection', (socket: Socket) => socket.resetAndDestroy()],
])('applies a call whose client %s, and refuses a second call until then', async (_, leave) => {
	bench.sim.seed({ bulkDelayMs: 60_000 });
	leave(await sendAndStay('first'));
	expect(counters()).toMatchObject({ bulkInFlight: 1, maxBulkInFlight: 1, bulkOverlaps: 0 });
	const busy = await rename('second');
	expect(busy.status).toBe(409);
	expect(counters()).toMatchObject({ bulkInFlight: 1, maxBulkInFlight: 2, bulkOverlaps: 1 });
	expect(name()).toBe('device-000001');
	bench.sim.clock.advance(60_000);
	await until(() => counters().bulkInFlight === 0);
	expect(name()).toBe('first');
	bench.sim.seed({ bulkDelayMs: 0 });
	expect((await rename('third')).status).toBe(204);
	expect(name()).toBe('third');
});

it('applies both calls when set to accept overlaps', async () => {
	bench.sim.seed({ bulkDelayMs: 60_000, bulkOverlap: 'accept' });
	const sockets = [await sendAndStay('first'), await sendAndStay('second')];
	expect(counters()).toMatchObject({ bulkInFlight: 2, maxBulkInFlight: 2, bulkOverlaps: 1 });
	bench.sim.clock.advance(60_000);
	await until(() => counters().bulkInFlight === 0);
	expect(kinds(bench.sim)).toEqual(['endpoint.updated', 'endpoint.updated']);
	for (const socket of sockets) socket.destroy();
});

describe('with a gateway that times out', () => {
	const plan = (rule: object) =>
		bench.sim.setFaults({
			rules: [{ match: { path: 'multi$' }, kind: 'errorAfter', times: 1, ...rule }],
		});

	it("answers 504 immediately, and applies the call 90 seconds later by the simulator's clock", async () => {
		plan({ status: 504, body: 'html', appliesAfterMs: 90_000 });
		const answer = await call('PATCH', MULTI, [{ id: 10001, name: 'late' }]).catch(() => undefined);
		// The HTML page of the gateway cannot be parsed as JSON.
		expect(answer).toBeUndefined();
		expect(bench.sim.ledger().requests.at(-1)).toMatchObject({ status: 504, fault: 'errorAfter' });
		bench.sim.clock.advance(89_000);
		expect((await rename('meanwhile')).status).toBe(409);
		expect([name(), counters().bulkInFlight]).toEqual(['device-000001', 1]);
		bench.sim.clock.advance(2000);
		await until(() => counters().bulkInFlight === 0);
		expect(name()).toBe('late');
	});

	it('resets the connection or never answers, and still applies the call later', async () => {
		plan({ kind: 'resetAfter', appliesAfterMs: 30_000 });
		await expect(rename('one')).rejects.toThrow();
		expect(counters().bulkInFlight).toBe(1);
		bench.sim.clock.advance(30_001);
		await until(() => counters().bulkInFlight === 0);
		expect(name()).toBe('one');
		plan({ kind: 'hang', appliesAfterMs: 30_000 });
		const socket = await sendAndStay('two');
		expect([name(), counters().bulkInFlight]).toEqual(['one', 1]);
		socket.destroy();
		bench.sim.clock.advance(30_001);
		await until(() => counters().bulkInFlight === 0);
		expect(name()).toBe('two');
	});

	it('never applies a call that hangs, and drops pending calls at a reset', async () => {
		plan({ kind: 'hang' });
		const seen = bench.sim.ledger().requests.length;
		const controller = new AbortController();
		const hanging = fetch(bench.sim.url + MULTI, {
			method: 'PATCH',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify([{ id: 10001, name: 'never' }]),
			signal: controller.signal,
		}).catch(() => 'gone');
		await until(() => bench.sim.ledger().requests.length > seen);
		controller.abort();
		expect(await hanging).toBe('gone');
		expect([name(), counters().bulkInFlight]).toEqual(['device-000001', 0]);
		plan({ status: 504, appliesAfterMs: 50 });
		expect((await rename('late')).status).toBe(504);
		await bench.sim.reset();
		bench.sim.clock.advance(100);
		await turns();
		expect([name(), kinds(bench.sim)]).toEqual(['device-000001', []]);
	});

	it('counts single writes as in flight until they are applied', async () => {
		bench.sim.setFaults({
			rules: [
				{ match: { method: 'POST' }, kind: 'errorAfter', status: 504, appliesAfterMs: 50_000 },
			],
		});
		await call('POST', '/api/v1/endpoint', ENDPOINT);
		await call('POST', '/api/v1/endpoint', ENDPOINT);
		expect(counters()).toMatchObject({ sequentialInFlight: 2, maxSequentialInFlight: 2 });
		bench.sim.clock.advance(50_001);
		await until(() => counters().sequentialInFlight === 0);
		expect(kinds(bench.sim)).toEqual(['endpoint.created', 'endpoint.created']);
	});
});
