import { type Case, caseOf } from './case';

/* Users, membership in workspaces, application tokens, callbacks and their secrets. */

const all = { returnAll: true };
const shown = { ...all, simplify: true };
const created = '2026-02-03T10:00:00.000Z';
const JANE = { id: 12, username: 'jane@example.com', name: 'Jane Doe', created };
const USER = {
	...JANE,
	status: { id: 1, description: 'Active' },
	organisation: { id: 1001, name: 'Example Reseller' },
};
const SIMPLE_USER = {
	...JANE,
	status: 'Active',
	organisation: 'Example Reseller',
	organisation_id: 1001,
};
const ROLES = [{ id: 1, name: 'Administrator' }];
const TOKEN = {
	id: 7,
	description: 'n8n',
	created,
	status: { id: 0, description: 'Activated' },
	creator: { id: 12, name: 'Jane Doe', username: 'jane@example.com' },
};
const SIMPLE_TOKEN = {
	id: 7,
	description: 'n8n',
	status: 'Activated',
	created,
	expiry_date: null,
	ip: null,
	creator_id: 12,
	creator: 'jane@example.com',
};
const CALLBACK = {
	id: 5,
	url: 'https://example.com/in',
	purpose: 'SMS',
	created,
	organisation_id: '1001',
};
const SECRET = { id: 6, purpose: 'SMS', organisation_id: '1001' };
/** Matches a description with its random mark; scripts that read the cases have no `expect`. */
const MARKED = {
	$$typeof: Symbol.for('jest.asymmetricMatcher'),
	asymmetricMatch: (text: unknown) => /^n8n production \([0-9a-f]{8}\)$/.test(String(text)),
	toString: () => 'a description with a mark',
	toAsymmetricMatcher: () => 'a description with a mark',
};
const tokens = '/api/v1/application_token';
const member = '/api/v2/user/12/workspace/1002';
const membership = { userId: 12, targetWorkspaceId: 1002 };
const of = { user_id: 12, workspace_id: 1002 };
const profiles = {
	request: 'GET /api/v1/service_profile',
	answer: [
		{ id: 101, name: 'Standard' },
		{ id: 111, name: 'Of a customer' },
	],
};
const oneProfile = (answer: object) => [
	profiles,
	{ request: 'GET /api/v1/service_profile/101', answer },
	{ request: 'GET /api/v1/service_profile/111', status: 404, answer: {} },
];

