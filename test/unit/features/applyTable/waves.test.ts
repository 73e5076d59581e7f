import { ownError } from '../../../../src/errors';
import type { ItemResult } from '../../../../src/run/items';
import { Random } from '../../../support/random';
import { given, outcomes } from '../../table/applyTable/stage';
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
const endpoint = (id: number) => stage.sim.store.endpoints.get(id)!;
/** How many items have each outcome. */
const counted = (results: ItemResult[]) => {
	const counts: Record<string, number> = {};
	for (const outcome of outcomes(results)) {
		counts[String(outcome)] = (counts[String(outcome)] ?? 0) + 1;
	}
	return counts;
};

/** Starts a migration that is killed when it looks at its first wave: the wave was moved and is not judged. */
async function killedAtFirstLook(rows: number[]): Promise<void> {
	const killed = new Promise<void>((resolve) => {
		stage.before = async (method, path) => {
			if (method !== 'GET' || !path.includes('connectivity')) return;
			stage.kill();
			resolve();
			await new Promise(() => {});
		};
	});
	void stage.migrate(rows);
	await killed;
}

test('devices that do not meet the condition are put back, and the others are moved', async () => {
	const results = await stage.migrate(ids);
	const gone = goneOfTable();
	expect(gone.length).toBeGreaterThan(0);
	expect(outcomes(results)).toEqual(ids.map((id) => (gone.includes(id) ? 'putBack' : 'changed')));
	expect(stage.on(OLD_TARIFF, ids)).toEqual(ids.filter((id) => gone.includes(id)));
	expect(stage.on(NEW_TARIFF, ids)).toHaveLength(ids.length - gone.length);
	expect(stage.kept.text).toBeUndefined();
	expect(stage.told.some((what) => what.startsWith('wave 2 of 5: '))).toBe(true);
	const [sick] = given(results[ids.indexOf(gone[0]!)]!);
	expect(sick).toMatchObject({
		outcome: 'putBack',
		reason: expect.stringContaining('"Online and Stable" was not met within 5 minutes'),
		diff: [{ field: 'tariff_profile', before: OLD_TARIFF, after: NEW_TARIFF }],
	});
});

test('what a wave changes is written down before it goes out, with the values before', async () => {
	let written: string | undefined;
	stage.before = (method, path) => {
		if (method === 'PATCH' && path.endsWith('/multi')) written ??= stage.kept.text ?? 'nothing';
	};
	await stage.migrate(ids.slice(0, 20));
	expect(JSON.parse(written!)).toMatchObject({
		open: {
			condition: 'online',
			rows: [
				{
					was: { tariffProfileId: stage.tariff(OLD_TARIFF) },
					is: { tariffProfileId: stage.tariff(NEW_TARIFF) },
					ids: expect.any(Array),
				},
			],
		},
	});
});

/** Runs the migration in a process that is killed before its request number `at`; false if it ended before. */
async function killedAt(at: number, rows: number[]): Promise<boolean> {
	let number = 0;
	let killed: (was: boolean) => void;
	const isKilled = new Promise<boolean>((resolve) => (killed = resolve));
	stage.before = async () => {
		number += 1;
		if (number < at) return;
		stage.kill();
		killed(true);
		await new Promise(() => {});
	};
	const ended = stage.migrate(rows).then(() => false);
	const was = await Promise.race([isKilled, ended]);
	stage.before = () => {};
	return was;
}

test.each([
	['a table that names all devices', false],
	['a list that moved devices leave', true],
])(
	'%s: killed at random moments and run again, each device is judged, and none is left sick',
	async (_, leaves) => {
		const random = new Random(`kills ${leaves}`);
		const gone = goneOfTable();
		const rows = () => (leaves ? stage.on(OLD_TARIFF, ids) : ids);
		let kills = 0;
		while (kills < 6) {
			if (!(await killedAt(1 + Math.floor(random.between(0, 90)), rows()))) break;
			kills += 1;
		}
		expect(kills).toBeGreaterThan(2);
		// A last run: where a run has ended in between, those that were put back are tried anew.
		await stage.migrate(rows());
		expect(stage.on(OLD_TARIFF, ids).sort()).toEqual([...gone].sort());
		expect(stage.kept.text).toBeUndefined();
	},
);

