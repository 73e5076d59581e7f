import { APPLICATION_TOKENS, start } from '../../../simulator';
import { refusalOf, type Send, send, startBench, stopClock, tally } from './support';

/* The documented limits, measured by the simulator's clock. */

const endpointsOf = (call: Send) => ({
	list: () => call('GET', '/api/v1/endpoint'),
	sims: () => call('GET', '/api/v1/sim'),
	one: () => call('GET', '/api/v1/endpoint/10001'),
	connectivity: () => call('GET', '/api/v1/endpoint/10001/connectivity'),
	messages: () => call('GET', '/api/v1/endpoint/10001/sms'),
	quota: () => call('GET', '/api/v1/endpoint/10001/quota/sms'),
	usage: () => call('GET', '/api/v1/endpoint/10001/stats/daily'),
});

it('counts 2,000 requests of an address in five minutes by default', async () => {
	const sim = await start();
	const body = { application_token: APPLICATION_TOKENS.reseller };
	const login = await send(sim.url, 'POST', '/api/v1/authenticate', body);
	const token = login.body.auth_token as string;
	const ask = () => send(sim.url, 'GET', '/api/v1/operator', undefined, token);
	const statuses = await tally(2001, ask);
	// The login counts as a request.
	expect(statuses).toEqual({ 200: 1999, 429: 2 });
	sim.clock.advance(5 * 60_000 + 1);
	expect(await tally(1, ask)).toEqual({ 200: 1 });
	await sim.close();
});

it('does not count refused requests, and forgets a request after five minutes', async () => {
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

it('applies the documented rate to each path and organisation separately', async () => {
	const bench = await startBench({ limits: 'documented', seed: { endpoints: 1 } });
	const call = await bench.app();
	const { list, sims, one: endpointPath, usage } = endpointsOf(call);
	stopClock(bench.sim.clock);
	/** How many of `count` requests are accepted. */
	const passed = async (count: number, ask: () => Promise<{ status: number }>) =>
		(await tally(count, ask))[200] ?? 0;
	for (const ask of [list, sims]) expect(await passed(20, ask)).toBe(6);
	expect(refusalOf(await list())).toEqual([429, 1105]);
	expect(await passed(1, endpointsOf(await bench.app('enterprise')).list)).toBe(1);
	expect(await passed(150, endpointPath)).toBe(26);
	expect(await passed(51, usage)).toBe(51);
	// A second later the bucket is full again.
	await passed(20, list);
	bench.sim.clock.advance(1000);
	expect(await passed(6, list)).toBe(6);
	await bench.sim.close();
});

it('counts an endpoint and its connectivity separately, and its other paths together', async () => {
	const slow = { single: { perSecond: 0.001, burst: 1 } };
	const bench = await startBench({ limits: { rates: slow }, seed: { endpoints: 1 } });
	const { one: endpointPath, connectivity, messages, quota } = endpointsOf(await bench.app());
	expect(await tally(3, endpointPath)).toEqual({ 200: 2, 429: 1 });
	expect(await tally(3, connectivity)).toEqual({ 200: 2, 429: 1 });
	expect(await tally(2, messages)).toEqual({ 200: 2 });
	expect((await quota()).status).toBe(429);
	await bench.sim.close();
});

it('accepts other rates, or no limits', async () => {
	const slow = { list: { perSecond: 0.001, burst: 1 } };
	const bench = await startBench({ limits: { rates: slow } });
	const { list } = endpointsOf(await bench.app());
	expect(await tally(5, list)).toEqual({ 200: 2, 429: 3 });
	await bench.sim.close();
	const free = await startBench({ limits: 'off' });
	expect(await tally(120, endpointsOf(await free.app()).list)).toEqual({ 200: 120 });
	await free.sim.close();
});
