import '../faults/resolve';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { say } from '../faults/secrets';
import { PAGE, pageWith, RESULTS, resultsNow } from './page';
import { redisSizes } from './redis';
import { ROWS, SIZES, smsToAll, type Taken } from './rows';

/*
 * `npm run test:scale [-- devices …]`: the use of limits by triggers and jobs for fleets of three sizes,
 * or of the given sizes, on a simulated clock; written to docs/scale.md. `-- --check` measures the
 * smallest fleet again and compares the result with the page.
 */

const ADDRESSES = [1, 2, 4, 8];
/** Repeated measurements differ by their start second. */
const TOLERANCE = 0.1;

async function measured(name: string, devices: number): Promise<Taken> {
	const start = performance.now();
	const taken = await ROWS[name]!(devices);
	const seconds = ((performance.now() - start) / 1000).toFixed(1);
	say(`${devices.toLocaleString('en')}: ${name}: ${JSON.stringify(taken)} (${seconds} s)`);
	if (taken.refused > 0) throw new Error(`${name}: ${taken.refused} calls were refused`);
	return taken;
}

/** Measures fleets of several sizes, and saves the results after each figure. */
async function measureAll(sizes: number[]): Promise<void> {
	const results = resultsNow();
	const keep = () => {
		writeFileSync(RESULTS, `${JSON.stringify(results, null, '\t')}\n`);
		writeFileSync(PAGE, pageWith(results));
		execFileSync('npx', ['prettier', '--write', PAGE, RESULTS], { stdio: 'ignore' });
	};
	for (const devices of sizes) {
		for (const name of Object.keys(ROWS)) {
			const others = (results.rows[name] ?? []).filter((row) => row.devices !== devices);
			results.rows[name] = [...others, await measured(name, devices)];
			keep();
		}
	}
	if (sizes.length < SIZES.length) return;
	results.addresses = [];
	for (const addresses of ADDRESSES)
		results.addresses.push({ addresses, ...(await smsToAll(SIZES.at(-1)!, addresses)) });
	results.redis = await redisSizes();
	keep();
}

/** Figures of the smallest fleet that differ from the page. */
async function differences(): Promise<string[]> {
	const { rows } = resultsNow();
	const wrong: string[] = [];
	for (const name of Object.keys(ROWS)) {
		const now = await measured(name, SIZES[0]!);
		const then = rows[name]?.find(({ devices }) => devices === now.devices);
		const differ = (a = 0, b = 0) => Math.abs(a - b) > TOLERANCE * Math.max(a, b);
		if (!then || differ(then.calls, now.calls) || differ(then.delay?.most, now.delay?.most)) {
			wrong.push(`${name}: ${JSON.stringify(then)} was written`);
		}
	}
	return wrong;
}

async function main(): Promise<void> {
	if (!process.argv.includes('--check')) {
		const given = process.argv.slice(2).map(Number);
		await measureAll(given.length > 0 ? given : SIZES);
		process.exit();
	}
	const wrong = await differences();
	for (const line of wrong) say(`wrong: ${line}`);
	process.exitCode = wrong.length === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
	say(error instanceof Error ? String(error.stack) : String(error));
	process.exit(1);
});
