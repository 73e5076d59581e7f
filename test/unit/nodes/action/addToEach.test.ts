import type { IDataObject } from 'n8n-workflow';
import { answerOf, runAgent } from '../../../support/n8n/agent';
import { faultAt, forget, GENERATIONS, runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

/* Add to Each over a whole fleet: the values it adds, the filters it allows, and the requests it takes. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const [GERMANY, SPAIN] = [501, 507];
const ago = (ms: number) => Date.now() - ms;

describe.each(GENERATIONS)('Add to Each with %s answers', (generation) => {
	const sim = simulated({ generation, seed: { endpoints: 40 } });

	const ids = () => [...sim.store.endpoints.keys()];
	const list = async (options: IDataObject, filters: IDataObject = {}, more: IDataObject = {}) =>
		await runAt(sim, 'endpoint getAll', {
			returnAll: true,
			simplify: true,
			filters,
			options,
			...more,
		});
	const usageOf = async (id: number) => {
		const values = { endpointId: rl(String(id)), simplify: true };
		return (await runAt(sim, 'usage getSummary', values)).items[0]!.json;
	};
	/** Requests by path, with the ids removed. */
	const asked = () => {
		const counts: Record<string, number> = {};
		for (const { path } of sim.ledger().requests) {
			const kind = path.split('?')[0]!.replace(/\/\d+/g, '/…');
			counts[kind] = (counts[kind] ?? 0) + 1;
		}
		return counts;
	};
	const last = (id: number, operatorId: number, at: number) => {
		sim.connect(id, { kind: 'attach', operatorId, at });
		sim.connect(id, { kind: 'open', operatorId, at: at + 1000 });
	};
	const off = (id: number, operatorId: number, at: number) => {
		last(id, operatorId, at);
		sim.connect(id, { kind: 'close', operatorId, at: at + 2000 });
		sim.store.endpoints.get(id)!.connectivity = 'OFFLINE';
	};
	/** Three endpoints have been offline in Spain for three days; each of the next five fails one condition. */
	const scene = () => {
		const all = ids();
		const sought = all.slice(0, 3);
		for (const id of sought) off(id, SPAIN, ago(5 * DAY));
		off(all[3]!, GERMANY, ago(5 * DAY));
		off(all[4]!, SPAIN, ago(HOUR));
		last(all[5]!, SPAIN, ago(5 * DAY));
		off(all[6]!, SPAIN, ago(9 * DAY));
		off(all[6]!, GERMANY, ago(8 * DAY));
		sim.connect(all[7]!, { kind: 'attach', operatorId: SPAIN, at: ago(4 * DAY) });
		return sought;
	};
	const filters = { country: 'Spain', offlineSince: new Date(ago(3 * DAY)).toISOString() };

	test('finds the devices in Spain that went offline before a date, with at most one request each', async () => {
		const sought = scene();
		const { items, error, hints } = await list({}, filters);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.id)).toEqual(sought);
		expect(items[0]!.json).toMatchObject({
			country: 'Spain',
			country_code: 'es',
			operator: 'Iberia Movil',
			rat: '4G',
			connectivity: 'OFFLINE',
		});
		expect(Date.parse(String(items[0]!.json.last_heard_at))).toBeLessThan(ago(3 * DAY));
		expect(hints.join()).toContain('The country of 32 endpoints is not known');
		// The recorded list does not show that a device is connected, so that its status is requested too.
		const status = generation === 'recorded' ? 5 : 4;
		expect(asked()).toEqual({
			'/api/v1/country': 1,
			'/api/v1/endpoint': 1,
			'/api/v1/event': 1,
			'/api/v1/endpoint/…/connectivity': status,
		});
	});

	test('applies the limit after the filter', async () => {
		const sought = scene();
		const { items } = await list({}, filters, { returnAll: false, limit: 2 });
		expect(items.map(({ json }) => json.id)).toEqual(sought.slice(0, 2));
		const by = async (country: string) => (await list({}, { country })).items.length;
		expect([await by('es'), await by('Germany, ES'), await by('at')]).toEqual([6, 8, 0]);
	});

	test('adds every value with at most one request per endpoint and value', async () => {
		const [id] = ids();
		last(id!, GERMANY, ago(HOUR));
		sim.store.endpoints.get(id!)!.serviceProfileId = 102;
		await fetch(`${sim.url}/_sim/quota`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ endpointId: id, volume: 7 }),
		});
		const usage = await usageOf(id!);
		await forget(sim);
		const addToEach = ['connectivity', 'place', 'quotas', 'usage', 'usageDays'];
		const { items, error } = await list({ addToEach });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(40);
		expect(items[0]!.json).toMatchObject({
			connectivity: 'ONLINE',
			country: 'Germany',
			operator: 'Northern Mobile',
			data_quota: 'Not Applied',
			sms_quota: 'Active',
			sms_quota_left: 7,
			current_month_data_mb: usage.current_month_data_mb,
			last_hour_sms: usage.last_hour_sms,
			last_7_days_data_mb: expect.any(Number),
			currency: 'EUR',
		});
		expect(items[1]!.json).toMatchObject({
			connectivity: 'OFFLINE',
			last_heard_at: null,
			country: null,
			data_quota: 'Not Applied',
			sms_quota: 'Not Applied',
		});
		expect(items.some(({ json }) => 'not_read' in json)).toBe(false);
		expect(asked()).toEqual({
			'/api/v1/endpoint': 1,
			'/api/v1/event': 1,
			'/api/v1/service_profile/…': 2,
			'/api/v1/endpoint/…/quota/sms': 1,
			'/api/v1/endpoint/…/connectivity': 40,
			'/api/v1/endpoint/…/stats': 40,
			'/api/v1/endpoint/…/stats/daily': 40,
		});
	});

	test('reads the events of a few endpoints one by one when the feed is long', async () => {
		const [first, second, third] = ids();
		const tag = { tags: 'lab' };
		for (const id of [first!, second!])
			Object.assign(sim.store.endpoints.get(id)!, { tagIds: [401], tagged: true });
		sim.store.touch();
		last(first!, SPAIN, ago(6 * DAY));
		for (let n = 0; n < 350; n++) {
			sim.connect(third!, { kind: 'open', operatorId: GERMANY, at: ago(HOUR * n) });
		}
		const { items } = await list({ addToEach: ['place'] }, tag);
		expect(items.map(({ json }) => json.country)).toEqual(['Spain', null]);
		expect(asked()).toEqual({
			'/api/v1/endpoint': 1,
			'/api/v1/event': 1,
			'/api/v1/endpoint/…/event': 2,
		});
	});

	test('reads no more pages of the feed than it needs while the feed is cheaper', async () => {
		const all = ids();
		for (const [i, id] of all.entries()) last(id, GERMANY, ago(DAY + i * HOUR));
		for (let n = 0; n < 120; n++) {
			sim.connect(all[0]!, { kind: 'open', operatorId: GERMANY, at: ago(n * 1000) });
		}
		const { items } = await list({ addToEach: ['place'] });
		expect(items.every(({ json }) => json.country === 'Germany')).toBe(true);
		expect(asked()).toEqual({ '/api/v1/endpoint': 1, '/api/v1/event': 2 });
	});

	test.each([
		['are refused', { kind: 'errorBefore', status: 403 }],
		['are not answered', { kind: 'resetBefore' }],
		['have an unreadable answer', { kind: 'errorBefore', status: 200, content: '7' }],
	] as const)('names the values of an endpoint that %s, and leaves them out', async (_, fault) => {
		const [first, second] = ids();
		faultAt(sim, `^/api/v1/endpoint/${first}/(connectivity$|stats)`, fault);
		const { items, error } = await list({ addToEach: ['connectivity', 'usage'] });
		expect(error).toBeUndefined();
		const [bad, good] = items.map(({ json }) => json);
		expect(Object.keys(bad!.not_read as object)).toEqual(['connectivity', 'usage']);
		expect(bad).not.toHaveProperty('connectivity');
		expect(bad).not.toHaveProperty('last_hour_data_mb');
		expect(good).toMatchObject({ id: second, connectivity: 'OFFLINE', last_hour_data_mb: 0 });
		expect(good).not.toHaveProperty('not_read');
	});

	test('returns an endpoint whose filter cannot be evaluated, with the reason', async () => {
		const sought = scene();
		const path = `^/api/v1/endpoint/${ids()[7]}/connectivity$`;
		faultAt(sim, path, { kind: 'errorBefore', status: 403 });
		const { items } = await list({}, filters);
		expect(items.map(({ json }) => json.id)).toEqual([...sought, ids()[7]]);
		expect(items.at(-1)!.json).toMatchObject({ not_read: { connectivity: expect.any(String) } });
	});

	test('stops requesting a value that the service refuses for every endpoint; a filter on it fails', async () => {
		scene();
		faultAt(sim, '/connectivity$', { kind: 'errorBefore', status: 403 });
		const { items } = await list({ addToEach: ['connectivity'] });
		expect(items.every(({ json }) => 'connectivity' in (json.not_read as object))).toBe(true);
		expect(asked()['/api/v1/endpoint/…/connectivity']).toBeLessThan(40);
		const { error } = await list({}, filters);
		expect(error?.message).toMatch(/^The service does not allow this/);
	});

	test.each([
		[{ addToEach: ['place'], output: 'csv' }, /^Output must be Items with "Add to Each"/],
		[
			{ addToEach: ['place'], onlyChanged: 'changes' },
			/^Only What Changed must not be given with "Add to Each"/,
		],
	])('refuses the options %j', async (options, message) => {
		expect((await list(options)).error?.message).toMatch(message);
		expect(asked()).toEqual({});
	});

	test.each([
		[{ country: 'Spian' }, /^Country must name countries .* near it: Spain/],
		[{ offlineSince: new Date(ago(31 * DAY)).toISOString() }, /^Offline Since must lie within/],
		[{ offlineSince: new Date(ago(-DAY)).toISOString() }, /^Offline Since must lie within/],
	])('refuses the filter %j', async (wrong, message) => {
		const { error } = await list({}, wrong);
		expect(error?.message).toMatch(message);
		expect(Object.keys(asked())).not.toContain('/api/v1/endpoint');
	});

	test('gives an agent the matching endpoints up to the limit, and their total', async () => {
		const all = ids();
		for (const id of all.slice(-3)) off(id, SPAIN, ago(5 * DAY));
		await forget(sim);
		const ask = { country: 'Spain', offlineSince: new Date(ago(3 * DAY)).toISOString() };
		const tool = {
			resource: 'endpoint',
			operation: 'getAll',
			returnAll: false,
			limit: 2,
			filters: {
				country: "={{ $fromAI('country', 'Country', 'string') }}",
				offlineSince: "={{ $fromAI('since', 'Offline since', 'string') }}",
			},
		};
		const failure = await runAgent(sim.url, { Find: tool }, async ({ Find }) => {
			const found = answerOf(await Find!.invoke({ country: 'Spain', since: ask.offlineSince }));
			const [first, second, note] = found.items!;
			expect([first?.id, second?.id]).toEqual(all.slice(-3, -1));
			expect(note).toEqual({
				note: expect.stringContaining('The country of 37 endpoints is not known'),
			});
			expect(found).toMatchObject({ outcome: 'done', total: 3 });
			expect(found.message).toMatch(
				/^2 of 3 are shown.* The last items are remarks, not entries\.$/,
			);
			const open = answerOf(await Find!.invoke({ country: '', since: ask.offlineSince }));
			expect(open).toMatchObject({
				outcome: 'notSent',
				message: expect.stringContaining('Country must not be empty'),
			});
		});
		expect(failure).toBeUndefined();
	});
});
