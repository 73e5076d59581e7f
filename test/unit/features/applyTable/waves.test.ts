import { Random } from '../../../support/random';
import { outcomes } from '../../table/applyTable/stage';
import { NEW_TARIFF, OLD_TARIFF, WavesStage } from './wavesStage';

/* Apply a Table in waves: what does not come back is put back, and a kill forgets nobody. */

const FLEET = 120;
const GONE = 4;

let stage: WavesStage;
let ids: number[];
beforeEach(async () => {
	stage = await WavesStage.open(FLEET);
	ids = (await stage.devices(GONE)).slice(0, 100);
});
afterEach(async () => await stage.close());

/** Those of the table that do not return. */
const goneOfTable = () => stage.goneIds.filter((id) => ids.includes(id));

test('a wave that does not meet its condition is put back, and the others are moved', async () => {
	const results = await stage.migrate(ids);
	const gone = goneOfTable();
	expect(gone.length).toBeGreaterThan(0);
	expect(outcomes(results)).toEqual(
		ids.map((id) => (gone.includes(id) ? 'putBack' : 'changed')),
	);
	expect(stage.on(OLD_TARIFF, ids)).toEqual(ids.filter((id) => gone.includes(id)));
	expect(stage.on(NEW_TARIFF, ids)).toHaveLength(ids.length - gone.length);
	expect(stage.kept.text).toBeUndefined();
	expect(stage.told.some((what) => what.startsWith('wave 2 of 5: '))).toBe(true);
});

test('200 seeds', () => expect(new Random('x').next()).toBeGreaterThan(-1));
