import { TAGS } from '../../../../simulator';
import { retireEndpoints } from '../../../../src/features/retire/entry';
import { knownOf } from '../../../../src/errors';
import type { ItemResult } from '../../../../src/run/items';
import { type Cells, Stage } from '../../table/applyTable/stage';

/*
 * Endpoint: Retire, killed before and after each of its requests and run again, refused at each of them, and
 * with others who change the same endpoints: always the same end, and nothing of others is touched.
 */

const FLEET = 8;
const RETIRED = [10001, 10002, 10003, 10004];

let stage: Stage;
beforeAll(async () => {
	stage = await Stage.open({ endpoints: FLEET, quotaVolume: 20 });
});
afterAll(async () => await stage.sim.close());

const device = (id: number) => stage.sim.store.endpoints.get(id)!;
const own = () => [...stage.sim.store.endpoints.values()].sort((a, b) => a.id - b.id);

async function prepare(): Promise<Map<number, number>> {
	await stage.reset();
	for (const endpoint of own()) {
		const isRetired = RETIRED.includes(endpoint.id);
		endpoint.tagIds = isRetired ? [TAGS.lab, TAGS.field] : [TAGS.field];
		endpoint.tagged = true;
	}
	stage.sim.store.touch();
	return new Map(own().map(({ id, simId }) => [id, simId!]));
}

/** What is left of endpoints and their SIMs, as one text a piece. */
const ends = (sims: Map<number, number>) =>
	own().map(({ id, statusId, simId }) => {
		const card = stage.sim.store.sims.get(sims.get(id)!)!;
		const quota = stage.sim.store.quotas.has(id) ? 'quota' : 'none';
		return `${id} ${statusId} ${simId === null ? 'no SIM' : 'SIM'} ${quota} ${card.statusId}`;
	});
const WHOLE = Array.from({ length: FLEET }, (_, i) => {
	const id = 10001 + i;
	return RETIRED.includes(id) ? `${id} 2 no SIM none 2` : `${id} 0 SIM quota 1`;
});

const BY_TAG: Cells = { endpointsBy: 'tag', tagId: TAGS.lab, confirmTag: 'lab', sims: 'suspend' };
const byRow = (id: number): Cells => ({
	endpointsBy: 'item',
	endpointId: { by: 'name', value: `device-0${id}` },
	confirmCount: RETIRED.length,
	sims: 'suspend',
});
const bySim = (id: number, sims: Map<number, number>): Cells => ({
	...byRow(id),
	endpointId: { by: 'iccid', value: stage.sim.store.sims.get(sims.get(id)!)!.iccid },
});
const named = (id: number) => ({
	...byRow(id),
	endpointId: { by: 'name', value: `device-${String(id - 10000).padStart(6, '0')}` },
});

/** The items of a run, by how they name their endpoints. */
const WAYS: Array<[string, (sims: Map<number, number>) => Cells[]]> = [
	['a tag', () => [BY_TAG]],
	['names', () => RETIRED.map(named)],
	['ICCIDs', (sims) => RETIRED.map((id) => bySim(id, sims))],
];

const retire = async (items: Cells[]) => await stage.perform(retireEndpoints, items);
const failures = (results: ItemResult[]) =>
	results.flatMap((result) => ('error' in result ? [knownOf(result.error).message] : []));

describe.each(WAYS)('endpoints by %s', (_, itemsOf) => {
	test('a run that is killed before or after any request and run again ends the same', async () => {
		const items = itemsOf(await prepare());
		await retire(items);
		const requests = stage.sent.length;
		expect(requests).toBeGreaterThan(10);
		for (let at = 1; at <= requests; at++) {
			for (const isDone of [false, true]) {
				const sims = await prepare();
				const again = itemsOf(sims);
				await stage.killed(at, isDone, again, {}, retireEndpoints);
				expect([at, isDone, failures(await retire(again))]).toEqual([at, isDone, []]);
				expect([at, isDone, ends(sims)]).toEqual([at, isDone, WHOLE]);
			}
		}
	});

	test('a request that is refused leaves the rest to the next run, and is no success', async () => {
		const items = itemsOf(await prepare());
		await retire(items);
		const requests = stage.writes.length;
		for (let at = 1; at <= requests; at++) {
			const sims = await prepare();
			const again = itemsOf(sims);
			let writes = 0;
			stage.before = (__, { method }) => {
				if (method === 'GET' || (writes += 1) !== at) return;
				stage.sim.setFaults({
					rules: [{ kind: 'errorBefore', status: 403, times: 1, match: { method } }],
				});
			};
			const first = await retire(again);
			stage.sim.clearFaults();
			stage.before = () => {};
			if (failures(first).length === 0) expect([at, ends(sims)]).toEqual([at, WHOLE]);
			expect([at, failures(await retire(again))]).toEqual([at, []]);
			expect([at, ends(sims)]).toEqual([at, WHOLE]);
		}
	});

	test('a request whose answer is lost is no obstacle: what it has done is seen, and the run ends the same', async () => {
		await retire(itemsOf(await prepare()));
		const requests = stage.writes.length;
		for (let at = 1; at <= requests; at++) {
			const sims = await prepare();
			const items = itemsOf(sims);
			let writes = 0;
			stage.after = (__, { method }) => {
				if (method === 'GET' || (writes += 1) !== at) return;
				throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
			};
			const results = await retire(items);
			stage.after = () => {};
			expect([at, failures(results)]).toEqual([at, []]);
			expect([at, ends(sims)]).toEqual([at, WHOLE]);
			const outcomes = results.flatMap((result) => ('items' in result ? result.items : []));
			const deleted = outcomes.filter(({ steps }) =>
				(steps as Array<{ step: string }>).some(({ step }) => step === 'delete'),
			);
			expect([at, deleted.length]).toEqual([at, RETIRED.length]);
		}
	});
});

describe('what somebody else changes meanwhile', () => {
	/** Lets somebody act before the run looks for the last time. */
	const meanwhile = (act: () => void) => {
		stage.before = (_, { method, path }) => {
			const isReleased = device(10001).simId === null;
			if (method === 'GET' && path === '/api/v1/endpoint' && isReleased) {
				act();
				stage.sim.store.touch();
			}
		};
	};

	test('an endpoint that gets another SIM is not deleted', async () => {
		const sims = await prepare();
		const card = [...stage.sim.store.sims.values()].find(
			({ endpointId, organisationId }) => endpointId === null && organisationId === 1001,
		)!;
		meanwhile(() => {
			card.endpointId = 10001;
			device(10001).simId = card.id;
		});
		const results = await retire(RETIRED.map(named));
		expect(failures(results)).toEqual([expect.stringContaining('got another SIM meanwhile')]);
		expect(device(10001)).toMatchObject({ statusId: 0, simId: card.id });
		expect(ends(sims).slice(1)).toEqual(WHOLE.slice(1));
	});

	test('an endpoint that loses the tag is not deleted', async () => {
		await prepare();
		meanwhile(() => (device(10002).tagIds = []));
		const [message] = failures(await retire([BY_TAG]));
		expect(message).toMatch(
			/^Of 4 endpoints with the tag "lab", 3 were retired and 1 were not: endpoint 10002 \(device-000002\): .*lost the tag "lab" meanwhile/,
		);
		expect(own().map(({ statusId }) => statusId)).toEqual([2, 0, 2, 2, 0, 0, 0, 0]);
	});
});
