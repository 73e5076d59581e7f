import { deviceOf, otherDevice } from '../../../../src/triggers/alerts/otherDevice';
import { deviceAt, eventOf, HOUR, imeisv, START, swaps, Watcher } from './alerts';

const a = deviceAt(1);
const b = { ...a, device: a.device + 777 };
/** SIMs of a fleet here; `npm run test:faults` has ten times as many. */
const SIZE = 1_000;

describe('SIM in another device', () => {
	test.each([
		['3500000000001701', 35_000_000_000_017],
		['350000000000170', 35_000_000_000_017],
		['35000000000017', 35_000_000_000_017],
		['0000000000000000', undefined],
		['', undefined],
		[null, undefined],
		['unknown', undefined],
		['35000000000017012', undefined],
	])('the device in %p', (imei, device) => {
		expect(deviceOf(imei)).toBe(device);
	});

	test('the first sight learns; new software is the same device; another device is told', async () => {
		const watcher = new Watcher(otherDevice);
		expect(await watcher.poll(START, [eventOf(a, START)])).toEqual([]);
		expect(await watcher.poll(START, [eventOf({ ...a, software: 9 }, START + 1)])).toEqual([]);
		expect(await watcher.poll(START, [eventOf(b, START + HOUR)])).toEqual([
			{
				event: 'simInOtherDevice',
				reason: expect.stringContaining('before it was in') as string,
				at: START + HOUR,
				fields: {
					...{ endpoint_id: a.id + 1_000_000, endpoint_name: `device ${a.id}` },
					...{ sim_id: a.id, iccid: `89${String(a.id).padStart(17, '0')}` },
					...{ imei: '350000000007787', previous_imei: '350000000000014' },
				},
			},
		]);
	});

	test('what comes late tells nothing, neither again nor backwards', async () => {
		const watcher = new Watcher(otherDevice);
		await watcher.poll(START, [eventOf(a, START)]);
		expect(await watcher.poll(START, [eventOf(b, START + HOUR)])).toHaveLength(1);
		const late = [eventOf(a, START + 1), eventOf(b, START + 2), eventOf(a, START + HOUR)];
		expect(await watcher.poll(START, late)).toEqual([]);
		expect(await watcher.poll(START, [eventOf(b, START + 2 * HOUR)])).toEqual([]);
		expect(await watcher.poll(START, [eventOf(a, START + 3 * HOUR)])).toHaveLength(1);
	});

	test('two swaps in one poll, also within one moment', async () => {
		const watcher = new Watcher(otherDevice);
		const at = START + HOUR;
		expect(
			await watcher.poll(START, [eventOf(a, at), eventOf(b, at), eventOf(a, at)]),
		).toHaveLength(2);
	});

	test('what the endpoint says proves nothing, before the first session or after it', async () => {
		const watcher = new Watcher(otherDevice);
		const [former, typed] = [imeisv(b), '3599999999999901'];
		// Still listed is the former device; then somebody types in a third one.
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

	test('the end of the old session, and what no device causes, say nothing', async () => {
		const watcher = new Watcher(otherDevice);
		await watcher.poll(START, [eventOf(a, START)]);
		const ends = [5, 51, 8, 15].map((type, i) => eventOf(b, START + 1 + i, { type }));
		expect(await watcher.poll(START, ends)).toEqual([]);
	});

	test(`${SIZE} re-attaches and software updates: no alarm; 100 swaps: 100`, async () => {
		expect((await swaps(SIZE, 0)).told).toEqual([]);
		const { told } = await swaps(SIZE, 100);
		expect(told).toHaveLength(100);
		expect(new Set(told).size).toBe(100);
	});
});
