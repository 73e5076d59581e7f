import nock from '../../support/nock';
import { isSecret, putOut } from '../../support/secrets';
import {
	answers,
	BASE_URL,
	clientFor,
	errorOf,
	itemOf,
	outcomeOf,
	outcomesOf,
	unexpected,
} from './support';
import { reporting } from '../../support/reporting';

/* Operations with several requests: tokens that are shown once, and confirmations. */

const sent = unexpected();

const TEXT = isSecretText('app-token-shown-once-0001');
function isSecretText(text: string): string {
	isSecret(text, 'new application token');
	return text;
}
const tokens = '/api/v1/application_token';

describe('a new application token', () => {
	/** A service that lists created tokens. */
	function service({
		creates = [200, { application_token: TEXT }] as [number, object | string],
	} = {}) {
		const list: object[] = [{ id: 3, description: 'n8n' }];
		let posts = 0;
		nock(BASE_URL)
			.persist()
			.post(tokens)
			.reply(function (_, body) {
				posts += 1;
				const { description } = body as { description: string };
				// The newest token has the highest ID, in any place of the list.
				list.unshift({ id: 9, description }, { id: 8, description });
				return creates;
			});
		nock(BASE_URL)
			.persist()
			.get(tokens)
			.reply(200, () => list);
		return { posts: () => posts, list };
	}
	const create = async (values: object = {}) =>
		await outcomeOf('applicationToken create', { ...values });

	test('is given with its ID, which is found by a mark in the description', async () => {
		service();
		const item = itemOf(await create({ description: 'plant' }));
		expect(item).toMatchObject({ id: 9, application_token: TEXT, ip: null, expiry_date: null });
		expect(item.description).toMatch(/^plant \([0-9a-f]{8}\)$/);
		expect(item).not.toHaveProperty('note');
	});

	test('has its own mark when another token has the same description', async () => {
		const { list } = service();
		const [first, second] = [itemOf(await create()), itemOf(await create())];
		expect(first.description).not.toBe(second.description);
		expect(list).toHaveLength(5);
	});

	test.each([
		['a token with an error', [200, { application_token: TEXT, error: 'odd' }]],
		['text', [200, TEXT]],
		['an object without the token', [200, { token: TEXT }]],
		['a refusal', [422, { error_code: 1403, message: 'ip is not in CIDR form' }]],
	] as Array<[string, [number, object | string]]>)(
		'is requested once and is not in the error when the answer is %s',
		async (_, creates) => {
			const { posts } = service({ creates });
			const error = errorOf(await create());
			// The check at the end of each test file searches this output for the token.
			putOut('the error', error);
			expect(posts()).toBe(1);
			if (creates[0] === 422) {
				expect(error).toMatchObject({ outcome: 'refused' });
				expect(error.hint).toContain('CIDR');
			} else {
				expect(error).toMatchObject({ outcome: 'unknown' });
				expect(error.hint).toMatch(/Look for "n8n \([0-9a-f]{8}\)" .* revoke it/);
			}
		},
	);

	test.each([
		['ip', '203.0.113.7', 'CIDR'],
		['ip', 'office', 'CIDR'],
		['expiryDate', '2026-06-14T00:00:00Z', 'in the future'],
		['expiryDate', 'soon', 'date'],
	])('with %s %s is refused before anything is sent', async (field, value, words) => {
		const error = errorOf(await create({ [field]: value }));
		expect(error).toMatchObject({ field, outcome: 'notSent' });
		expect(error.message).toContain(words);
		expect(sent).toEqual([]);
	});
});

describe('revoking an application token', () => {
	const revoke = async (kind: 'user' | 'token', applicationId?: number, more: object = {}) => {
		let patched = 0;
		nock(BASE_URL)
			.patch(`${tokens}/7`)
			.reply(204, () => void (patched += 1));
		const login = {
			identity: async () => ({ organisationId: 1001, applicationId }),
			...(kind === 'token' && { passwordHash: () => undefined }),
		};
		const client = clientFor(kind, login);
		const [outcome] = await outcomesOf(client, 'applicationToken revoke', [
			{ tokenId: 7, ...more },
		]);
		nock.cleanAll();
		return { outcome, patched };
	};

	test.each([
		['the token of this login', 7],
		['a token that may be that of this login', undefined],
	])('%s is revoked only with Revoke Own Token', async (_, applicationId) => {
		const { outcome, patched } = await revoke('token', applicationId);
		expect(errorOf(outcome)).toMatchObject({ field: 'tokenId', outcome: 'notSent' });
		expect(errorOf(outcome).message).toContain('Revoke Own Token');
		expect(patched).toBe(0);
		const confirmed = await revoke('token', applicationId, { revokeOwn: true });
		expect(itemOf(confirmed.outcome)).toMatchObject({ id: 7, revoked: true });
	});

	test.each([
		['another token', 'token', 8],
		['any token with a user login', 'user', undefined],
	] as const)('%s is revoked, with a note on its sessions', async (_, kind, applicationId) => {
		const { outcome } = await revoke(kind, applicationId);
		expect(itemOf(outcome)).toMatchObject({
			revoked: true,
			note: expect.stringContaining('expire'),
		});
	});
});

