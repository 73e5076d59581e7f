import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Failure } from './failure';
import { type Chunk, share } from './children';
import { FAMILIES, NEIGHBOURS, type WorldKind } from './plan';
import { planted } from './planted';

/*
 * npm run test:worlds -- [FAMILY|all] [SEED] [COUNT] [--root DIR]
 * npm run test:worlds -- planted [NAME...]
 * Simulated worlds, see docs/reliability.md.
 */

const ROOT = resolve(__dirname, '../..');
/** Default number of worlds per family. */
const COUNT = 500;
/** The same for worlds of whole jobs, which take longer. */
const JOBS_COUNT = 100;
/** Seeds per chunk. */
const CHUNK = 20;
/** Number of histories that are printed in full. */
const SHOWN = 3;
/** Families of a complete run; `mixed` runs only by name. */
const WHOLE: WorldKind[] = ['single', 'sequential', 'redis', 'session', NEIGHBOURS];
const KINDS: WorldKind[] = [...FAMILIES, NEIGHBOURS];

function commit(root: string): string {
	const git = (...args: string[]) =>
		execFileSync('git', ['-C', root, ...args])
			.toString()
			.trim();
	const isChanged = git('status', '--porcelain', '--', 'src') !== '';
	return git('rev-parse', '--short', 'HEAD') + (isChanged ? ' with changes' : '');
}

function usage(): never {
	console.error(
		`npm run test:worlds -- [${KINDS.join('|')}|all] [SEED] [COUNT], or planted [NAME...]`,
	);
	process.exit(2);
}

/** Seeds of the families in turn, so that a progress line covers all of them. */
function* chunksOf(counts: Map<WorldKind, number>, seed: number): Generator<Chunk> {
	const most = Math.max(...counts.values());
	for (let done = 0; done < most; done += CHUNK) {
		for (const [family, count] of counts) {
			if (done >= count) continue;
			yield { family, seed: seed + done, count: Math.min(CHUNK, count - done) };
		}
	}
}

async function worlds(counts: Map<WorldKind, number>, seed: number, root: string): Promise<void> {
	const all = [...counts.values()];
	const total = all.reduce((sum, count) => sum + count, 0);
	const began = performance.now();
	const failures: Failure[] = [];
	let done = 0;
	const seconds = () => (performance.now() - began) / 1000;
	const speed = () => `${done} of ${total} worlds, ${(done / seconds()).toFixed(0)} a second`;
	const progress = setInterval(
		() => console.error(`  ${speed()}, ${failures.length} did not hold`),
		10_000,
	);
	const chunks = chunksOf(counts, seed);
	await share(
		{ root, replacements: [] },
		() => chunks.next().value as Chunk | undefined,
		(taken) => {
			done += taken.count;
			failures.push(...taken.failures);
			for (const { family, seed: which } of taken.failures) {
				console.error(`  ${family} ${which} did not hold`);
			}
		},
	);
	clearInterval(progress);
	for (const failure of failures.slice(0, SHOWN)) show(failure, root);
	for (const { family, seed: which, violations } of failures.slice(SHOWN)) {
		const rules = new Set(violations.map(({ rule }) => rule));
		console.log(`${family} ${which}: ${[...rules].join('; ')} (${violations[0]!.what})`);
	}
	const held = failures.length === 0;
	console.log(
		`figure 12 (${[...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')} from seed ${seed}, commit ${commit(root)}): wanted ${total} worlds, 0 violations; got ${done} worlds, ${failures.length} violations${held ? '' : '  <-- short'}`,
	);
	console.log(`  ${speed()}, ${seconds().toFixed(0)} s`);
	process.exitCode = held ? 0 : 1;
}

function show({ family, seed, text }: Failure, root: string): void {
	console.log(
		`\n${family} ${seed}, commit ${commit(root)}; again: npm run test:worlds -- ${family} ${seed} 1`,
	);
	console.log(`${text}\n`);
}

async function main(): Promise<void> {
	const args = process.argv.slice(2);
	const at = args.indexOf('--root');
	const root = at < 0 ? ROOT : resolve(args.splice(at, 2)[1] ?? usage());
	if (args[0] === 'planted') {
		process.exitCode = (await planted(root, args.slice(1))) ? 0 : 1;
		return;
	}
	const [name = 'all', seed = '1', given] = args;
	const kinds = name === 'all' ? WHOLE : KINDS.filter((kind) => kind === name);
	const isNumber = (text: string) => /^[1-9]\d*$/.test(text);
	if (kinds.length === 0 || !isNumber(seed) || !isNumber(given ?? '1')) usage();
	const countOf = (kind: WorldKind) => Number(given ?? (kind === NEIGHBOURS ? JOBS_COUNT : COUNT));
	const counts = new Map(kinds.map((kind) => [kind, countOf(kind)]));
	await worlds(counts, Number(seed), root);
}

void main();
