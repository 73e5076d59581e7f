import { stub } from '../support/stub';
import { type Reporter, SILENT } from '../../src/reporter';
import { systemClock, systemSleep } from '../../src/ports';
import type { Permit } from '../../src/request/limits/gate';
import { Lanes } from '../../src/request/limits/lanes';
import { Client } from '../../src/run/client';
import { runItems } from '../../src/run/run';
import { findOperation } from '../../src/operations';
import type { Figure } from './figures';
import { liveHeapMb } from './heap';

const ITEMS = 100_000;
const MOST_IN_FLIGHT = 25;
const MEMORY_MB = 200;

/** Without a rate limit: at the documented rate, the lanes would bound the work and take an hour. */
class OpenLanes extends Lanes {
	override async acquire(): Promise<Permit> {
		return { release: () => {} };
	}
}

/** 100,000 sends to a service that answers at once: work in flight and memory stay bounded. */
export async function memory(): Promise<Figure[]> {
	const lanes = new OpenLanes('memory');
	let inFlight = 0;
	let most = 0;
	let before = 0;
	let peak = 0;
	const progress: Reporter['progress'] = (ended) => {
		if (ended % 10_000 === 0) peak = Math.max(peak, liveHeapMb() - before);
	};
	const client = new Client(
		stub({
			baseUrl: 'https://memory.example',
			accountKind: 'token',
			transport: async () => {
				most = Math.max(most, ++inFlight);
				await new Promise((resolve) => setImmediate(resolve));
				inFlight -= 1;
				return { status: 201, headers: {}, body: {} };
			},
			lanes: () => lanes,
			clock: systemClock,
			sleep: systemSleep,
			random: Math.random,
			report: { ...SILENT, progress },
		}),
	);
	before = liveHeapMb();
	const outcomes = await runItems(
		client,
		findOperation('sms', 'send'),
		(index) => ({ endpointId: index + 1, payload: `message ${index}` }),
		ITEMS,
		{ continueOnFail: true },
	);
	const sent = outcomes.filter((outcome) => 'items' in outcome).length;
	return [
		{
			name: 'memory of 100,000 sends',
			wanted: `${ITEMS} sent, at most ${MOST_IN_FLIGHT} in flight, at most ${MEMORY_MB} MB more heap`,
			got: `${sent} sent, ${most} in flight, ${peak.toFixed(0)} MB`,
			held: sent === ITEMS && most <= MOST_IN_FLIGHT && peak <= MEMORY_MB,
		},
	];
}
