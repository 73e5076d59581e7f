import type { Json } from '../../../../src/table/define';
import { silence } from '../../../../src/triggers/alerts/silence';
import { deviceAt, endpointOf, eventOf, FR, HOUR, MINUTE, SILENCE, START, Watcher } from './alerts';

/* Device Silent and Device Back, grouped by their cause. */

const GROUPED = { ...SILENCE, silentCheck: 'none', groupByCause: true };
const RURAL = { ...FR, id: 99, name: 'Ruralia', iso_code: 'rr', mcc: '299' };

/** A fleet of which the first `rural` devices are on an operator of their own. */
function fleetOf(size: number, rural: number, input: object = {}) {
	const watcher = new Watcher(silence, { ...GROUPED, ...input });
	const devices = Array.from({ length: size }, (_, i) => deviceAt(i));
	watcher.fleet = devices.map((device, i) =>
		endpointOf(device, {
			imei: `${35_000_000 + (i % 7)}0000001`,
			service_profile: { id: 1 + (i % 2), name: `profile ${1 + (i % 2)}` },
			tariff_profile: { id: 1, name: 'all' },
		}),
	);
	const speak = (at: number, speaks: (i: number) => boolean) =>
		devices.flatMap((device, i) =>
			speaks(i) ? [eventOf(device, at, i < rural ? { country: RURAL } : {})] : [],
		);
	return { watcher, devices, speak };
}

/** Polls every five minutes from one hour to another, and every hour of the first day; gives the alerts. */
async function pollFrom(
	watcher: Watcher,
	from: number,
	to: number,
	events: (at: number) => ReturnType<typeof eventOf>[] = () => [],
) {
	const told = [];
	const step = (at: number) => (at < START + 24 * HOUR && at % HOUR === 0 ? HOUR : 5 * MINUTE);
	for (let at = START + from * HOUR; at < START + to * HOUR; at += step(at))
		told.push(...(await watcher.poll(at, events(at))));
	return told;
}

test('340 of 2,000 devices that fall silent with an operator are one item', async () => {
	const { watcher, devices, speak } = fleetOf(2_000, 331);
	await watcher.poll(START, []);
	// The operator fails after two hours; 318 of its devices are silent from then on, and 22 others.
	const isDown = (i: number) => i < 318 || (i >= 1_000 && i < 1_022);
	await watcher.poll(
		START + HOUR,
		speak(START + HOUR, () => true),
	);
	const told = await pollFrom(watcher, 2, 27, (at) =>
		at % HOUR === 0 ? speak(at, (i) => !isDown(i)) : [],
	);
	expect(told.map(({ event }) => event)).toEqual(['deviceSilent', 'deviceSilent']);
	const [storm, alone] = told;
	expect(storm!.reason).toBe(
		'318 of 331 devices on operator Ruralia Mobile in country Ruralia are silent since 2026-03-01 01:00 UTC; of the other 1,669, 22',
	);
	expect(storm!.fields).toMatchObject({
		cause: { operator: 'Ruralia Mobile', country: 'Ruralia' },
		affected: 318,
		sharing: 331,
		other_devices: 1_669,
		other_affected: 22,
		is_update: false,
		since: '2026-03-01T01:00:00.000Z',
		certainty: expect.stringMatching(/^likely, not certain: 318 of 331 share it/),
	});
	expect(storm!.fields.endpoint_ids).toEqual(devices.slice(0, 318).map(({ id }) => id + 1_000_000));
	expect(storm!.fields.examples).toHaveLength(5);
	expect(storm!.fields.examples).toMatchObject([
		{ endpoint_id: devices[0]!.id + 1_000_000, endpoint_name: `device ${devices[0]!.id}` },
		{},
		{},
		{},
		{},
	]);
	expect(alone!.fields).toMatchObject({
		cause: null,
		incident_id: null,
		affected: 22,
		sharing: null,
	});
	expect(watcher.lists).toBeLessThanOrEqual(27 * 12);
});

test('the storm is told after the time of gathering, and not before', async () => {
	const { watcher, speak } = fleetOf(200, 60, { gatherMinutes: 30 });
	await watcher.poll(START, []);
	await watcher.poll(
		START + HOUR,
		speak(START + HOUR, () => true),
	);
	const alive = (at: number) => (at % HOUR === 0 ? speak(at, (i) => i >= 60) : []);
	expect(await pollFrom(watcher, 2, 25.4, alive)).toEqual([]);
	expect(await pollFrom(watcher, 25.4, 25.7, alive)).toHaveLength(1);
});

