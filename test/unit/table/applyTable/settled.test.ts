import type { ItemResult } from '../../../../src/run/items';
import { by, type Cells, given, Stage } from './stage';

/* Rows of a dry run that need nothing: of their endpoints nothing but the ID is kept, which shows nowhere. */

let stage: Stage;
beforeAll(async () => {
	stage = await Stage.open({ endpoints: 6 });
});
beforeEach(async () => await stage.reset());
afterAll(async () => await stage.sim.close());

const device = (n: number) => stage.endpoint(`device-${String(n).padStart(6, '0')}`)!;
const iccidOf = (n: number) => stage.sim.store.sims.get(device(n).simId!)!.iccid;
const row = (n: number, cells: Cells): Cells => ({
	endpointId: by('iccid', iccidOf(n)),
	...cells,
});

const shown = (results: ItemResult[]) =>
	results.map((result) => ('items' in result ? result.items : String(result.error)));

/** A dry run, and one that keeps all endpoints whole, as tables in waves need them. */
async function bothWays(rows: Cells[]) {
	const ways = [];
	for (const more of [{}, { waveSize: 100 }]) {
		stage.forget();
		const results = await stage.apply(rows, { dryRun: true, ...more });
		ways.push({ shown: shown(results), sent: [...stage.sent] });
	}
	return ways as [(typeof ways)[number], (typeof ways)[number]];
}

test('rows have the same results, and take the same requests', async () => {
	const same = { name: device(1).name, status: 'Enabled', imeiLock: false };
	const [settled, whole] = await bothWays([
		row(1, same),
		row(2, { status: 'Disabled' }),
		row(3, { status: 'Enabled' }),
		row(3, { status: 'Enabled' }),
		row(4, { status: 'Enabled' }),
		row(4, { status: 'Disabled' }),
		row(5, { name: 'other', tariffProfileId: by('name', 'World') }),
		row(6, { imei: '357762083012950' }),
		{ endpointId: by('iccid', '8988303000000999999'), status: 'Enabled' },
	]);
	expect(settled).toEqual(whole);
	expect(settled.shown[0]).toEqual([
		{
			endpoint_id: device(1).id,
			endpoint: iccidOf(1),
			outcome: 'unchanged',
			diff: [],
			dry_run: true,
		},
	]);
	expect(settled.shown[3]).toMatchObject([{ outcome: 'repeated', endpoint_id: device(3).id }]);
});

test('an endpoint whose row needs nothing keeps its SIM', async () => {
	const rows = [
		{ endpointId: device(1).id, status: 'Enabled' },
		{ endpointId: device(2).id, simId: by('iccid', iccidOf(1)) },
	];
	const [settled, whole] = await bothWays(rows);
	expect(settled).toEqual(whole);
	expect(settled.shown[1]).toContain(`is held by endpoint ${device(1).id}, which keeps it`);
});

test('two endpoints with one ICCID are not taken for the one of a row', async () => {
	const iccid = iccidOf(1);
	device(2).simId = device(1).simId;
	stage.sim.store.touch();
	const rows = [{ endpointId: by('iccid', iccid), status: 'Enabled' }, row(3, { imeiLock: false })];
	const [settled, whole] = await bothWays(rows);
	expect(settled.shown[0]).toContain('must be exactly one endpoint; 2 have the ICCID');
	expect(settled).toEqual(whole);
});

test('a row that is as it says is not written by the run either', async () => {
	const rows = [row(1, { status: 'Enabled' }), row(2, { status: 'Disabled' })];
	const dry = await stage.apply(rows, { dryRun: true });
	const wet = await stage.apply(rows);
	expect(dry.flatMap((result) => given(result).map(({ outcome }) => outcome))).toEqual(
		wet.flatMap((result) => given(result).map(({ outcome }) => outcome)),
	);
});