export const people: Case[] = [
	caseOf('user getAll', {
		values: {
			...shown,
			status: 1,
			username: 'jane@example.com',
			nameFilter: 'Jane Doe',
			sort: '-username',
		},
		requests: {
			request: 'GET /api/v1/user',
			query: {
				q: 'name:Jane Doe,status:1,username:jane@example.com',
				sort: '-username',
				page: '1',
				per_page: '100',
			},
			answer: [USER],
		},
		gives: SIMPLE_USER,
		errors: [403, [422, 1301], [422, 1302]],
	}),
	caseOf('user get', 'by email, in a list that may have no pages', {
		values: { userId: { by: 'name', value: 'jane@example.com' }, simplify: true },
		requests: [
			{
				request: 'GET /api/v1/user',
				query: { page: '1', per_page: '50' },
				answer: [USER, { ...USER, id: 13, username: 'joe@example.com', name: 'Joe' }],
			},
			{
				request: 'GET /api/v1/user/12',
				answer: { ...USER, id: '12', roles: ROLES, mfa: [{ id: 3, status: { id: 1 } }] },
			},
		],
		gives: { ...SIMPLE_USER, roles: ['Administrator'], mfa: true },
		errors: [403, 404],
	}),
	caseOf('user invite', {
		values: { username: 'new@example.com', name: 'New', roleId: 3, organisationId: 1002 },
		requests: {
			request: 'POST /api/v2/user/invitation',
			body: {
				username: 'new@example.com',
				name: 'New',
				organisation: { id: 1002 },
				roles: [{ id: 3 }],
			},
			status: 201,
			answer: { id: 21, username: 'new@example.com', name: 'New', organisation: { id: 1002 } },
		},
		gives: { id: 21, username: 'new@example.com', name: 'New', organisation: { id: 1002 } },
		errors: [400, 403, 409],
	}),
	caseOf('user update', 'suspending a user', {
		values: { userId: 12, status: 2 },
		requests: {
			request: 'PATCH /api/v1/user/12',
			body: { status: { id: 2 } },
			status: 204,
			answer: '',
		},
		gives: { id: 12, updated: true, status: 'Suspended' },
		errors: [403, 404, 422, [422, 1406]],
	}),
	caseOf('user update', 'renaming a user', {
		values: { userId: 12, name: 'Jane Roe' },
		requests: { request: 'PATCH /api/v1/user/12', body: { name: 'Jane Roe' }, status: 204 },
		gives: { id: 12, updated: true, name: 'Jane Roe' },
	}),
	caseOf('user delete', {
		values: { userId: 12, confirmUsername: 'Jane@example.com ' },
		requests: [
			{ request: 'GET /api/v1/user/12', answer: USER },
			{ request: 'DELETE /api/v2/user/12', status: 204 },
		],
		gives: { id: 12, username: 'jane@example.com', deleted: true },
		errors: [403, 404],
	}),
	caseOf('user addRole', {
		values: { userId: 12, roleId: { by: 'name', value: 'Observer' } },
		requests: [
			{ request: 'GET /api/v1/user/role', answer: [...ROLES, { id: 3, name: 'Observer' }] },
			{ request: 'PUT /api/v1/user/12/role/3', status: 204 },
		],
		gives: { id: 12, role_id: 3, added: true },
		errors: [403, 404, [409, 1405]],
	}),
	caseOf('user removeRole', {
		values: { userId: 12, roleId: 3 },
		requests: { request: 'DELETE /api/v1/user/12/role/3', status: 204 },
		gives: { id: 12, role_id: 3, removed: true },
		errors: [403, 404, [409, 1407]],
	}),
	caseOf('user getPermissions', {
		values: all,
		requests: {
			request: 'GET /api/v1/user/my/role/permission',
			answer: [
				{
					role: 'Administrator',
					permissions: [{ method: 'GET', uri: '/api/v1/user', description: 'List users' }],
				},
			],
		},
		gives: {
			role: 'Administrator',
			method: 'GET',
			uri: '/api/v1/user',
			description: 'List users',
		},
		errors: [403, 404],
	}),
	caseOf('user getPermissions', 'of another user, in the form of the latest specification', {
		values: { ...all, userId: 12 },
		requests: {
			request: 'GET /api/v1/user/12/role/permission',
			answer: {
				role: { id: 1, name: 'Administrator' },
				permissions: [{ method: 'GET', uri: '/api/v1/user', description: 'List users' }],
			},
		},
		gives: {
			role: 'Administrator',
			method: 'GET',
			uri: '/api/v1/user',
			description: 'List users',
		},
	}),
	caseOf('user getTrustedDevices', {
		values: { userId: 12, ...all },
		requests: {
			request: 'GET /api/v1/user/12/mfa/trusted_device',
			answer: [{ id: '3', operating_system: 'Linux', browser: null, activation_date: 'then' }],
		},
		gives: {
			user_id: 12,
			id: 3,
			operating_system: 'Linux',
			browser: null,
			activation_date: 'then',
		},
		errors: [403, 404],
	}),
	caseOf('user deleteTrustedDevice', {
		values: { userId: 12, deviceId: 3 },
		requests: { request: 'DELETE /api/v1/user/12/mfa/trusted_device/3', status: 204 },
		gives: { user_id: 12, id: 3, deleted: true },
		errors: [403, 404],
	}),
	caseOf('workspaceMember setDefault', {
		values: membership,
		requests: { request: 'PUT /api/v2/user/12/default_organisation/1002', answer: '' },
		gives: { ...of, default_workspace: true },
		errors: [403],
	}),
	caseOf('workspaceMember setStatus', {
		values: { ...membership, status: 2 },
		requests: { request: `PATCH ${member}`, body: { status: { id: 2 } }, status: 204 },
		gives: { ...of, status: 'Suspended' },
		errors: [403],
	}),
	caseOf('workspaceMember remove', {
		values: membership,
		requests: { request: `DELETE ${member}`, status: 204 },
		gives: { ...of, removed: true },
		errors: [403, 404],
	}),
	caseOf('workspaceMember addRole', {
		values: { ...membership, roleId: 2 },
		requests: { request: `PUT ${member}/role/2`, status: 204 },
		gives: { ...of, role_id: 2, added: true },
		errors: [400, 403, 404],
	}),
	caseOf('workspaceMember removeRole', {
		values: { ...membership, roleId: 2 },
		requests: { request: `DELETE ${member}/role/2`, status: 204 },
		gives: { ...of, role_id: 2, removed: true },
		errors: [400, 403, 404],
	}),
	caseOf('applicationToken getAll', {
		values: shown,
		requests: { request: `GET ${tokens}`, answer: [TOKEN] },
		gives: SIMPLE_TOKEN,
		errors: [403],
	}),
	caseOf('applicationToken create', 'with the token in the result when the list cannot be read', {
		values: {
			description: 'n8n production',
			expiryDate: '2026-12-31T00:00:00Z',
			ip: '203.0.113.7/32',
		},
		requests: [
			{
				request: `POST ${tokens}`,
				body: { description: MARKED, expiry_date: '2026-12-31T00:00:00Z', ip: '203.0.113.7/32' },
				answer: { application_token: 'shown-once' },
			},
			{ request: `GET ${tokens}`, status: 403, answer: {} },
		],
		gives: {
			id: null,
			application_token: 'shown-once',
			description: MARKED,
			expiry_date: '2026-12-31T00:00:00Z',
			ip: '203.0.113.7/32',
			note: 'The list did not show the ID: look for the description with Get Many.',
		},
	}),
	caseOf('applicationToken update', {
		values: { tokenId: { by: 'name', value: 'n8n' }, description: 'n8n of the plant' },
		requests: [
			{ request: `GET ${tokens}`, answer: [TOKEN] },
			{ request: `PATCH ${tokens}/7`, body: { description: 'n8n of the plant' }, status: 204 },
		],
		gives: { id: 7, updated: true, description: 'n8n of the plant' },
		errors: [403, 404],
	}),
	caseOf('applicationToken revoke', {
		values: { tokenId: 7 },
		requests: { request: `PATCH ${tokens}/7`, body: { status: { id: 1 } }, status: 204 },
		gives: {
			id: 7,
			revoked: true,
			note: 'Sessions that it started remain valid until they expire, up to 7 days later.',
		},
		errors: [403, 404],
	}),
	caseOf('callback getAll', {
		values: all,
		requests: { request: 'GET /api/v1/api_callback', answer: [CALLBACK] },
		gives: { ...CALLBACK, organisation_id: 1001 },
		errors: [403],
	}),
	caseOf('callback get', {
		values: { callbackId: { by: 'name', value: 'https://example.com/in' } },
		requests: [
			{ request: 'GET /api/v1/api_callback', answer: [CALLBACK] },
			{ request: 'GET /api/v1/api_callback/5', answer: CALLBACK },
		],
		gives: { ...CALLBACK, organisation_id: 1001 },
		errors: [403, 404],
	}),
	caseOf('callback create', {
		values: { url: 'https://example.com/in', purpose: 'SMS' },
		requests: [
			{ request: 'GET /api/v1/api_callback', answer: [] },
			{
				request: 'POST /api/v1/api_callback',
				body: { url: 'https://example.com/in', purpose: 'SMS' },
				status: 201,
			},
			{ request: 'GET /api/v1/api_callback', answer: [CALLBACK] },
		],
		gives: { id: 5, url: 'https://example.com/in', purpose: 'SMS', created: true },
	}),
	caseOf('callback delete', {
		values: { callbackId: 5 },
		requests: [
			...oneProfile({ id: 101, name: 'Standard', api_callback: { id: 4 }, moc_callback: null }),
			{ request: 'DELETE /api/v1/api_callback/5', answer: '' },
		],
		gives: { id: 5, deleted: true },
		errors: [403, 404, 409],
	}),
	caseOf('callbackSecret getAll', {
		values: all,
		requests: { request: 'GET /api/v1/api_secret', answer: [SECRET] },
		gives: { ...SECRET, organisation_id: 1001 },
		errors: [403],
	}),
	caseOf('callbackSecret get', {
		values: { secretId: 6 },
		requests: { request: 'GET /api/v1/api_secret/6', answer: SECRET },
		gives: { ...SECRET, organisation_id: 1001 },
		errors: [403, 404],
	}),
	caseOf('callbackSecret create', {
		values: { secret: 'a-long-random-text', purpose: 'SMS' },
		requests: [
			{ request: 'GET /api/v1/api_secret', answer: [] },
			{
				request: 'POST /api/v1/api_secret',
				body: { secret: 'a-long-random-text', purpose: 'SMS' },
				status: 201,
				headers: { Location: '/api/v1/api_secret/6' },
			},
		],
		gives: { id: 6, purpose: 'SMS', created: true },
	}),
	caseOf('callbackSecret delete', {
		values: { secretId: 6, deleteUsed: true },
		requests: { request: 'DELETE /api/v1/api_secret/6', answer: '' },
		gives: { id: 6, deleted: true },
		errors: [403, 404, 409],
	}),
];
