import { say } from './secrets';

/** A measured guarantee. */
export interface Figure {
	/** Number of the guarantee, or a name for further figures. */
	name: string;
	wanted: string;
	got: string;
	held: boolean;
}

type Measure = () => Promise<Figure[]>;

/** A figure that must match exactly. */
export const exactly = (name: string, wanted: string, got: string): Figure => ({
	name,
	wanted,
	got,
	held: wanted === got,
});

const title = (name: string) => (/^\d/.test(name) ? `figure ${name}` : name);

/** Measures the groups in turn and prints a line per figure. @returns false when a figure fails */
export async function report(measures: Record<string, Measure>): Promise<boolean> {
	const wanted = process.argv.slice(2);
	let held = true;
	for (const [name, measure] of Object.entries(measures)) {
		if (wanted.length > 0 && !wanted.includes(name)) continue;
		const start = performance.now();
		for (const figure of await measure().catch((error: unknown) => [failed(name, error)])) {
			held &&= figure.held;
			const short = figure.held ? '' : '   <-- SHORT';
			say(`${title(figure.name)}: wanted ${figure.wanted}, got ${figure.got}${short}`);
		}
		say(`  (${name}: ${((performance.now() - start) / 1000).toFixed(1)} s)`);
	}
	return held;
}

const failed = (name: string, error: unknown): Figure => ({
	name,
	wanted: 'a figure',
	got: error instanceof Error ? error.stack || error.message : String(error),
	held: false,
});
