import * as z from 'zod/v4';
import { toIso } from '../clock';
import { isReferenceGeneration, type Simulation } from '../context';
import { firstProblem, jsonBody, readBody, reference, required } from '../http/body';
import {
	cannotBeDeleted,
	conflict,
	malformed,
	notAllowed,
	roleForbidden,
	unknownReference,
} from '../http/envelopes';
import { answerPage } from '../http/paging';
import { type QueryFields, parseQuery, parseSort } from '../http/query';
import { listRoute, ok, pathId, type ApiCall, type Route, routesOf } from '../http/route';
import type { User } from './entities';
import { keyForm } from './mfaKeys';
import { roleIn, ROLES, rolesOfUser } from './roles';

export const USER_STATUSES = ['Activation Pending', 'Active', 'Suspended', 'Deleted'].map(
	(description, id) => ({ id, description }),
);
/** Allowed status changes, as `from to` (public reference). */
const STATUS_CHANGES = ['1 2', '2 1', '0 2'];
/** Entries per page; the number is not documented. */
const USER_PAGES = { list: 'user', standard: 100, most: 1000 } as const;

const EMAIL = 'username must be an e-mail address';
const INVITATION = jsonBody({
	username: z.email(EMAIL),
	name: z.string('name is required').min(1, 'name is required'),
	organisation: reference('organisation.id must be an id').optional(),
	roles: z
		.array(reference('roles[].id does not exist', { among: ROLES.map(({ id }) => id) }))
		.min(1, 'roles must not be empty')
		.optional()
		.describe('Administrator unless given'),
});
const USER_CHANGE = jsonBody({
	username: z.email(EMAIL).optional(),
	name: z.string('name must be a string').min(1, required('name is required')).optional(),
	status: reference('status.id must be 1 or 2', { among: [1, 2] }).optional(),
});

const FIELDS: QueryFields<User> = {
	id: { values: ({ id }) => [id], numeric: true },
	status: { values: ({ statusId }) => [statusId], numeric: true },
	name: { values: ({ name }) => [name] },
	username: { values: ({ username }) => [username] },
	organisation: { values: ({ organisationId }) => [organisationId], numeric: true },
	created: { values: ({ createdAt }) => [createdAt] },
};

/** A member of the caller's organisation, by its id. @throws 404, 1401 */
export function findUser(sim: Simulation, call: ApiCall): User {
	const id = pathId(call, 'userId');
	const user = sim.store.users.get(id);
	if (!user?.members.has(call.caller.organisationId)) throw unknownReference(`No user ${id}`);
	return user;
}

/** Only Administrators manage users. @throws 403 */
export function requireAdministrator({ caller }: ApiCall): void {
	if (caller.role !== 'Administrator') throw roleForbidden();
}

function mfaOf(sim: Simulation, user: User) {
	const keys = [...sim.store.mfaKeys.values()].filter(({ userId }) => userId === user.id);
	return keys.map((key) => keyForm(key));
}

function listedUser(sim: Simulation, user: User) {
	const { id, username, name, createdAt, statusId, organisationId } = user;
	return {
		id,
		username,
		name,
		created: toIso(createdAt),
		status: USER_STATUSES[statusId],
		organisation: { id: organisationId, name: sim.store.organisations.get(organisationId)?.name },
	};
}

/** Users of an organisation: list, invitations, changes, roles and permissions. */
export function userRoutes(sim: Simulation): Route[] {
	const route = routesOf({ tag: 'user' });
	const userPath = '/api/v1/user/:userId';
	return [
		route(
			'GET /api/v1/user',
			{
				summary: 'List the users of the organisation; Administrators only',
				list: true,
				parameters: {
					q: 'id, status, name, username, organisation',
					sort: 'the same, and created',
					page: 'from 1',
					per_page: 'not documented',
				},
			},
			(call) => listUsers(sim, call),
		),
		listRoute('user', '/api/v1/user/role', 'Roles that users can have', () => ROLES),
		listRoute('user', '/api/v1/user/status', 'Statuses of users', () => USER_STATUSES),
		route(
			'POST /api/v2/user/invitation',
			{ summary: 'Invite a person; without roles as an Administrator', body: INVITATION },
			(call) => invite(sim, call),
		),
		route(`GET ${userPath}`, 'Get a user, by id', (call) => {
			const user = findUser(sim, call);
			if (user.id !== call.caller.userId) requireAdministrator(call);
			const roles = rolesOfUser(user, call.caller.organisationId);
			return ok({ ...listedUser(sim, user), roles, mfa: mfaOf(sim, user) });
		}),
		route(
			`PATCH ${userPath}`,
			{ summary: 'Change a user; another username starts the activation anew', body: USER_CHANGE },
			(call) => changeUser(sim, call),
		),
		route('DELETE /api/v2/user/:userId', 'Delete a user for good', (call) => {
			requireAdministrator(call);
			const { id, organisationId } = findUser(sim, call);
			sim.store.users.delete(id);
			const event = { id: sim.store.nextId('event'), timestamp: sim.clock.now(), organisationId };
			const nothing = { endpointId: null, simId: null, detail: null };
			const description = `User ${id} deleted`;
			sim.store.events.push({ ...event, ...nothing, typeId: 46, description });
			sim.ledger.effect('user.deleted', {}, { id });
			return sim.forms.changed;
		}),
		...roleRoutes(sim),
	];
}

