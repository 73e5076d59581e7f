import { ServiceError } from '../../../src/request/attempt/errors';
import { operations } from '../../../src/operations';
import nock from '../../support/nock';
import { type Case, CASES } from '../../operations';
import type { Expected } from '../../operations/facts';
import { BASE_URL, clientFor, outcomesOf } from './support';

/* Every operation: the exact requests for its form values, its result, and its documented errors. */

/** Answers one request, which must match exactly. */
function expectRequest({ request, query, body, status, answer, headers }: Expected): nock.Scope {
	const [method = '', path = ''] = request.split(' ');
	const scope = nock(BASE_URL);
	const fits = (sent: unknown) => body === undefined || expect(sent).toEqual(body) === undefined;
	const interceptor = scope.intercept(path, method, fits).query(query ?? {});
	// Without a body, not even an empty object may be sent.
	if (body === undefined) interceptor.matchHeader('content-length', (n) => !Number(n));
	return interceptor.reply(status ?? 200, answer as nock.Body, headers);
}

const titled = CASES.map((c) => [c.when ? `${c.row}: ${c.when}` : c.row, c] as const);

test('every operation has a case, except login operations, which have their own tests', () => {
	const own = ['session requestCode', 'session verifyCode', 'account check'];
	const covered = new Set([...CASES.map(({ row }) => row), ...own]);
	const without = operations.filter(({ resource, name }) => !covered.has(`${resource} ${name}`));
	expect(
		without.map(
			({ resource, name }) =>
				`${resource} ${name}: give it a case in test/operations/${resource}.ts (npm run missing -- ${resource}.${name})`,
		),
	).toEqual([]);
});

test.each(titled)('%s', async (_, { row, values, requests, gives, as }) => {
	const scopes = requests.map(expectRequest);
	const [outcome] = await outcomesOf(clientFor(as), row, [values]);
	if (outcome && 'error' in outcome) throw outcome.error as Error;
	expect(scopes.flatMap((scope) => scope.pendingMocks())).toEqual([]);
	expect(outcome?.items).toEqual(Array.isArray(gives) ? gives : [gives]);
});

interface Refusal extends Case {
	status: number;
	code?: number;
}
const refusals = CASES.flatMap((c) =>
	(c.errors ?? []).map((error) => {
		const [status, code] = Array.isArray(error) ? error : [error];
		const title = `${c.row}: ${status}${code === undefined ? '' : ` with ${code}`}`;
		return [title, { ...c, status, ...(code !== undefined && { code }) } as Refusal] as const;
	}),
);

test.each(refusals)('%s gives the message of the service and a hint', async (_, refusal) => {
	const { row, values, requests, status, code, as } = refusal;
	const envelope = {
		message: 'Words of the service',
		error_token: 'SomeToken',
		...(code !== undefined && { error_code: code }),
		errors: [{ error_code: 1400, error_token: 'InvalidValue', message: 'one of its details' }],
	};
	for (const expected of requests.slice(0, -1)) expectRequest(expected);
	expectRequest({ ...requests.at(-1)!, status, answer: envelope, headers: {} });
	const [outcome] = await outcomesOf(clientFor(as), row, [values]);
	const { error } = outcome as { error: unknown };
	const failed = error instanceof ServiceError ? error : (error as Error).cause;
	expect(failed).toBeInstanceOf(ServiceError);
	expect(failed).toMatchObject({
		status,
		outcome: 'refused',
		envelope,
		message: expect.stringContaining('Words of the service'),
	});
	expect((failed as ServiceError).hint).toMatch(/^[A-Z].{15,}/);
	const documented = operations.find((o) => `${o.resource} ${o.name}` === row)?.errors ?? [];
	expect(documented).toContain(status);
});

test.each([
	['mfaKey create', 1405, 'delete it first'],
	['mfaKey create', 1400, 'Get Types'],
	['mfaKey create', 401, 'password is wrong'],
	['endpoint delete', 409, 'take it off first'],
	['endpoint resetConnectivity', 403, 'master organisations'],
	['trafficLimitExtension create', 403, 'Administrator and User'],
	['smsQuota delete', 404, 'no SMS quota'],
	['endpoint create', 1601, 'full'],
])('%s: %i is explained by "%s"', (row, code, words) => {
	const entry = operations.find((o) => `${o.resource} ${o.name}` === row);
	expect(entry?.explains?.[code]).toContain(words);
});
