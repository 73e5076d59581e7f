import { InputError } from '../../../errors';
import { entityOf, limited, answerList } from '../../answers';
import { confirming } from '../../confirmed';
import { operationsWith } from '../../define';
import * as f from '../../fields';
import { fileOutput } from '../../fileOutput';
import { BAD_FILTER, criteria, listOptions, flatOption } from '../../filters';
import {
	at,
	flat,
	defineLookup,
	inPages,
	type EntityKind,
	listAt,
	listOrOne,
	numeric,
	readsOne,
} from '../../reading';
import { changesSomething } from '../../rules';
import { deviceId, readDevice } from './trustedDevice';

/* People of an organisation. Source: public reference. */

const define = operationsWith({
	resource: 'user',
	lane: 'single',
	errors: [403, 404],
	explains: { 403: 'Only Administrators read and change the users of an organisation.' },
});

export const userId = f.path(
	f.pick({ label: 'User', hint: 'By Name takes the email or the name' }, 'user'),
);
export const roleId = f.path(f.pick({ label: 'Role', hint: 'What the user may do' }, 'userRole'));

const user: EntityKind = {
	read: numeric('id status.id organisation.id'),
	simple: flat(
		'id username name status=status.description|status.id organisation=organisation.name',
		'organisation_id=organisation.id created',
	),
};

/** With roles, and whether an authenticator app is set up. */
const wholeUser: EntityKind = {
	read: user.read,
	simple: (entity) => ({
		...user.simple(entity),
		roles: listAt(entity, 'roles').map(({ name, id }) => name ?? id),
		mfa: listAt(entity, 'mfa').some((key) => Number(at(key, 'status.id')) === 1),
	}),
};

export const getAllUsers = define({
	name: 'getAll',
	action: 'Get many users',
	description: 'List the users of the organisation',
	request: 'GET /api/v1/user',
	lane: 'list',
	errors: [403, 422],
	explains: BAD_FILTER,
	fields: {
		...f.many,
		...f.inGroup('filters', {
			nameFilter: f.filter('name', criteria('Name', 'Name of the person')),
			status: f.filter.choice(
				'status',
				{ label: 'Status', hint: 'Status of the user', default: 1 },
				{ 'Activation Pending': 0, Active: 1, Deleted: 3, Suspended: 2 },
			),
			username: f.filter('username', criteria('Email', 'Email address of the person')),
		}),
		...listOptions({
			Created: 'created',
			Email: 'username',
			ID: 'id',
			Name: 'name',
			Organisation: 'organisation',
			Status: 'status',
		}),
		...fileOutput,
		...flatOption,
	},
	pages: inPages(user),
});

export const getUser = define({
	name: 'get',
	action: 'Get user',
	description: 'Read one user with roles and authenticator apps',
	request: 'GET /api/v1/user/{userId}',
	...readsOne(wholeUser, { userId }),
});

export const inviteUser = define({
	name: 'invite',
	action: 'Invite user',
	stakes: 'access',
	description:
		'Add a person to the organisation, with a role; by the reference no mail is sent to the person',
	request: 'POST /api/v2/user/invitation',
	effect: 'act',
	done: 'the person was invited',
	success: [201],
	notice:
		'The person gets this role. The reference says that no mail is sent: tell the person yourself how to log in.',
	errors: [400, 403, 409],
	explains: {
		403: 'Only Administrators invite, and only where the tariff plan has workspaces.',
		409: 'There is a user of this email already; look with Get Many, and give roles with Add Role.',
	},
	fields: {
		username: f.body.text(
			'username',
			{ label: 'Email', hint: 'What the person logs in with', placeholder: 'jane@example.com' },
			'must be an email address',
			(v) => /^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(v),
		),
		name: f.body.givenText('name', {
			label: 'Name',
			hint: 'Name of the person',
			placeholder: 'Jane Doe',
		}),
		roleId: f.body.pick('roles', { label: 'Role', hint: 'What the person may do' }, 'userRole'),
		...f.inGroup('options', {
			organisationId: f.narrowing(
				f.body.id('organisation.id', {
					label: 'Organisation ID',
					hint: 'The default workspace of the login unless given',
				}),
			),
		}),
	},
	// Without roles the service makes an Administrator.
	body: ({ roles, ...rest }) => ({ ...rest, roles: [{ id: roles }] }),
	result: (answer) => entityOf(answer),
});

const SUSPENDED_USER = 2;

export const updateUser = define({
	name: 'update',
	action: 'Update user',
	stakes: 'access',
	description: 'Change the name of a user, suspend the user, or make the user active again',
	request: 'PATCH /api/v1/user/{userId}',
	effect: 'set',
	errors: [403, 404, 422],
	explains: {
		403: 'Only Administrators change the users of an organisation.',
		1406: 'The status cannot change like this: Active to Suspended and back, or Activation Pending to Suspended.',
	},
	fields: {
		userId,
		...f.inGroup('updateFields', {
			name: f.body.text('name', { label: 'Name', hint: 'Name of the person', example: 'Jane Doe' }),
			status: f.unchosen(
				f.body.choice(
					'status.id',
					{ label: 'Status', hint: 'A suspended user cannot log in', default: SUSPENDED_USER },
					{ Active: 1, Suspended: SUSPENDED_USER },
				),
			),
		}),
	},
	rules: [changesSomething(({ name, status }) => name !== undefined || status !== undefined)],
	result: (_, { userId: id, name, status }) => ({
		id,
		updated: true,
		...(name !== undefined && { name }),
		...(status !== undefined && { status: status === SUSPENDED_USER ? 'Suspended' : 'Active' }),
	}),
});