function listUsers(sim: Simulation, call: ApiCall) {
	requireAdministrator(call);
	const { organisationId } = call.caller;
	sim.store.touch();
	const holds = parseQuery(call.query.q, FIELDS);
	const order = parseSort(call.query.sort, FIELDS);
	const own = [...sim.store.users.values()].filter(({ members }) => members.has(organisationId));
	const users = own.filter(holds).sort(order ?? ((a, b) => a.id - b.id));
	// Headers and keys follow the older edition, the only one with samples.
	const isNew = isReferenceGeneration(sim);
	const page = answerPage(sim, users, call.query, USER_PAGES, (user) => {
		const mfa = mfaOf(sim, user);
		return { ...listedUser(sim, user), ...(mfa.length > 0 && !isNew && { mfa }) };
	});
	return isNew ? { status: page.status, body: page.body } : page;
}

function invite(sim: Simulation, call: ApiCall) {
	const fields = readBody(INVITATION, call.body, firstProblem(malformed));
	const { username, name, organisation, roles = [{ id: 1 }] } = fields;
	const { userId } = call.caller;
	const caller = sim.store.users.get(userId ?? -1);
	const organisationId = organisation?.id ?? caller?.organisationId ?? call.caller.organisationId;
	const role = caller ? roleIn(caller, organisationId) : call.caller.role;
	const isOwn = caller !== undefined || organisationId === call.caller.organisationId;
	if (role !== 'Administrator' || !isOwn) throw roleForbidden();
	const known = sim.store.userByName(username);
	if (known?.members.has(organisationId)) throw conflict(`${username} is a user already`, 1405);
	const user: User = known ?? {
		id: sim.store.nextId('user'),
		username,
		name,
		statusId: 0,
		createdAt: sim.clock.now(),
		passwordSha1: '',
		organisationId,
		trial: false,
		members: new Map(),
		failures: 0,
		lockedUntil: 0,
	};
	user.members.set(organisationId, { roleIds: new Set(roles.map(({ id }) => id)), statusId: 1 });
	sim.store.users.set(user.id, user);
	sim.ledger.effect('user.invited', {}, { id: user.id, roles: roles.map(({ id }) => id) });
	const given = { id: user.id, username, name: user.name, organisation: { id: organisationId } };
	return { status: 201, body: { ...given, roles: rolesOfUser(user, organisationId) } };
}

function changeUser(sim: Simulation, call: ApiCall) {
	requireAdministrator(call);
	const user = findUser(sim, call);
	const { username, name, status } = readBody(USER_CHANGE, call.body);
	if (status && !STATUS_CHANGES.includes(`${user.statusId} ${status.id}`))
		throw notAllowed(`The status cannot change from ${user.statusId} to ${status.id}`);
	if (username !== undefined && username !== user.username) {
		user.username = username;
		user.statusId = 0;
	}
	if (name !== undefined) user.name = name;
	if (status) user.statusId = status.id;
	sim.ledger.effect('user.updated', {}, { id: user.id, statusId: user.statusId });
	return sim.forms.changed;
}

/** The permissions of a role; the real list is longer. */
function permissionsOf(role: string) {
	const reads = { method: 'GET', uri: '/api/v1/endpoint', description: 'List endpoints' };
	const writes = { method: 'POST', uri: '/api/v1/endpoint', description: 'Create an endpoint' };
	const manages = { method: 'GET', uri: '/api/v1/user', description: 'List users' };
	const all = [reads, writes, manages];
	return role === 'Administrator' ? all : role === 'User' ? all.slice(0, 2) : all.slice(0, 1);
}

function roleRoutes(sim: Simulation): Route[] {
	const route = routesOf({ tag: 'user' });
	const url = '/api/v1/user/:userId/role/:roleId';
	/** The roles to change and the role in question. @throws 403, 404 */
	const changing = (call: ApiCall) => {
		requireAdministrator(call);
		const user = findUser(sim, call);
		const roleId = pathId(call, 'roleId');
		if (!ROLES.some(({ id }) => id === roleId)) throw unknownReference(`No role ${roleId}`);
		if (user.id === call.caller.userId) throw roleForbidden('Nobody changes the own role');
		const { roleIds } = user.members.get(call.caller.organisationId)!;
		return { roleIds, roleId, about: { id: user.id, roleId } };
	};
	return [
		route(`PUT ${url}`, 'Give a user a role', (call) => {
			const { roleIds, roleId, about } = changing(call);
			if (roleIds.has(roleId)) throw conflict('The user has the role already', 1405);
			roleIds.add(roleId);
			sim.ledger.effect('user.roleAdded', {}, about);
			return sim.forms.changed;
		}),
		route(`DELETE ${url}`, 'Take a role from a user', (call) => {
			const { roleIds, roleId, about } = changing(call);
			if (!roleIds.has(roleId)) throw unknownReference('The user does not have the role');
			if (roleIds.size === 1) throw cannotBeDeleted('It is the last role of the user');
			roleIds.delete(roleId);
			sim.ledger.effect('user.roleRemoved', {}, about);
			return sim.forms.changed;
		}),
		route(
			'GET /api/v1/user/:userId/role/permission',
			'What the roles of a user allow; userId is `my` or an id',
			(call) => {
				const own = call.params.userId === 'my';
				const { userId, role, organisationId } = call.caller;
				const user = own ? sim.store.users.get(userId ?? -1) : findUser(sim, call);
				const names = user ? rolesOfUser(user, organisationId).map(({ name }) => name) : [role];
				const all = names.map((name) => ({ role: name, permissions: permissionsOf(name) }));
				// The newest edition shows a single object.
				return ok(isReferenceGeneration(sim) ? all[0] : all);
			},
		),
	];
}
