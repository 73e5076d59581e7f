import { luhnDigit } from '../../../src/readings/digits';
import nock from '../../support/nock';
import { answers, BASE_URL, clientFor, errorOf, itemOf, outcomeOf, outcomesOf } from './support';

/* References by ICCID or IMEI: check digits, bulk lookups, and invalid IDs. */

const iccid = (i: number) => `89883030000000${String(10_000 + i)}`;

interface Sims {
	count: number;
	/** A filter with several values: accepted, taken as one value that matches nothing, or refused. */
	lists: 'taken' | 'literal' | 'refused';
	/** Whether the list has paging headers. */
	headers?: boolean;
}

/** A service with a list of SIMs; gives the addresses of its requests. */
function simService({ count, lists, headers = true }: Sims) {
	const asked: string[] = [];
	const all = Array.from({ length: count }, (_, i) => ({ id: 1000 + i, iccid: iccid(i) }));
	nock(BASE_URL)
		.persist()
		.get('/api/v1/sim')
		.query(true)
		.reply(function (uri) {
			const query = new URL(uri, BASE_URL).searchParams;
			asked.push(decodeURIComponent(uri));
			const q = query.get('q');
			const page = Number(query.get('page'));
			const size = Number(query.get('per_page'));
			if (q?.includes('||') && lists === 'refused') return [422, { error_code: 1302 }];
			const wanted = new Set(q?.replace('iccid:', '').split(lists === 'taken' ? '||' : '\n'));
			const found = q === null ? all : all.filter((sim) => wanted.has(sim.iccid));
			const paging = {
				'X-Total-Count': String(found.length),
				'X-Total-Pages': String(Math.ceil(found.length / size)),
			};
			return [200, found.slice((page - 1) * size, page * size), headers ? paging : {}];
		});
	return asked;
}

describe('an ICCID with its check digit', () => {
	const bare = '8988303000000000007';

	test.each(['sim get', 'endpoint get'])(
		'is looked up by its first 19 digits in %s',
		async (row) => {
			const isSim = row === 'sim get';
			const path = isSim ? '/api/v1/sim' : '/api/v1/endpoint';
			const sim = { id: 7, iccid: bare };
			nock(BASE_URL)
				.get(path)
				.query({ q: `iccid:${bare}`, page: 1, per_page: 10 })
				.reply(200, [isSim ? sim : { id: 7, sim }]);
			answers(`GET ${path}/7`, 200, isSim ? sim : { id: 7, sim });
			const reference = { by: 'iccid', value: `${bare}${luhnDigit(bare)}` };
			const field = isSim ? 'simId' : 'endpointId';
			const outcome = await outcomeOf(row, { [field]: reference, simplify: true });
			expect(itemOf(outcome)).toMatchObject({ id: 7 });
		},
	);

	test('is refused when the digit is wrong, and the error gives the right digit', async () => {
		const value = `${bare}${(luhnDigit(bare) + 1) % 10}`;
		const simId = { by: 'iccid', value };
		const outcome = await outcomeOf('sim get', { simId, simplify: true });
		expect(errorOf(outcome).message).toMatch(/^SIM must be an ICCID: its check digit would be 2/);
	});

	test('is cut to 19 digits in a filter and in a transfer', async () => {
		const checked = `${bare}${luhnDigit(bare)}`;
		const asked = simService({ count: 1, lists: 'taken' });
		await outcomeOf('sim getAll', { returnAll: true, simplify: false, iccid: checked });
		expect(asked[0]).toContain(`q=iccid:${bare}&`);
		const bodies = answers('POST /api/v1/sim/migration/workspace', 200, { sim_count: 1 });
		const values = { targetWorkspaceId: 1, simsBy: 'iccids', iccids: checked, dryRun: true };
		await outcomeOf('sim transfer', values);
		expect(bodies).toMatchObject([{ iccids: [bare] }]);
	});

	test.each([
		['7992739871', 3],
		['899100000000000000', 2],
	])('the check digit of %s is %i', (digits, digit) => expect(luhnDigit(digits)).toBe(digit));
});

test('an IMEI with its check digit finds an endpoint whose IMEI ends with a software version', async () => {
	const imei = '3577620830129501';
	const value = `${imei.slice(0, 14)}${luhnDigit(imei.slice(0, 14))}`;
	nock(BASE_URL)
		.get('/api/v1/endpoint')
		.query({ q: `imei_with_luhn:${value}`, page: 1, per_page: 10 })
		.reply(200, [
			{ id: 8, imei: null },
			{ id: 17, imei },
		]);
	answers('GET /api/v1/endpoint/17', 200, { id: 17 });
	const endpointId = { by: 'imei', value };
	const outcome = await outcomeOf('endpoint get', { endpointId, simplify: false });
	expect(itemOf(outcome)).toEqual({ id: 17, endpoint_id: 17 });
});