export const deleteUser = define({
	name: 'delete',
	action: 'Delete user',
	stakes: 'final',
	description: 'Delete a user for good, in all workspaces; the email must be repeated',
	request: 'DELETE /api/v2/user/{userId}',
	notice:
		'This cannot be undone, and it acts in all workspaces; Workspace Member: Remove acts in one. Application tokens that the user made may go on working: revoke them first.',
	fields: {
		userId,
		confirmUsername: confirming(
			f.text(
				{
					label: 'Repeat the Email',
					hint: 'Email of the user to delete',
					placeholder: 'jane@example.com',
				},
				'must be the email of the user to delete',
				(v) => v.includes('@'),
			),
		),
	},
	run: async (call, input) => {
		const { userId: id, confirmUsername } = input;
		const { username } = entityOf(await call.other(getUser, input));
		if (String(username).toLowerCase() !== confirmUsername.trim().toLowerCase()) {
			const rule = 'must be the email of the user to delete, and is not';
			throw new InputError('confirmUsername', rule, 'Repeat the Email');
		}
		if ((await call.login.identity()).userId === id) {
			throw new InputError('userId', 'must not be the user of this login', 'User');
		}
		await call.own(input);
		return { id, username, deleted: true };
	},
});

const OWN_ROLE = 'Only Administrators can change roles, and not their own.';

export const addUserRole = define({
	name: 'addRole',
	action: 'Add role to user',
	stakes: 'access',
	description: 'Give a user of the organisation one more role',
	request: 'PUT /api/v1/user/{userId}/role/{roleId}',
	effect: 'set',
	errors: [403, 404, 409],
	explains: { 403: OWN_ROLE, 409: 'The user has this role already.' },
	fields: { userId, roleId },
	result: (_, { userId: id, roleId: role_id }) => ({ id, role_id, added: true }),
});

export const removeUserRole = define({
	name: 'removeRole',
	action: 'Remove role from user',
	stakes: 'access',
	description: 'Take a role of the organisation from a user, who keeps at least one',
	request: 'DELETE /api/v1/user/{userId}/role/{roleId}',
	notice: 'The user may no longer do what only this role allows.',
	errors: [403, 404, 409],
	explains: { 403: OWN_ROLE, 409: 'It is the last role of the user: add another one first.' },
	fields: { userId, roleId },
	result: (_, { userId: id, roleId: role_id }) => ({ id, role_id, removed: true }),
});

/** The role is a text or an object. */
const permission = flat('method uri description');

export const getUserPermissions = define({
	name: 'getPermissions',
	action: 'Get user permissions',
	description: 'List what the roles of a user, or of the login, allow: one item per request',
	request: 'GET /api/v1/user/{userId}/role/permission',
	fields: {
		...f.listFields,
		...f.inGroup('options', {
			userId: f.path({ ...userId, hint: 'Another user than that of the login' }, 'my'),
		}),
	},
	result: (answer, input) => {
		const rows = listOrOne(answer).flatMap((entity) => {
			const { role } = flat('role=role.name|role.description|role')(entity);
			return listAt(entity, 'permissions').map((entry) => ({ role, ...permission(entry) }));
		});
		return limited(rows, input);
	},
});

export const getUserDevices = define({
	name: 'getTrustedDevices',
	action: 'Get trusted devices of user',
	description: 'List the devices of another user that log in without a one-time code',
	request: 'GET /api/v1/user/{userId}/mfa/trusted_device',
	fields: { userId, ...f.listFields },
	result: (answer, input) =>
		limited(answerList(answer), input).map((device) => ({
			user_id: input.userId,
			...readDevice(device),
		})),
});

export const deleteUserDevice = define({
	name: 'deleteTrustedDevice',
	action: 'Delete trusted device of user',
	stakes: 'final',
	description: 'Stop trusting a device of another user: its next login needs a one-time code',
	request: 'DELETE /api/v1/user/{userId}/mfa/trusted_device/{deviceId}',
	notice: 'A program that logs in as this user stops until a person types in a code.',
	fields: { userId, deviceId },
	result: (_, { userId: user_id, deviceId: id }) => ({ user_id, id, deleted: true }),
});

export const getUserRoles = defineLookup({
	name: 'userRoles',
	action: 'Get user roles',
	description: 'List the roles a user can have',
	request: 'GET /api/v1/user/role',
});

export const getUserStatuses = defineLookup({
	name: 'userStatuses',
	action: 'Get user statuses',
	description: 'List the statuses a user can have',
	request: 'GET /api/v1/user/status',
});
