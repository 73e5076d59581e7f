import { knownOf } from '../../../../src/errors';
import { TAGS } from '../../../../simulator';
import { Random } from '../../../support/random';
import type { RowError } from '../../../../src/run/rowError';
import { type Cells, given } from '../../table/applyTable/stage';
import { NEW_TARIFF, OLD_TARIFF, WavesStage } from './wavesStage';

/* Rows of tags in waves: each device of a tag is judged for itself, and a kill forgets nobody. */

const FLEET = 60;
const GONE = 4;
/** Devices with the tag. */
const OF_TAG = 40;

let stage: WavesStage;
let lab: number[];
let gone: number[];
beforeEach(async () => {
	stage = await WavesStage.open(FLEET);
	const all = await stage.devices(GONE);
	const sick = stage.goneIds;
	lab = [...sick, ...all.filter((id) => !sick.includes(id))].slice(0, OF_TAG).sort((a, b) => a - b);
	gone = sick.filter((id) => lab.includes(id));
	for (const id of all) tag(id, ...(lab.includes(id) ? [TAGS.lab] : []));
});
afterEach(async () => await stage.close());

const device = (id: number) => stage.sim.store.endpoints.get(id)!;
const tag = (id: number, ...tagIds: number[]) => {
	Object.assign(device(id), { tagIds, tagged: true });
	stage.sim.store.touch();
};
const messageOf = (result: unknown) => knownOf((result as { error: Error }).error).message;

/** Kills the process of a run before the first request that `isMoment` describes; false if it ended before. */
async function killedBefore(
	isMoment: (method: string, path: string) => boolean,
	run: () => Promise<unknown>,
): Promise<boolean> {
	let killed: (was: boolean) => void;
	const isKilled = new Promise<boolean>((resolve) => (killed = resolve));
	stage.before = async (method, path) => {
		if (!isMoment(method, path)) return;
		stage.kill();
		killed(true);
		await new Promise(() => {});
	};
	return await Promise.race([isKilled, run().then(() => false)]);
}

/** A wave is out, and the first look of its judgement is about to come. */
const isFirstLook = (method: string, path: string) =>
	method === 'GET' && path.includes('connectivity');

test('each device of a tag is judged for itself, and comes back as an item of its wave', async () => {
	const [result] = await stage.migrateTags(['lab']);
	const items = given(result!);
	expect(items.map((item) => [item.endpoint_id, item.tag, item.outcome])).toEqual(
		lab.map((id) => [id, 'lab', gone.includes(id) ? 'putBack' : 'changed']),
	);
	expect(items.map(({ wave }) => wave)).toEqual(lab.map((_, i) => (i < 20 ? 1 : 2)));
	expect(stage.on(OLD_TARIFF, lab)).toEqual(gone);
	expect(stage.kept.text).toBeUndefined();
});

test('killed between move and judgement, and run again: each is judged, and moved once', async () => {
	await killedBefore(isFirstLook, async () => await stage.migrateTags(['lab']));
	expect(stage.on(NEW_TARIFF, lab)).toHaveLength(20);
	const [result] = await stage.migrateTags(['lab']);
	expect(given(result!)).toHaveLength(OF_TAG);
	expect(stage.on(OLD_TARIFF, lab)).toEqual(gone);
	for (const id of lab) expect([id, stage.moved.get(id)]).toEqual([id, gone.includes(id) ? 2 : 1]);
	expect(stage.kept.text).toBeUndefined();
});

test('killed at random moments and run again, each is judged, and none is left sick', async () => {
	const random = new Random('waves of tags');
	let kills = 0;
	while (kills < 6) {
		const at = 1 + Math.floor(random.between(0, 60));
		let number = 0;
		const wasKilled = await killedBefore(
			() => (number += 1) >= at,
			async () => await stage.migrateTags(['lab']),
		);
		stage.before = () => {};
		if (!wasKilled) break;
		kills += 1;
	}
	expect(kills).toBeGreaterThan(2);
	await stage.migrateTags(['lab']);
	expect(stage.on(OLD_TARIFF, lab)).toEqual(gone);
	expect(stage.kept.text).toBeUndefined();
});

test.each([
	['that no device has any more', () => lab.forEach((id) => tag(id))],
	['that was deleted', () => void stage.sim.store.tags.delete(TAGS.lab)],
])('a kill forgets nobody of a tag %s', async (_, change) => {
	await killedBefore(isFirstLook, async () => await stage.migrateTags(['lab']));
	change();
	stage.sim.store.touch();
	await stage.migrateTags(['lab']);
	const moved = lab.slice(0, 20);
	expect(stage.on(OLD_TARIFF, moved)).toEqual(gone.filter((id) => moved.includes(id)));
	expect(stage.notes.join()).toContain('An earlier run was stopped while 20 endpoints');
	expect(stage.kept.text).toBeUndefined();
});

