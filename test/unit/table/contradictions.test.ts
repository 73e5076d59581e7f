import { operations } from '../../../src/operations';
import nock from '../../support/nock';
import { CASES } from '../../operations';
import { BASE_URL, clientFor, outcomesOf } from './support';

/* An answer that contradicts the documentation is no success: the outcome of the operation is unknown. */

const acting = operations.filter((o) => o.effect === 'act' && o.lane !== 'auth');
const caseOf = (row: string) => CASES.find((c) => c.row === row)!;

const CONTRADICTIONS: Array<[what: string, status: number, body: nock.Body]> = [
	['plain text', 201, 'OK'],
	['an HTML page', 200, '<html>Sign in</html>'],
	['an error in a 200', 200, { error: 'invalid_request' }],
	['the empty 200 of a captive portal', 200, ''],
	['a 202, which means accepted and not done', 202, {}],
];

const rows = acting.flatMap((o) =>
	CONTRADICTIONS.filter(
		([, status]) => o.success?.includes(status) !== true || status === 200 || status === 201,
	)
		// Of these the service documents an empty 200.
		.filter(([, status, body]) => !(o.isEmptySuccess && status === 200 && body === ''))
		.map(([what, status, body]) => [`${o.resource} ${o.name}`, what, status, body]),
) as Array<[string, string, number, nock.Body]>;

test.each(rows)('%s: the outcome is unknown after %s', async (row, _, status, body) => {
	const { values, requests, as } = caseOf(row);
	// The last request that is not a read; the reads after it show its effect.
	const own = requests.findLastIndex(({ request }) => !request.startsWith('GET'));
	for (const { request, query, answer } of requests.slice(0, own)) {
		const [method = '', path = ''] = request.split(' ');
		nock(BASE_URL)
			.intercept(path, method)
			.query(query ?? {})
			.reply(200, answer as nock.Body);
	}
	const [method = '', path = ''] = requests[own]!.request.split(' ');
	let sent = 0;
	nock(BASE_URL)
		.persist()
		.intercept(path, method)
		.query(true)
		.reply(() => {
			sent += 1;
			return [status, body];
		});
	// A dry run changes nothing and may be repeated.
	const real = { ...values, ...(row === 'sim transfer' && { dryRun: false }) };
	const [outcome] = await outcomesOf(clientFor(as), row, [real]);
	expect((outcome as { error?: unknown }).error).toMatchObject({ outcome: 'unknown' });
	expect(sent).toBe(1);
});