test('a run after a kill judges first, and moves what was put back not again', async () => {
	// The kill comes when the first wave with sick devices is being put back.
	const gone = goneOfTable();
	let isKilled: () => void = () => {};
	const killed = new Promise<void>((resolve) => (isKilled = resolve));
	stage.before = async (method) => {
		const open = JSON.parse(stage.kept.text ?? '{}') as { open?: { sick: unknown[] } };
		if (method !== 'PATCH' || (open.open?.sick.length ?? 0) === 0) return;
		stage.kill();
		isKilled();
		await new Promise(() => {});
	};
	void stage.migrate(ids);
	await killed;
	const left = stage.on(NEW_TARIFF, gone);
	expect(left.length).toBeGreaterThan(0);

	// The list of the next run lacks all that were moved.
	const rows = stage.on(OLD_TARIFF, ids);
	const results = await stage.migrate(rows);
	expect(stage.on(OLD_TARIFF, ids).sort()).toEqual([...gone].sort());
	// Moved and put back: each once.
	for (const id of gone) expect([id, stage.moved.get(id)]).toEqual([id, 2]);
	const beyond = results.flatMap(given).filter((item) => item.in_table === false);
	expect(beyond.map(({ endpoint_id: id, outcome }) => [id, outcome])).toEqual(
		left.map((id) => [id, 'putBack']),
	);
	expect(stage.notes.join()).toContain('An earlier run was stopped while');
});

test('in rows of several workspaces, what an earlier run has left is told once', async () => {
	await killedAtFirstLook(ids);
	const left = stage.on(NEW_TARIFF, ids);
	expect(left).toHaveLength(20);
	const rows = stage.on(OLD_TARIFF, ids).map((endpointId, i) => ({
		endpointId,
		name: 'moved',
		...(i % 2 === 0 && { workspaceId: 1001 }),
	}));
	const results = await stage.apply(rows);
	const beyond = results.flatMap(given).filter((item) => item.in_table === false);
	expect(beyond.map(({ endpoint_id: id }) => Number(id)).sort((a, b) => a - b)).toEqual(left);
});

test('what somebody else has set since is left, and named', async () => {
	const [sick] = goneOfTable();
	stage.before = (method, path) => {
		const isJudged = method === 'GET' && path.includes('connectivity');
		if (isJudged && endpoint(sick!).tariffProfileId === stage.tariff(NEW_TARIFF)) {
			endpoint(sick!).name = 'renamed by a person';
		}
	};
	const results = await stage.migrate([sick!], { name: 'migrated' });
	expect(given(results[0]!)[0]).toMatchObject({
		outcome: 'putBack',
		left: [{ field: 'name', value: 'renamed by a person' }],
	});
	expect(endpoint(sick!)).toMatchObject({
		name: 'renamed by a person',
		tariffProfileId: stage.tariff(OLD_TARIFF),
	});
});

test('names, statuses and tags are put back, too', async () => {
	const [sick] = goneOfTable();
	const { name } = endpoint(sick!);
	const lab = [...stage.sim.store.tags.values()].find((tag) => tag.name === 'lab')!.id;
	Object.assign(endpoint(sick!), { tagIds: [lab], tagged: true });
	stage.sim.store.touch();
	const field = { by: 'name', value: 'field' };
	const results = await stage.migrate([sick!], { name: 'moved', tagAssignments: [field] });
	expect(outcomes(results)).toEqual(['putBack']);
	expect(endpoint(sick!).name).toBe(name);
	expect(endpoint(sick!).tagIds).toEqual([lab]);
});

