import { ownError } from '../../../../src/errors';
import { by, type Cells, given, outcomes, Stage } from './stage';

/* The effects of a table on a fleet, checked at the service. */

let stage: Stage;
beforeAll(async () => {
	stage = await Stage.open({ endpoints: 4 });
});
beforeEach(async () => await stage.reset());
afterAll(async () => await stage.sim.close());

const named = (n: number) => `device-${String(n).padStart(6, '0')}`;
const device = (n: number) => stage.endpoint(named(n))!;
const simOf = (n: number) => stage.sim.store.sims.get(device(n).simId!)!;
const free = () =>
	[...stage.sim.store.sims.values()].find(
		(s) => s.endpointId === null && s.organisationId === 1001,
	)!;
const errorOf = (result: unknown) => (result as { error: Error }).error;
const diffOf = (results: Awaited<ReturnType<Stage['apply']>>, row = 0) =>
	given(results[row]!)[0]!.diff as Cells[];
const tagsOf = (n: number) => device(n).tagIds.map((id) => stage.sim.store.tags.get(id)!.name);
const NEW = { serviceProfileId: 101, tariffProfileId: 201 };
const row = (n: number, cells: Cells): Cells => ({ endpointId: by('name', named(n)), ...cells });

test('a dry run shows each change and sends only reads', async () => {
	const sim = free();
	const rows = [
		row(1, {
			status: 'Disabled',
			tagAssignments: [by('name', 'lab')],
			simId: by('iccid', sim.iccid),
		}),
		row(2, { tariffProfileId: by('name', 'World'), smsQuota: 40, quotaExpiryDate: '2099-01-01' }),
		{ endpointId: by('name', 'new'), ...NEW },
		row(3, { status: 'Enabled' }),
	];
	const results = await stage.apply(rows, { dryRun: true, createMissing: true });
	expect(outcomes(results)).toEqual(['changed', 'changed', 'created', 'unchanged']);
	expect(diffOf(results)).toEqual([
		{ field: 'status', before: 'Enabled', after: 'Disabled', billed: false, reversible: true },
		{ field: 'tags', before: '', after: 'lab', billed: false, reversible: true },
		// An activated SIM cannot become issued again.
		{ field: 'iccid', before: simOf(1).iccid, after: sim.iccid, billed: true, reversible: false },
	]);
	expect(diffOf(results, 1)).toMatchObject([
		{ field: 'tariff_profile', before: 'Europe', after: 'World', billed: true },
		{ field: 'sms_quota', before: null, after: 40, billed: true },
		{ field: 'sms_quota_expiry_date', before: null },
	]);
	expect(stage.writes).toEqual([]);
});

test('a dry run shows profiles that are given by their IDs by their names', async () => {
	const rows = [
		row(1, { tariffProfileId: 202, serviceProfileId: 102 }),
		{ endpointId: by('name', 'new'), ...NEW },
	];
	const results = await stage.apply(rows, { dryRun: true, createMissing: true });
	expect(diffOf(results)).toMatchObject([
		{ field: 'service_profile', before: 'Standard', after: 'Metered SMS' },
		{ field: 'tariff_profile', before: 'Europe', after: 'World' },
	]);
	expect(diffOf(results, 1)).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ field: 'service_profile', after: 'Standard' }),
			expect.objectContaining({ field: 'tariff_profile', after: 'Europe' }),
		]),
	);
	expect(stage.writes).toEqual([]);
});

test('a change of the status that ends a factory test is shown as billed and for good', async () => {
	simOf(1).statusId = 4;
	stage.sim.store.touch();
	const results = await stage.apply([row(1, { status: 'Disabled' })], { dryRun: true });
	expect(diffOf(results)).toEqual([
		{ field: 'status', before: 'Enabled', after: 'Disabled', billed: true, reversible: false },
	]);
});

