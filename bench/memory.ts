import { takePortsBack } from '../demo/lib/preflight';
import { stopAll } from '../demo/lib/processes';
import { compared, type Figures, NONE, own, stageFor } from './figures';
import * as n from './nodes';
import type { Measured, Stage } from './stage';

/* Peak memory of lists: each in a fresh n8n, minus the peak of an n8n that reads no list. */

/** Node chains that read a list, for the URL of the service. */
type Things = Record<string, (service: string) => Measured[]>;

/** Megabytes above an idle n8n for each subject, by round. */
async function peaksOf(
	things: Things,
	rounds: number,
	endpoints: number,
): Promise<(name: string) => number[]> {
	const all: Things = { idle: () => [], ...things };
	const peaks: Record<string, number[]> = {};
	for (let i = 0; i < rounds; i++) {
		for (const [name, thing] of Object.entries(all)) {
			const stage = await stageFor('memory');
			try {
				const run = await stage.prepare(n.devices(1), ...thing(stage.serviceUrl));
				const { counts, peakMb } = await run({ ...NONE, endpoints });
				const pages = name === 'idle' ? 0 : endpoints / 1_000;
				if (counts.pages !== pages) throw new Error(`${name}: ${counts.pages} pages`);
				console.log(`  ${name}: ${peakMb.toFixed(0)} MB`);
				(peaks[name] ??= []).push(peakMb);
			} finally {
				await stopAll();
				takePortsBack();
			}
		}
	}
	const idle = Math.min(...peaks.idle!);
	return (name) => peaks[name]!.map((peak) => peak - idle);
}

/** Peak memory of a list as items. */
export async function memory(
	_: Stage | undefined,
	rounds: number,
	endpoints: number,
): Promise<Figures> {
	const beyond = await peaksOf(
		{
			simple: () => [n.oursList(true)],
			full: () => [n.oursList(false)],
			request: (service) => [n.requestList(service)],
		},
		rounds,
		endpoints,
	);
	const figure = (name: 'simple' | 'full', what: string, target: number) =>
		compared(`peak memory, list ${endpoints} endpoints, ${what}`, 'MB', target, beyond(name), {
			'HTTP Request': beyond('request'),
		});
	return {
		memorySimple: figure('simple', 'simplified', 0.4),
		memoryFull: figure('full', 'in full', 0.9),
	};
}

/** Endpoints in the largest export. */
const MILLION = 1_000_000;

/** Peak memory of a list as a file, and of the same list with HTTP Request, which holds it whole. */
export async function files(
	_: Stage | undefined,
	rounds: number,
	endpoints: number,
): Promise<Figures> {
	const file = () => [n.oursExport('csv')];
	const request = (service: string) => [n.requestList(service), n.convertToFile()];
	const beyond = await peaksOf({ file, request }, rounds, endpoints);
	const million = await peaksOf({ file }, Math.min(rounds, 3), MILLION);
	const requested = await peaksOf({ request }, 1, MILLION).then(
		(peaks) => `takes ${peaks('request')[0]!.toFixed(0)} MB`,
		(error: Error) => {
			const { code } = (error.cause ?? {}) as { code?: string };
			if (code !== 'UND_ERR_HEADERS_TIMEOUT') throw error;
			return 'had not ended after five minutes';
		},
	);
	return {
		memoryFile: compared(
			`peak memory, ${endpoints} endpoints as a CSV file`,
			'MB',
			0.4,
			beyond('file'),
			{ 'HTTP Request and Convert to File': beyond('request') },
		),
		memoryMillion: own(
			`peak memory, ${MILLION} endpoints as a CSV file`,
			'MB',
			60,
			million('file'),
			`HTTP Request with Convert to File ${requested}.`,
		),
	};
}
