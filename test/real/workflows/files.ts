import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { exactly, type Figure } from '../../faults/figures';
import { during } from './fleet';
import { fleetOf, mustSucceed, RESELLER, settings, type Stage } from './stage';

/** The reseller's fleet as a file, and a list with missing entries. */
export async function fleetFile(stage: Stage): Promise<Figure[]> {
	const { sim, load, files } = stage;
	const run = await load('fleet-to-a-file', {
		user: 'totp',
		parameters: settings({ folder: files }),
	});
	const written = () => readdirSync(files).filter((name) => name.endsWith('-endpoints.csv.gz'));
	const { sent } = await during(stage, async () => mustSucceed(await run()));
	const [file, ...others] = written();
	const rows = gunzipSync(readFileSync(join(files, String(file))))
		.toString()
		.trimEnd()
		.split('\r\n')
		.slice(1);
	const there = fleetOf(stage, RESELLER);
	const idsOf = (ids: number[]) => ids.sort((a, b) => a - b).join();
	const isSame =
		idsOf(rows.map((row) => Number(row.split(',')[0]))) === idsOf(there.map(({ id }) => id));

	const more = String(there.length + 10);
	sim.setFaults({
		rules: [
			{ kind: 'headers', match: { path: 'v1/endpoint$' }, headers: { 'X-Total-Count': more } },
		],
	});
	const lacking = await run();
	sim.clearFaults();
	return [
		exactly(
			'file: rows',
			`${there.length}, all of the fleet`,
			`${rows.length}, ${isSame ? 'all of the fleet' : 'others'}`,
		),
		exactly('file: readings', `${Math.ceil(there.length / 1000)}`, `${sent.length}`),
		exactly(
			'file: a list that lacks 10 entries',
			'error, 1 file',
			`${lacking.status}, ${written().length} file`,
		),
		exactly('file: files of one night', '1', `${1 + others.length}`),
	];
}
