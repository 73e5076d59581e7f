import { readPages } from '../../../src/request/paging';
import type { Answer, Json } from '../../../src/table/define';
import { useBench } from '../simulator/support';

/** A list of `count` entries as the public reference describes it; asked-for pages are kept. */
function service(count: number, { headers = true, clamp = 1000 } = {}) {
	const asked: number[] = [];
	const all = Array.from({ length: count }, (_, i) => ({ id: i + 1 }));
	const fetchPage = async (page: number, perPage: number): Promise<Answer> => {
		asked.push(page);
		const size = Math.min(perPage, clamp);
		const pages = Math.ceil(count / size);
		// A page past the end answers the last page again.
		const at = Math.min(page, Math.max(1, pages));
		return {
			status: 200,
			headers: headers
				? {
						'x-total-count': String(count),
						'x-total-pages': String(pages),
						'x-current-page': String(at),
						'x-count-per-page': String(size),
					}
				: {},
			body: all.slice((at - 1) * size, at * size),
		};
	};
	return { fetchPage, asked, ids: all.map(({ id }) => id) };
}

type FetchPage = Parameters<typeof readPages>[0];
type Options = Parameters<typeof readPages>[1];
const readAll = async (fetchPage: FetchPage, more: Partial<Options> = {}) =>
	await readPages(fetchPage, { perPage: 1000, ...more });
const idsOf = (list: Json[]) => list.map(({ id }) => id);
const COUNTS = [0, 1, 999, 1000, 1001, 2000, 2001];

describe('by the headers', () => {
	test.each(COUNTS)('%i entries, each once and in order, and no page too many', async (count) => {
		const { fetchPage, asked, ids } = service(count);
		expect(idsOf(await readAll(fetchPage))).toEqual(ids);
		expect(asked.sort((a, b) => a - b)).toEqual(
			Array.from({ length: Math.max(1, Math.ceil(count / 1000)) }, (_, i) => i + 1),
		);
	});

	test('a page size that the service clamps without a word', async () => {
		const { fetchPage, ids } = service(2345, { clamp: 100 });
		expect(idsOf(await readAll(fetchPage))).toEqual(ids);
	});

	test('it is told how many have been read, of those that are wanted', async () => {
		const told: Array<[number, number | undefined]> = [];
		const listed = (...one: [number, number | undefined]) => void told.push(one);
		await readAll(service(6000).fetchPage, { limit: 5500, listed });
		expect(told).toEqual([
			[1000, 5500],
			[5000, 5500],
			[5500, 5500],
		]);
	});

	test('100,000 entries', async () => {
		const { fetchPage, asked, ids } = service(100_000);
		expect(idsOf(await readAll(fetchPage))).toEqual(ids);
		expect(asked).toHaveLength(100);
	});

	test.each([
		[1, 1],
		[1000, 1],
		[1001, 2],
		[2500, 3],
	])('a limit of %i costs %i pages', async (limit, pages) => {
		const { fetchPage, asked, ids } = service(5000);
		const list = await readPages(fetchPage, { perPage: Math.min(1000, limit), limit });
		expect(idsOf(list)).toEqual(ids.slice(0, limit));
		expect(asked).toHaveLength(pages);
	});

	test('several pages at a time after the first, never all of them', async () => {
		const { fetchPage } = service(20_000);
		let underWay = 0;
		let most = 0;
		await readAll(async (page, perPage) => {
			most = Math.max(most, ++underWay);
			await new Promise(setImmediate);
			underWay -= 1;
			return await fetchPage(page, perPage);
		});
		expect(most).toBe(4);
	});

	test('what is created meanwhile shifts entries to the next page, and comes out once', async () => {
		const { fetchPage } = service(2500);
		const list = await readAll(async (page, perPage) => {
			const answer = await fetchPage(page, perPage);
			const body = answer.body as Json[];
			return page === 2 ? { ...answer, body: [{ id: 1000 }, ...body.slice(0, -1)] } : answer;
		});
		expect(new Set(idsOf(list)).size).toBe(list.length);
	});
});

describe('without headers', () => {
	test.each(COUNTS)('%i entries: it ends, with each of them once', async (count) => {
		const { fetchPage, asked, ids } = service(count, { headers: false });
		expect(idsOf(await readAll(fetchPage))).toEqual(ids);
		expect(asked.length).toBeLessThanOrEqual(Math.ceil(count / 1000) + 1);
	});

	test('a service that never ends is cut, and that is said', async () => {
		const warnings: string[] = [];
		let id = 0;
		const list = await readPages(
			async (_page, perPage) => ({
				status: 200,
				headers: {},
				body: Array.from({ length: perPage }, () => ({ id: ++id })),
			}),
			{ perPage: 2, warn: (message) => warnings.push(message) },
		);
		expect(list).toHaveLength(2000);
		expect(warnings).toEqual([expect.stringMatching(/cut after 1000 pages/)]);
	});
});

