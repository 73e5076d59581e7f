import { say, searchSecrets } from './secrets';

/** A measured guarantee. */
export interface Figure {
	/** Number of the guarantee, or a name for further figures. */
	name: string;
	wanted: string;
	got: string;
	held: boolean;
}

/** Groups of figures by the name that requests them. */
export type Measures = Record<string, () => Promise<Figure[]>>;

/** A figure that must match exactly. */
export const exactly = (name: string, wanted: string, got: string): Figure => ({
	name,
	wanted,
	got,
	held: wanted === got,
});

const title = (name: string) => (/^\d/.test(name) ? `figure ${name}` : name);

/**
 * Measures the wanted groups in turn, or all when none is named, and prints a line per figure.
 * @returns false when a figure fails
 */
export async function report(measures: Measures, wanted: string[]): Promise<boolean> {
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

/** The search of all recorded output for secrets; measured last. */
export async function secrets(): Promise<Figure[]> {
	const { characters, secrets: known, found } = searchSecrets();
	const where = `${known} secrets in ${(characters / 1e6).toFixed(1)} million characters of logs, errors and items`;
	return [exactly('secrets', `0 of ${where}`, `${found} of ${where}`)];
}

const failed = (name: string, error: unknown): Figure => ({
	name,
	wanted: 'a figure',
	got: error instanceof Error ? error.stack || error.message : String(error),
	held: false,
});
