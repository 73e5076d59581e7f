import { outcomes } from '../../table/applyTable/stage';
import { NEW_TARIFF, OLD_TARIFF, WavesStage } from './wavesStage';

/*
 * Killed with its bulk call under way, which the service applies while the next run is already at work: each device that
 * it moves is judged.
 */

const FLEET = 40;
const GONE = 12;
const SECOND_MS = 1_000;
/** The deadline of the call, and how long the service may go on with it. Seconds. */
const LONGEST = 240;
const STEP = 15;

/** Moments from the kill on at which the call is applied, in seconds. */
const MOMENTS = [0.5, ...Array.from({ length: LONGEST / STEP }, (_, i) => (i + 1) * STEP - 0.5)];

let stage: WavesStage;
let ids: number[];
beforeEach(async () => {
	stage = await WavesStage.open(FLEET);
	const all = await stage.devices(GONE);
	const { goneIds } = stage;
	const gone = goneIds.slice(0, 3);
	const well = all.filter((id) => !goneIds.includes(id)).slice(0, 3);
	ids = [...gone, ...well].sort((a, b) => a - b);
});
afterEach(async () => await stage.close());

test.each(
	MOMENTS.flatMap((seconds) => [
		[seconds, 'all devices', false],
		[seconds, 'those that are not moved yet', true],
	]) as Array<[number, string, boolean]>,
)('%s s after the kill, rerun with %s: none is left sick', async (seconds, _, leaves) => {
	const gone = stage.goneIds.filter((id) => ids.includes(id));
	const options = { waveSize: 20, waveMinutes: 5 };
	await stage.killedWithUpdateUnderWay(
		seconds * SECOND_MS,
		async () => await stage.migrate(ids, options),
	);
	expect(stage.on(NEW_TARIFF, ids)).toEqual([]);
	const rows = leaves ? stage.on(OLD_TARIFF, ids) : ids;
	await stage.migrate(rows, options);
	expect(stage.on(OLD_TARIFF, ids)).toEqual(gone);
	expect(stage.kept.text).toBeUndefined();
	for (const id of ids) expect([id, stage.moved.get(id)]).toEqual([id, gone.includes(id) ? 2 : 1]);
});

test('a call that never arrives costs the next run its wait, and it moves the devices itself', async () => {
	const gone = stage.goneIds.filter((id) => ids.includes(id));
	await stage.killedWithUpdateUnderWay(1e9, async () => await stage.migrate(ids));
	const began = stage.sim.clock.now();
	const results = await stage.migrate(ids);
	expect(outcomes(results)).toEqual(ids.map((id) => (gone.includes(id) ? 'putBack' : 'changed')));
	expect(stage.sim.clock.now() - began).toBeGreaterThanOrEqual(LONGEST * SECOND_MS);
	expect(stage.told.join()).toContain('may still be changed by a call under way');
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
	'applied before request %s after the last question, each device is judged all the same',
	async (number) => {
		const gone = stage.goneIds.filter((id) => ids.includes(id));
		await stage.killedWithUpdateUnderWay(1e9, async () => await stage.migrate(ids));
		const deadline = stage.sim.clock.now() + LONGEST * SECOND_MS;
		let asked = 0;
		stage.before = async () => {
			if (stage.sim.clock.now() < deadline) return;
			asked += 1;
			if (asked === number + 1) await stage.arrive();
		};
		await stage.migrate(ids);
		expect(stage.on(OLD_TARIFF, ids)).toEqual(gone);
		expect(stage.kept.text).toBeUndefined();
	},
);