test('fields without a cell stay unchanged, and a second run writes nothing', async () => {
	const rows = [
		row(1, { status: 1, tagAssignments: [by('name', 'lab'), by('name', 'field')] }),
		row(2, { dataQuota: 50, quotaExpiryDate: '2099-01-01' }),
		row(3, {
			imei: '3577620830129501',
			imeiLock: true,
			serviceProfileId: by('name', 'Metered SMS'),
		}),
	];
	const sims = [1, 2, 3].map((n) => simOf(n).id);
	expect(outcomes(await stage.apply(rows))).toEqual(['changed', 'changed', 'changed']);
	expect(device(1)).toMatchObject({ statusId: 1, serviceProfileId: 101 });
	expect(tagsOf(1)).toEqual(['lab', 'field']);
	expect(stage.sim.store.dataQuotas.get(device(2).id)).toMatchObject({ volume: 50 });
	expect(device(3)).toMatchObject({
		imei: '3577620830129501',
		imeiLock: true,
		serviceProfileId: 102,
	});
	expect([1, 2, 3].map((n) => simOf(n).id)).toEqual(sims);
	// One bulk update for all endpoints, and one call for the quota.
	expect(stage.writes.map(({ method }) => method)).toEqual(['PATCH', 'POST']);
	stage.forget();
	expect(outcomes(await stage.apply(rows))).toEqual(['unchanged', 'unchanged', 'unchanged']);
	expect(stage.writes).toEqual([]);
});

test('used volume is not refilled by a second run or by a new expiry date', async () => {
	const rows = (quotaExpiryDate: string) => [row(1, { dataQuota: 50, quotaExpiryDate })];
	await stage.apply(rows('2099-01-01'));
	stage.sim.store.dataQuotas.get(device(1).id)!.volume = 20;
	expect(outcomes(await stage.apply(rows('2099-01-01')))).toEqual(['unchanged']);
	expect(outcomes(await stage.apply(rows('2100-01-01')))).toEqual(['changed']);
	const { volume, expiryDate } = stage.sim.store.dataQuotas.get(device(1).id)!;
	expect([volume, new Date(expiryDate).getUTCFullYear()]).toEqual([20, 2100]);
	expect(outcomes(await stage.apply(rows('2100-01-01')))).toEqual(['unchanged']);
});

test('tags are replaced by those of the row, or added to the present ones', async () => {
	await stage.apply([row(1, { tagAssignments: [by('name', 'lab'), by('name', 'field')] })]);
	const spare = [row(1, { tagAssignments: [by('name', 'spare')] })];
	await stage.apply(spare, { tagChange: 'add' });
	expect(tagsOf(1).sort()).toEqual(['field', 'lab', 'spare']);
	expect(outcomes(await stage.apply(spare, { tagChange: 'add' }))).toEqual(['unchanged']);
	await stage.apply(spare);
	expect(tagsOf(1)).toEqual(['spare']);
});

test('cleared fields are emptied', async () => {
	const quota = { dataQuota: 5, quotaExpiryDate: '2099-01-01' };
	await stage.apply([row(1, { tagAssignments: [by('name', 'lab')], ...quota })]);
	const clear = ['tagAssignments', 'simId', 'dataQuota'];
	expect(outcomes(await stage.apply([row(1, { clear })]))).toEqual(['changed']);
	expect(device(1)).toMatchObject({ tagIds: [], simId: null });
	expect(stage.sim.store.dataQuotas.size).toBe(0);
	expect(outcomes(await stage.apply([row(1, { clear })]))).toEqual(['unchanged']);
});

test('SIMs that change endpoints are all released before they are assigned', async () => {
	const [a, b, c] = [1, 2, 3].map((n) => simOf(n));
	const rows = [a, b, c].map((_, i) => row(i + 1, { simId: by('iccid', [b, c, a][i]!.iccid) }));
	expect(outcomes(await stage.apply(rows))).toEqual(['changed', 'changed', 'changed']);
	expect([1, 2, 3].map((n) => simOf(n).id)).toEqual([b!.id, c!.id, a!.id]);
	expect(stage.writes).toHaveLength(2);
});

