import { play } from './adapter';
import { SIGNALS, killsOf, optionsOf } from './cases';
import { fleetWithIncidents, quietFleet, type Planted } from './incidents';
import { judged, report, type Kill, type PlayOptions, type Result } from './judge';

/*
 * `npm run test:strangers -- incidents` plays 2,000 devices, and with `FULL=1` before it 20,000.
 */
const isFull = process.env.FULL === '1';
const devices = isFull ? 20_000 : 2_000;
const seed = isFull ? 11 : 1;
const MAINTAINED = 1201;
const LONG = 6 * 3_600_000;
const figures = play ? describe : describe.skip;

async function played(
	title: string,
	planted: Planted,
	over: Partial<PlayOptions>,
): Promise<Result> {
	const options = optionsOf(over);
	const result = judged(planted, await play!(planted.fleet, options), options);
	console.log(report(`${title}, ${devices} devices`, result));
	return result;
}

figures('alerts by their cause', () => {
	it(
		'of 40 incidents',
		async () => {
			const result = await played('incidents', fleetWithIncidents({ devices, seed }), {});
			const { found, right, falseAMonth, overTold, doubled, wrong } = result;
			expect({ doubled, wrong, overTold }).toEqual({ doubled: [], wrong: [], overTold: 0 });
			expect(found).toBeGreaterThanOrEqual(38);
			expect(right).toBeGreaterThanOrEqual(38);
			expect(falseAMonth).toBeLessThanOrEqual(1);
		},
		LONG,
	);

	it(
		'without incidents, while one operator works on its network each night',
		async () => {
			const quiet = quietFleet({
				devices,
				seed,
				maintenance: { operator: MAINTAINED, refuses: false },
			});
			const result = await played('no incidents', quiet, { signals: ['silent'] });
			expect(result.falseIncidents).toBeLessThanOrEqual(1);
			expect([...result.doubled, ...result.wrong]).toEqual([]);
		},
		LONG,
	);

	it(
		'without incidents, while one operator refuses some each night (a figure, without a limit)',
		async () => {
			const quiet = quietFleet({
				devices,
				seed,
				maintenance: { operator: MAINTAINED, refuses: true },
			});
			await played('no incidents, refusals each night', quiet, { signals: SIGNALS });
		},
		LONG,
	);

	it(
		'killed 20 times while it gathers',
		async () => {
			const planted = fleetWithIncidents({ devices, seed: seed + 1 });
			const kills = killsOf(planted.incidents, 20, optionsOf().gatherMinutes);
			const carriedOut: Kill[] = [];
			const result = await played('killed while gathering', planted, {
				kills,
				killed: (kill) => void carriedOut.push(kill),
			});
			expect(carriedOut).toHaveLength(kills.length);
			expect({ lost: result.lost, doubled: result.doubled }).toEqual({ lost: 0, doubled: [] });
		},
		LONG,
	);
});
