import { ALERTS } from '../../../../src/triggers/alerts';
import { SILENCE, silences, START, swaps, visits, Watcher } from './alerts';

/** SIMs of a fleet here; `npm run test:faults` has ten times as many. */
const SIZE = 1_000;

test(`${SIZE} SIMs, the rules about SIMs: 40 bytes a SIM at most`, async () => {
	const bytes = [await swaps(SIZE, 100), await silences(SIZE, 50), await visits(SIZE, 40)].map(
		({ bytes: all }) => all / SIZE,
	);
	console.log(`alerts: ${bytes.map((one) => one.toFixed(1)).join(' + ')} bytes a SIM`);
	expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(40);
});

test.each(ALERTS.flatMap((rule) => rule.events.map(({ value }) => [value, rule] as const)))(
	'a sample of %s, and what is not its own text begins anew',
	async (event, rule) => {
		expect(rule.sample(event, START)).toMatchObject({
			event,
			at: START,
			fields: event === 'automationRun' ? { execution: 1 } : { sim_id: 20001 },
		});
		const watcher = new Watcher(rule, { ...SILENCE, places: ['de'], automationIds: [] });
		watcher.packed = 'something else';
		expect(await watcher.poll(START)).toEqual([]);
		expect(watcher.said).toEqual([expect.stringMatching(/cannot be read, and begins anew/)]);
	},
);
