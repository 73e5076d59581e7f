import { simulated } from '../../support/simulator';
import { extracted } from './extract';
import { FileFigures } from './figures';
import { judgeFile } from './judge';
import type { FileCase, FileOutcome, Json } from './kinds';
import { hasDryRun, runFile } from './runFile';
import { SETS } from './sets';

/*
 * Each file as a person brings it in: Extract from File, then the operation, first as a dry run where it has one.
 */

const sim = simulated({ seed: { bulkDelayMs: 0 } }, 'kept');

const filled = (item: Json): Json =>
	Object.fromEntries(
		Object.entries(item).filter(([, value]) => value !== '' && value !== null),
	) as Json;

/** What a dry run of a case has to say: the same rows, and nothing done. */
function asDryRun(file: FileCase): FileCase {
	const nothing = { created: [], tags: [], bills: [], suspended: [], deleted: [], sent: {} };
	const dry = (way: FileCase['expected']) => ('rows' in way ? { ...way, ...nothing } : way);
	return { ...file, expected: dry(file.expected), alsoRight: (file.alsoRight ?? []).map(dry) };
}

describe.each(SETS)('$title', ({ title, files }) => {
	const figures = {
		dryRuns: new FileFigures(`${title}: dry runs of files`),
		runs: new FileFigures(`${title}: runs of files`),
	};
	afterAll(() => console.log([figures.dryRuns, figures.runs].join('\n')));

	describe.each([false, true])('Include Empty Cells: %s', (includeEmptyCells) => {
		describe.each(files.map((file) => [file.id, file] as const))('%s', (_, file) => {
			const items = extracted(file, { includeEmptyCells });
			const judge = (as: FileCase, outcome: FileOutcome, counted: FileFigures) => {
				const { because, right } = judgeFile(as, outcome);
				counted.add(as, outcome, right);
				expect({ because, outcome }).toEqual({ because: [], outcome });
			};

			test(`is read as its writer says: ${file.title}`, () => {
				const written = file.items.map(filled);
				expect(items.map(filled)).toEqual(written.slice(0, items.length));
				expect(written.slice(items.length)).toEqual(written.slice(items.length).map(() => ({})));
			});

			if (hasDryRun(file)) {
				test(`its first dry run: ${file.title}`, async () => {
					const outcome = await runFile(sim, file, { items, dryRun: true });
					judge(asDryRun(file), outcome, figures.dryRuns);
				});
			}

			test(`its run: ${file.title}`, async () => {
				judge(file, await runFile(sim, file, { items }), figures.runs);
			});
		});
	});
});
