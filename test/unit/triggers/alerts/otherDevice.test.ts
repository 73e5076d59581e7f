import { deviceOf } from '../../../../src/fleet/device';
import { otherDevice } from '../../../../src/triggers/alerts/otherDevice';
import { deviceAt, eventOf, HOUR, imeisv, START, swaps, Watcher } from './alerts';

const a = deviceAt(1);
const b = { ...a, device: a.device + 777 };
/** Size of the fleet in SIMs; `npm run test:faults` uses ten times as many. */
const SIZE = 1_000;

describe('the alert for a SIM in another device', () => {
	test.each([
		['3500000000001701', 35_000_000_000_017],
		['350000000000170', 35_000_000_000_017],
		['35000000000017', 35_000_000_000_017],
		['0000000000000000', undefined],
		['', undefined],
		[null, undefined],
		['unknown', undefined],
		['35000000000017012', undefined],
	])('reads the device from %p', (imei, device) => {
		expect(deviceOf(imei)).toBe(device);
	});

	test('is raised for another device, but not for the first device or new software', async () => {
		const watcher = new Watcher(otherDevice);
		expect(await watcher.poll(START, [eventOf(a, START)])).toEqual([]);
		expect(await watcher.poll(START, [eventOf({ ...a, software: 9 }, START + 1)])).toEqual([]);
		expect(await watcher.poll(START, [eventOf(b, START + HOUR)])).toEqual([
			{
				event: 'simInOtherDevice',
				reason: expect.stringContaining('before it was in') as string,
				at: START + HOUR,
				fields: {
					endpoint_id: a.id + 1_000_000,
					endpoint_name: `device ${a.id}`,
					sim_id: a.id,
					iccid: `89${String(a.id).padStart(17, '0')}`,
					imei: '350000000007787',
					previous_imei: '350000000000014',
				},
			},
		]);
	});

	test('is not raised by late events', async () => {
		const watcher = new Watcher(otherDevice);
		await watcher.poll(START, [eventOf(a, START)]);
		expect(await watcher.poll(START, [eventOf(b, START + HOUR)])).toHaveLength(1);
		const late = [eventOf(a, START + 1), eventOf(b, START + 2), eventOf(a, START + HOUR)];
		expect(await watcher.poll(START, late)).toEqual([]);
		expect(await watcher.poll(START, [eventOf(b, START + 2 * HOUR)])).toEqual([]);
		expect(await watcher.poll(START, [eventOf(a, START + 3 * HOUR)])).toHaveLength(1);
	});

	test('is raised for each of two swaps in one poll with the same timestamp', async () => {
		const watcher = new Watcher(otherDevice);
		const at = START + HOUR;
		expect(
			await watcher.poll(START, [eventOf(a, at), eventOf(b, at), eventOf(a, at)]),
		).toHaveLength(2);
	});

	test("ignores the endpoint's listed IMEI, before and after the first session", async () => {
		const watcher = new Watcher(otherDevice);
		const [former, typed] = [imeisv(b), '3599999999999901'];
		// The former device is still listed; then a third one is entered by hand.
		for (const [hours, listed] of [former, former, typed, null, former, typed].entries()) {
			const at = START + hours * HOUR;
			const read = [
				eventOf(a, at, { type: 1, listed }),
				eventOf(a, at + 1, { type: 2, listed }),
				...(hours > 0 ? [eventOf(a, at + 2, { listed })] : []),
			];
			expect(await watcher.poll(at, read)).toEqual([]);
		}
		const swapped = eventOf(b, START + 9 * HOUR, { listed: imeisv(a) });
		expect(await watcher.poll(START + 9 * HOUR, [swapped])).toHaveLength(1);
	});

	test('is not raised by the end of a session or by events that no device causes', async () => {
		const watcher = new Watcher(otherDevice);
		await watcher.poll(START, [eventOf(a, START)]);
		const ends = [5, 51, 8, 15].map((type, i) => eventOf(b, START + 1 + i, { type }));
		expect(await watcher.poll(START, ends)).toEqual([]);
	});

	test(`is raised only for the 100 swaps among ${SIZE} re-attaches and software updates`, async () => {
		expect((await swaps(SIZE, 0)).told).toEqual([]);
		const { told } = await swaps(SIZE, 100);
		expect(told).toHaveLength(100);
		expect(new Set(told).size).toBe(100);
	});
});