test('without Put Back they stay, and are named', async () => {
	const results = await stage.migrate(ids, { wavePutBack: false });
	const gone = goneOfTable();
	expect(counted(results)).toEqual({ changed: 100 - gone.length, notMet: gone.length });
	expect(stage.on(NEW_TARIFF, ids)).toHaveLength(100);
});

test('a wave with too many that do not meet the condition is the last', async () => {
	const gone = goneOfTable();
	const first = [...gone, ...ids.filter((id) => !gone.includes(id))];
	const results = await stage.migrate(first, { stopAbove: 5 });
	expect(counted(results)).toMatchObject({ putBack: gone.length, changed: 20 - gone.length });
	expect(stage.on(NEW_TARIFF, ids)).toHaveLength(20 - gone.length);
	expect(String((results[99] as { error: unknown }).error)).toContain(
		`${gone.length} of the 20 items`,
	);
	// The run has ended in order: the next one begins anew.
	expect(stage.kept.text).toBeUndefined();
});

test('where failures stop the run, such a wave is its error', async () => {
	const gone = goneOfTable();
	const first = [...gone, ...ids.filter((id) => !gone.includes(id))];
	const run = stage.migrate(first, { stopAbove: 5 }, { continueOnFail: false });
	await expect(run).rejects.toThrow('The endpoint was put back or left, and the run stopped');
	expect(stage.on(OLD_TARIFF, gone)).toEqual(gone);
});

test('a run that is cancelled while it judges leaves that to the next one', async () => {
	const cancel = new AbortController();
	let reads = 0;
	stage.before = (method, path) => {
		if (method === 'GET' && path.includes('connectivity') && ++reads > 25) {
			cancel.abort(new Error('cancelled'));
		}
	};
	const results = await stage.migrate(ids, {}, { signal: cancel.signal });
	expect(counted(results).changed).toBeUndefined();
	expect(JSON.parse(stage.kept.text!)).toHaveProperty('open');
	stage.before = () => {};
	const again = await stage.migrate(ids);
	const gone = goneOfTable();
	expect(stage.on(OLD_TARIFF, ids).sort()).toEqual([...gone].sort());
	expect(counted(again).putBack).toBe(gone.length);
});

test('what cannot be read is neither well nor put back, and is judged by the next run', async () => {
	const [sick] = goneOfTable();
	stage.sim.setFaults({
		rules: [
			{ match: { path: `/endpoint/${sick!}/connectivity`, method: 'GET' }, kind: 'errorBefore' },
		],
	});
	const results = await stage.migrate([sick!]);
	expect(outcomes(results)).toEqual(['failed']);
	expect(String((results[0] as { error: unknown }).error)).toContain('could not be judged');
	expect(stage.on(NEW_TARIFF, [sick!])).toEqual([sick]);
	stage.sim.clearFaults();
	await stage.migrate([ids.find((id) => id !== sick)!]);
	expect(stage.on(OLD_TARIFF, [sick!])).toEqual([sick]);
});

test('a wave that cannot be written down does not go out, and nothing is left under judgement', async () => {
	stage.kept.fault = () => {
		throw new Error('the database is read-only');
	};
	const results = await stage.migrate(ids);
	expect(stage.moved.size).toBe(0);
	expect(String((results[0] as { error: unknown }).error)).toContain('the database is read-only');
	expect(counted(results)).toEqual({ failed: 100 });
	expect(ownError((results[99] as { error: unknown }).error)?.outcome).toBe('notSent');
	stage.kept.fault = undefined;
	expect(counted(await stage.migrate(ids)).putBack).toBe(goneOfTable().length);
});

test('a record that cannot be removed at the end costs no result', async () => {
	const rows = ids.slice(0, 20);
	const gone = goneOfTable().filter((id) => rows.includes(id)).length;
	const write = stage.kept.write.bind(stage.kept);
	stage.kept.write = async (text) => {
		if (text === undefined) throw new Error('connection lost');
		await write(text);
	};
	const results = await stage.migrate(rows, gone > 0 ? {} : { wavePutBack: false });
	expect(counted(results).changed).toBe(20 - gone);
});

