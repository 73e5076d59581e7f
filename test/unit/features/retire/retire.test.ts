import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { answerOf, runAgent } from '../../../support/n8n/agent';
import { TAGS, USERS } from '../../../../simulator';
import { type NodeRun, runNode, storeFor } from '../../../support/n8n/n8n';
import { GENERATIONS, runAt, simulated } from '../../../support/simulator';
import { rl } from '../../nodes/rows/rows';

/* Endpoint: Retire in n8n, in both forms of the service's answers: effects by the ledger. */

const ACTIVATED = 1;
const SUSPENDED = 2;
const DELETED = 2;
const RETIRE = 'endpoint retire';

describe.each(GENERATIONS)('with answers in the form "%s"', (generation) => {
	const sim = simulated({ generation, seed: { endpoints: 6, quotaVolume: 50, workspaces: 1 } });

	const device = (id: number) => sim.store.endpoints.get(id)!;
	const simOf = new Map<number, number>();
	beforeEach(() => {
		simOf.clear();
		for (const { id, simId } of sim.store.endpoints.values()) {
			if (simId !== null) simOf.set(id, simId);
		}
	});
	const card = (id: number) => sim.store.sims.get(simOf.get(id)!)!;
	const tag = (id: number, ...tagIds: number[]) => {
		Object.assign(device(id), { tagIds, tagged: true });
		sim.store.touch();
	};
	const tagged = (...ids: number[]) => {
		for (const id of ids) tag(id, TAGS.lab, TAGS.field);
	};
	const statuses = () =>
		[10001, 10002, 10003, 10004, 10005, 10006].map((id) => device(id).statusId);
	const kinds = () => sim.ledger().effects.map(({ kind }) => kind);
	const rows = (...ids: number[]) => ids.map((id) => ({ id }));

	async function retire(
		items: IDataObject[],
		parameters: object = {},
		more: Partial<NodeRun> = {},
	) {
		const own = { endpointsBy: 'item', endpointId: rl('={{ $json.id }}') };
		const confirmed = { dryRun: false, confirmCount: items.length };
		const onError = 'continueRegularOutput' as const;
		return await runAt(
			sim,
			RETIRE,
			{ ...own, ...confirmed, ...parameters },
			{ items, onError, ...more },
		);
	}
	const retireTag = async (parameters: object = {}, more: Partial<NodeRun> = {}) =>
		await retire(
			[{}],
			{ endpointsBy: 'tag', tagId: rl('lab', 'name'), confirmTag: 'lab', ...parameters },
			more,
		);

	test('a dry run, which is the default, shows every step and changes nothing', async () => {
		tagged(10001);
		const { items } = await runAt(sim, RETIRE, { endpointId: rl('10001') });
		expect(items.map(({ json }) => json)).toEqual([
			{
				endpoint_id: 10001,
				endpoint: 'device-000001',
				outcome: 'planned',
				sim_id: simOf.get(10001),
				iccid: card(10001).iccid,
				sim: 'suspended',
				dry_run: true,
				steps: [
					{ step: 'removeQuotas' },
					{ step: 'suspendSim', sim_id: simOf.get(10001) },
					{ step: 'releaseSim', sim_id: simOf.get(10001) },
					{ step: 'removeTags', tags: 'lab, field' },
					{ step: 'delete' },
				],
			},
		]);
		expect(kinds()).toEqual([]);
	});

	test('rows: quotas and tags go, SIMs are suspended and free, endpoints are deleted, in this order', async () => {
		tagged(10001);
		sim.store.dataQuotas.set(10001, { ...sim.store.dataQuotas.get(10001)!, volume: 5 });
		const { items } = await retire(rows(10001, 10002));
		expect(items.map(({ json }) => json.outcome)).toEqual(['retired', 'retired']);
		expect(statuses()).toEqual([DELETED, DELETED, 0, 0, 0, 0]);
		for (const id of [10001, 10002]) {
			expect(card(id)).toMatchObject({ statusId: SUSPENDED, endpointId: null });
			expect(sim.store.quotas.has(id)).toBe(false);
			expect(sim.store.dataQuotas.has(id)).toBe(false);
			expect(device(id).tagIds).toEqual([]);
		}
		expect(card(10003)).toMatchObject({ statusId: ACTIVATED, endpointId: 10003 });
		const own = sim.ledger().effects.filter(({ endpointId }) => endpointId === 10001);
		const order = own.map(({ kind }) => kind);
		expect(order.indexOf('sim.suspended')).toBeLessThan(order.indexOf('sim.unassigned'));
		expect(order.indexOf('sim.unassigned')).toBeLessThan(order.indexOf('endpoint.deleted'));
		expect(order.at(-1)).toBe('endpoint.deleted');
	});

	test('a second run over the same rows changes nothing, and says that nothing was there', async () => {
		await retire(rows(10001, 10002));
		const before = kinds().length;
		const { items, hints } = await retire(rows(10001, 10002));
		expect(items.map(({ json }) => json.outcome)).toEqual(['absent', 'absent']);
		expect(hints.join()).toMatch(/Items 0, 1 name no endpoint that is there/);
		expect(kinds()).toHaveLength(before);
	});

	test('a tag: all of its endpoints, and no other', async () => {
		tagged(10002, 10004);
		tag(10005, TAGS.field);
		const { items } = await retireTag();
		expect(items.map(({ json }) => [json.endpoint_id, json.outcome, json.tag])).toEqual([
			[10002, 'retired', 'lab'],
			[10004, 'retired', 'lab'],
		]);
		expect(statuses()).toEqual([0, DELETED, 0, DELETED, 0, 0]);
		expect((await retireTag()).items.map(({ json }) => json)).toEqual([
			{ endpoint_id: null, endpoint: null, tag: 'lab', outcome: 'absent', dry_run: false },
		]);
	});

	test('endpoints of a child organisation with a tag of the same name are left', async () => {
		tagged(10002);
		await sim.seed({ endpoints: 1, organisationId: 1002 });
		const child = [...sim.store.endpoints.values()].find(
			(endpoint) => endpoint.organisationId === 1002,
		)!;
		sim.store.tags.set(499, { id: 499, organisationId: 1002, name: 'lab', colorId: 1 });
		tag(child.id, 499);
		const twice = await retireTag();
		expect(twice.items[0]!.json.error).toMatch(/^Tag must be exactly one tag; 2 are called "lab"/);
		const { items } = await retireTag({ tagId: rl(String(TAGS.lab)) });
		expect(items.map(({ json }) => json.outcome)).toEqual(['retired']);
		expect([device(10002).statusId, child.statusId]).toEqual([DELETED, 0]);
	});

	test.each([
		['keep', ACTIVATED],
		['suspend', SUSPENDED],
	])('SIMs: %s', async (sims, statusId) => {
		await retire(rows(10001), { sims });
		expect(card(10001)).toMatchObject({ statusId, endpointId: null, organisationId: 1001 });
		expect(device(10001).statusId).toBe(DELETED);
	});

	test.each([
		['issued', 0],
		['in factory test', 4],
	])('a SIM that is %s is not called suspended, since its status stays', async (_, statusId) => {
		card(10001).statusId = statusId;
		sim.store.touch();
		const { items } = await retire(rows(10001));
		expect(items[0]!.json).toMatchObject({ outcome: 'retired', sim: 'kept' });
		expect(card(10001)).toMatchObject({ statusId, endpointId: null });
	});

	test('a tag that somebody takes off or puts on meanwhile is not written back', async () => {
		tagged(10001);
		await sim.seed({ recordBodies: true });
		await retire(rows(10001));
		const bodies = JSON.stringify(sim.ledger().requests.map(({ body }) => body));
		expect(bodies).not.toContain('tag_assignments');
		expect(device(10001).tagIds).toEqual([]);
	});

	test('SIMs are moved to another workspace by a user', async () => {
		const move = { sims: 'move', targetWorkspaceId: rl('Example Customer', 'name') };
		const { items } = await runNode({
			credentials: storeFor(sim.url, { user: { userId: String(USERS.totp.id) } }),
			credential: 'cellularIotUserApi',
			items: rows(10001, 10002),
			parameters: {
				resource: 'endpoint',
				operation: 'retire',
				endpointId: rl('={{ $json.id }}'),
				dryRun: false,
				confirmCount: 2,
				...move,
			} as INodeParameters,
		});
		expect(items.map(({ json }) => [json.outcome, json.sim])).toEqual([
			['retired', 'moved'],
			['retired', 'moved'],
		]);
		for (const id of [10001, 10002]) {
			expect(card(id)).toMatchObject({
				statusId: SUSPENDED,
				endpointId: null,
				organisationId: 1002,
			});
		}
		expect(statuses().slice(0, 3)).toEqual([DELETED, DELETED, 0]);
	});

	test('moving SIMs with an application token is refused before anything is sent', async () => {
		const { items } = await retire(rows(10001), { sims: 'move', targetWorkspaceId: rl('1002') });
		expect(items[0]!.json.error).toMatch(/must be a "User Login"/);
		expect(kinds()).toEqual([]);
	});

	test('a wrong confirmation is refused, names nothing to repeat, and nothing is sent', async () => {
		tagged(10001);
		const byTag = await retireTag({ tagId: rl(String(TAGS.lab)), confirmTag: 'Lab' });
		expect(byTag.items[0]!.json.error).toMatch(
			/^Repeat the Tag must be the name of the tag, and is not/,
		);
		expect(JSON.stringify(byTag.items)).not.toContain('"lab"');
		const byRow = await retire(rows(10001, 10002), { confirmCount: 1 });
		expect(byRow.items[0]!.json.error).toMatch(
			/^Repeat the Count must be the number of input items, and is not/,
		);
		expect(kinds()).toEqual([]);
	});

	test('an agent gets a dry run unless a person has allowed it', async () => {
		const parameters = (mode: INodeParameters): INodeParameters => ({
			resource: 'endpoint',
			operation: 'retire',
			endpointsBy: 'item',
			endpointId: rl("={{ $fromAI('endpoint', 'of the call', 'string') }}"),
			dryRun: false,
			confirmCount: 1,
			mode,
		});
		const ask = async (mode: INodeParameters) => {
			let answer: unknown;
			const error = await runAgent(sim.url, { tool: parameters(mode) }, async ({ tool }) => {
				answer = answerOf(await tool!.invoke({ endpoint: 'device-000001' }));
			});
			if (error) throw error;
			return answer;
		};
		expect(await ask({})).toMatchObject({ outcome: 'dryRun' });
		expect(kinds()).toEqual([]);
		expect(await ask({ allowStakes: true })).toMatchObject({ outcome: 'done' });
		expect(device(10001).statusId).toBe(DELETED);
	});

	test('an ICCID finds the endpoint, and its SIM stays on it until it is deleted', async () => {
		const { iccid } = card(10001);
		const byIccid = { endpointId: rl(iccid, 'iccid') };
		const kept = await retire([{}], { ...byIccid, sims: 'keep' });
		expect(kept.items[0]!.json.error).toMatch(/^Endpoint must not be an ICCID unless/);
		expect(kinds()).toEqual([]);
		const { items } = await retire([{}], byIccid);
		expect(items[0]!.json.outcome).toBe('retired');
		expect(card(10001)).toMatchObject({ statusId: SUSPENDED, endpointId: null });
		expect((await retire([{}], byIccid)).items[0]!.json.outcome).toBe('absent');
	});

	test('more endpoints than Maximum Endpoints are refused as a whole', async () => {
		tagged(10001, 10002, 10003);
		const { items } = await retireTag({ options: { mostEndpoints: 2 } });
		expect(JSON.stringify(items)).toMatch(/allows 2, and there are 3: nothing was retired/);
		expect(kinds()).toEqual([]);
	});

	test('rows that mean one endpoint are done once; a row that fails costs no other', async () => {
		device(10004).name = 'device-000003';
		sim.store.touch();
		const { items } = await retire([{ id: 10001 }, { id: 10001 }, { id: 'x' }, { id: 10002 }]);
		expect(items.map(({ json }) => json.outcome ?? json.error)).toEqual([
			'retired',
			'repeated',
			expect.stringMatching(/^Endpoint must be/),
			'retired',
		]);
		const twice = await retire([{}], { endpointId: rl('device-000003', 'name') });
		expect(twice.items[0]!.json.error).toMatch(/must be exactly one endpoint; 2 are called/);
		expect(statuses()).toEqual([DELETED, DELETED, 0, 0, 0, 0]);
	});

	test('a list that is not complete retires nothing', async () => {
		tagged(10001, 10002);
		sim.setFaults({
			rules: [
				{
					kind: 'headers',
					headers: { 'X-Total-Count': '9', 'X-Count': '9' },
					match: { path: '/api/v1/endpoint$' },
				},
			],
		});
		const { items } = await retireTag();
		expect(items[0]!.json.error).toMatch(/The list of endpoints is not complete/);
		expect(kinds()).toEqual([]);
	});
});
