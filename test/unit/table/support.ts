import type { Client } from '../../../src/run/client';
import { runItems } from '../../../src/run/run';
import type { ItemResult } from '../../../src/run/items';
import { directTransport } from '../../support/directTransport';
import { findOperation } from '../../../src/operations';
import type { LoginCall } from '../../../src/account';
import type { InputError } from '../../../src/errors';
import type { Json } from '../../../src/table/define';
import { clientOf } from '../../support/client';
import nock from '../../support/nock';

export const BASE_URL = 'http://service.test';
export const NOW = Date.parse('2026-06-15T00:00:00Z');

/** A client that sends immediately and never waits, with a login that sends no request. */
export function clientFor(
	accountKind: 'user' | 'token' = 'user',
	login: Partial<LoginCall> = {},
	baseUrl = BASE_URL,
): Client {
	return clientOf(directTransport, {
		baseUrl,
		accountKind,
		clock: { now: () => NOW },
		markers: { read: async () => undefined, store: () => {} },
		login: {
			tokenForm: async () => ({ claims: {}, names: { organisation: true, user: true } }),
			ownRates: () => ({}),
			identity: async () => ({ organisationId: 1001, userId: 11 }),
			passwordHash: () => '0123456789012345678901234567890123456789',
			requestCode: async () => 'sent',
			verifyCode: async () => {},
			...login,
		},
	});
}

/** The outcomes of an operation for the form values of some items. */
export async function outcomesOf(
	client: Client,
	row: string,
	items: Array<Record<string, unknown>>,
	continueOnFail = true,
): Promise<ItemResult[]> {
	const [resource = '', name = ''] = row.split(' ');
	const valuesOf = (index: number) => items[index] ?? {};
	return await runItems(client, findOperation(resource, name), valuesOf, items.length, {
		continueOnFail,
	});
}

/** The outcome of an operation for one item. */
export const outcomeOf = async (row: string, values: Json, client = clientFor()) =>
	(await outcomesOf(client, row, [values]))[0]!;
export const errorOf = (outcome: unknown) => (outcome as { error: InputError }).error;
export const itemOf = (outcome: unknown) => (outcome as { items: Json[] }).items[0]!;

/** The paths of unexpected requests, which fail. */
export function unexpected(): string[] {
	const paths: string[] = [];
	nock.emitter.on('no match', ({ path = '' }: { path?: string }) => paths.push(path));
	beforeEach(() => void (paths.length = 0));
	return paths;
}

/** Answers a request with any query once; gives the bodies that were sent. */
export const answers = (request: string, status: number, answer?: unknown): unknown[] =>
	answering(nock(BASE_URL), request, status, answer);

/** The same for every such request. */
export const answersAlways = (request: string, status: number, answer?: unknown): unknown[] =>
	answering(nock(BASE_URL).persist(), request, status, answer);

function answering(scope: nock.Scope, request: string, status: number, answer: unknown): unknown[] {
	const [method = '', path = ''] = request.split(' ');
	const bodies: unknown[] = [];
	scope
		.intercept(path, method)
		.query(true)
		.reply((_, body) => {
			bodies.push(body);
			return [status, answer as nock.Body];
		});
	return bodies;
}

/** Cuts the connection after each such request; gives the bodies that were sent. */
export function neverAnswers(request: string): unknown[] {
	const [method = '', path = ''] = request.split(' ');
	const bodies: unknown[] = [];
	nock(BASE_URL)
		.persist()
		.intercept(path, method, (body) => bodies.push(body) > 0)
		.replyWithError(Object.assign(new Error('cut'), { code: 'ECONNRESET' }));
	return bodies;
}
