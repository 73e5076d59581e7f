import type { Json } from '../../../../src/table/define';
import { refusals } from '../../../../src/triggers/alerts/refusals';
import { deviceAt, endpointOf, eventOf, FR, MINUTE, START, Watcher } from './alerts';

/* Registrations and sessions that are refused. */

const device = deviceAt(1);
const at = (minutes: number) => START + minutes * MINUTE;
/** A refusal: the event of its type with a warning, and its cause in the text. */
const refused = (type: number, minutes: number, of = device, more: object = {}): Json => ({
	...eventOf(of, at(minutes), { type, ...more }),
	event_severity: { id: 1, description: 'Warn' },
	description: 'cause 13',
	// A session that policy refuses names no operator.
	...(type === 3 && { detail: null }),
});
const granted = (type: number, minutes: number, of = device, more: object = {}) =>
	eventOf(of, at(minutes), { type, ...more });
const names = (told: Array<{ event: string }>) => told.map(({ event }) => event);

describe('one by one', () => {
	test.each([
		[1, 'registrationRefused', 'registration'],
		[2, 'registrationRefused', 'packet registration'],
		[3, 'sessionRefused', 'session'],
	])('a refusal of type %i is told once until it is accepted', async (type, event, step) => {
		const watcher = new Watcher(refusals);
		expect(await watcher.poll(at(5), [granted(type, 1)])).toEqual([]);
		expect(await watcher.poll(at(10), [refused(type, 6), refused(type, 7)])).toMatchObject([
			{
				event,
				at: at(6),
				fields: {
					sim_id: device.id,
					endpoint_id: device.id + 1_000_000,
					step,
					refusal: 'cause 13',
					operator: type === 3 ? null : 'Germany Mobile',
				},
			},
		]);
		expect(await watcher.poll(at(200), [refused(type, 190)])).toEqual([]);
		expect(await watcher.poll(at(210), [granted(type, 205)])).toEqual([]);
		expect(names(await watcher.poll(at(220), [refused(type, 215)]))).toEqual([event]);
	});

	test('both sides of a registration are one alert, and a session is another', async () => {
		const watcher = new Watcher(refusals);
		const all = [refused(1, 1), refused(2, 2), refused(3, 3)];
		expect(names(await watcher.poll(at(5), all))).toEqual([
			'registrationRefused',
			'sessionRefused',
		]);
	});

	test('a session shows that the packet side is accepted, and nothing of the circuit side', async () => {
		const watcher = new Watcher(refusals);
		await watcher.poll(at(5), [refused(1, 1), refused(2, 1)]);
		expect(await watcher.poll(at(10), [granted(3, 6), refused(2, 7)])).toEqual([]);
		await watcher.poll(at(15), [granted(1, 11), granted(3, 12)]);
		expect(names(await watcher.poll(at(20), [refused(2, 16)]))).toEqual(['registrationRefused']);
	});

	test('what is accepted before the poll is not told, and a late refusal proves nothing', async () => {
		const watcher = new Watcher(refusals);
		expect(await watcher.poll(at(5), [refused(1, 1), granted(1, 2)])).toEqual([]);
		await watcher.poll(at(10), [granted(3, 9)]);
		expect(await watcher.poll(at(15), [refused(3, 8)])).toEqual([]);
	});

	test('an event without a severity is no refusal', async () => {
		const watcher = new Watcher(refusals);
		const unclear = { ...refused(1, 1), event_severity: null };
		expect(await watcher.poll(at(5), [unclear])).toEqual([]);
	});

	test('only the chosen event is told', async () => {
		const watcher = new Watcher(refusals, {}, new Set(['sessionRefused']));
		const told = await watcher.poll(at(5), [refused(1, 1), refused(3, 2)]);
		expect(names(told)).toEqual(['sessionRefused']);
		expect(watcher.lists).toBe(0);
	});
});