test('what cannot be put back of one device refuses the whole row of its tag', async () => {
	const [first] = lab;
	const quota = { smsQuota: 10, quotaExpiryDate: '2099-01-01T00:00:00Z' };
	await stage.apply([{ endpointId: first, ...quota }], {
		waveSize: undefined,
		wavePause: undefined,
		waveCondition: undefined,
		waveMinutes: undefined,
	});
	const [result] = await stage.migrateTags(['lab'], quota);
	expect(messageOf(result)).toMatch(/cannot undo a change of sms_quota/);
	expect(stage.on(NEW_TARIFF, lab)).toEqual([]);
});

test('where a device of a tag fails, the row says what has become of each', async () => {
	const broken = lab.find((id) => !gone.includes(id))!;
	expect(gone.length).toBeGreaterThan(0);
	stage.before = (method) => {
		if (method !== 'PATCH' || device(broken).statusId === 2) return;
		device(broken).statusId = 2;
		stage.sim.store.touch();
	};
	const [result] = await stage.migrateTags(['lab']);
	const { error } = result as { error: RowError };
	expect(error.message).toContain(
		`Of 40 endpoints with the tag "lab", ${39 - gone.length} were applied, ${gone.length} were put back and 1 were not: endpoint ${broken} `,
	);
	const { endpoints } = error.row as { endpoints: Cells[] };
	expect(endpoints.map((endpoint) => [endpoint.endpoint_id, endpoint.outcome])).toEqual(
		lab.map((id) => [id, id === broken ? 'failed' : gone.includes(id) ? 'putBack' : 'changed']),
	);
	const failed = endpoints.find((endpoint) => endpoint.endpoint_id === broken);
	expect(failed!.error).toContain('endpoint not found');
});

test('a wave of a tag with too many that do not meet the condition is the last', async () => {
	const [result] = await stage.migrateTags(['lab'], { stopAbove: 5 });
	const { error } = result as { error: RowError };
	const inFirst = gone.filter((id) => lab.indexOf(id) < 20).length;
	expect(inFirst).toBeGreaterThan(1);
	expect(error.message).toContain(
		`${20 - inFirst} were applied, ${inFirst} were put back and 20 were not`,
	);
	expect(error.message).toContain(`${inFirst} of the 20 items`);
	expect(stage.on(NEW_TARIFF, lab)).toHaveLength(20 - inFirst);
});

test('a device of two tags that want the same is judged once, and both rows say how', async () => {
	const [sick] = gone;
	tag(sick!, TAGS.lab, TAGS.field);
	const [, field] = await stage.migrateTags(['lab', 'field']);
	expect(given(field!)).toMatchObject([
		{
			endpoint_id: sick,
			outcome: 'repeated',
			repeats_item: 0,
			reason: expect.stringContaining('was not met within 5 minutes'),
		},
	]);
	expect(stage.moved.get(sick!)).toBe(2);
});

test('a device that loses the tag before its wave is left alone, and named', async () => {
	const last = lab.findLast((id) => !gone.includes(id))!;
	stage.before = (method, path) => {
		if (isFirstLook(method, path) && device(last).tagIds.length > 0) tag(last);
	};
	const [result] = await stage.migrateTags(['lab']);
	const item = given(result!).find((row) => row.endpoint_id === last);
	expect(item).toMatchObject({ outcome: 'unchanged', diff: [] });
	expect(stage.moved.get(last)).toBeUndefined();
	expect(stage.notes.join()).toContain(
		`have lost the tag of their row since the run began were left as they are: ${last}`,
	);
});

test('a wave whose devices have all lost the tag is not sent', async () => {
	const second = lab.slice(20);
	stage.before = (method, path) => {
		if (isFirstLook(method, path)) second.forEach((id) => tag(id));
	};
	const [result] = await stage.migrateTags(['lab']);
	expect(given(result!)).toHaveLength(OF_TAG);
	expect([...stage.moved.keys()].sort((a, b) => a - b)).toEqual(lab.slice(0, 20));
	expect(stage.kept.text).toBeUndefined();
});

test('what cannot be put back is told also where the rows of the next run need nothing', async () => {
	await killedBefore(isFirstLook, async () => await stage.migrateTags(['lab']));
	const [sick] = gone;
	stage.sim.setFaults({
		rules: [
			{ match: { path: `/endpoint/${sick!}/connectivity`, method: 'GET' }, kind: 'errorBefore' },
		],
	});
	const [result] = await stage.apply([
		{ endpointId: sick, tariffProfileId: { by: 'name', value: NEW_TARIFF } },
	]);
	expect(messageOf(result)).toContain('could not be judged');
	expect(stage.kept.text).toBeDefined();
});
