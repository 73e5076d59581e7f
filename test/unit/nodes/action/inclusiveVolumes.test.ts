import type { IDataObject } from 'n8n-workflow';
import { GENERATIONS, runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

/*
 * Inclusive volumes as items: those of the organisation, an assigned volume, and the volume of a
 * tariff profile.
 */

describe.each(GENERATIONS)('inclusive volumes in %s answers', (generation) => {
	const sim = simulated({ generation, seed: { endpoints: 1 } }, 'kept');

	const run = async (key: string, parameters: object = {}) => {
		const all = { returnAll: true, simplify: true, ...parameters };
		const { items, error } = await runAt(sim, key, all);
		return { items: items.map(({ json }) => json), error };
	};
	const list = async (parameters: object = {}) =>
		await run('organisation getInclusiveVolumes', parameters);
	const month = () => `${new Date(sim.clock.now()).toISOString().slice(0, 7)}-01T00:00:00.000Z`;
	const first = (): IDataObject => ({
		id: 1,
		volume_mb: 500,
		rate: 0.4,
		pooled: true,
		start_date: month(),
		end_date: null,
		currency: 'EUR',
		ratezone: 'Zone 3',
	});

	test('are items with flat fields; the end date is null if there is none', async () => {
		const { items, error } = await list();
		expect(error).toBeUndefined();
		expect(items).toEqual([{ ...first(), tariff: expect.stringMatching(/\w/) }]);
		const { requests } = sim.ledger();
		expect(requests.at(-1)).toMatchObject({
			method: 'GET',
			path: '/api/v1/organisation/my/inclusive_volume/active',
			status: 200,
		});
	});

	test('keep the structure of the service without Simplify, with the rate zone in the tariff', async () => {
		const { items } = await list({ simplify: false });
		expect(items).toMatchObject([
			{ id: 1, volume: 500, currency: { code: 'EUR' }, tariff: { id: 31, ratezone: { id: 3 } } },
		]);
	});

	test('include an assigned volume with its own dates, up to Limit', async () => {
		const assigned = await run('organisation assignInclusiveVolume', {
			inclusiveVolumeId: '71',
			confirmVolumeId: 71,
			options: { pooled: false, endDate: '2099-12-31' },
		});
		expect(assigned.error).toBeUndefined();
		expect(assigned.items).toMatchObject([{ inclusive_volume_id: 71, assigned: true }]);
		const { id } = assigned.items[0]!;
		const { items } = await list();
		const own = {
			id,
			volume_mb: 1000,
			pooled: false,
			end_date: '2099-12-31T23:59:59.000Z',
		};
		expect(items).toMatchObject([first(), own]);
		expect((await list({ returnAll: false, limit: 1 })).items).toMatchObject([first()]);
	});

	test('can be assigned to a tariff profile by name', async () => {
		const { items } = await list();
		const [{ volume_mb: volume, tariff, ratezone } = {}] = items;
		const name = `${String(volume)} MB, ${String(tariff)}, ${String(ratezone)}`;
		const set = await run('tariffProfile assignInclusiveVolume', {
			tariffProfileId: rl(201),
			inclusiveVolumeId: rl(name, 'name'),
		});
		expect(set.error).toBeUndefined();
		const profile = await run('tariffProfile get', { tariffProfileId: rl(201) });
		expect(profile.items).toMatchObject([{ inclusive_volume_id: 1, inclusive_mb: 500 }]);
	});

	test('can be listed for a child organisation; a foreign organisation is refused with advice', async () => {
		const child = await list({ options: { organisationId: '1002' } });
		expect(child.items).toMatchObject([first()]);
		const other = await list({ options: { organisationId: '1003' } });
		expect(other.items).toEqual([]);
		expect(other.error?.description).toMatch(/Check the id/);
	});
});