describe('grouped by cause', () => {
	const fleet = Array.from({ length: 300 }, (_, i) => deviceAt(i));
	const RURAL = { ...FR, id: 99, name: 'Ruralia' };
	const placeOf = (i: number) => (i < 80 ? { country: RURAL } : {});
	const watching = (input: object = {}) => {
		const watcher = new Watcher(refusals, { groupByCause: true, ...input });
		watcher.fleet = fleet.map((own, i) =>
			endpointOf(own, { service_profile: { id: 1 + (i % 3 === 0 ? 1 : 0), name: 'p' } }),
		);
		return watcher;
	};
	const seen = fleet.map((own, i) => granted(3, 1, own, placeOf(i)));

	test('a network that refuses is one item, after the time of gathering', async () => {
		const watcher = watching();
		await watcher.poll(at(5), seen);
		const storm = fleet.slice(0, 75).map((own, i) => refused(1, 10 + i / 20, own, placeOf(i)));
		expect(await watcher.poll(at(15), storm)).toEqual([]);
		expect(watcher.lists).toBe(0);
		const [told, ...others] = await watcher.poll(at(21));
		expect(others).toEqual([]);
		expect(told).toMatchObject({
			event: 'registrationRefused',
			reason:
				'75 of 80 devices on operator Ruralia Mobile in country Ruralia are refused registration since 00:10 UTC; of the other 220, 0',
			fields: {
				cause: { operator: 'Ruralia Mobile', country: 'Ruralia' },
				since: new Date(at(10)).toISOString(),
				affected: 75,
			},
		});
		expect(watcher.lists).toBe(1);
	});

	test('sessions that a profile refuses name the profile, by the last places of the devices', async () => {
		const watcher = watching();
		await watcher.poll(at(5), seen);
		const storm = fleet.flatMap((own, i) => (i % 3 === 0 ? [refused(3, 10, own)] : []));
		await watcher.poll(at(15), storm);
		const [told] = await watcher.poll(at(21));
		expect(told).toMatchObject({
			event: 'sessionRefused',
			fields: {
				cause: { service_profile: 'p', service_profile_id: 2 },
				affected: 100,
				sharing: 100,
			},
		});
	});

	test('devices that are accepted while others are gathered are not told', async () => {
		const watcher = watching();
		await watcher.poll(at(5), seen);
		await watcher.poll(
			at(15),
			fleet.slice(0, 3).map((own) => refused(3, 10, own)),
		);
		await watcher.poll(at(18), [granted(3, 16, fleet[0])]);
		const told = await watcher.poll(at(21));
		expect(told).toMatchObject([{ fields: { cause: null, affected: 2, without_place: 0 } }]);
		// Too few to share anything: the list was not read.
		expect(watcher.lists).toBe(0);
	});

	test('a fleet that was never seen is counted apart', async () => {
		const watcher = watching();
		await watcher.poll(at(5));
		const storm = fleet.slice(0, 50).map((own) => refused(3, 10, own));
		await watcher.poll(at(15), storm);
		expect(await watcher.poll(at(21))).toMatchObject([
			{ fields: { cause: null, affected: 0, without_place: 50 } },
		]);
	});

	test('a refusal that goes on is told once, and a kill in the midst loses and doubles nothing', async () => {
		const watcher = watching();
		await watcher.poll(at(5), seen);
		const before = watcher.packed;
		const storm = fleet.slice(0, 75).map((own, i) => refused(1, 10, own, placeOf(i)));
		await watcher.poll(at(15), storm);
		// n8n has stored nothing of a poll without items: the next process reads the same events again.
		watcher.packed = before;
		expect(await watcher.poll(at(21), storm)).toHaveLength(1);
		for (let minutes = 25; minutes < 400; minutes += 5)
			expect(
				await watcher.poll(at(minutes), [refused(1, minutes - 1, fleet[minutes % 75])]),
			).toEqual([]);
	});

	test('takes less than 40 bytes a SIM', async () => {
		const watcher = watching();
		await watcher.poll(at(5), seen);
		const storm = fleet.slice(0, 75).map((own, i) => refused(1, 10 + (i % 9), own, placeOf(i)));
		await watcher.poll(at(15), storm);
		expect(watcher.packed!.length / fleet.length).toBeLessThan(40);
	});
});
