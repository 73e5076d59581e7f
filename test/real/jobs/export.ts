import { closeSync, openSync, writeSync } from 'node:fs';
import { NONE, stageFor } from '../../../bench/figures';
import { devices, oursExport } from '../../../bench/nodes';
import { installN8n } from '../../../demo/lib/install';
import { findNode } from '../../../demo/lib/node';
import { takePortsBack } from '../../../demo/lib/preflight';
import { stopAll } from '../../../demo/lib/processes';
import { type FileStore, StoredFile } from '../../../src/ports';
import { runItems } from '../../../src/run/run';
import { findOperation } from '../../../src/operations';
import type { Figure } from '../../faults/figures';
import { liveHeapMb } from '../../faults/heap';
import { endpoint, LISTS, pageOf, VirtualService } from '../../scale/virtualService';
import { inVirtualTime } from '../../support/virtualTime';

/* A whole fleet as a file: within the documented rate, in constant memory. */

const PAGE = 1_000;
/** Response time of the service. */
const ANSWER_MS = 200;
/** Allowed time above that of the rate. */
const MOST_TIME = 1.05;
const MOST_MB = 60;

/** A stream that discards data and measures the live heap after a number of bytes. */
class Nowhere implements FileStore {
	bytes = 0;
	lines = 0;
	/** Growth of the live heap in megabytes. */
	peakMb = 0;
	private readonly before = liveHeapMb();
	private readonly file = openSync('/dev/null', 'w');

	constructor(private readonly everyBytes: number) {}

	async streams() {
		return true;
	}

	async save(content: AsyncIterable<Uint8Array>) {
		let next = 0;
		for await (const bytes of content) {
			writeSync(this.file, bytes);
			for (const byte of bytes) if (byte === 10) this.lines += 1;
			this.bytes += bytes.length;
			if (this.bytes < next) continue;
			next = this.bytes + this.everyBytes;
			this.peakMb = Math.max(this.peakMb, liveHeapMb() - this.before);
		}
		closeSync(this.file);
		return new StoredFile({});
	}
}

/** The export on a simulated clock, within the documented rates: duration and memory. */
async function withinRates(endpoints: number): Promise<Figure[]> {
	const service = new VirtualService((request) => pageOf(request, endpoints, endpoint), ANSWER_MS);
	const files = new Nowhere(endpoints * 10);
	const client = service.client(`export-${endpoints}`, { files });
	const values = { returnAll: true, simplify: true, output: 'csv' };
	const { result, tookMs } = await inVirtualTime(
		async () =>
			await runItems(client, findOperation('endpoint', 'getAll'), () => values, 1, {
				continueOnFail: false,
			}),
	);
	const [file] = 'items' in result[0]! ? result[0].items : [];
	const pages = endpoints / PAGE;
	// The first page has the total, and the last page must arrive.
	const least = (pages - LISTS.burst) / LISTS.perSecond + (2 * ANSWER_MS) / 1000;
	const isWhole =
		file?.entries === endpoints && file.complete === true && files.lines === endpoints + 1;
	const seconds = tookMs / 1000;
	const words = (count: unknown, took: string, mb: string) =>
		`${String(count)} endpoints in a file, ${took}, ${mb} held`;
	return [
		{
			name: `export of ${endpoints} on a moved clock`,
			wanted: words(
				endpoints,
				`${(least * MOST_TIME).toFixed(1)} s of ${least.toFixed(1)} s`,
				`${MOST_MB} MB`,
			),
			got: words(
				isWhole ? endpoints : `not all, ${JSON.stringify(file)} and ${files.lines} lines:`,
				`${seconds.toFixed(1)} s; ${service.refused} of ${service.requests} calls refused`,
				`${files.peakMb.toFixed(1)} MB`,
			),
			held:
				isWhole &&
				service.refused === 0 &&
				service.requests === pages &&
				seconds <= least * MOST_TIME &&
				files.peakMb <= MOST_MB,
		},
	];
}

/** Peak memory of n8n during an export, minus that of the same n8n with a trivial workflow. */
async function inN8n(endpoints: number): Promise<Figure[]> {
	await installN8n(findNode());
	const stage = await stageFor('export');
	try {
		const idle = await stage.prepare(devices(1));
		const job = await stage.prepare(devices(1), oursExport('csv'));
		const { peakMb: idleMb } = await idle(NONE);
		const { peakMb, counts } = await job({ ...NONE, endpoints });
		const beyond = peakMb - idleMb;
		return [
			{
				name: `export of ${endpoints} in real n8n`,
				wanted: `${endpoints / PAGE} pages, at most ${MOST_MB} MB over idle`,
				got: `${counts.pages} pages, ${beyond.toFixed(0)} MB over ${idleMb.toFixed(0)} MB`,
				held: counts.pages === endpoints / PAGE && beyond <= MOST_MB,
			},
		];
	} finally {
		await stopAll();
		takePortsBack();
	}
}

/** A fleet of so many as a file. */
export const exportJob = async (endpoints: number): Promise<Figure[]> => [
	...(await withinRates(endpoints)),
	...(await inN8n(endpoints)),
];