test('a second wave of the same cause updates its incident, once it grows no more', async () => {
	const { watcher, speak } = fleetOf(400, 100);
	await watcher.poll(START, []);
	await watcher.poll(
		START + HOUR,
		speak(START + HOUR, () => true),
	);
	await watcher.poll(
		START + 3 * HOUR,
		speak(START + 3 * HOUR, (i) => i >= 60),
	);
	const alive = (at: number) => (at % HOUR === 0 ? speak(at, (i) => i >= 100) : []);
	const told = await pollFrom(watcher, 4, 36, alive);
	expect(told.map(({ fields }) => [fields.is_update, fields.affected, fields.joined])).toEqual([
		[false, 60, 60],
		[true, 100, 40],
	]);
	expect(told[1]!.fields.incident_id).toBe(told[0]!.fields.incident_id);
	expect(told[1]!.at - told[0]!.at).toBeGreaterThanOrEqual(2 * HOUR);
	expect(told[1]!.fields.since).toBe('2026-03-01T03:00:00.000Z');
});

test('the return is told by cause, with who is still missing, and again when all are back', async () => {
	const { watcher, devices, speak } = fleetOf(400, 100);
	await watcher.poll(START, []);
	await watcher.poll(
		START + HOUR,
		speak(START + HOUR, () => true),
	);
	const alive = (at: number) => (at % HOUR === 0 ? speak(at, (i) => i >= 100) : []);
	const [storm] = await pollFrom(watcher, 2, 26, alive);
	const most = await pollFrom(watcher, 26, 27, (at) =>
		at === START + 26 * HOUR ? speak(at, (i) => i < 97) : [],
	);
	expect(most).toMatchObject([
		{
			event: 'deviceBack',
			reason:
				'97 of 100 devices on operator Ruralia Mobile in country Ruralia are back; 3 are still missing',
			fields: {
				incident_id: storm!.fields.incident_id,
				back: 97,
				missing: 3,
				missing_endpoint_ids: devices.slice(97, 100).map(({ id }) => id + 1_000_000),
			},
		},
	]);
	const rest = await pollFrom(watcher, 27, 28, (at) =>
		at === START + 27 * HOUR ? speak(at, () => true) : [],
	);
	expect(rest).toMatchObject([
		{ event: 'deviceBack', fields: { back: 100, joined: 3, missing: 0 } },
	]);
});

test('a device that is back before it is told was never away', async () => {
	const { watcher, speak } = fleetOf(100, 0);
	await watcher.poll(START, []);
	await watcher.poll(
		START + HOUR,
		speak(START + HOUR, () => true),
	);
	expect(await pollFrom(watcher, 2, 25.1, (at) => speak(at, (i) => i > 0))).toEqual([]);
	expect(await pollFrom(watcher, 25.1, 27, (at) => speak(at, () => true))).toEqual([]);
});

test('devices without a last place are counted apart, and no cause is said of them', async () => {
	const { watcher, devices, speak } = fleetOf(300, 60);
	await watcher.poll(START, []);
	// Ten of the operator were never seen.
	await watcher.poll(
		START + HOUR,
		speak(START + HOUR, (i) => i >= 10),
	);
	const alive = (at: number) => (at % HOUR === 0 ? speak(at, (i) => i >= 60) : []);
	const told = await pollFrom(watcher, 2, 30, alive);
	const apart = told.filter(({ fields }) => fields.without_place !== 0);
	expect(apart).toMatchObject([
		{
			fields: {
				cause: null,
				affected: 0,
				without_place: 10,
				endpoint_ids: [],
				endpoint_ids_without_place: devices.slice(0, 10).map(({ id }) => id + 1_000_000),
			},
		},
	]);
	const storm = told.find(({ fields }) => fields.cause !== null);
	expect(storm!.fields).toMatchObject({ affected: 50, sharing: 50, other_devices: 240 });
});

test('switched off, what was gathered is told one by one, and nothing is kept', async () => {
	const { watcher, speak } = fleetOf(100, 50);
	await watcher.poll(START, []);
	await watcher.poll(
		START + HOUR,
		speak(START + HOUR, () => true),
	);
	const alive = (at: number) => (at % HOUR === 0 ? speak(at, (i) => i >= 50) : []);
	expect(await pollFrom(watcher, 2, 25.05, alive)).toEqual([]);
	Object.assign(watcher.input, { groupByCause: false });
	const told = await pollFrom(watcher, 25.2, 26, alive);
	expect(told).toHaveLength(50);
	expect(told[0]!.fields).toMatchObject({ silent_hours: expect.any(Number) as number });
});

test('what is kept of a SIM takes 40 bytes at most, in the midst of a storm of a tenth', async () => {
	const { watcher, speak } = fleetOf(2_000, 200);
	await watcher.poll(START, []);
	const anyTime = (event: Json, i: number): Json => ({
		...event,
		timestamp: new Date(
			Date.parse(String(event.timestamp)) - ((i * 7_919) % 3_600) * 1_000,
		).toISOString(),
	});
	for (let hour = 1; hour < 5; hour += 1)
		await watcher.poll(
			START + hour * HOUR,
			speak(START + hour * HOUR, (i) => i % 4 === hour % 4).map(anyTime),
		);
	await pollFrom(watcher, 5, 29, (at) =>
		speak(at, (i) => i >= 200 && (i * 7 + at / HOUR) % 5 < 1).map(anyTime),
	);
	console.log(`grouped silence: ${(watcher.packed!.length / 2_000).toFixed(1)} bytes a SIM`);
	expect(watcher.packed!.length / 2_000).toBeLessThan(40);
});

