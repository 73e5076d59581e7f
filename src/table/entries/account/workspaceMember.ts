import { type Input, type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import { roleId, userId } from './user';

/* Membership of users in workspaces. Source: public reference. */

const define = operationsWith({
	resource: 'workspaceMember',
	lane: 'single',
	explains: { 403: 'Only Administrators of the workspace may do this.' },
});

const memberFields = {
	userId,
	targetWorkspaceId: f.path(
		f.pick(
			{ label: 'Workspace', hint: 'The list needs a User Login; an ID does not' },
			'workspace',
		),
	),
};

/** The user and the workspace that a change was about, as its result names them. */
const memberOf = ({ userId: user_id, targetWorkspaceId: workspace_id }: Input): Json => ({
	user_id,
	workspace_id,
});

const OWN_ACCOUNT = 'Users cannot change the roles of their own account.';

export const setDefaultWorkspace = define({
	name: 'setDefault',
	action: 'Set default workspace of user',
	stakes: 'access',
	description: 'Choose the workspace that logins of a user start in',
	request: 'PUT /api/v2/user/{userId}/default_organisation/{targetWorkspaceId}',
	effect: 'set',
	errors: [403],
	explains: { 403: 'The user is not in this workspace, or the role may not do this.' },
	fields: memberFields,
	result: (_, input) => ({ ...memberOf(input), default_workspace: true }),
});

export const setMemberStatus = define({
	name: 'setStatus',
	action: 'Set status of user in workspace',
	stakes: 'access',
	description: 'Suspend a user in one workspace, or make the user active again',
	request: 'PATCH /api/v2/user/{userId}/workspace/{targetWorkspaceId}',
	effect: 'set',
	errors: [403],
	fields: {
		...memberFields,
		status: f.unchosen(
			f.body.choice(
				'status.id',
				{ label: 'Status', hint: 'A suspended user cannot enter it', default: 2 },
				{ Active: 1, Suspended: 2 },
			),
		),
	},
	result: (_, input) => ({
		...memberOf(input),
		status: input.status === 2 ? 'Suspended' : 'Active',
	}),
});

export const removeMember = define({
	name: 'remove',
	action: 'Remove user from workspace',
	stakes: 'final',
	description: 'Take a user out of one workspace; the user remains in others',
	request: 'DELETE /api/v2/user/{userId}/workspace/{targetWorkspaceId}',
	notice:
		'The user loses this workspace. Application tokens that the user made may go on working there.',
	errors: [403, 404],
	explains: { 404: 'The user is not in this workspace.' },
	fields: memberFields,
	result: (_, input) => ({ ...memberOf(input), removed: true }),
});

export const addMemberRole = define({
	name: 'addRole',
	action: 'Add role to user in workspace',
	stakes: 'access',
	description: 'Give a user one more role in one workspace',
	request: 'PUT /api/v2/user/{userId}/workspace/{targetWorkspaceId}/role/{roleId}',
	effect: 'set',
	errors: [400, 403, 404],
	explains: { 400: OWN_ACCOUNT },
	fields: { ...memberFields, roleId },
	result: (_, input) => ({ ...memberOf(input), role_id: input.roleId, added: true }),
});

export const removeMemberRole = define({
	name: 'removeRole',
	action: 'Remove role from user in workspace',
	stakes: 'access',
	description: 'Take a role of one workspace from a user',
	request: 'DELETE /api/v2/user/{userId}/workspace/{targetWorkspaceId}/role/{roleId}',
	notice: 'The user may no longer do in the workspace what only this role allows.',
	errors: [400, 403, 404],
	explains: { 400: OWN_ACCOUNT },
	fields: { ...memberFields, roleId },
	result: (_, input) => ({ ...memberOf(input), role_id: input.roleId, removed: true }),
});
