import type { Json } from '../../../../src/table/define';
import { loops } from '../../../../src/triggers/alerts/loops';
import { deviceAt, endpointOf, eventOf, FR, MINUTE, START, Watcher } from './alerts';

/* Devices that register, open sessions or change operators again and again. */

const device = deviceAt(1);
const at = (minutes: number) => START + minutes * MINUTE;
const attach = (minutes: number, more: object = {}, of = device): Json =>
	eventOf(of, at(minutes), { type: 1, ...more });
const opened = (minutes: number, session: string): Json => {
	const event = eventOf(device, at(minutes));
	return { ...event, detail: { ...(event.detail as Json), session_id: session } };
};
const closed = (minutes: number, session: string): Json => ({
	...opened(minutes, session),
	event_type: { id: 5 },
});
/** A short session, of so many seconds. */
const session = (minutes: number, seconds = 20): Json[] => [
	opened(minutes, `s${minutes}`),
	closed(minutes + seconds / 60, `s${minutes}`),
];
const every = <T>(count: number, minutes: number, make: (minutes: number) => T): T[] =>
	Array.from({ length: count }, (_, i) => make(i * minutes));
const names = (told: Array<{ event: string }>) => told.map(({ event }) => event);
/** Polls once an hour with all events. */
async function played(events: Json[], input: object = {}, until = 120) {
	const watcher = new Watcher(loops, { ...input });
	const told = [];
	for (let minutes = 5; minutes <= until; minutes += 5) {
		const own = events.filter(({ timestamp }) => {
			const time = Date.parse(String(timestamp));
			return time >= at(minutes - 5) && time < at(minutes);
		});
		told.push(...(await watcher.poll(at(minutes), own)));
	}
	return { told, watcher };
}

describe('an attach loop', () => {
	test('is 20 registrations within an hour, and is told once', async () => {
		const { told } = await played(
			every(60, 2, (minutes) => attach(minutes)),
			{},
			180,
		);
		expect(told).toMatchObject([
			{
				event: 'attachLoop',
				reason: 'The device has registered 20 times within an hour',
				at: at(38),
				fields: {
					sim_id: device.id,
					endpoint_id: device.id + 1_000_000,
					count: 20,
					limit_an_hour: 20,
					since: new Date(START).toISOString(),
				},
			},
		]);
	});

	test('is no loop with 19 an hour, however long', async () => {
		expect((await played(every(38, 3.2, attach), {}, 300)).told).toEqual([]);
	});

	test('counts both sides of one registration once, and refused registrations too', async () => {
		const sides = every(12, 4, (minutes) => [attach(minutes), attach(minutes, { type: 2 })]);
		expect((await played(sides.flat())).told).toEqual([]);
		const refused = every(20, 2, (minutes) => ({
			...attach(minutes),
			event_severity: { id: 1, description: 'Warn' },
		}));
		expect(names((await played(refused)).told)).toEqual(['attachLoop']);
	});

	test('is told again after it was over', async () => {
		const twice = [0, 200].flatMap((from) => every(20, 2, (minutes) => attach(from + minutes)));
		expect(names((await played(twice, {}, 300)).told)).toEqual(['attachLoop', 'attachLoop']);
	});

	test('has the limit of the form', async () => {
		const five = every(5, 2, (minutes) => attach(minutes));
		expect(names((await played(five, { registrationsAnHour: 5 })).told)).toEqual(['attachLoop']);
	});
});

describe('a session loop', () => {
	test('is 15 sessions shorter than a minute within an hour', async () => {
		const { told } = await played(every(15, 3, (minutes) => session(minutes)).flat());
		expect(told).toMatchObject([{ event: 'sessionLoop', fields: { count: 15 } }]);
	});

	test('is none where sessions last a minute, or end without having been opened', async () => {
		expect((await played(every(30, 2, (minutes) => session(minutes, 60)).flat())).told).toEqual([]);
		expect((await played(every(30, 2, (minutes) => closed(minutes, 'x')))).told).toEqual([]);
	});

	test('does not take the end of a former session for that of the present one', async () => {
		const late = every(30, 2, (minutes) => [
			opened(minutes, `s${minutes}`),
			closed(minutes + 0.2, `s${minutes - 2}`),
		]);
		expect((await played(late.flat())).told).toEqual([]);
	});
});

describe('an operator ping-pong', () => {
	const between = (minutes: number, i: number) =>
		attach(minutes, i % 2 === 0 ? {} : { country: FR });

	test('is six returns within an hour to an operator that was left', async () => {
		const moves = Array.from({ length: 8 }, (_, i) => between(i * 5, i));
		const { told } = await played(moves);
		expect(told).toMatchObject([
			{ event: 'operatorPingPong', at: at(35), fields: { count: 6, operator: 'France Mobile' } },
		]);
	});

	test('is none for a device that goes on to ever new operators', async () => {
		const onward = Array.from({ length: 15 }, (_, i) =>
			attach(i * 4, { country: { ...FR, id: 100 + i, name: `Country ${i}` } }),
		);
		expect((await played(onward)).told).toEqual([]);
	});

	test('does not count where it was refused', async () => {
		const steered = Array.from({ length: 16 }, (_, i) => ({
			...between(i * 3.5, i),
			...(i % 2 === 1 && { event_severity: { id: 1 } }),
		}));
		expect((await played(steered)).told).toEqual([]);
	});
});

test('a firmware in a loop is one item by its model', async () => {
	const fleet = Array.from({ length: 120 }, (_, i) => deviceAt(i));
	const watcher = new Watcher(loops, { groupByCause: true });
	watcher.fleet = fleet.map((own, i) =>
		endpointOf(own, { imei: `${i % 4 === 0 ? 35_123_456 : 35_654_321}0000001` }),
	);
	const told = [];
	for (let minutes = 5; minutes <= 90; minutes += 5) {
		const looping = fleet.flatMap((own, i) =>
			i % 4 === 0 ? [attach(minutes - 4, {}, own), attach(minutes - 2, {}, own)] : [],
		);
		const seen = minutes === 5 ? fleet.map((own) => attach(1, {}, own)) : [];
		told.push(...(await watcher.poll(at(minutes), [...seen, ...looping])));
	}
	expect(told).toMatchObject([
		{
			event: 'attachLoop',
			reason: expect.stringMatching(
				/^30 of 30 devices of model 35123456 register in a loop since 00:01 UTC; of the other 90, 0$/,
			),
			fields: { cause: { model_tac: '35123456' }, affected: 30 },
		},
	]);
	expect(watcher.lists).toBe(1);
	console.log(`loops: ${(watcher.packed!.length / 120).toFixed(1)} bytes a SIM, 30 of 120 in one`);
});

test('what is kept of a SIM takes less than 40 bytes, and is forgotten after an hour', async () => {
	const fleet = Array.from({ length: 1_000 }, (_, i) => deviceAt(i));
	const watcher = new Watcher(loops);
	const events = fleet.flatMap((own, i) => [
		attach(1 + ((i * 7) % 50), {}, own),
		eventOf(own, at(1 + ((i * 7) % 50)) + 2_000),
	]);
	await watcher.poll(at(55), events);
	expect(watcher.packed!.length / 1_000).toBeLessThan(40);
	await watcher.poll(at(200));
	expect(watcher.packed!.length).toBeLessThan(100);
});