test('ICCIDs become endpoints once, even if the table is applied again', async () => {
	const sims = [...stage.sim.store.sims.values()].filter(
		({ endpointId, organisationId }) => endpointId === null && organisationId === 1001,
	);
	const rows = sims.slice(0, 3).map(({ iccid }) => ({
		endpointId: by('iccid', iccid),
		...NEW,
		tagAssignments: [by('name', 'delivery 7')],
	}));
	expect(outcomes(await stage.apply(rows, { createMissing: true }))).toEqual(
		rows.map(() => 'created'),
	);
	expect(sims.slice(0, 3).map(({ statusId }) => statusId)).toEqual([1, 1, 1]);
	stage.forget();
	expect(outcomes(await stage.apply(rows, { createMissing: true }))).toEqual(
		rows.map(() => 'unchanged'),
	);
	expect(stage.writes).toEqual([]);
	const made = stage.sim.ledger().effects.filter(({ kind }) => kind === 'endpoint.created');
	expect(made).toHaveLength(3);
});

describe('an endpoint that is not in the table', () => {
	const options = { mostChanges: '100%' };
	const others = () => [2, 3, 4].map((n) => [device(n).statusId, simOf(n).statusId]);

	test.each([
		['stays unchanged', {}, [0, 1]],
		['is disabled', { notInTable: 'disable', mostChanges: '10' }, [1, 1]],
		['has its SIM suspended', { notInTable: 'suspend', mostChanges: '10' }, [0, 2]],
	])('%s', async (_, how, each) => {
		const results = await stage.apply([row(1, { status: 1 })], how);
		expect(others()).toEqual([each, each, each]);
		const rest = given(results[0]!).slice(1);
		expect(rest.map(({ in_table: inTable }) => inTable)).toEqual(
			'notInTable' in how ? [false, false, false] : [],
		);
		stage.forget();
		await stage.apply([row(1, { status: 1 })], how);
		expect(stage.writes).toEqual([]);
	});

	test('is not changed without a limit, or when the changes exceed the limit', async () => {
		const [unlimited] = await stage.apply([row(1, {})], { notInTable: 'disable' });
		expect(errorOf(unlimited)).toMatchObject({ field: 'mostChanges' });
		const [refused] = await stage.apply([row(1, {})], { notInTable: 'disable', ...options });
		expect(errorOf(refused).message).toMatch(
			/Maximum Changes allows 1, and the table would change 3/,
		);
		expect(stage.writes).toEqual([]);
	});

	test('is not changed when a row has failed', async () => {
		const rows = [row(1, {}), row(2, { serviceProfileId: 9999 }), row(3, {})];
		const results = await stage.apply(rows, { notInTable: 'disable', mostChanges: '10' });
		expect(outcomes(results)).toEqual(['unchanged', 'failed', 'unchanged']);
		expect(device(4).statusId).toBe(0);
		expect(given(results[2]!)[1]).toMatchObject({ in_table: false, outcome: 'failed' });
	});
});

