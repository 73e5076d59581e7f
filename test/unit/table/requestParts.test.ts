import * as f from '../../../src/table/fields';
import { buildRequest } from '../../../src/table/request';

/* The request of an entry, where no operation's own fields get in the way. */

const name = f.text({ label: 'Name', hint: 'Any text' });

test.each([
	['../1', '..%2F1'],
	['1/2', '1%2F2'],
	['1?x=2', '1%3Fx%3D2'],
	['1#2', '1%232'],
	['1&2', '1%262'],
	['1;2', '1%3B2'],
	['%31', '%2531'],
	['a b+c', 'a%20b%2Bc'],
	['ü', '%C3%BC'],
])('%j is %j in the path, where a field lets it through', (value, encoded) => {
	const operation = {
		request: 'GET /api/v1/thing/{name}/part',
		fields: { name: f.path(name) },
	};
	expect(buildRequest(operation, { name: value })).toEqual({
		method: 'GET',
		path: `/api/v1/thing/${encoded}/part`,
	});
});

test('an empty filter is not sent: it would match nothing, or everything', () => {
	const fields = { name: f.filter('name', name), tags: f.filter('tags', name) };
	const operation = { request: 'GET /api/v1/thing', fields };
	expect(buildRequest(operation, { name: '', tags: 'a' }).query).toEqual({ q: 'tags:a' });
	expect(buildRequest(operation, { name: '' })).toEqual({ method: 'GET', path: '/api/v1/thing' });
});

test('an entry with a timeout of its own sends with it, and any other leaves it out', () => {
	const operation = { request: 'POST /api/v1/thing', fields: {} };
	expect(buildRequest({ ...operation, timeoutMs: 300_000 }, {})).toMatchObject({
		timeoutMs: 300_000,
	});
	expect(buildRequest(operation, {})).not.toHaveProperty('timeoutMs');
});

test('fields of one object and of the query are sent under their own names', () => {
	const operation = {
		request: 'POST /api/v1/thing',
		fields: {
			dryRun: f.query('dry_run', name),
			from: f.body('span.from', name),
			to: f.body('span.to', name),
		},
	};
	expect(buildRequest(operation, { dryRun: 'yes', from: 'a', to: 'b' })).toEqual({
		method: 'POST',
		path: '/api/v1/thing',
		query: { dry_run: 'yes' },
		body: { span: { from: 'a', to: 'b' } },
	});
});
