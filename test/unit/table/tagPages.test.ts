import nock from '../../support/nock';
import { BASE_URL, outcomeOf } from './support';

test('reading tags ends at a page without new tags, even if the service reports more pages', async () => {
	let asked = 0;
	nock(BASE_URL)
		.persist()
		.get('/api/v2/tags')
		.query(true)
		.reply(200, () => {
			const page = Math.min(++asked, 3);
			return {
				total: 3,
				page,
				page_size: 1,
				last_page: 1e9,
				data: [{ id: page, name: `t${page}` }],
			};
		});
	const values = { returnAll: true, simplify: false };
	const outcome = await outcomeOf('tag getAll', values);
	expect((outcome as { items: unknown[] }).items).toHaveLength(3);
	expect(asked).toBe(4);
});

test('a page count given as text is read as a number, and the list is complete', async () => {
	nock(BASE_URL)
		.persist()
		.get('/api/v2/tags')
		.query(true)
		.reply(200, (uri) => {
			const page = Number(new URL(uri, BASE_URL).searchParams.get('page'));
			const data = page > 3 ? [] : [1, 2].map((n) => ({ id: 10 * page + n, name: `t${n}` }));
			return { total: '6', page: String(page), page_size: '2', last_page: '3', data };
		});
	const values = { returnAll: true, simplify: false };
	const outcome = await outcomeOf('tag getAll', values);
	const ids = (outcome as { items: Array<{ id: unknown }> }).items.map(({ id }) => id);
	expect(ids).toEqual([11, 12, 21, 22, 31, 32]);
});
