import { play } from './adapter';
import { SIGNALS, killsOf, optionsOf } from './cases';
import { fleetWithIncidents, quietFleet, type Planted } from './incidents';
import { DAYS, START } from './fleet';
import {
	judged,
	report,
	type IncidentResult,
	type Kill,
	type PlayOptions,
	type Result,
} from './judge';
import { DAY, HOUR } from './world';

/*
 * `npm run test:strangers -- incidents` plays 2,000 devices over some days, with a poll in ten minutes; `FULL=1` before
 * it plays 20,000 over 60 days, with a poll in five. `PLAYED_DAYS` before it sets another number of days, `SEED` another
 * fleet, and `KILLS` how often n8n is killed.
 */
const isFull = process.env.FULL === '1';
const devices = isFull ? 20_000 : 2_000;
const seed = Number(process.env.SEED ?? (isFull ? 11 : 1));
const KILLS = Number(process.env.KILLS ?? 20);
const MAINTAINED = 1201;
/** Days that the short form plays. */
const SHORT_DAYS = 9;
const LONG = 6 * 3_600_000;
const figures = play ? describe : describe.skip;

/** The days that are played. */
const daysOf = (shortDays: number): number =>
	Number(process.env.PLAYED_DAYS ?? (isFull ? DAYS : shortDays));

/** A line a day: a day of 20,000 devices takes about a minute. */
const showProgress = (title: string, days: number) => (day: number, told: number) =>
	void process.stderr.write(`${title}: ${day} of ${days} days played, ${told} items told\n`);

async function played(
	title: string,
	planted: Planted,
	over: Partial<PlayOptions>,
	shortDays: number,
): Promise<Result & { known: IncidentResult[] }> {
	const days = daysOf(shortDays);
	const options = optionsOf({
		until: START + days * DAY,
		...(isFull ? { playedDay: showProgress(title, days) } : { pollMinutes: 10 }),
		...over,
	});
	const incidents = planted.incidents.filter(({ start }) => start < options.until);
	const told = await play!(planted.fleet, options);
	const result = judged({ ...planted, incidents }, told, options);
	console.log(report(`${title}, ${devices} devices, ${days} days`, result));
	const known = result.incidents.filter(
		({ incident }) => incident.knowable < options.until - 2 * HOUR,
	);
	return { ...result, known, lost: known.filter(({ isTold }) => !isTold).length };
}

figures('alerts by their cause', () => {
	it(
		'of 40 incidents',
		async () => {
			const planted = fleetWithIncidents({ devices, seed });
			const result = await played('incidents', planted, {}, SHORT_DAYS);
			const { found, right, known, lost, falseAMonth, overTold, doubled, wrong } = result;
			expect(lost).toBe(0);
			expect(found).toBeGreaterThanOrEqual(Math.floor(known.length * 0.95));
			expect(right).toBeGreaterThanOrEqual(Math.floor(known.length * 0.95));
			expect({ doubled, wrong, overTold }).toEqual({ doubled: [], wrong: [], overTold: 0 });
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
			const result = await played('no incidents', quiet, { signals: ['silent'] }, 2);
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
			await played('no incidents, refusals each night', quiet, { signals: SIGNALS }, 1);
		},
		LONG,
	);

	it(
		'killed 20 times while it gathers',
		async () => {
			const planted = fleetWithIncidents({ devices, seed: seed + 1 });
			const kills = killsOf(planted.incidents, KILLS, optionsOf().gatherMinutes).filter(
				({ at }) => at < START + (daysOf(SHORT_DAYS) - 1) * DAY,
			);
			const carriedOut: Kill[] = [];
			const result = await played(
				'killed while gathering',
				planted,
				{
					kills,
					killed: (kill) => void carriedOut.push(kill),
				},
				SHORT_DAYS,
			);
			expect(carriedOut).toHaveLength(kills.length);
			expect(result.lost).toBe(0);
			expect(result.doubled).toEqual([]);
		},
		LONG,
	);
});
