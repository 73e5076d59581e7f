import { ALERTS } from '../../../../src/triggers/alerts';
import { SILENCE, silences, START, swaps, visits, Watcher } from './alerts';

/** Size of the fleet in SIMs; `npm run test:faults` uses ten times as many. */
const SIZE = 1_000;

test(`the rules about SIMs store less than 40 bytes per SIM for ${SIZE} SIMs`, async () => {
	const bytes = [await swaps(SIZE, 100), await silences(SIZE, 50), await visits(SIZE, 40)].map(
		({ bytes: all }) => all / SIZE,
	);
	console.log(`alerts: ${bytes.map((byte) => byte.toFixed(1)).join(' + ')} bytes a SIM`);
	expect(bytes.reduce((sum, byte) => sum + byte)).toBeLessThan(40);
});

/** Fields of alerts that are about no device. */
const OWN_SAMPLES: Record<string, object> = {
	automationRun: { automation_id: '00000000-0000-0000-0000-000000000000', execution: 1 },
	tunnelDown: { cloud_connect_id: 0 },
};

test.each(ALERTS.flatMap((rule) => rule.events.map(({ value }) => [value, rule] as const)))(
	'the rule for %s gives a sample whose ids belong to nothing, and starts again from an unreadable state',
	async (event, rule) => {
		expect(rule.sample(event, START)).toMatchObject({
			event,
			at: START,
			fields: OWN_SAMPLES[event] ?? { endpoint_id: 0, sim_id: 0, iccid: '0000000000000000000' },
		});
		const watcher = new Watcher(rule, {
			...SILENCE,
			places: ['de'],
			automationIds: [],
			roamingRules: [],
		});
		watcher.packed = 'something else';
		expect(await watcher.poll(START)).toEqual([]);
		expect(watcher.said).toEqual([expect.stringMatching(/cannot be read, and begins anew/)]);
	},
);