describe('a table with', () => {
	const iccid = () => by('iccid', free().iccid);
	const cases: Array<[string, () => Cells[], RegExp, Cells?]> = [
		[
			'two rows for one endpoint that differ',
			() => [row(1, { status: 0, name: undefined }), row(1, { status: 1, imeiLock: true })],
			/^Endpoint must not be in rows that differ: "device-000001" is in rows 2 and 3, which differ in .*Status.*IMEI Lock/,
		],
		[
			'two rows that find one endpoint in two ways and differ',
			() => [row(1, { status: 0 }), { endpointId: device(1).id, status: 1 }],
			/^Endpoint must not be in rows that differ: endpoint \d+ is in rows 2 and 3, which differ in Status/,
		],
		[
			'one SIM for two rows',
			() => [row(1, { simId: iccid() }), row(2, { simId: iccid() })],
			/^SIM .*row 3/,
		],
		[
			'a SIM that another endpoint keeps',
			() => [row(1, { simId: by('iccid', simOf(2).iccid) }), row(2, {})],
			/^SIM .*held by endpoint/,
		],
		[
			'an unknown SIM',
			() => [row(1, { simId: by('iccid', '8988303000000009999') })],
			/^SIM must be a free SIM/,
		],
		[
			'an unknown profile',
			() => [row(1, { serviceProfileId: by('name', 'Standart') })],
			/^Service Profile must name exactly one.*"Standard"/,
		],
		[
			'an unknown tag',
			() => [row(1, { tagAssignments: [by('name', 'lab'), by('name', 'lap')] })],
			/^Tags must name .*"lap"/,
		],
		[
			'an unknown endpoint',
			() => [{ endpointId: by('name', 'nobody') }],
			/^Endpoint .*Create What Is Missing/,
		],
		[
			'a new endpoint without a profile',
			() => [{ endpointId: by('name', 'x') }],
			/^Service Profile must be given/,
			{ createMissing: true },
		],
		[
			'a quota without a date',
			() => [row(1, { dataQuota: 5 })],
			/^Quota Expiry Date must be given/,
		],
		[
			'a new name for an endpoint that is found by name',
			() => [row(1, { name: 'other' })],
			/^Name must not be changed/,
		],
		[
			'different options in two rows',
			() => [row(1, { createMissing: true }), row(2, {})],
			/^Create What Is Missing must be the same/,
		],
	];
	test.each(cases)(
		'%s is refused before anything is sent',
		async (_, rows, message, options = {}) => {
			const [first] = await stage.apply(rows(), options);
			expect(errorOf(first).message).toMatch(message);
			expect(ownError(errorOf(first))?.outcome).toBe('notSent');
			expect(stage.writes).toEqual([]);
		},
	);

	test('one invalid row changes nothing, or only the other rows with continueOnFail', async () => {
		const rows = [row(1, { status: 1 }), { endpointId: by('name', 'nobody') }];
		await expect(stage.apply(rows, {}, false)).rejects.toMatchObject({ index: 1 });
		expect(stage.writes).toEqual([]);
		expect(outcomes(await stage.apply(rows))).toEqual(['changed', 'failed']);
	});
});

describe('rows that are equal', () => {
	test('create one endpoint, and the later ones are noted as repeating the first', async () => {
		const line = { endpointId: by('name', 'new'), ...NEW, tagAssignments: [by('name', 'lab')] };
		const results = await stage.apply([line, { ...line }, { ...line }], { createMissing: true });
		expect(outcomes(results)).toEqual(['created', 'repeated', 'repeated']);
		const [first, second] = results.map((result) => given(result)[0]!);
		expect(second).toMatchObject({ endpoint_id: first!.endpoint_id, repeats_item: 0, diff: [] });
		const made = [...stage.sim.store.endpoints.values()].filter(({ name }) => name === 'new');
		expect(made.map(({ id }) => id)).toEqual([first!.endpoint_id]);
	});

	test('change their endpoint once, however they name it and in whatever order they list tags', async () => {
		const [first, second] = [by('name', 'lab'), by('name', 'field')];
		const rows = [
			row(1, { status: 1, tagAssignments: [first, second] }),
			{ endpointId: device(1).id, status: 1, tagAssignments: [second, first] },
		];
		const { id } = device(1);
		expect(outcomes(await stage.apply(rows))).toEqual(['changed', 'repeated']);
		expect(stage.sim.store.endpoints.get(id)!.statusId).toBe(1);
		expect(tagsOf(1).sort()).toEqual(['field', 'lab']);
	});

	test('fail together', async () => {
		const line = { endpointId: by('name', 'nobody'), status: 1 };
		const results = await stage.apply([line, { ...line }]);
		expect(outcomes(results)).toEqual(['failed', 'failed']);
		expect(stage.writes).toEqual([]);
	});

	test('do not hide a third one that differs: none of the three is applied', async () => {
		const rows = [row(1, { status: 1 }), row(1, { status: 1 }), row(1, { status: 0 })];
		const results = await stage.apply(rows);
		expect(outcomes(results)).toEqual(['failed', 'failed', 'failed']);
		expect(results.map((result) => errorOf(result).message.match(/rows (\d and \d)/)![1])).toEqual([
			'2 and 4',
			'3 and 4',
			'2 and 4',
		]);
		expect(stage.writes).toEqual([]);
	});
});

