import { judgeSigns } from '../../../../src/features/waits/conditions/seenAgain';
import { newestDayIn, newestMinuteIn } from '../../../../src/features/waits/reads/traffic';

/* Traffic as a sign of life: by the minutes and days of the service that have begun after the moment. */

const CHANGE = Date.parse('2026-06-30T23:50:20.000Z');
const READ = Date.parse('2026-07-01T00:10:30.000Z');
const at = new Date(CHANGE).toISOString();
const judged = (trafficAt: number) => judgeSigns({ at }, { events: [], trafficAt });
const summary = (...minutes: Array<[string, number]>) => ({
	current_month: { data: { volume: '40.000000' } },
	last_hour: { data: { rx: minutes.map(([time]) => [time, 0]), tx: minutes } },
});

test('a minute that has begun after the moment is a sign, also past midnight', () => {
	const minute = newestMinuteIn(summary(['23:45', 3], ['00:03', 0.2], ['00:10', 0]), READ);
	expect(new Date(minute).toISOString()).toBe('2026-07-01T00:03:00.000Z');
	expect(judged(minute)).toMatchObject({
		is: 'met',
		shows: { sign: 'traffic', seen_at: '2026-07-01T00:03:00.000Z', seen_by: 'usage' },
	});
});

test('the minute of the moment and those before it are none, however much the month has grown', () => {
	expect(judged(newestMinuteIn(summary(['23:45', 3], ['23:50', 9]), READ)).is).toBe('open');
	expect(judged(newestMinuteIn({ current_month: { data: { volume: '90' } } }, READ)).is).toBe(
		'open',
	);
});

test('a time of day that is none of the last hour does not count', () => {
	expect(newestMinuteIn(summary(['02:05', 1], ['no time', 1]), READ)).toBeNaN();
	expect(newestMinuteIn({ last_hour: { data: { volume: 5 } } }, READ)).toBeNaN();
});

test('a day counts where all of it lies after the moment', () => {
	const day = (date: string, volume: unknown) => ({ date, data: { volume } });
	const total = day('TOTAL', '9.000000');
	const [before, none] = [day('2026-06-30', '8.000000'), day('2026-07-01', 0)];
	expect(judged(newestDayIn([none, before, total])).is).toBe('open');
	expect(judged(newestDayIn([day('2026-07-01', '0.5'), before, total])).is).toBe('met');
});