describe('SIMs given by ICCID', () => {
	const create = { serviceProfileId: 101, tariffProfileId: 201, status: 0 };
	const simOf = (i: number) => ({ by: 'iccid', value: iccid(i) });

	test.each([
		['endpoint create', 'POST /api/v1/endpoint', create],
		['endpoint createMany', 'POST /api/v2/endpoint/multi', create],
		['endpoint update', 'PATCH /api/v1/endpoint/17', { endpointId: 17 }],
		['endpoint updateMany', 'PATCH /api/v2/endpoint/multi', { endpointId: 17 }],
	])('are sent as IDs by %s', async (row, request, values) => {
		simService({ count: 10, lists: 'taken' });
		const [method = '', path = ''] = request.split(' ');
		const bodies: unknown[] = [];
		nock(BASE_URL)
			.intercept(path, method)
			.reply(method === 'POST' ? 201 : 204, (_, body) => {
				bodies.push(body);
				return method === 'POST' ? [{ id: 5, sim: { id: 1003 } }] : '';
			});
		await outcomeOf(row, { ...values, simId: simOf(3) });
		expect(JSON.stringify(bodies)).toContain('"sim":{"id":1003');
	});

	const COUNT = 2000;
	const items = Array.from({ length: COUNT }, (_, i) => ({ ...create, simId: simOf(i) }));
	const createAll = async () => {
		const bodies: Array<{ endpoints: Array<{ sim: { id: number } }> }> = [];
		nock(BASE_URL)
			.post('/api/v2/endpoint/multi')
			.reply(201, (_, body) => {
				bodies.push(body as (typeof bodies)[0]);
				const { endpoints, ...whole } = body as (typeof bodies)[0];
				return endpoints.map(({ sim }, i) => ({ id: i + 1, sim, ...whole }));
			});
		const outcomes = await outcomesOf(clientFor(), 'endpoint createMany', items);
		expect(outcomes.filter((o) => 'items' in o)).toHaveLength(COUNT);
		expect(bodies[0]!.endpoints.map(({ sim }) => sim.id)).toEqual(
			Array.from({ length: COUNT }, (_, i) => 1000 + i),
		);
	};

	test.each<[string, Sims, number]>([
		['a fleet of one page', { count: 2400, lists: 'refused' }, 1],
		['a fleet of 20,000 SIMs', { count: 20_000, lists: 'refused' }, 9],
		[
			'a fleet of 100,000 SIMs, with filters of several values',
			{ count: 100_000, lists: 'taken' },
			40,
		],
		['a list without paging headers', { count: 5000, lists: 'taken', headers: false }, 40],
	])('are looked up in at most 40 requests for 2,000 SIMs: %s', async (_, sims, most) => {
		const asked = simService(sims);
		await createAll();
		expect(asked.length).toBeLessThanOrEqual(most);
		for (const uri of asked) expect(encodeURI(uri).length).toBeLessThan(2048);
	});

	test('take no request each when they are unknown', async () => {
		const asked = simService({ count: 2400, lists: 'taken' });
		const typos = Array.from({ length: 100 }, (_, i) => ({ ...create, simId: simOf(5000 + i) }));
		const outcomes = await outcomesOf(clientFor(), 'endpoint createMany', typos);
		expect(errorOf(outcomes[7]).message).toContain(`none has ICCID ${iccid(5007)}`);
		expect(asked.length).toBeLessThan(5);
	});
});

describe('an invalid ID in the answer to a lookup', () => {
	test.each([
		['NaN', 'NaN'],
		['null', null],
		['0', 0],
		['1.5', 1.5],
		['a rounded number', 9007199254740993],
		['a path', '../7'],
	])('is refused and not used in a path: %s', async (_, id) => {
		const value = iccid(1);
		answers('GET /api/v1/sim', 200, [{ id, iccid: value }]);
		const sent: string[] = [];
		nock(BASE_URL)
			.persist()
			.get(/.*/)
			.reply(function (uri) {
				sent.push(uri);
				return [200, {}];
			});
		const simId = { by: 'iccid', value };
		const outcome = await outcomeOf('sim get', { simId, simplify: true });
		expect(errorOf(outcome)).toMatchObject({
			outcome: 'notSent',
			message: expect.stringContaining(`ICCID ${value} under an ID that cannot be used`),
		});
		expect(sent).toEqual([]);
	});
});