describe('users', () => {
	test.each([
		['another email', { confirmUsername: 'joe@example.com' }, 'must be the email'],
		['not an email', { confirmUsername: 'jane' }, 'must be the email'],
	])('are not deleted when the confirmation is %s', async (_, more, words) => {
		answers('GET /api/v1/user/12', 200, { id: 12, username: 'jane@example.com' });
		const outcome = await outcomeOf('user delete', { userId: 12, ...more });
		expect(errorOf(outcome)).toMatchObject({ field: 'confirmUsername', outcome: 'notSent' });
		expect(errorOf(outcome).message).toContain(words);
		expect(errorOf(outcome).message).not.toContain('jane@example.com');
		expect(sent).toEqual([]);
		nock.cleanAll();
	});

	test('the user of the login cannot be deleted', async () => {
		answers('GET /api/v1/user/11', 200, { id: 11, username: 'me@example.com' });
		const values = { userId: 11, confirmUsername: 'me@example.com' };
		const outcome = await outcomeOf('user delete', values);
		expect(errorOf(outcome).message).toContain('must not be the user of this login');
	});

	test.each([
		['user invite', { username: 'jane', name: 'Jane', roleId: 1 }, 'username'],
		['user invite', { username: 'jane@example.com', name: '', roleId: 1 }, 'name'],
		['user invite', { username: 'jane@example.com', name: 'Jane', roleId: '' }, 'roleId'],
		['user update', { userId: 12 }, 'updateFields'],
		['user update', { userId: 12, status: 0 }, 'status'],
		['applicationToken update', { tokenId: 7, description: '' }, 'description'],
		['workspaceMember setStatus', { userId: 12, targetWorkspaceId: 1002, status: 3 }, 'status'],
	])('%s with %o is refused before anything is sent', async (row, values, field) => {
		const outcome = await outcomeOf(row, values);
		expect(errorOf(outcome)).toMatchObject({ field, outcome: 'notSent' });
		expect(sent).toEqual([]);
	});
});

describe('a callback or secret in use', () => {
	test.each([
		['callback delete', 'callbackId', 'api_callback'],
		['callback delete', 'callbackId', 'moc_callback'],
		['callbackSecret delete', 'secretId', 'api_secret'],
	])(
		'%s: %s in a profile (%s) deletes nothing and names the profiles in the error',
		async (row, field, place) => {
			answers(
				'GET /api/v1/service_profile',
				200,
				[101, 102, 103].map((id) => ({ id, name: `Profile ${id}` })),
			);
			for (const id of [101, 102, 103]) {
				answers(`GET /api/v1/service_profile/${id}`, 200, {
					id,
					[place]: { id: id === 102 ? 4 : '5' },
				});
			}
			const outcome = await outcomeOf(row, { [field]: 5 });
			expect(errorOf(outcome)).toMatchObject({ field, outcome: 'notSent' });
			expect(errorOf(outcome).message).toContain('"Profile 101" (ID 101), "Profile 103" (ID 103)');
			expect(errorOf(outcome).message).not.toContain('102');
			expect(sent).toEqual([]);
		},
	);

	test('is found in the list of profiles alone where that shows what they use', async () => {
		const profile = (id: number, callback: number) => ({
			id,
			name: `Profile ${id}`,
			moc_callback: null,
			api_callback: { id: callback },
		});
		answers('GET /api/v1/service_profile', 200, [profile(101, 4), profile(102, 5)]);
		const outcome = await outcomeOf('callback delete', { callbackId: 5 });
		expect(errorOf(outcome).message).toContain('"Profile 102" (ID 102)');
		expect(sent).toEqual([]);
	});

	test('costs one list and each profile once, however many items a run has', async () => {
		answers(
			'GET /api/v1/service_profile',
			200,
			[101, 102].map((id) => ({ id, name: `Profile ${id}` })),
		);
		for (const id of [101, 102]) answers(`GET /api/v1/service_profile/${id}`, 200, { id });
		for (const id of [5, 6, 7]) answers(`DELETE /api/v1/api_callback/${id}`, 200, '');
		const inputs = [5, 6, 7].map((callbackId) => ({ callbackId }));
		const outcomes = await outcomesOf(clientFor(), 'callback delete', inputs);
		expect(outcomes).toEqual([5, 6, 7].map((id) => ({ items: [{ id, deleted: true }] })));
		expect(sent).toEqual([]);
	});

	test.each([
		[10, []],
		[11, [expect.stringContaining('Each of the 11 service profiles was read')]],
	])(
		'of %i profiles, the cost of reading them is noted when they are many',
		async (count, wanted) => {
			const ids = Array.from({ length: count }, (_, index) => 101 + index);
			answers(
				'GET /api/v1/service_profile',
				200,
				ids.map((id) => ({ id, name: `Profile ${id}` })),
			);
			for (const id of ids) answers(`GET /api/v1/service_profile/${id}`, 200, { id });
			answers('DELETE /api/v1/api_callback/5', 200, '');
			const client = clientFor();
			const notes: string[] = [];
			client.ports.report = reporting({ note: (sentence) => void notes.push(sentence) });
			expect(itemOf(await outcomeOf('callback delete', { callbackId: 5 }, client))).toMatchObject({
				deleted: true,
			});
			expect(notes).toEqual(wanted);
		},
	);

	test('is not deleted when the profiles cannot be read', async () => {
		answers('GET /api/v1/service_profile', 403, {});
		const outcome = await outcomeOf('callback delete', { callbackId: 5 });
		expect(errorOf(outcome)).toMatchObject({ status: 403 });
		expect(sent).toEqual([]);
	});
});
