import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installN8n } from '../demo/lib/install';
import { findNode } from '../demo/lib/node';
import { rootDir, wantedN8nVersion } from '../demo/lib/paths';
import { isStopping, stopAll, stopOnSignals } from '../demo/lib/processes';
import { causes } from './causes';
import { disk } from './disk';
import * as f from './figures';
import { forms } from './forms';
import * as jobs from './jobs';
import { kept } from './kept';
import { files, memory } from './memory';
import { isBusy, keep, RESULTS } from './report';
import { rows } from './rows';
import { build, type Stage } from './stage';
import { states } from './states';

/** A group of figures that are measured together. */
interface Group {
	measure: (stage: Stage, rounds: number) => Promise<f.Figures>;
	/** It needs no n8n that is started for it. */
	alone?: true;
	/** It needs neither an installed n8n nor the build, but the sources alone. */
	bare?: true;
}

/** `--few` measures with a fifth of the items, for machines that are not idle. */
const part = process.argv.includes('--few') ? 5 : 1;

const GROUPS: Record<string, Group> = {
	cold: { measure: async (_, rounds) => await f.cold(undefined, rounds), alone: true },
	window: { measure: async (_, rounds) => await f.window(undefined, rounds), alone: true },
	send: { measure: async (stage, rounds) => await f.send(stage, rounds, 10_000 / part) },
	get: { measure: async (stage, rounds) => await f.get(stage, rounds, 10_000 / part) },
	keys: { measure: async (stage, rounds) => await jobs.keys(stage, rounds, 10_000 / part) },
	computed: { measure: async (stage, rounds) => await f.computed(stage, rounds, 2_000 / part) },
	list: { measure: async (stage, rounds) => await f.list(stage, rounds, 100_000) },
	changed: { measure: async (stage, rounds) => await jobs.changed(stage, rounds, 20_000) },
	table: { measure: async (stage, rounds) => await jobs.table(stage, rounds, 100_000) },
	create: { measure: async (stage, rounds) => await f.create(stage, rounds, 10_000) },
	away: { measure: async (stage, rounds) => await f.away(stage, rounds, 2_000) },
	memory: {
		measure: async (_, rounds) => await memory(undefined, rounds, 100_000),
		alone: true,
	},
	files: {
		measure: async (_, rounds) => await files(undefined, rounds, 100_000),
		alone: true,
	},
	forms: { measure: async (_, rounds) => await forms(undefined, rounds), alone: true },
	states: {
		measure: async (_, rounds) => await states(undefined, rounds),
		alone: true,
		bare: true,
	},
	causes: {
		measure: async (_, rounds) => await causes(undefined, rounds),
		alone: true,
		bare: true,
	},
	rows: { measure: async (_, rounds) => await rows(undefined, rounds), alone: true },
	kept: { measure: async (_, rounds) => await kept(undefined, rounds), alone: true, bare: true },
	disk: { measure: async (_, rounds) => await disk(undefined, rounds), alone: true },
	growth: { measure: async (stage, rounds) => await f.growth(stage, rounds, 1_000) },
	rate: { measure: async (stage, rounds) => await f.rate(stage, rounds, 2_000) },
};

const ROUNDS = 5;

async function quick(): Promise<boolean> {
	const stage = await f.stageFor('quick');
	const wrong = await f.counts(stage, 200);
	for (const line of wrong) console.log(`wrong: ${line}`);
	return wrong.length === 0;
}

async function measure(names: string[]): Promise<void> {
	for (const name of names) {
		const group = GROUPS[name];
		if (!group) throw new Error(`no group ${name}; groups: ${Object.keys(GROUPS).join(', ')}`);
		console.log(name);
		const stage = group.alone ? undefined : await f.stageFor(name);
		try {
			const wasBusy = isBusy();
			keep(await group.measure(stage as Stage, ROUNDS), wantedN8nVersion(), wasBusy);
		} finally {
			await stopAll();
		}
	}
	console.log(readFileSync(RESULTS, 'utf8'));
}

/**
 * `npm run bench [-- group …]` measures and writes `bench/results.json` and the table of
 * docs/performance.md; `-- --quick` only asserts the numbers of requests and output items.
 */
async function main(): Promise<void> {
	stopOnSignals(() => {});
	const given = process.argv.slice(2);
	const isQuick = given.includes('--quick');
	const names = given.filter((word) => !word.startsWith('--'));
	const isBare = names.length > 0 && names.every((name) => GROUPS[name]?.bare === true);
	if (isQuick || !isBare) {
		await installN8n(findNode());
		// `npm run check` has just built the package.
		const asBuilt = isQuick || given.includes('--no-build');
		if (!asBuilt || !existsSync(join(rootDir, 'dist'))) await build();
	}
	const held = isQuick
		? await quick()
		: await measure(names.length > 0 ? names : Object.keys(GROUPS)).then(() => true);
	await stopAll();
	process.exit(held ? 0 : 1);
}

main().catch(async (error: unknown) => {
	if (isStopping()) return;
	console.error(error);
	await stopAll();
	process.exit(1);
});
