import * as fc from 'fast-check';
import { by, type Cells, outcomes, type Sent, Stage } from './stage';

/*
 * Random fleets and tables: the final state, the number of calls, and a kill of n8n at any call.
 * The minimum number of calls is computed here, independently of the implementation.
 */

const FLEET = 6;
/** SIMs without an endpoint. */
const FREE = 3;
const TAGS = ['lab', 'field', 'spare'];
const PROFILES = { Standard: 101, 'Metered SMS': 102 };

let stage: Stage;
beforeAll(async () => {
	stage = await Stage.open({ endpoints: FLEET, sims: FREE });
});
afterAll(async () => await stage.sim.close());

/** A generated row; its SIM is an index into the SIMs of the fleet, followed by the free SIMs. */
interface Drawn {
	of: number;
	name?: string;
	status?: number;
	tags?: string[];
	profile?: keyof typeof PROFILES;
	sim?: number;
	quota?: number;
}
interface History {
	rows: Drawn[];
	news: Array<Pick<Drawn, 'tags' | 'profile' | 'status'>>;
	addTags: boolean;
}

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });
const cells = {
	status: some(fc.constantFrom(0, 1)),
	tags: some(fc.uniqueArray(fc.constantFrom(...TAGS), { minLength: 1 })),
	profile: some(fc.constantFrom(...(Object.keys(PROFILES) as Array<keyof typeof PROFILES>))),
};
/** Some rows pass their SIMs around in a circle; others take free SIMs. */
function withSims(rows: Array<Drawn & { moves?: 'round' | 'fresh' | undefined }>): Drawn[] {
	const round = rows.filter(({ moves }) => moves === 'round');
	const fresh = rows.filter(({ moves }) => moves === 'fresh').slice(0, FREE);
	round.forEach((row, i) => (row.sim = round[(i + 1) % round.length]!.of));
	fresh.forEach((row, i) => (row.sim = FLEET + i));
	return rows;
}

const history: fc.Arbitrary<History> = fc.record({
	rows: fc
		.uniqueArray(
			fc.record({
				...cells,
				of: fc.integer({ min: 0, max: FLEET - 1 }),
				name: some(fc.constantFrom('a', 'b', 'c')),
				moves: some(fc.constantFrom('round' as const, 'fresh' as const)),
				quota: some(fc.constantFrom(10, 20)),
			}),
			{ selector: ({ of }) => of, maxLength: FLEET },
		)
		.map(withSims),
	news: fc.array(fc.record(cells), { maxLength: 2 }),
	addTags: fc.boolean(),
});

const endpoints = () => [...stage.sim.store.endpoints.values()].sort((a, b) => a.id - b.id);
const sims = () => {
	const all = [...stage.sim.store.sims.values()].filter((s) => s.organisationId === 1001);
	const held = endpoints()
		.slice(0, FLEET)
		.map(({ id }) => all.find((s) => s.endpointId === id)!);
	return [...held, ...all.filter(({ endpointId }) => endpointId === null).slice(-FREE)];
};

/** The table of a history, and its options. */
function tableOf({ rows, news, addTags }: History): { table: Cells[]; options: Cells } {
	const cards = sims();
	const cellsOf = ({ status, tags, profile }: Partial<Drawn>): Cells => ({
		...(status !== undefined && { status }),
		...(tags && { tagAssignments: tags.map((tag) => by('name', tag)) }),
		...(profile && { serviceProfileId: by('name', profile) }),
	});
	const table = rows.map((row) => ({
		endpointId: endpoints()[row.of]!.id,
		...cellsOf(row),
		...(row.name !== undefined && { name: row.name }),
		...(row.sim !== undefined && { simId: by('iccid', cards[row.sim]!.iccid) }),
		...(row.quota !== undefined && { dataQuota: row.quota, quotaExpiryDate: '2099-01-01' }),
	}));
	return {
		table,
		options: { createMissing: news.length > 0, ...(addTags && { tagChange: 'add' }) },
	};
}
const newTable = ({ news }: History): Cells[] =>
	news.map((body, i) => ({
		endpointId: by('name', `new-${i}`),
		tariffProfileId: 201,
		serviceProfileId: by('name', body.profile ?? 'Standard'),
		...(body.status !== undefined && { status: body.status }),
		...(body.tags && { tagAssignments: body.tags.map((tag) => by('name', tag)) }),
	}));

/** The state of the fleet that a table can change; new endpoints are identified by name. */
const fleetState = () =>
	endpoints()
		.filter(({ statusId }) => statusId !== 2)
		.map((endpoint) => ({
			id: endpoint.name.startsWith('new-') ? endpoint.name : endpoint.id,
			name: endpoint.name,
			status: endpoint.statusId,
			profile: endpoint.serviceProfileId,
			tags: endpoint.tagIds.map((id) => stage.sim.store.tags.get(id)!.name).sort(),
			sim: endpoint.simId,
			quota: stage.sim.store.dataQuotas.get(endpoint.id)?.volume,
		}));