describe('a change made between reading and writing', () => {
	/** Changes the service after the plan is made, before the second read of the endpoints. */
	const meanwhile = (change: () => void) => {
		let looks = 0;
		stage.before = (_, { method, path }) => {
			if (method === 'GET' && path === '/api/v1/endpoint' && (looks += 1) === 2) change();
		};
	};

	test('is not overwritten, and is not repeated if it was wanted', async () => {
		const rows = [
			row(1, { status: 1 }),
			row(2, { tagAssignments: [by('name', 'lab')] }),
			row(3, { status: 1 }),
		];
		meanwhile(() => {
			device(1).statusId = 1;
			Object.assign(device(2), { tagIds: [402], tagged: true });
		});
		const results = await stage.apply(rows);
		expect(outcomes(results)).toEqual(['unchanged', 'failed', 'changed']);
		expect(errorOf(results[1]).message).toMatch(
			/^Tags was changed meanwhile, from \[\] to \["field"\]/,
		);
		expect(tagsOf(2)).toEqual(['field']);
		expect(outcomes(await stage.apply(rows))).toEqual(['unchanged', 'changed', 'unchanged']);
		expect(tagsOf(2)).toEqual(['lab']);
	});

	test.each([
		['by its ID', 4, 2],
		['in the list of all endpoints', 70, 70],
	])(
		'that deletes an endpoint fails only its row when the endpoint is read %s',
		async (_, endpoints, count) => {
			const usual = stage;
			stage = await Stage.open({ endpoints });
			try {
				meanwhile(() => {
					device(1).statusId = 2;
					stage.sim.store.touch();
				});
				const rows = Array.from({ length: count }, (__, at) => row(at + 1, { status: 1 }));
				const results = await stage.apply(rows);
				expect(outcomes(results)).toEqual(['failed', ...rows.slice(1).map(() => 'changed')]);
				expect(errorOf(results[0]).message).toMatch(/is not there any more/);
			} finally {
				await stage.sim.close();
				stage = usual;
			}
		},
	);

	test('that gives an endpoint the new name fails the row, and nothing is created', async () => {
		const rows = [{ endpointId: by('name', 'twin'), ...NEW }];
		meanwhile(() => {
			device(1).lastUpdated = stage.sim.clock.now();
			device(1).name = 'twin';
			stage.sim.store.touch();
		});
		expect(outcomes(await stage.apply(rows, { createMissing: true }))).toEqual(['failed']);
		expect(stage.writes).toEqual([]);
	});
});

test('a refused row fails alone; after a cut connection nothing else is written', async () => {
	const rows = [row(1, { serviceProfileId: 9999 }), row(2, { status: 1 })];
	expect(outcomes(await stage.apply(rows))).toEqual(['failed', 'changed']);
	stage.forget();
	stage.before = (_, { method }) => {
		if (method === 'PATCH') throw Object.assign(new Error('cut'), { code: 'ECONNRESET' });
	};
	const quota = { dataQuota: 5, quotaExpiryDate: '2099-01-01' };
	const results = await stage.apply([row(3, { status: 1 }), row(4, quota)]);
	expect(outcomes(results)[0]).toMatch(/unknown|failed/);
	expect(outcomes(results)[1]).toBe('failed');
	expect(stage.writes.every(({ method }) => method === 'PATCH')).toBe(true);
});

test('after a call for tags without an answer, the rows of further calls count as not tried', async () => {
	// So many that tags are changed by calls of their own, of 500 endpoints each.
	const fleet = await Stage.open({ endpoints: 3_500 });
	try {
		const ids = [...fleet.sim.store.endpoints.keys()].slice(0, 501);
		const rows = ids.map((endpointId) => ({
			endpointId,
			tagAssignments: [by('name', 'lab')],
		}));
		const called: string[] = [];
		fleet.before = (_, { method, path }) => {
			if (method === 'GET') return;
			called.push(path);
			throw Object.assign(new Error('cut'), { code: 'ECONNRESET' });
		};
		const results = await fleet.apply(rows, { tagChange: 'add' });
		expect(new Set(called).size).toBe(1);
		expect(results.filter((result) => 'items' in result)).toEqual([]);
		expect(errorOf(results.at(-1)).message).toContain('an earlier call of this run failed');
	} finally {
		await fleet.sim.close();
	}
});
