import 'reflect-metadata';
import type { ICheckProcessedContextData, ICheckProcessedOptions } from 'n8n-workflow';
import { type KeyContext, markedText } from '../nodes/CellularIot/n8n/processedItems';
import { noShare, recordText } from '../src/features/applyTable/waveRecord';
import type { Values } from '../src/features/applyTable/waveValues';
import type { KeptText } from '../src/keys/keptText';
import { ProcessedItems } from '../test/support/n8n/processedItems';
import { stub } from '../test/support/stub';
import { type Figures, spread } from './figures';
import { idsOf } from './states';

/*
 * What a wave that is written down costs in n8n's table of processed items: marks, bytes of the row, and the time of
 * a write and a read. The table is that of the tests, in memory: what a database takes for a row comes on top.
 */

const WORKFLOW = { id: 'bench' };
const NODE = { id: 'node' };

interface Wave {
	name: string;
	ids: number[];
	/** What a device has before and gets, by its place in the wave. */
	was: (place: number) => Values;
	is: (place: number) => Values;
}

const alike = (devices: number): Wave => ({
	name: `of ${devices} devices, all changed alike`,
	ids: idsOf(devices),
	was: () => ({ tariffProfileId: 398 }),
	is: () => ({ tariffProfileId: 522 }),
});

const WAVES: Wave[] = [
	alike(10),
	alike(100),
	alike(1_000),
	{
		name: 'of 100 devices, each with another name',
		ids: idsOf(100),
		was: (place) => ({ name: `meter ${(place * 7_919) % 9_973}` }),
		is: (place) => ({ name: `site ${(place * 37) % 997}` }),
	},
];

/** A wave as it is written down. */
function textOf({ ids, was, is }: Wave, phase: 'sending' | 'judging'): string {
	const rows = ids.map((id, place) => ({ id, was: was(place), is: is(place) }));
	const text = recordText({
		back: new Map(),
		share: noShare(),
		open: {
			workspace: null,
			condition: 'online',
			minutes: 10,
			putBack: true,
			reset: false,
			silent: 'unknown',
			phase,
			since: '2026-11-20T10:00:00.000Z',
			rows,
			sick: [],
		},
	});
	return text!;
}

/** The text as a run of the node has it. */
function keptIn(table: ProcessedItems): KeptText {
	const where = stub<ICheckProcessedContextData>({ workflow: WORKFLOW, node: NODE });
	const context = stub<KeyContext>({
		getWorkflow: () => WORKFLOW,
		getNode: () => NODE,
		helpers: {
			checkProcessedAndRecord: async (
				marks: string[],
				scope: 'node',
				options: ICheckProcessedOptions,
			) => await table.checkProcessedAndRecord(marks, scope, where, options),
			removeProcessed: async (marks: string[], scope: 'node') =>
				await table.removeProcessed(marks, scope, where),
		},
	});
	return markedText(context)!;
}

/** Milliseconds of CPU of some work. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}

/** Waves that are written down, by their sizes. */
export async function kept(_: unknown, rounds: number): Promise<Figures> {
	const figures: Figures = {};
	for (const wave of WAVES) {
		const table = new ProcessedItems();
		const own = keptIn(table);
		const took = { write: [] as number[], read: [] as number[] };
		const steps = { write: 0, read: 0 };
		await own.write(textOf(wave, 'sending'));
		// The first round compiles.
		for (let round = 0; round <= rounds; round += 1) {
			const text = textOf(wave, round % 2 === 0 ? 'judging' : 'sending');
			let before = table.calls;
			const write = await cpuMs(async () => await own.write(text));
			steps.write = table.calls - before;
			before = table.calls;
			const read = await cpuMs(async () => {
				if ((await keptIn(table).read()) !== text) throw new Error('another text was read');
			});
			steps.read = table.calls - before;
			if (round === 0) continue;
			took.write.push(write);
			took.read.push(read);
		}
		const [row = []] = table.rows.values();
		figures[`kept ${wave.name}`] = {
			work: `a wave written down in n8n's database, ${wave.name}`,
			unit: 'CPU, ms to write',
			runs: rounds,
			ours: spread(took.write),
			others: {
				'to read': spread(took.read),
				marks: spread([row.length]),
				'their row, bytes': spread([JSON.stringify(row).length]),
			},
			notes: `One row; written in ${steps.write} steps and read in ${steps.read}. What the database takes for the row comes on top.`,
		};
	}
	return figures;
}
