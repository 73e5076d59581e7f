import { CellularIotError } from '../../../src/errors';
import { type Look, type SingleStep, Work } from '../../../src/run/work';
import { deleteManyEndpoints } from '../../../src/table/entries/endpoint/endpointBulk';
import { clientOf } from '../../support/client';

/* What a job of several steps knows of its things after each step. */

const THINGS = [11, 12, 13];
const LOOK = { lookValidMs: 5_000 };

const refusal = new CellularIotError('The service refused it', '', 'refused');
const noAnswer = new CellularIotError('No answer came', '', 'unknown');

/** A step that fails for some things. */
const failing = (errors: Record<number, Error>): SingleStep<number> => ({
	of: () => true,
	take: async (thing) => {
		if (errors[thing]) throw errors[thing];
	},
});

const unused = clientOf(async () => {
	throw new Error('This step sends nothing');
});

describe('a step that is taken for each thing', () => {
	test('that is refused for one fails that one alone, and the work goes on', async () => {
		const work = new Work(unused, THINGS, LOOK);
		await work.each(failing({ 12: refusal }));
		work.close();
		expect([...work.failed]).toEqual([[12, refusal]]);
		expect(work.stopped).toBeUndefined();
		expect(work.left(() => true)).toEqual([11, 13]);
	});

	test('that gets no answer stops the work, and the next step is not tried for the others', async () => {
		const work = new Work(unused, THINGS, LOOK);
		await work.each(failing({ 12: noAnswer }));
		await work.each(failing({}));
		work.close();
		expect(work.stopped).toBe(noAnswer);
		expect([...work.failed.keys()].sort()).toEqual(THINGS);
		expect(work.failed.get(12)).toBe(noAnswer);
		expect(work.failed.get(11)).toMatchObject({ outcome: 'notSent' });
	});

	test('leaves a thing alone that somebody else has changed before it', async () => {
		const changed = new CellularIotError('Somebody else has changed it', '', 'notSent');
		const look: Look<number> = async (things) =>
			new Map(things.map((thing) => [thing, thing === 12 ? { changed } : 'asBefore']));
		const taken: number[] = [];
		const work = new Work(unused, THINGS, { ...LOOK, looksAlways: true });
		await work.each({ of: () => true, look, take: async (thing) => void taken.push(thing) });
		expect(taken).toEqual([11, 13]);
		expect([...work.failed]).toEqual([[12, changed]]);
	});
});

describe('a step that is taken in calls', () => {
	/** Deletes the things, of which the answer shows 12 as refused. */
	const service = () => {
		const sent: unknown[] = [];
		const client = clientOf(async ({ body }) => {
			sent.push(body);
			const answer = [{ id: 11 }, { id: 12, errors: [{ message: 'is locked' }] }, { id: 13 }];
			return { status: 200, headers: {}, body: answer };
		});
		return { client, sent };
	};
	const step = {
		of: () => true,
		entry: deleteManyEndpoints,
		inputOf: (endpointId: number) => ({ endpointId }),
	};

	test('fails the things that its answer shows as refused, and gives what it says of the others', async () => {
		const { client, sent } = service();
		const work = new Work(client, THINGS, LOOK);
		const done = await work.inBulk(step);
		expect(sent).toHaveLength(1);
		expect([...done.keys()]).toEqual([11, 13]);
		expect([...work.failed.keys()]).toEqual([12]);
		expect(work.failed.get(12)).toMatchObject({
			outcome: 'refused',
			message: expect.stringContaining('is locked'),
		});
		expect(work.stopped).toBeUndefined();
	});

	test('counts a thing as done that a look has shown to be, whatever the answer says of it', async () => {
		const { client } = service();
		const work = new Work(client, THINGS, LOOK);
		const asked: number[][] = [];
		const areDone = async (failed: number[]) => {
			asked.push(failed);
			return new Set(failed);
		};
		const done = await work.inBulk({ ...step, areDone });
		expect(asked).toEqual([[12]]);
		expect([...done.keys()].sort()).toEqual(THINGS);
		expect(work.failed.size).toBe(0);
	});
});