test('a poll costs as many requests as without grouping, in a fleet of 20,000', async () => {
	const asked = async (input: object) => {
		const { watcher, speak } = fleetOf(20_000, 3_000, { silentCheck: 'traffic', ...input });
		await watcher.poll(START, []);
		await watcher.poll(
			START + HOUR,
			speak(START + HOUR, () => true),
		);
		await watcher.poll(
			START + 20 * HOUR,
			speak(START + 20 * HOUR, (i) => i >= 3_000),
		);
		let told = 0;
		for (let at = START + 25 * HOUR; at <= START + 26 * HOUR; at += 5 * MINUTE)
			told += (await watcher.poll(at)).length;
		// A list of 20,000 endpoints is twenty requests.
		return { requests: watcher.lists * 20 + watcher.asked, told };
	};
	const apart = await asked({ groupByCause: false });
	const grouped = await asked({ groupByCause: true });
	console.log(
		`requests with 3,000 of 20,000 silent: ${apart.requests} apart, ${grouped.requests} grouped; items: ${apart.told} and ${grouped.told}`,
	);
	expect(grouped.requests).toBeLessThanOrEqual(1.2 * apart.requests);
	expect(apart.told).toBeGreaterThan(1_500);
	expect(grouped.told).toBe(1);
});

/** A number from 0 to 1 that looks random and is the same in each run. */
const mixed = (i: number): number => {
	const x = Math.sin(i * 12.9898) * 43_758.5453;
	return x - Math.floor(x);
};

test('killed 20 times while devices are gathered, each is told once', async () => {
	const { watcher, devices, speak } = fleetOf(150, 60);
	await watcher.poll(START, []);
	await watcher.poll(
		START + HOUR,
		speak(START + HOUR, () => true),
	);
	// n8n stores a state with the run that it starts, and none of a poll without items.
	let stored = watcher.packed;
	let unread: Json[] = [];
	let kills = 0;
	let isNew = false;
	const told = [];
	for (let minutes = 120; minutes < 30 * 60; minutes += minutes < 24 * 60 ? 60 : 5) {
		const at = START + minutes * MINUTE;
		const fresh = minutes % 60 === 0 ? speak(at, (i) => i >= 60 || minutes > 27 * 60) : [];
		unread.push(...fresh);
		const isKilled = minutes > 24 * 60 && kills < 20 && mixed(minutes) < 0.6;
		if (isKilled) [watcher.packed, isNew, kills] = [stored, true, kills + 1];
		const now = await watcher.poll(at, isNew ? unread : fresh);
		isNew = false;
		if (isKilled && mixed(minutes + 1) < 0.5) {
			// It dies again before n8n has stored the run.
			[watcher.packed, isNew] = [stored, true];
			continue;
		}
		told.push(...now);
		if (now.length > 0) [stored, unread] = [watcher.packed, []];
	}
	expect(kills).toBe(20);
	const silent = told.filter(({ event }) => event === 'deviceSilent');
	expect(silent.flatMap(({ fields }) => fields.endpoint_ids)).toEqual(
		devices.slice(0, 60).map(({ id }) => id + 1_000_000),
	);
	const back = told.filter(({ event }) => event === 'deviceBack');
	expect(back).toMatchObject([{ fields: { back: 60, missing: 0 } }]);
});

test('devices that may be silent as well, and are not due yet, do not narrow the cause', async () => {
	const silentTags = new Map([['gateways', 2]]);
	const { watcher, devices, speak } = fleetOf(400, 100, { silentTags });
	const isGateway = (i: number) => i % 5 === 0;
	watcher.fleet = watcher.fleet.map((endpoint, i) =>
		isGateway(i) ? { ...endpoint, tags: 'gateways' } : endpoint,
	);
	await watcher.poll(START, []);
	// All were heard before the operator fails; the other gateways every half an hour, the other devices once.
	await watcher.poll(
		START + HOUR,
		speak(START + HOUR, () => true),
	);
	const told = [];
	for (let at = START + HOUR + 5 * MINUTE; at < START + 3.5 * HOUR; at += 5 * MINUTE) {
		const isHalfHour = (at - START) % (30 * MINUTE) === 0;
		const isHeard = (i: number) =>
			i >= 100 && ((isHalfHour && isGateway(i)) || at === START + 2 * HOUR);
		told.push(...(await watcher.poll(at, speak(at, isHeard))));
	}
	expect(told).toMatchObject([
		{ fields: { cause: { operator: 'Ruralia Mobile', country: 'Ruralia' }, affected: 20 } },
	]);
	expect(told[0]!.fields.endpoint_ids).toEqual(
		devices.filter((_, i) => i < 100 && isGateway(i)).map(({ id }) => id + 1_000_000),
	);
});
