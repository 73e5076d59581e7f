import { start } from '../../../simulator';
import { startBench, stopClock, tally } from './support';

/* The documented limits; their time passes on the simulator's clock. */

const endpointsOf = (send: (method: string, path: string) => Promise<{ status: number }>) => ({
	list: () => send('GET', '/api/v1/endpoint'),
	sims: () => send('GET', '/api/v1/sim'),
	one: () => send('GET', '/api/v1/endpoint/10001'),
	connectivity: () => send('GET', '/api/v1/endpoint/10001/connectivity'),
	messages: () => send('GET', '/api/v1/endpoint/10001/sms'),
	quota: () => send('GET', '/api/v1/endpoint/10001/quota/sms'),
	usage: () => send('GET', '/api/v1/endpoint/10001/stats/daily'),
});

it('enforces them unless told otherwise', async () => {
	const sim = await start();
	const headers = { authorization: `Bearer ${await tokenFrom(sim.url)}` };
	const ask = () => fetch(`${sim.url}/api/v1/operator`, { headers });
	const statuses = await tally(2001, ask);
	// The login was a request too.
	expect(statuses).toEqual({ 200: 1999, 429: 2 });
	sim.clock.advance(5 * 60_000 + 1);
	expect(await tally(1, ask)).toEqual({ 200: 1 });
	await sim.close();
});

it('does not count what it refuses, and forgets a request after five minutes', async () => {
	const bench = await startBench({ limits: { requestsPerIp: 4, rates: null } });
	const call = await bench.app();
	const ask = () => call('GET', '/api/v1/operator');
	expect(await tally(3, ask)).toEqual({ 200: 3 });
	bench.sim.clock.advance(4 * 60_000);
	expect(await tally(5, ask)).toEqual({ 429: 5 });
	bench.sim.clock.advance(61_000);
	expect(await tally(5, ask)).toEqual({ 200: 4, 429: 1 });
	await bench.sim.close();
});

it('counts each documented path by itself, and what is in no list together', async () => {
	const bench = await startBench({ limits: 'documented', seed: { endpoints: 1 } });
	const call = await bench.app();
	const { list, sims, one, usage } = endpointsOf(call);
	stopClock(bench.sim.clock);
	/** How many of so many at once are let through. */
	const passed = async (count: number, ask: () => Promise<{ status: number }>) =>
		(await tally(count, ask))[200] ?? 0;
	for (const ask of [list, sims]) expect(await passed(20, ask)).toBe(6);
	expect(await passed(150, one)).toBe(26);
	expect(await passed(51, usage)).toBe(51);
	// A second later ten more of a list, by the simulator's clock.
	await passed(20, list);
	bench.sim.clock.advance(1000);
	expect(await passed(6, list)).toBe(6);
	await bench.sim.close();
});

it('gives an endpoint and its connectivity their own counts, and the rest below it one together', async () => {
	const slow = { single: { perSecond: 0.001, burst: 1 } };
	const bench = await startBench({ limits: { rates: slow }, seed: { endpoints: 1 } });
	const { one, connectivity, messages, quota } = endpointsOf(await bench.app());
	expect(await tally(3, one)).toEqual({ 200: 2, 429: 1 });
	expect(await tally(3, connectivity)).toEqual({ 200: 2, 429: 1 });
	expect(await tally(2, messages)).toEqual({ 200: 2 });
	expect((await quota()).status).toBe(429);
	await bench.sim.close();
});

it('takes other rates, and none', async () => {
	const slow = { list: { perSecond: 0.001, burst: 1 } };
	const bench = await startBench({ limits: { rates: slow } });
	const { list } = endpointsOf(await bench.app());
	expect(await tally(5, list)).toEqual({ 200: 2, 429: 3 });
	await bench.sim.close();
	const free = await startBench({ limits: 'off' });
	expect(await tally(120, endpointsOf(await free.app()).list)).toEqual({ 200: 120 });
	await free.sim.close();
});

async function tokenFrom(url: string): Promise<string> {
	const answer = await fetch(`${url}/api/v1/authenticate`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ application_token: 'app-token-reseller-000000000001' }),
	});
	return ((await answer.json()) as { auth_token: string }).auth_token;
}
