import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const FOLDER = 'src/table';
/**
 * Files shared by all entries; the other files of the folder hold entries and helpers of one
 * resource.
 */
const SHARED = new Set([
	...['answers.ts', 'define.ts', 'fields.ts', 'filters.ts', 'index.ts', 'request.ts', 'rules.ts'],
	...['schemas.ts', 'split-sms.d.ts'],
]);

interface Measured {
	/** Lines of each entry, from `define` to the end. */
	entries: Array<{ name: string; lines: number }>;
	median: number;
	/** Lines of all files with entries, helpers and comments included, per entry. */
	perEntryWithHelpers: number;
}

/** Counts the lines per operation in the table. */
export function measure(root: string): Measured {
	const files = readdirSync(join(root, FOLDER), { recursive: true, encoding: 'utf8' }).filter(
		(name) => name.endsWith('.ts') && !SHARED.has(basename(name)),
	);
	const entries: Measured['entries'] = [];
	let all = 0;
	for (const file of files) {
		const lines = readFileSync(join(root, FOLDER, file), 'utf8').split('\n');
		all += lines.length;
		lines.forEach((line, start) => {
			const name = /^export const (\w+) = define(?:[A-Z]\w*)?\(/.exec(line)?.[1];
			if (name === undefined) return;
			const end = lines.indexOf('});', start);
			entries.push({ name, lines: end - start + 1 });
		});
	}
	const sorted = entries.map(({ lines }) => lines).sort((a, b) => a - b);
	return {
		entries,
		median: sorted[Math.floor(sorted.length / 2)] ?? 0,
		perEntryWithHelpers: Math.round(all / entries.length),
	};
}
