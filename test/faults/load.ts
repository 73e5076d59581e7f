import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Figure } from './figures';
import { act, byId, endpointIds, withSimulator } from './runs';

/* The load on a failing service. */

const ITEMS = 300;

const get = { resource: 'endpoint', operation: 'get', endpointId: byId('={{ $json.id }}') };

/** Permanent 503: attempts per request, and load in addition to the requests. */
async function permanent503(): Promise<Figure[]> {
	return await withSimulator({ seed: { endpoints: ITEMS } }, async (sim, credentials) => {
		const items = endpointIds(sim).map((id) => ({ id }));
		await act(credentials, get, items.slice(0, 1));
		sim.setFaults({ rules: [{ kind: 'errorBefore', match: { method: 'GET' } }] });
		const before = sim.ledger().requests.length;
		const output = await act(credentials, get, items);
		const calls = sim.ledger().requests.slice(before);
		const attempts = new Map<string, number>();
		for (const { path } of calls) attempts.set(path, (attempts.get(path) ?? 0) + 1);
		const most = Math.max(...attempts.values());
		const extra = (calls.length / ITEMS - 1) * 100;
		return [
			{
				name: 'permanent 503',
				wanted: `${ITEMS} errors, at most 3 attempts a request, at most 10 % more load`,
				got: `${output.errors.length} errors, at most ${most} attempts, ${extra.toFixed(1)} % more`,
				held: output.errors.length === ITEMS && most <= 3 && extra <= 10,
			},
		];
	});
}

/** `Retry-After` in both forms: no call of the lane arrives before the requested time. */
async function retryAfter(): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const form of ['seconds', 'date'] as const) {
		await withSimulator({ seed: { endpoints: 60 } }, async (sim, credentials) => {
			const seconds = 2;
			sim.setFaults({
				rules: [
					{
						kind: 'tooManyRequests',
						match: { method: 'GET', path: '/endpoint/' },
						retryAfter: seconds,
						retryAfterForm: form,
						skip: 20,
						times: 1,
					},
				],
			});
			const items = endpointIds(sim).map((id) => ({ id }));
			const stalls = monitorEventLoopDelay({ resolution: 10 });
			stalls.enable();
			const output = await act(credentials, get, items);
			stalls.disable();
			const calls = sim.ledger().requests.filter(({ path }) => /\/endpoint\//.test(path));
			const at = calls.findIndex(({ fault }) => fault !== undefined);
			// Calls sent before the 429 came back may still arrive a few milliseconds later, or more on a machine
			// that stalls: service and client are one process.
			const underWayMs = 100 + Math.min(1_400, (3 * stalls.max) / 1e6);
			const moment = Date.parse(calls[at]!.at);
			const later = calls.slice(at + 1).map((call) => Date.parse(call.at) - moment);
			const early = later.filter((ms) => ms > underWayMs && ms < seconds * 1000).length;
			const retried = later.filter((ms) => ms >= seconds * 1000);
			figures.push({
				name: `Retry-After (${form})`,
				wanted: `60 done, 0 calls within the ${seconds} s asked for`,
				got: `${output.items.length} done, ${early} calls, the next after ${Math.min(...retried)} ms`,
				held: output.items.length === 60 && early === 0 && retried.length > 0,
			});
		});
	}
	return figures;
}

export const load = async (): Promise<Figure[]> => [
	...(await permanent503()),
	...(await retryAfter()),
];
