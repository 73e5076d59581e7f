import * as z from 'zod/v4';
import { empty, emptyObject } from '../truth/shapes/forms';
import { once, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { roleId, userId, userStatus } from './shared/people';

/* Membership in workspaces. */

const member = '/api/v2/user/12/workspace/1002';
const membership = { userId: 12, targetWorkspaceId: 1002 };
const ofMember = { user_id: 12, workspace_id: 1002 };
const memberForm = { userId, targetWorkspaceId: rl(1002) };

export const workspaceMemberFacts: Facts = {
	operations: {
		'workspaceMember addRole': {
			documented:
				'PUT /api/v2/user/{userId}/workspace/{targetWorkspaceId}/role/{roleId} set single',
			stakes: 'access',
			cases: [
				{
					values: { ...membership, roleId: 2 },
					requests: { request: `PUT ${member}/role/2`, status: 204 },
					gives: { ...ofMember, role_id: 2, added: true },
					errors: [400, 403, 404],
				},
			],
			row: once({ ...memberForm, roleId }, ['member.roleAdded'], { user: 'totp' }),
		},
		'workspaceMember remove': {
			documented: 'DELETE /api/v2/user/{userId}/workspace/{targetWorkspaceId} set single',
			cases: [
				{
					values: membership,
					requests: { request: `DELETE ${member}`, status: 204 },
					gives: { ...ofMember, removed: true },
					errors: [403, 404],
				},
			],
			row: once(memberForm, ['member.removed'], { user: 'totp' }),
		},
		'workspaceMember removeRole': {
			documented:
				'DELETE /api/v2/user/{userId}/workspace/{targetWorkspaceId}/role/{roleId} set single',
			stakes: 'access',
			cases: [
				{
					values: { ...membership, roleId: 2 },
					requests: { request: `DELETE ${member}/role/2`, status: 204 },
					gives: { ...ofMember, role_id: 2, removed: true },
					errors: [400, 403, 404],
				},
			],
			row: once({ ...memberForm, roleId }, ['member.roleRemoved'], {
				user: 'totp',
				after: ['workspaceMember addRole'],
			}),
		},
		'workspaceMember setDefault': {
			documented: 'PUT /api/v2/user/{userId}/default_organisation/{targetWorkspaceId} set single',
			stakes: 'access',
			cases: [
				{
					values: membership,
					requests: { request: 'PUT /api/v2/user/12/default_organisation/1002', answer: '' },
					gives: { ...ofMember, default_workspace: true },
					errors: [403],
				},
			],
			row: once(memberForm, ['member.defaultSet'], { user: 'totp' }),
		},
		'workspaceMember setStatus': {
			documented: 'PATCH /api/v2/user/{userId}/workspace/{targetWorkspaceId} set single',
			stakes: 'access',
			cases: [
				{
					values: { ...membership, status: 2 },
					requests: { request: `PATCH ${member}`, body: { status: { id: 2 } }, status: 204 },
					gives: { ...ofMember, status: 'Suspended' },
					errors: [403],
				},
			],
			row: once({ ...memberForm, status: 2 }, ['member.statusSet'], {
				user: 'totp',
			}),
		},
	},
	routes: {
		'DELETE /api/v2/user/{userId}/workspace/{workspaceId}': { asked: {}, answers: { 204: empty } },
		'PATCH /api/v2/user/{userId}/workspace/{workspaceId}': {
			asked: {
				body: z.strictObject({ status: userStatus }),
			},
			answers: { 204: empty },
		},
		'PUT /api/v2/user/{userId}/workspace/{workspaceId}/role/{roleId}': {
			asked: {},
			answers: { 204: empty },
		},
		'DELETE /api/v2/user/{userId}/workspace/{workspaceId}/role/{roleId}': {
			asked: {},
			answers: { 204: empty },
		},
		'PUT /api/v2/user/{userId}/default_organisation/{workspaceId}': {
			asked: {},
			answers: { 200: emptyObject },
		},
	},
};
