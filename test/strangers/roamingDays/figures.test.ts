import { play } from './adapter';
import { fleetOf, optionsOf } from './cases';
import { MOST_BYTES, judged, report } from './judge';

/*
 * `npm run test:strangers -- roamingDays` counts 200 devices for eight months, and with `FULL=1` before it 5,000
 * for 24 months.
 */
const isFull = process.env.FULL === '1';
const [devices, months] = isFull ? [5_000, 24] : [200, 8];
const figures = play ? describe : describe.skip;

figures('roaming days', () => {
	it(
		`of ${devices} devices in ${months} months`,
		async () => {
			const fleet = fleetOf(devices, months, isFull ? 11 : 1);
			const options = optionsOf(fleet, isFull ? 30 : 7);
			fleet.rewind();
			const result = judged(fleet, await play!(fleet, options), options);
			console.log(report(`roaming days, ${devices} devices, ${months} months`, result));
			const { above, below, untold, wrong } = result;
			expect({ above, below, untold, wrong }).toEqual({
				above: [],
				below: [],
				untold: [],
				wrong: [],
			});
			expect(result.warned).toBeGreaterThanOrEqual(0.99 * result.knowable);
			expect(result.bytes).toBeLessThanOrEqual(MOST_BYTES);
		},
		3 * 3_600_000,
	);
});
