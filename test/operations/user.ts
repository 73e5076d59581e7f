import * as peopleShapes from '../truth/shapes/people';
import * as z from 'zod/v4';
import { ANY, filterBy, ID, pages, ref, some, sortBy, text } from '../truth/requests/forms';
import { empty } from '../truth/shapes/forms';
import { each, once, readOnce, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { created, roleId, userId, userStatus } from './shared/people';
import { all, shown } from './shared/values';

/* Users. */

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

/** A permission of a role. */
const LISTING_USERS = { method: 'GET', uri: '/api/v1/user', description: 'List users' };

export const userFacts: Facts = {
	operations: {
		'user addRole': {
			documented: 'PUT /api/v1/user/{userId}/role/{roleId} set single',
			stakes: 'access',
			cases: [
				{
					values: { userId: 12, roleId: { by: 'name', value: 'Observer' } },
					requests: [
						{ request: 'GET /api/v1/user/role', answer: [...ROLES, { id: 3, name: 'Observer' }] },
						{ request: 'PUT /api/v1/user/12/role/3', status: 204 },
					],
					gives: { id: 12, role_id: 3, added: true },
					errors: [403, 404, [409, 1405]],
				},
			],
			row: once({ userId, roleId }, ['user.roleAdded']),
		},
		'user delete': {
			documented: 'DELETE /api/v2/user/{userId} set single',
			cases: [
				{
					values: { userId: 12, confirmUsername: 'Jane@example.com ' },
					requests: [
						{ request: 'GET /api/v1/user/12', answer: USER },
						{ request: 'DELETE /api/v2/user/12', status: 204 },
					],
					gives: { id: 12, username: 'jane@example.com', deleted: true },
					errors: [403, 404],
				},
			],
			row: once({ userId, confirmUsername: 'mail@example.com' }, ['user.deleted']),
		},
		'user deleteTrustedDevice': {
			documented: 'DELETE /api/v1/user/{userId}/mfa/trusted_device/{deviceId} set single',
			cases: [
				{
					values: { userId: 12, deviceId: 3 },
					requests: { request: 'DELETE /api/v1/user/12/mfa/trusted_device/3', status: 204 },
					gives: { user_id: 12, id: 3, deleted: true },
					errors: [403, 404],
				},
			],
			row: once(
				({ store }) => ({ userId: rl(11), deviceId: String([...store.trustedDevices.keys()][0]) }),
				['trustedDevice.deleted'],
				{ user: 'totp', after: ['user getTrustedDevices'] },
			),
		},
		'user get': {
			documented: 'GET /api/v1/user/{userId} read single',
			cases: [
				{
					when: 'by email, in a list that may have no pages',
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
				},
			],
			row: readOnce({ userId: rl('mail@example.com', 'name'), simplify: true }),
		},
		'user getAll': {
			documented: 'GET /api/v1/user read list',
			cases: [
				{
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
				},
			],
			row: readOnce(shown, 4),
		},
		'user getPermissions': {
			documented: 'GET /api/v1/user/{userId}/role/permission read single',
			cases: [
				{
					values: all,
					requests: {
						request: 'GET /api/v1/user/my/role/permission',
						answer: [
							{
								role: 'Administrator',
								permissions: [LISTING_USERS],
							},
						],
					},
					gives: { role: 'Administrator', ...LISTING_USERS },
					errors: [403, 404],
				},
				{
					when: 'of another user, in the form of the latest specification',
					values: { ...all, userId: 12 },
					requests: {
						request: 'GET /api/v1/user/12/role/permission',
						answer: {
							role: { id: 1, name: 'Administrator' },
							permissions: [LISTING_USERS],
						},
					},
					gives: { role: 'Administrator', ...LISTING_USERS },
				},
			],
			row: readOnce(all, 3),
		},
		'user getTrustedDevices': {
			documented: 'GET /api/v1/user/{userId}/mfa/trusted_device read single',
			cases: [
				{
					values: { userId: 12, ...all },
					requests: {
						request: 'GET /api/v1/user/12/mfa/trusted_device',
						answer: [
							{ id: '3', operating_system: 'Linux', browser: null, activation_date: 'then' },
						],
					},
					gives: {
						user_id: 12,
						id: 3,
						operating_system: 'Linux',
						browser: null,
						activation_date: 'then',
					},
					errors: [403, 404],
				},
			],
			row: readOnce({ userId: rl(11), ...all }, 1, { user: 'totp' }),
		},
		'user invite': {
			documented: 'POST /api/v2/user/invitation act single',
			stakes: 'access',
			cases: [
				{
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
						answer: {
							id: 21,
							username: 'new@example.com',
							name: 'New',
							organisation: { id: 1002 },
						},
					},
					gives: { id: 21, username: 'new@example.com', name: 'New', organisation: { id: 1002 } },
					errors: [400, 403, 409],
				},
			],
			row: each({ username: '={{ "new-" + $json.id + "@example.com" }}', name: 'New', roleId }, [
				'user.invited',
			]),
		},
		'user removeRole': {
			documented: 'DELETE /api/v1/user/{userId}/role/{roleId} set single',
			stakes: 'access',
			cases: [
				{
					values: { userId: 12, roleId: 3 },
					requests: { request: 'DELETE /api/v1/user/12/role/3', status: 204 },
					gives: { id: 12, role_id: 3, removed: true },
					errors: [403, 404, [409, 1407]],
				},
			],
			row: once({ userId, roleId }, ['user.roleRemoved'], { after: ['user addRole'] }),
		},
		'user update': {
			documented: 'PATCH /api/v1/user/{userId} set single',
			stakes: 'access',
			cases: [
				{
					when: 'suspending a user',
					values: { userId: 12, status: 2 },
					requests: {
						request: 'PATCH /api/v1/user/12',
						body: { status: { id: 2 } },
						status: 204,
						answer: '',
					},
					gives: { id: 12, updated: true, status: 'Suspended' },
					errors: [403, 404, 422, [422, 1406]],
				},
				{
					when: 'renaming a user',
					values: { userId: 12, name: 'Jane Roe' },
					requests: { request: 'PATCH /api/v1/user/12', body: { name: 'Jane Roe' }, status: 204 },
					gives: { id: 12, updated: true, name: 'Jane Roe' },
				},
			],
			row: once({ userId, updateFields: { status: 2 } }, ['user.updated']),
		},
	},
	routes: {
		'GET /api/v1/user': {
			asked: {
				query: {
					...pages(1000),
					q: filterBy({ id: ID, status: /^[0-3]$/, name: ANY, username: ANY, organisation: ANY }),
					sort: sortBy('id', 'status', 'name', 'username', 'organisation', 'created'),
				},
			},
			answers: { 200: peopleShapes.users },
		},
		'GET /api/v1/user/{userId}': { asked: {}, answers: { 200: peopleShapes.oneUser } },
		'POST /api/v2/user/invitation': {
			asked: {
				body: z.strictObject({
					username: z.email(),
					name: text,
					// Without roles, the service creates an administrator.
					roles: z.array(ref).min(1),
					organisation: ref.optional(),
				}),
			},
			answers: { 201: peopleShapes.invited },
		},
		'PATCH /api/v1/user/{userId}': {
			asked: {
				// A changed username invalidates the account.
				body: some(z.strictObject({ name: text.optional(), status: userStatus.optional() })),
			},
			answers: { 204: empty },
		},
		'DELETE /api/v2/user/{userId}': { asked: {}, answers: { 204: empty } },
		'GET /api/v1/user/{userId}/role/permission': {
			asked: {},
			answers: { 200: peopleShapes.permissionsOfRole },
		},
		'PUT /api/v1/user/{userId}/role/{roleId}': { asked: {}, answers: { 204: empty } },
		'DELETE /api/v1/user/{userId}/role/{roleId}': { asked: {}, answers: { 204: empty } },
	},
};
