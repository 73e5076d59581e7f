import type { IDataObject } from 'n8n-workflow';
import { control } from '../../../../demo/lib/everyEvent';
import type { Endpoint } from '../../../../simulator/endpoints/entities';
import { movingOn } from '../../../support/movedPorts';
import { GENERATIONS, runAt, simulated } from '../../../support/simulator';

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* SIM: Find Idle: who is named, who is not, and what cannot be known. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe.each(GENERATIONS)('SIM: Find Idle with %s answers', (generation) => {
	const sim = simulated({ generation, seed: { endpoints: 8 } }, 'new');
	let fleet: Endpoint[];
	beforeEach(() => {
		movingOn(sim.clock);
		fleet = [...sim.store.endpoints.values()];
		sim.store.events.length = 0;
		for (const endpoint of fleet) {
			const card = sim.store.sims.get(endpoint.simId!)!;
			card.activationDate = ago(300);
			endpoint.created = ago(300);
			sim.store.plannedUsage.set(endpoint.id, { isMadeUp: false });
		}
		sim.store.touch();
	});

	const ago = (days: number) => sim.clock.now() - days * DAY_MS;
	const find = async (values: object = {}) =>
		await runAt(sim, 'sim findIdle', { days: 7, ...values });
	const named = async (values: object = {}): Promise<IDataObject[]> => {
		const { outputs, error } = await find(values);
		if (error) throw error;
		return outputs[0]!.map(({ json }) => json);
	};
	const ids = (items: IDataObject[]) =>
		items.map(({ sim_id }) => Number(sim_id)).sort((a, b) => a - b);
	const simsOf = (...places: number[]) =>
		places.map((place) => fleet[place]!.simId!).sort((a, b) => a - b);
	/** All but these have just registered. */
	const alive = (...except: number[]) => {
		fleet.forEach(({ id }, place) => {
			if (!except.includes(place)) sim.connect(id, { kind: 'attach', at: ago(1) });
		});
	};
	/** The network rejects a registration. */
	const refused = (place: number, at: number) => {
		sim.connect(fleet[place]!.id, { kind: 'attach', at });
		const event = sim.store.events.findLast(({ timestamp }) => timestamp === at);
		event!.isRejection = true;
	};
	const usage = async (place: number, days: number[]) =>
		await control(sim, 'usage', {
			endpointId: fleet[place]!.id,
			isMadeUp: false,
			days: Object.fromEntries(
				days.map((day) => [new Date(ago(day)).toISOString().slice(0, 10), 0.5]),
			),
		});

	test('it names the SIMs that no event is about, with their last sign of life and their fees', async () => {
		alive(2, 3);
		sim.connect(fleet[3]!.id, { kind: 'attach', at: ago(20) });
		sim.connect(fleet[3]!.id, { kind: 'close', at: ago(19) });
		const items = await named();
		expect(ids(items)).toEqual(simsOf(2, 3));
		const [never, seen] = items;
		expect(never).toMatchObject({ sim_id: simsOf(2)[0], last_sign_of_life: null, is_longer: true });
		expect(seen).toMatchObject({ sim_id: simsOf(3)[0], days_idle: 19, is_longer: false });
		expect(seen).toMatchObject({
			endpoint_name: fleet[3]!.name,
			monthly_fee: 0.5,
			monthly_fee_suspended: 0.1,
			saves_per_month: 0.4,
			currency: 'EUR',
		});
		expect(seen!.suspending_risks).toContain('0.3 EUR');
	});

	test('suspended SIMs, and those that were activated or assigned in the days, are not named', async () => {
		alive(0, 1, 2, 3);
		sim.store.sims.get(fleet[0]!.simId!)!.statusId = 2;
		sim.tell(8, fleet[1]!.id);
		sim.tell(51, fleet[2]!.id);
		sim.store.touch();
		expect(ids(await named())).toEqual(simsOf(3));
	});

	test.each([4, 18, 19, 20, 21])(
		'an event of type %i comes of traffic: its SIM lives',
		async (type) => {
			alive(0, 1);
			sim.tell(type, fleet[0]!.id);
			expect(ids(await named({ verify: 'none' }))).toEqual(simsOf(1));
		},
	);

	test('a refusal is no sign of life, and a note counts whom it leaves out', async () => {
		alive(0, 1);
		sim.connect(fleet[0]!.id, { kind: 'attach', at: ago(20) });
		refused(0, ago(3));
		sim.connect(fleet[1]!.id, { kind: 'attach', at: ago(20) });
		refused(1, ago(10));
		const { outputs, hints } = await find();
		const items = outputs[0]!.map(({ json }) => json);
		expect(items).toMatchObject([{ sim_id: simsOf(1)[0], days_idle: 20 }]);
		expect(JSON.stringify(hints)).toContain('1 more SIMs are not listed');
	});

	test('the oldest hour of thirty days is read', async () => {
		alive(0, 1);
		sim.connect(fleet[0]!.id, { kind: 'attach', at: ago(30) + HOUR_MS / 2 });
		expect(ids(await named({ days: 30, verify: 'none' }))).toEqual(simsOf(1));
	});

	test('SIMs in a list that ignores the filter count by their own status', async () => {
		alive(0, 1);
		const match = { path: '/api/v1/sim$' };
		const changes = [{ at: '*/status/id', set: 2 }];
		sim.setFaults({ rules: [{ match, kind: 'otherForm', changes }] });
		expect(await named()).toEqual([]);
	});

	test('a device in a session from before is named only if its usage shows nothing', async () => {
		alive(0, 1, 2);
		for (const place of [0, 1]) sim.connect(fleet[place]!.id, { kind: 'open', at: ago(20) });
		await usage(0, [3]);
		await usage(2, [3]);
		// The third has traffic without any event: only Verify by Usage: All finds that out.
		expect(ids(await named())).toEqual(simsOf(1, 2));
		expect(ids(await named({ verify: 'all' }))).toEqual(simsOf(1));
		expect(ids(await named({ verify: 'none' }))).toEqual(simsOf(0, 1, 2));
	});

	test('more than 30 days are told by the daily usage', async () => {
		alive(0, 1);
		await usage(0, [50]);
		await usage(1, [70]);
		expect(ids(await named({ days: 60 }))).toEqual(simsOf(1));
		expect(ids(await named({ days: 40 }))).toEqual(simsOf(0, 1));
	});

	test('a SIM whose usage cannot be read is not named, and a note counts it', async () => {
		alive(0, 1);
		const path = `/api/v1/sim/${fleet[0]!.simId}/stats/daily`;
		const content = { error_code: 1104, error_token: 'Forbidden', message: 'Not for this role' };
		sim.setFaults({ rules: [{ match: { path }, kind: 'errorBefore', status: 403, content }] });
		const { outputs, error, hints } = await find({ verify: 'all' });
		expect(error).toBeUndefined();
		expect(ids(outputs[0]!.map(({ json }) => json))).toEqual(simsOf(1));
		expect(JSON.stringify(hints)).toContain('Whether 1 more SIMs are idle is not known');
	});

	/** Usage of a SIM itself, half a MB on each of these days ago. */
	const usageOfSim = async (simId: number, days: number[]) =>
		await control(sim, 'usage', {
			simId,
			days: Object.fromEntries(
				days.map((day) => [new Date(ago(day)).toISOString().slice(0, 10), 0.5]),
			),
		});
	/** Takes a SIM out of its endpoint, without an event. */
	const takeOff = (place: number): number => {
		const simId = fleet[place]!.simId!;
		sim.store.sims.get(simId)!.endpointId = null;
		fleet[place]!.simId = null;
		sim.store.touch();
		return simId;
	};

	test('a SIM without an endpoint is judged by its own usage', async () => {
		alive(0, 1);
		const used = takeOff(0);
		const unused = takeOff(1);
		await usageOfSim(used, [40]);
		const items = await named({ days: 60 });
		expect(ids(items)).toEqual([unused]);
		expect(items[0]).toMatchObject({
			endpoint_id: null,
			proof: 'no event, and no data or SMS in the daily usage of the SIM',
		});
	});

	test('a SIM that was moved is judged by its own usage, and not by that of its endpoint', async () => {
		alive(0, 1);
		// The first was used in another endpoint; the second is in the place of one that was used.
		await usageOfSim(fleet[0]!.simId!, [40]);
		await usageOfSim(fleet[1]!.simId!, []);
		await usage(1, [40]);
		expect(ids(await named({ days: 60 }))).toEqual(simsOf(1));
		const read = sim.ledger().requests.filter(({ path }) => path.includes('/stats'));
		expect(read.every(({ path }) => path.startsWith('/api/v1/sim/'))).toBe(true);
	});

	test('where none is idle, what was looked at is said', async () => {
		alive();
		const { outputs, hints } = await find();
		expect(outputs[0] ?? []).toEqual([]);
		expect(hints.join()).toContain(`0 of ${fleet.length} activated SIMs are idle for 7 days`);
		alive(0);
		sim.store.events.length = 0;
		const some = await find();
		expect(some.hints.join()).not.toContain('activated SIMs are idle');
	});

	test('what was not read is not named as proof', async () => {
		alive(0);
		expect((await named({ verify: 'none' }))[0]!.proof).toBe('no event');
		const [read] = await named({ verify: 'all' });
		expect(read!.proof).toContain('the daily usage of the SIM');
	});

	test('a volume that is no number may be traffic: its SIM is not named', async () => {
		alive(0);
		const path = `/api/v1/sim/${fleet[0]!.simId}/stats/daily`;
		const change = { at: '*/data/volume', set: '1,5' };
		sim.setFaults({ rules: [{ match: { path }, kind: 'otherForm', changes: [change] }] });
		const { outputs, hints } = await find({ verify: 'all' });
		expect(outputs[0] ?? []).toEqual([]);
		expect(JSON.stringify(hints)).toContain('Whether 1 more SIMs are idle is not known');
	});

	test.each([
		[0.75, 0, 'Nothing: its tariff charges 0.75 EUR a month for a suspended SIM, 0.5 EUR for'],
		[null, null, 'At most 0.5 EUR a month from the 1st of the next month on: its tariff does not'],
		[0, 0.5, '0.5 EUR a month from the 1st of the next month on'],
	])('a suspended SIM at %s a month saves %s', async (suspendedRate, saves, words) => {
		alive(0);
		const path = '/api/v1/tariff_profile$';
		const change = { at: '*/tariff/sim_suspended_rate', set: suspendedRate };
		sim.setFaults({ rules: [{ match: { path }, kind: 'otherForm', changes: [change] }] });
		const [item] = await named();
		expect(item).toMatchObject({ monthly_fee: 0.5, saves_per_month: saves });
		expect(item!.suspending_saves).toContain(words);
	});

	test('nothing is named from a feed that is not whole', async () => {
		alive(0);
		const match = { path: '/api/v1/event' };
		sim.setFaults({ rules: [{ match, kind: 'headers', headers: { 'X-Total-Count': '5000' } }] });
		const { error } = await find();
		expect(error?.message).toContain('list of events is not complete');
	});

	test('it fails where more are found than Fail Above allows', async () => {
		alive(0, 1, 2);
		const { error } = await find({ options: { failAbove: 2 } });
		expect(error?.message).toContain('3 SIMs are idle for 7 days, which is more than 2');
		expect(ids(await named({ options: { failAbove: 3 } }))).toEqual(simsOf(0, 1, 2));
	});
});
