import { readPages } from '../../../src/request/paging';
import type { Answer, Json } from '../../../src/table/define';
import { useBench } from '../simulator/support';
import { reporting } from '../../support/reporting';
import { turns } from '../../support/turns';

/** A list of `count` entries as the public reference describes it; records the requested pages. */
function service(count: number, { headers = true, clamp = 1000 } = {}) {
	const asked: number[] = [];
	const all = Array.from({ length: count }, (_, i) => ({ id: i + 1 }));
	const fetchPage = async (page: number, perPage: number): Promise<Answer> => {
		asked.push(page);
		const size = Math.min(perPage, clamp);
		const pages = Math.ceil(count / size);
		// A page past the end returns the last page again.
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

/** Collects warnings. */
const warningTo = (warnings: string[]) =>
	reporting({ warn: (message) => void warnings.push(message) });

type FetchPage = Parameters<typeof readPages>[0];
type Options = Parameters<typeof readPages>[1];
const readAll = async (fetchPage: FetchPage, more: Partial<Options> = {}) =>
	await readPages(fetchPage, { perPage: 1000, ...more });
const idsOf = (list: Json[]) => list.map(({ id }) => id);
const COUNTS = [0, 1, 999, 1000, 1001, 2000, 2001];

describe('paging by the headers', () => {
	test.each(COUNTS)(
		'reads %i entries once each and in order, without an extra page',
		async (count) => {
			const { fetchPage, asked, ids } = service(count);
			expect(idsOf(await readAll(fetchPage))).toEqual(ids);
			expect(asked.sort((a, b) => a - b)).toEqual(
				Array.from({ length: Math.max(1, Math.ceil(count / 1000)) }, (_, i) => i + 1),
			);
		},
	);

	test('has no page under way behind it when one fails', async () => {
		const { fetchPage } = service(4000);
		const underWay = new Set<number>();
		const failing = async (page: number, perPage: number) => {
			underWay.add(page);
			// The later pages take longer, as those that are tried again do.
			await turns(10 * page);
			underWay.delete(page);
			if (page === 2) throw new Error('page 2 failed');
			return await fetchPage(page, perPage);
		};
		await expect(readAll(failing)).rejects.toThrow('page 2 failed');
		expect([...underWay]).toEqual([]);
	});

	test('reads all entries when the service silently reduces the page size', async () => {
		const { fetchPage, ids } = service(2345, { clamp: 100 });
		expect(idsOf(await readAll(fetchPage))).toEqual(ids);
	});

	test('entries that share an id are kept where they differ, and repeats are not', async () => {
		const entries = [
			{ id: 7, text: 'a' },
			{ id: 7, text: 'b' },
			{ id: 7, text: 'a' },
			{ id: 8, text: 'a' },
		];
		const fetchPage = async () =>
			await Promise.resolve({ status: 200, headers: {}, body: entries });
		const identity = ({ text }: Record<string, unknown>) => String(text);
		const read = await readPages(fetchPage, { perPage: 100, identity });
		expect(read.map(({ id, text }) => `${String(id)} ${String(text)}`)).toEqual([
			'7 a',
			'7 b',
			'8 a',
		]);
		expect(await readPages(fetchPage, { perPage: 100 })).toHaveLength(2);
	});

	test('reports how many of the requested entries have been read', async () => {
		const told: Array<[number, number | undefined]> = [];
		const report = reporting({ progress: (read, wanted) => void told.push([read, wanted]) });
		await readAll(service(6000).fetchPage, { limit: 5500, report });
		expect(told).toEqual([
			[1000, 5500],
			[5000, 5500],
			[5500, 5500],
		]);
	});

	test('reads 100,000 entries in 100 pages', async () => {
		const { fetchPage, asked, ids } = service(100_000);
		expect(idsOf(await readAll(fetchPage))).toEqual(ids);
		expect(asked).toHaveLength(100);
	});

	test.each([
		[1, 1],
		[1000, 1],
		[1001, 2],
		[2500, 3],
	])('a limit of %i reads %i page(s)', async (limit, pages) => {
		const { fetchPage, asked, ids } = service(5000);
		const list = await readPages(fetchPage, { perPage: Math.min(1000, limit), limit });
		expect(idsOf(list)).toEqual(ids.slice(0, limit));
		expect(asked).toHaveLength(pages);
	});

	test('reads four pages at a time after the first', async () => {
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

	test('returns an entry once when a new entry shifts it to the next page', async () => {
		const { fetchPage } = service(2500);
		const list = await readAll(async (page, perPage) => {
			const answer = await fetchPage(page, perPage);
			const body = answer.body as Json[];
			return page === 2 ? { ...answer, body: [{ id: 1000 }, ...body.slice(0, -1)] } : answer;
		});
		expect(new Set(idsOf(list)).size).toBe(list.length);
	});
});

describe('paging without headers', () => {
	test.each(COUNTS)('reads %i entries once each and then stops', async (count) => {
		const { fetchPage, asked, ids } = service(count, { headers: false });
		expect(idsOf(await readAll(fetchPage))).toEqual(ids);
		expect(asked.length).toBeLessThanOrEqual(Math.ceil(count / 1000) + 1);
	});

	test('stops an endless list after 1000 pages with a warning', async () => {
		const warnings: string[] = [];
		let id = 0;
		const list = await readPages(
			async (_page, perPage) => ({
				status: 200,
				headers: {},
				body: Array.from({ length: perPage }, () => ({ id: ++id })),
			}),
			{ perPage: 2, report: warningTo(warnings) },
		);
		expect(list).toHaveLength(2000);
		expect(warnings).toEqual([expect.stringMatching(/cut after 1000 pages/)]);
	});
});

test('stops a list that the service makes longer with each page, with a warning', async () => {
	const warnings: string[] = [];
	let asked = 0;
	const list = await readAll(
		async (page, perPage) => {
			asked += 1;
			return {
				status: 200,
				headers: { 'x-total-count': String((page + 1) * perPage) },
				body: Array.from({ length: perPage }, (_, i) => ({ id: page * perPage + i })),
			};
		},
		{ perPage: 10, report: warningTo(warnings) },
	);
	expect(asked).toBeLessThan(40);
	expect(list).toHaveLength(10 * asked);
	expect(warnings[0]).toMatch(/grows while it is read, from 20 entries to \d+/);
});

describe('paging with wrong headers', () => {
	/** 2,500 entries in pages of at most 1,000, with some headers replaced. */
	async function lying(lies: Record<string, string>, count = 2500) {
		const { fetchPage, asked, ids } = service(count);
		const warnings: string[] = [];
		const lied: FetchPage = async (page, perPage) => {
			const answer = await fetchPage(page, perPage);
			return { ...answer, headers: { ...answer.headers, ...lies } };
		};
		const list = await readAll(lied, { report: warningTo(warnings) });
		return { list: idsOf(list), ids, asked, warnings };
	}

	test.each([
		['zero pages', { 'x-total-pages': '0' }],
		['empty pages', { 'x-total-pages': '' }],
		['too few pages', { 'x-total-pages': '1' }],
		['a billion pages', { 'x-total-pages': '1000000000' }],
		['a page count that is not a number', { 'x-total-pages': 'many' }],
		['a count of zero', { 'x-total-count': '0' }],
		['too low a count', { 'x-total-count': '1500' }],
		['an empty count', { 'x-total-count': '' }],
		['an empty count and too few pages', { 'x-total-count': '', 'x-total-pages': '2' }],
		['an empty count and an empty page count', { 'x-total-count': '', 'x-total-pages': '' }],
		[
			'an empty count, an empty page count and a page size of zero',
			{ 'x-total-count': '', 'x-total-pages': '', 'x-count-per-page': '0' },
		],
		['an empty count and a billion pages', { 'x-total-count': '', 'x-total-pages': '1000000000' }],
	])('reads the complete list and stops with %s', async (_, lies) => {
		const { list, ids, asked, warnings } = await lying(lies);
		expect(list).toEqual(ids);
		expect(asked.length).toBeLessThanOrEqual(7);
		expect(warnings).toEqual([]);
	});

	test('stops and warns about missing entries when the headers count too many', async () => {
		const { list, ids, asked, warnings } = await lying({
			'x-total-count': '1000000000',
			'x-total-pages': '1000000000',
		});
		expect(list).toEqual(ids);
		expect(asked.length).toBeLessThanOrEqual(7);
		expect(warnings).toEqual([expect.stringMatching(/counts 1000000000 .* gave 2500/)]);
	});

	test('reads no extra page with correct headers', async () => {
		for (const count of [1, 999, 1000, 1001, 2000]) {
			const { asked } = await lying({}, count);
			expect(asked).toHaveLength(Math.ceil(count / 1000));
		}
	});

	test('reads all entries when the service reduces the page size without any header', async () => {
		const { fetchPage, ids } = service(250, { headers: false, clamp: 100 });
		expect(idsOf(await readAll(fetchPage))).toEqual(ids);
	});
});

test('finds entries that moved to an earlier page after deletions in a second pass', async () => {
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

describe('paging of entries whose ids are missing or too long for a number', () => {
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
	])('returns every entry when the id is %s', async (_, id) => {
		const entry = (n: number) => ({ ...(id !== undefined && { id }), n });
		const pages = [[entry(1), entry(1)], [entry(2)]];
		expect(await read(pages)).toEqual(pages.flat());
	});

	test('keeps two entries whose ids a parser rounds to the same number', async () => {
		const [first, second] = [9007199254740992, 9007199254740993];
		expect(first).toBe(second);
		const pages = [[{ id: first, at: 1 }], [{ id: second, at: 2 }]];
		expect(await read(pages)).toEqual(pages.flat());
	});

	test('compares text ids as written', async () => {
		const pages = [[{ id: '9007199254740992' }, { id: '9007199254740993' }], [{ id: '1' }]];
		expect(await read(pages)).toEqual(pages.flat());
	});
});

test('rejects an answer that is not a list', async () => {
	const page = async () => ({ status: 200, headers: {}, body: '<html>' });
	await expect(readPages(page, { perPage: 10 })).rejects.toThrow(/without a list/);
});

describe('paging against the simulator', () => {
	const { bench, call } = useBench({ seed: { endpoints: 2001, endpointSims: false } });

	test('reads 2,001 endpoints in three requests', async () => {
		const list = await readAll(async (page, perPage) => {
			const answer = await call('GET', `/api/v1/endpoint?page=${page}&per_page=${perPage}`);
			return { ...answer, headers: Object.fromEntries(answer.headers) };
		});
		expect(new Set(idsOf(list)).size).toBe(2001);
		const { requests } = bench.sim.ledger();
		expect(requests.filter(({ path }) => path === '/api/v1/endpoint')).toHaveLength(3);
	});
});

test('does not report an entry as missing that was added to a page already read', async () => {
	const ids = Array.from({ length: 250 }, (_, i) => i);
	const warnings: string[] = [];
	const list = await readPages(
		async (page, perPage) => {
			// A late event arrives between the first page and the second.
			if (page === 2) ids.unshift(1000);
			const body = ids.slice((page - 1) * perPage, page * perPage).map((id) => ({ id }));
			return { status: 200, headers: { 'x-total-count': String(ids.length) }, body };
		},
		{ perPage: 100, report: warningTo(warnings) },
	);
	expect(list).toHaveLength(250);
	expect(warnings).toEqual([]);
});
