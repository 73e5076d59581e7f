import { BegunEndpoints } from '../../../../src/features/retire/begun';
import type { RetireInput } from '../../../../src/features/retire/form';
import type { Target } from '../../../../src/features/retire/named';
import { heldByAnother } from '../../../../src/keys/keptText';
import type { FeatureItem, FeatureRun } from '../../../../src/run/feature';
import { clientOf } from '../../../support/client';
import { MemoryText } from '../applyTable/wavesStage';

/* What runs of Endpoint: Retire have begun with, kept from run to run. */

const TEN_MINUTES = 600_000;

let kept: MemoryText;
let now: number;
let notes: string[];
beforeEach(() => {
	kept = new MemoryText();
	now = 1_000_000;
	notes = [];
});

function itemOfRun(): FeatureItem<RetireInput> {
	const client = clientOf(async () => ({ status: 200, headers: {}, body: [] }), {
		kept,
		clock: { now: () => now },
	});
	const call = { ...client.listing('tag'), note: (sentence: string) => void notes.push(sentence) };
	const input: RetireInput = {
		endpointsBy: 'item',
		endpointId: 1,
		tagId: 1,
		sims: 'suspend',
		targetWorkspaceId: 1,
		dryRun: false,
		confirmCount: 1,
		confirmTag: '',
		mostEndpoints: 100,
		removeQuotas: true,
	};
	return { index: 0, input, client, call };
}

async function open(): Promise<BegunEndpoints> {
	const run: FeatureRun<RetireInput> = {
		items: [itemOfRun()],
		refused: [],
		continueOnFail: true,
		once: async () => ({ done: {} }),
		remembered: {},
		tell: () => {},
		progress: () => {},
	};
	return await BegunEndpoints.of(run);
}

const target = (id: number, sim?: number): Target => ({
	endpoint: {
		id,
		name: null,
		isDeleted: false,
		sim: sim === undefined ? undefined : { id: sim, iccid: null, status: 1 },
		tagIds: [],
		tagNames: [],
	},
	item: itemOfRun(),
	isFoundBySim: false,
});

test('a later run knows the SIM that each endpoint had when the first one began', async () => {
	await (await open()).begin([target(7, 70), target(3, 99), target(5)]);
	const later = await open();
	expect([7, 3, 5, 4].map((id) => later.simOf(id))).toEqual([70, 99, 0, undefined]);
	// Half retired, it has no SIM any more: what it had at first stays.
	await later.begin([target(7)]);
	expect((await open()).simOf(7)).toBe(70);
});

test('what is retired is forgotten, and nothing is kept of a run that has retired all', async () => {
	const begun = await open();
	await begun.begin([target(7, 70)]);
	begun.forget([target(7)]);
	await begun.end();
	expect(kept.text).toBeUndefined();
});

test('an endpoint that was left stays left for ten minutes, then a run takes it as it is', async () => {
	const begun = await open();
	await begun.begin([target(7, 70)]);
	begun.leave([target(7)]);
	await begun.end();
	now += TEN_MINUTES;
	expect((await open()).simOf(7)).toBe(70);
	now += 1;
	const later = await open();
	expect(later.simOf(7)).toBeUndefined();
	await later.begin([target(7, 71)]);
	expect((await open()).simOf(7)).toBe(71);
});

test('of many endpoints that are never retired, the oldest are forgotten', async () => {
	const begun = await open();
	await begun.begin(Array.from({ length: 200 }, (_, id) => target(id, id + 1)));
	await begun.begin(Array.from({ length: 200 }, (_, id) => target(id + 1000, id + 1)));
	const later = await open();
	expect([99, 100, 1199].map((id) => later.simOf(id))).toEqual([undefined, 101, 200]);
});

test('the text of another operation of the node is left as it is, with a note', async () => {
	kept.text = '{"v":2,"back":[]}';
	const begun = await open();
	await begun.begin([target(7, 70)]);
	await begun.end();
	expect(kept.text).toBe('{"v":2,"back":[]}');
	expect(notes).toEqual([expect.stringContaining('another operation of this node')]);
});

test('while another run of the node is under way, the run goes on without the store, with a note', async () => {
	kept.hold = async () => {
		throw heldByAnother();
	};
	const begun = await open();
	await begun.begin([target(7, 70)]);
	await begun.end();
	expect(kept.written).toEqual([]);
	expect(notes).toEqual([expect.stringContaining('Another run of this node is under way')]);
});

test('a store that fails before the first change throws, so that nothing is sent', async () => {
	kept.fault = () => {
		throw new Error('the database is away');
	};
	await expect((await open()).begin([target(7, 70)])).rejects.toThrow('the database is away');
});
