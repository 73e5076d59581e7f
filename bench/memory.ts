import { takePortsBack } from '../demo/lib/preflight';
import { stopAll } from '../demo/lib/processes';
import { compared, type Figures, NONE, stageFor } from './figures';
import * as n from './nodes';
import type { Measured, Stage } from './stage';

/** What is measured, by the service it works with. */
const THINGS = {
	idle: () => undefined,
	simple: () => n.oursList(true),
	full: () => n.oursList(false),
	request: n.requestList,
} satisfies Record<string, (service: string) => Measured | undefined>;

/** Peak memory of a list: of a fresh n8n each, beyond one that makes no list. */
export async function memory(
	_: Stage | undefined,
	rounds: number,
	endpoints: number,
): Promise<Figures> {
	const peaks: Record<keyof typeof THINGS, number[]> = {
		idle: [],
		simple: [],
		full: [],
		request: [],
	};
	for (let i = 0; i < rounds; i++) {
		for (const [name, thing] of Object.entries(THINGS)) {
			const stage = await stageFor('memory');
			try {
				const run = await stage.prepare(n.devices(1), thing(stage.serviceUrl));
				const { items, peakMb } = await run({ ...NONE, endpoints });
				if (name !== 'idle' && items !== endpoints) throw new Error(`${name}: ${items} items`);
				console.log(`  ${name}: ${peakMb.toFixed(0)} MB`);
				peaks[name as keyof typeof THINGS].push(peakMb);
			} finally {
				await stopAll();
				takePortsBack();
			}
		}
	}
	const idle = Math.min(...peaks.idle);
	const beyond = (name: keyof typeof THINGS) => peaks[name].map((peak) => peak - idle);
	const figure = (name: 'simple' | 'full', what: string, target: number) =>
		compared(`peak memory, list ${endpoints} endpoints, ${what}`, 'MB', target, beyond(name), {
			'HTTP Request': beyond('request'),
		});
	return {
		memorySimple: figure('simple', 'simplified', 0.4),
		memoryFull: figure('full', 'in full', 0.9),
	};
}