/** The state that a history must end in, derived from its rows. */
function expected({ rows, news, addTags }: History, before: ReturnType<typeof fleetState>) {
	const cards = sims().map(({ id }) => id);
	const after = before.map((endpoint, of) => {
		const row = rows.find((r) => r.of === of);
		if (!row) return endpoint;
		const tags = row.tags
			? [...new Set([...(addTags ? endpoint.tags : []), ...row.tags])]
			: endpoint.tags;
		return {
			id: endpoint.id,
			name: row.name ?? endpoint.name,
			status: row.status ?? endpoint.status,
			profile: row.profile ? PROFILES[row.profile] : endpoint.profile,
			tags: [...tags].sort(),
			sim: row.sim === undefined ? endpoint.sim : cards[row.sim]!,
			quota: row.quota ?? endpoint.quota,
		};
	});
	const made = news.map((body, i) => ({
		id: `new-${i}`,
		name: `new-${i}`,
		status: body.status ?? 0,
		profile: PROFILES[body.profile ?? 'Standard'],
		tags: [...(body.tags ?? [])].sort(),
		sim: null,
		quota: undefined,
	}));
	return [...after, ...made];
}

/** The minimum number of calls for a history on a fresh fleet: lookups, second reads and writes. */
function fewest({ rows, news }: History): number {
	if (rows.length + news.length === 0) return 0;
	const used = [...rows, ...news];
	const isName = used.some(({ profile }) => profile) || news.length > 0;
	const asksTags = used.some(({ tags }) => tags);
	const asksSims = rows.some(({ sim }) => sim !== undefined && sim >= FLEET);
	const quotas = rows.filter(({ quota }) => quota !== undefined).length;
	const updates = rows.filter(
		({ of, name, status, tags, profile, sim }) =>
			(sim !== undefined && sim !== of) ||
			name !== undefined ||
			status === 1 ||
			tags !== undefined ||
			profile === 'Metered SMS',
	);
	const groups = new Set(
		news.map(({ profile = 'Standard', status = 0 }) => `${profile} ${status}`),
	);
	const moved = rows.some(({ of, sim = of }) => sim !== of && sim < FLEET);
	const known = 1 + Number(isName) + Number(asksTags) + Number(asksSims) + quotas;
	// One read for new endpoints, and one for changed endpoints if tags are compared.
	const tagged = updates.some(({ tags }) => tags);
	const looks =
		Number(news.length > 0) + Number(updates.length > 0 && (tagged || news.length === 0));
	const written = Number(updates.length > 0) + Number(moved) + groups.size;
	return known + looks + written + 2 * quotas;
}

const linesOf = (sent: readonly Sent[]) =>
	sent.map(({ method, path, query }) => `${method} ${path}${query}`);

test('a table is applied within 5% of the minimum number of calls, and a second run writes nothing', async () => {
	await fc.assert(
		fc.asyncProperty(history, async (drawn) => {
			await stage.reset();
			const { table, options } = tableOf(drawn);
			const rows = [...table, ...newTable(drawn)];
			const end = expected(drawn, fleetState());
			const planned = await stage.apply(rows, { ...options, dryRun: true });
			expect(stage.writes).toEqual([]);
			stage.forget();
			const results = await stage.apply(rows, options);
			expect(fleetState()).toEqual(end);
			expect(outcomes(results)).toEqual(outcomes(planned));
			expect({ calls: stage.sent.length, sent: linesOf(stage.sent) }).toMatchObject({
				calls: Math.min(stage.sent.length, Math.floor(fewest(drawn) * 1.05)),
			});
			stage.forget();
			const again = await stage.apply(rows, options);
			expect(outcomes(again)).toEqual(rows.map(() => 'unchanged'));
			expect(stage.writes).toEqual([]);
		}),
		{ numRuns: 30 },
	);
});

test('a table that is killed at any call ends in the same state after a second run, without duplicates', async () => {
	await fc.assert(
		fc.asyncProperty(history, fc.boolean(), async (drawn, isDone) => {
			await stage.reset();
			const { table, options } = tableOf(drawn);
			const rows = [...table, ...newTable(drawn)];
			const end = expected(drawn, fleetState());
			await stage.apply(rows, options);
			const calls = stage.sent.length;
			for (let at = 1; at <= calls; at++) {
				await stage.reset();
				await stage.killed(at, isDone, rows, options);
				const results = await stage.apply(rows, options);
				expect({ at, outcomes: outcomes(results) }).toMatchObject({
					outcomes: rows.map(() => expect.stringMatching(/^(un)?changed$|^created$/) as string),
				});
				expect({ at, fleet: fleetState() }).toEqual({ at, fleet: end });
			}
		}),
		{ numRuns: 6 },
	);
});
