import type { Simulation } from '../context';
import { jsonBody, readBody, reference } from '../http/body';
import { forbidden, malformed, notFound, roleForbidden } from '../http/envelopes';
import { pathId, type ApiCall, type Route, routesOf } from '../http/route';
import type { Membership, User } from './entities';
import { roleIn, ROLES } from './roles';

const MEMBER_STATUS = jsonBody({
	status: reference('status.id must be 1 or 2', { among: [1, 2] }),
});

/** Whether the caller manages a workspace; an application token manages its own. */
export function managesWorkspace(
	sim: Simulation,
	{ caller }: ApiCall,
	workspaceId: number,
): boolean {
	const user = sim.store.users.get(caller.userId ?? -1);
	const role = user
		? roleIn(user, workspaceId)
		: caller.organisationId === workspaceId
			? caller.role
			: undefined;
	return role === 'Administrator';
}

/** The workspaces of a user: membership, status, roles, and the default workspace. */
export function memberRoutes(sim: Simulation): Route[] {
	const route = routesOf({ tag: 'workspace' });
	const url = '/api/v2/user/:userId/workspace/:workspaceId';
	/** @throws 403 without the Administrator role there, 404 when the user is not a member */
	const find = (call: ApiCall): { user: User; member: Membership; workspaceId: number } => {
		const workspaceId = pathId(call, 'workspaceId');
		const id = pathId(call, 'userId');
		if (!sim.store.organisations.has(workspaceId)) throw notFound(`No workspace ${workspaceId}`);
		if (!managesWorkspace(sim, call, workspaceId)) throw roleForbidden();
		const user = sim.store.users.get(id);
		const member = user?.members.get(workspaceId);
		if (!user || !member) throw notFound(`User ${id} is not in workspace ${workspaceId}`);
		return { user, member, workspaceId };
	};
	const effect = (kind: string, user: User, workspaceId: number, more: object = {}) => {
		sim.ledger.effect(`member.${kind}`, {}, { id: user.id, workspaceId, ...more });
		return sim.forms.changed;
	};
	/** The roles to change. @throws 400 for the caller's own account, 404 for an unknown role */
	const rolesOf = (call: ApiCall) => {
		const found = find(call);
		const roleId = pathId(call, 'roleId');
		if (found.user.id === call.caller.userId) throw malformed('Nobody changes the own role');
		if (!ROLES.some(({ id }) => id === roleId)) throw notFound(`No role ${roleId}`);
		return { ...found, roleId };
	};
	return [
		route(`DELETE ${url}`, 'Remove a user from a workspace', (call) => {
			const { user, workspaceId } = find(call);
			user.members.delete(workspaceId);
			const [next] = [...user.members].filter(([, { statusId }]) => statusId === 1);
			if (user.organisationId === workspaceId && next) [user.organisationId] = next;
			return effect('removed', user, workspaceId);
		}),
		route(
			`PATCH ${url}`,
			{ summary: 'Suspend a user in a workspace, or make it active again', body: MEMBER_STATUS },
			(call) => {
				const { user, member, workspaceId } = find(call);
				member.statusId = readBody(MEMBER_STATUS, call.body).status.id;
				return effect('statusSet', user, workspaceId, { statusId: member.statusId });
			},
		),
		route(`PUT ${url}/role/:roleId`, 'Give a user a role in a workspace', (call) => {
			const { user, member, workspaceId, roleId } = rolesOf(call);
			member.roleIds.add(roleId);
			return effect('roleAdded', user, workspaceId, { roleId });
		}),
		route(`DELETE ${url}/role/:roleId`, 'Take a role from a user in a workspace', (call) => {
			const { user, member, workspaceId, roleId } = rolesOf(call);
			if (!member.roleIds.delete(roleId)) throw notFound('The user does not have the role');
			return effect('roleRemoved', user, workspaceId, { roleId });
		}),
		route(
			'PUT /api/v2/user/:userId/default_organisation/:workspaceId',
			'Make a workspace the default of a user',
			(call) => {
				const workspaceId = pathId(call, 'workspaceId');
				const user = sim.store.users.get(pathId(call, 'userId'));
				if (!user?.members.has(workspaceId))
					throw forbidden('The workspace is not assigned to the user');
				if (user.id !== call.caller.userId && !managesWorkspace(sim, call, workspaceId))
					throw roleForbidden();
				user.organisationId = workspaceId;
				effect('defaultSet', user, workspaceId);
				return { status: 200 };
			},
		),
	];
}
