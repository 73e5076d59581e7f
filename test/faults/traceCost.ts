import { Meter } from '../../src/request/meter';
import { outcomesIn } from '../../src/run/outcomes';
import { systemClock } from '../../src/ports';
import { clientOf } from '../support/client';
import { findOperation } from '../../src/operations';
import { runItems } from '../../src/run/run';
import type { Figure } from './figures';

/** Largest share of a run's CPU that its trace may cost. */
const MOST_SHARE = 0.01;
const ITEMS = 5_000;

/** CPU of this process in microseconds while a job runs. */
async function cpuOf(job: () => Promise<unknown> | unknown): Promise<number> {
	const before = process.cpuUsage();
	await job();
	const { user, system } = process.cpuUsage(before);
	return user + system;
}

/** The CPU of counting a run's requests and results, beside that of a run whose service is in memory. */
export async function traceCost(): Promise<Figure[]> {
	const operation = findOperation('endpoint', 'get');
	const body = { id: 17, status: { id: 0 } };
	const client = clientOf(async () => ({ status: 200, headers: {}, body }), {
		token: async () => 'token',
	});
	const values = () => ({ endpointId: 17, simplify: true });
	const run = async () =>
		await runItems(client, operation, values, ITEMS, { continueOnFail: true });
	await run();
	const results = await run();
	const ofRun = await cpuOf(run);
	const meter = new Meter();
	const request = { method: 'GET', path: '/api/v1/endpoint/17', effect: 'read', lane: 'single' };
	const count = () => {
		for (let i = 0; i < ITEMS; i++) {
			meter.wait(systemClock)();
			meter.sent(request as Parameters<Meter['sent']>[0], false);
		}
		outcomesIn(results);
	};
	count();
	const rounds = 20;
	const ofTrace = (await cpuOf(() => Array.from({ length: rounds }, count))) / rounds;
	const share = ofTrace / ofRun;
	return [
		{
			name: 'traces (cost)',
			wanted: `at most ${MOST_SHARE * 100} % of the CPU of a run of ${ITEMS} items`,
			got: `${(share * 100).toFixed(2)} %: ${(ofTrace / ITEMS).toFixed(2)} of ${(ofRun / ITEMS).toFixed(0)} µs an item`,
			held: share <= MOST_SHARE,
		},
	];
}
