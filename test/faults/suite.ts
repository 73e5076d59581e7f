import { parseArgs } from 'node:util';
import { stopAll, stopOnSignals } from '../../demo/lib/processes';
import { type Measures, report } from './figures';
import { recordConsole, say } from './secrets';

/** The command line of a program that reports figures. */
export interface SuiteOptions {
	/** A size in a full run or in a quick run. */
	of: <T>(whole: T, quick: T) => T;
	/** Repetitions: in a full run, in a quick run, or as requested with `--count`. */
	times: (whole: number, quick: number) => number;
	/** Names of the requested figures; all when empty. */
	names: string[];
	/** Makes the same random histories again; a new one for each run unless `--seed` was given. */
	seed: number | undefined;
	/** Whether `--pictures` was given. */
	pictures: boolean;
}

/**
 * Takes `[--quick] [--count n] [--seed n] [--pictures] [name …]`, reports figures and ends the process, with 1
 * when a figure fails. `after` runs before the end.
 */
export async function runSuite(
	measures: (options: SuiteOptions) => Measures | Promise<Measures>,
	after: (held: boolean) => unknown = () => {},
): Promise<void> {
	const { values, positionals: names } = parseArgs({
		options: {
			quick: { type: 'boolean', default: false },
			pictures: { type: 'boolean', default: false },
			count: { type: 'string' },
			seed: { type: 'string' },
		},
		allowPositionals: true,
	});
	recordConsole();
	stopOnSignals(() => {});
	const of = <T>(whole: T, quick: T) => (values.quick ? quick : whole);
	const times = (whole: number, quick: number) => Number(values.count ?? of(whole, quick));
	const seed = values.seed === undefined ? undefined : Number(values.seed);
	const { pictures } = values;
	let held = false;
	try {
		held = await report(await measures({ of, times, names, seed, pictures }), names);
		await after(held);
	} catch (error) {
		say(String(error));
	}
	await stopAll();
	process.exit(held ? 0 : 1);
}
