import { readPages } from '../../src/request/paging';
import { directHttp } from './direct';
import { exactly, type Figure } from './figures';
import { liveHeapMb } from './heap';
import { act, endpointIds, withSimulator } from './runs';

/** Sizes around those of a page. */
const SIZES = [0, 1, 999, 1000, 1001, 2000];
/** Maximum heap growth while the largest list is read into items. */
const MEMORY_MB = 400;

/**
 * Figure 5: lists of all sizes; the service clamps pages and repeats the last page past the end.
 * @param largest number of endpoints in the largest list
 */
export const pages = async (largest: number): Promise<Figure[]> => {
	const sizes = [...SIZES, largest];
	const exact: number[] = [];
	let peak = 0;
	for (const size of sizes) {
		await withSimulator(
			{ seed: { endpoints: size, endpointSims: false } },
			async (sim, credentials) => {
				const wanted = endpointIds(sim).sort((a, b) => a - b);
				const before = liveHeapMb();
				const sample = setInterval(() => (peak = Math.max(peak, liveHeapMb() - before)), 250);
				const output = await act(credentials, {
					resource: 'endpoint',
					operation: 'getAll',
					returnAll: true,
					simplify: true,
				});
				clearInterval(sample);
				const got = output.items.map(({ json }) => Number(json.id)).sort((a, b) => a - b);
				if (JSON.stringify(got) === JSON.stringify(wanted)) exact.push(size);
			},
		);
	}
	const clamped = await withSimulator(
		{ seed: { endpoints: 2001, endpointSims: false } },
		async (sim) => {
			const http = await directHttp(sim);
			const request = {
				method: 'GET',
				path: '/api/v1/endpoint',
				effect: 'read',
				lane: 'list',
				what: 'endpoint: getAll',
			} as const;
			const list = await readPages(
				async (page, size) => await http.request({ ...request, query: { page, per_page: size } }),
				{ perPage: 5000 },
			);
			return new Set(list.map(({ id }) => id)).size;
		},
	);
	return [
		exactly(
			'5 (page size clamped)',
			'2001 ids, 5000 a page asked for',
			`${clamped} ids, 5000 a page asked for`,
		),
		exactly('5', `exact ids for ${sizes.join(', ')}`, `exact ids for ${exact.join(', ')}`),
		{
			name: '5 (memory)',
			wanted: `at most ${MEMORY_MB} MB more heap for ${largest} endpoints, simulator included`,
			got: `${peak.toFixed(0)} MB`,
			held: peak <= MEMORY_MB,
		},
	];
};