describe('headers that lie', () => {
	/** 2,500 entries in pages of at most 1,000, under headers of one's own. */
	async function lying(lies: Record<string, string>, count = 2500) {
		const { fetchPage, asked, ids } = service(count);
		const warnings: string[] = [];
		const lied: FetchPage = async (page, perPage) => {
			const answer = await fetchPage(page, perPage);
			return { ...answer, headers: { ...answer.headers, ...lies } };
		};
		const list = await readAll(lied, { warn: (message) => warnings.push(message) });
		return { list: idsOf(list), ids, asked, warnings };
	}

	test.each([
		['no pages', { 'x-total-pages': '0' }],
		['empty pages', { 'x-total-pages': '' }],
		['too few pages', { 'x-total-pages': '1' }],
		['a thousand million pages', { 'x-total-pages': '1000000000' }],
		['pages that are no number', { 'x-total-pages': 'many' }],
		['nothing counted', { 'x-total-count': '0' }],
		['too little counted', { 'x-total-count': '1500' }],
		['an empty count', { 'x-total-count': '' }],
		['an empty count and too few pages', { 'x-total-count': '', 'x-total-pages': '2' }],
		['neither', { 'x-total-count': '', 'x-total-pages': '' }],
		[
			'neither, and no page size',
			{ 'x-total-count': '', 'x-total-pages': '', 'x-count-per-page': '0' },
		],
		['both without end', { 'x-total-count': '', 'x-total-pages': '1000000000' }],
	])('%s: complete, and it ends', async (_, lies) => {
		const { list, ids, asked, warnings } = await lying(lies);
		expect(list).toEqual(ids);
		expect(asked.length).toBeLessThanOrEqual(7);
		expect(warnings).toEqual([]);
	});

	test('more is counted than there is: it ends, and what is missing is said', async () => {
		const { list, ids, asked, warnings } = await lying({
			'x-total-count': '1000000000',
			'x-total-pages': '1000000000',
		});
		expect(list).toEqual(ids);
		expect(asked.length).toBeLessThanOrEqual(7);
		expect(warnings).toEqual([expect.stringMatching(/counts 1000000000 .* gave 2500/)]);
	});

	test('true headers cost no page too many', async () => {
		for (const count of [1, 999, 1000, 1001, 2000]) {
			const { asked } = await lying({}, count);
			expect(asked).toHaveLength(Math.ceil(count / 1000));
		}
	});

	test('a size that is clamped without any header', async () => {
		const { fetchPage, ids } = service(250, { headers: false, clamp: 100 });
		expect(idsOf(await readAll(fetchPage))).toEqual(ids);
	});
});

test('entries deleted while paging: those that moved are found in a second look', async () => {
	const all = Array.from({ length: 2500 }, (_, i) => ({ id: i + 1 }));
	const { length } = all;
	let asked = 0;
	const list = await readAll(async (page) => {
		asked += 1;
		const body = all.slice((page - 1) * 1000, page * 1000);
		const headers = {
			'x-total-count': String(all.length),
			'x-total-pages': String(Math.ceil(all.length / 1000)),
		};
		// Ten of the first page go while the second is on its way.
		if (asked === 1) all.splice(0, 10);
		return { status: 200, headers, body };
	});
	expect(new Set(idsOf(list)).size).toBe(length);
});

describe('ids that are none, or too long for a number', () => {
	const read = async (pages: Json[][]) =>
		await readPages(
			async (page) => ({
				status: 200,
				headers: { 'x-total-count': String(pages.flat().length), 'x-total-pages': '2' },
				body: pages[page - 1] ?? [],
			}),
			{ perPage: 2 },
		);

	test.each([
		['null', null],
		['absent', undefined],
		['empty', ''],
	])('%s: every entry comes', async (_, id) => {
		const entry = (n: number) => ({ ...(id !== undefined && { id }), n });
		const pages = [[entry(1), entry(1)], [entry(2)]];
		expect(await read(pages)).toEqual(pages.flat());
	});

	test('two that a parser rounds to the same number are two', async () => {
		const [one, two] = [9007199254740992, 9007199254740993];
		expect(one).toBe(two);
		const pages = [[{ id: one, at: 1 }], [{ id: two, at: 2 }]];
		expect(await read(pages)).toEqual(pages.flat());
	});

	test('as text they are compared as written', async () => {
		const pages = [[{ id: '9007199254740992' }, { id: '9007199254740993' }], [{ id: '1' }]];
		expect(await read(pages)).toEqual(pages.flat());
	});
});

test('an answer that is no list is named, not taken for an empty one', async () => {
	const page = async () => ({ status: 200, headers: {}, body: '<html>' });
	await expect(readPages(page, { perPage: 10 })).rejects.toThrow(/without a list/);
});

describe('against the simulator', () => {
	const { bench, call } = useBench({ seed: { endpoints: 2001, endpointSims: false } });

	test('2,001 endpoints', async () => {
		const list = await readAll(async (page, perPage) => {
			const answer = await call('GET', `/api/v1/endpoint?page=${page}&per_page=${perPage}`);
			return { ...answer, headers: Object.fromEntries(answer.headers) };
		});
		expect(new Set(idsOf(list)).size).toBe(2001);
		const { requests } = bench.sim.ledger();
		expect(requests.filter(({ path }) => path === '/api/v1/endpoint')).toHaveLength(3);
	});
});

test('an entry that comes meanwhile, on a page that was read, is none that is missing', async () => {
	const ids = Array.from({ length: 250 }, (_, i) => i);
	const warnings: string[] = [];
	const list = await readPages(
		async (page, perPage) => {
			// As a late event does, between the first page and the second.
			if (page === 2) ids.unshift(1000);
			const body = ids.slice((page - 1) * perPage, page * perPage).map((id) => ({ id }));
			return { status: 200, headers: { 'x-total-count': String(ids.length) }, body };
		},
		{ perPage: 100, warn: (message) => warnings.push(message) },
	);
	expect(list).toHaveLength(250);
	expect(warnings).toEqual([]);
});