test('where failures stop the run, a wave left sick by an earlier one is its error, too', async () => {
	const gone = goneOfTable();
	const first = [...gone, ...ids.filter((id) => !gone.includes(id)).slice(0, 20 - gone.length)];
	await killedAtFirstLook(first);
	const run = stage.migrate(ids, { stopAbove: 5 }, { continueOnFail: false });
	await expect(run).rejects.toThrow(`${gone.length} of the 20 items`);
	expect(stage.on(OLD_TARIFF, gone)).toEqual(gone);
	expect(stage.on(NEW_TARIFF, ids)).toHaveLength(20 - gone.length);
});

test('waves without a condition go out one after the other', async () => {
	const began = stage.sim.clock.now();
	const results = await stage.migrate(ids, {
		waveCondition: 'none',
		waveMinutes: undefined,
		wavePause: 600,
	});
	expect(counted(results)).toEqual({ changed: 100 });
	expect(given(results[99]!)[0]!.wave).toBe(5);
	expect(stage.sim.clock.now() - began).toBeGreaterThanOrEqual(4 * 600_000);
	expect(stage.kept.written).toEqual([]);
});

test('a dry run shows the changes, and judges nothing', async () => {
	stage.kept.text = JSON.stringify({ v: 1, back: [] });
	const results = await stage.migrate(ids, { dryRun: true });
	expect(counted(results)).toEqual({ changed: 100 });
	expect(stage.moved.size).toBe(0);
	expect(stage.kept.written).toEqual([]);
});

test('rows that take SIMs from each other are refused, both of them, before anything is sent', async () => {
	const [first, second, third] = ids;
	const iccid = (id: number) => stage.sim.store.sims.get(endpoint(id).simId!)!.iccid;
	const sims = [iccid(first!), iccid(second!)];
	const results = await stage.apply(
		[
			{ endpointId: first, simId: { by: 'iccid', value: sims[1] } },
			{ endpointId: second, simId: { by: 'iccid', value: sims[0] } },
			{ endpointId: third, name: 'renamed' },
		],
		{ waveCondition: 'none', waveMinutes: undefined, waveSize: 1 },
	);
	for (const result of results.slice(0, 2)) {
		expect(String((result as { error: unknown }).error)).toContain('take SIMs from each other');
	}
	expect(outcomes(results)[2]).toBe('changed');
	expect([iccid(first!), iccid(second!)]).toEqual(sims);
});

test('a row that takes the SIM which another gives up is refused with it', async () => {
	const [giver, taker] = ids;
	const sim = endpoint(giver!).simId!;
	const results = await stage.apply(
		[
			{ endpointId: giver, clear: ['simId'] },
			{ endpointId: taker, simId: { by: 'iccid', value: stage.sim.store.sims.get(sim)!.iccid } },
		],
		{ waveCondition: 'none', waveMinutes: undefined, waveSize: 1 },
	);
	for (const result of results) {
		expect(String((result as { error: unknown }).error)).toContain('take SIMs from each other');
	}
	expect(stage.moved.size).toBe(0);
	expect(endpoint(giver!).simId).toBe(sim);
});

test.each([
	['quotas', { smsQuota: 10, quotaExpiryDate: '2099-01-01' }, 'cannot undo a change of sms_quota'],
	['too little time', { waveSize: 100_000, waveMinutes: 1 }, 'must be'],
	['no size', { waveSize: undefined }, 'must be given for waves'],
])('%s: refused before anything is sent', async (what, options, words) => {
	const some = ids.slice(0, 3);
	if (what === 'too little time') {
		stage.limit = 5;
	}
	const results = await stage.migrate(some, options);
	for (const result of results) {
		expect(String((result as { error: unknown }).error)).toContain(words);
	}
	expect(stage.moved.size).toBe(0);
});
