import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findNode } from '../demo/lib/node';
import { rootDir } from '../demo/lib/paths';
import { type Figures, NONE, own } from './figures';
import type { RowsUsed } from './rowsRun';
import { freshFolder, startService } from './stage';

/*
 * A dirty list of a million SIMs, read, checked and planned by a dry run of Apply a Table in n8n-core's own execution.
 * Beside it a node that only gives an item of the same shape for each row: whatever node does the job, n8n holds its
 * items and those that it gives. The figures are what the job takes beyond that.
 */

const MILLION = 1_000_000;

/** The heap after a full collection, in megabytes, as `--trace-gc` of Node writes it. */
const LIVE = /Mark-Compact.*? -> ([\d.]+) \(/g;

/** What a run took, and the most that was live on its heap at once. */
type Used = RowsUsed & { liveMb: number };

type Subject = 'nothing' | 'table';

/** A collection of the whole heap for each tenth that it grows by, so that what was live at its peak is seen. */
const COLLECTS_OFTEN = ['--heap-growing-percent=10'];

async function runOf(
	subject: Subject,
	many: number,
	service: string,
	flags: string[],
): Promise<Used> {
	const run = join(__dirname, 'rowsRun.ts');
	const lua = ['--require', join(rootDir, 'scripts', 'lua.cjs')];
	const all = ['--trace-gc', '--max-old-space-size=12288', ...flags, ...lua, '--import', 'tsx'];
	const { stdout: output } = await promisify(execFile)(
		findNode(),
		[...all, run, subject, String(many), service],
		{ cwd: rootDir, maxBuffer: 1e9 },
	);
	const live = [...output.matchAll(LIVE)].map(([, mb]) => Number(mb));
	const said = output.split('\n').find((line) => line.startsWith('{'));
	const used = JSON.parse(said!) as RowsUsed;
	return { ...used, liveMb: Math.max(...live) };
}

/** CPU of a run, and its memory, which is measured in a run of its own: frequent collections take CPU. */
async function measured(subject: Subject, many: number, service: string): Promise<Used> {
	const quick = await runOf(subject, many, service, []);
	const { liveMb } = await runOf(subject, many, service, COLLECTS_OFTEN);
	return { ...quick, liveMb };
}

/**
 * CPU and memory that a dry run of a table takes beyond its items in n8n, those of the input and those of the output.
 */
export async function rows(_: unknown, rounds: number, many = MILLION): Promise<Figures> {
	const service = await startService(freshFolder('rows'));
	const setting = JSON.stringify({ ...NONE, endpoints: many });
	await fetch(`${service}/_bench`, { method: 'PUT', body: setting });
	const used: Array<Record<Subject, Used>> = [];
	for (let round = 0; round < Math.min(rounds, 3); round++) {
		used.push({
			nothing: await measured('nothing', many, service),
			table: await measured('table', many, service),
		});
	}
	const counts = used.map(({ table }) => [table.changed, table.refused, table.leftOut]);
	const wanted = [many / 100, many / 500, many / 1_000];
	if (counts.some((each) => each.join() !== wanted.join())) throw new Error(counts.join(' | '));
	const beyond = (of: 'cpuMs' | 'liveMb') =>
		used.map(({ table, nothing }) => table[of] - nothing[of]);
	const pages = `${many / 1_000} pages of endpoints`;
	return {
		rowsCpu: own(
			`read, check and plan ${many} rows of a dirty list of SIMs`,
			'CPU, s',
			30,
			beyond('cpuMs').map((ms) => ms / 1_000),
			`A dry run with ${pages}, beyond a node that only gives as many items; the pages of a fleet of this size take ${many / 10_000} s at the documented rate.`,
		),
		rowsMemory: own(
			`live heap, ${many} rows of a dirty list of SIMs`,
			'MB',
			300,
			beyond('liveMb'),
			'Beyond the items of the input and the output.',
		),
	};
}
