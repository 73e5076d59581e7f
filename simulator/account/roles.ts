import type { Role, User } from './entities';

/** Roles that can be assigned (public reference). */
export const ROLES: ReadonlyArray<{ id: number; name: Role }> = [
	{ id: 1, name: 'Administrator' },
	{ id: 2, name: 'User' },
	{ id: 3, name: 'Observer' },
];
/** An internal role of the service, which no list shows. */
const OTHER: { id: number; name: Role } = { id: 99, name: 'Restricted' };

const allRoles = [...ROLES, OTHER];

export const idOfRole = (role: Role): number => allRoles.find(({ name }) => name === role)!.id;

/** The roles of a user in a workspace; empty when the user is not a member. */
export const rolesOfUser = (
	user: User,
	organisationId: number,
): Array<{ id: number; name: Role }> =>
	allRoles.filter(({ id }) => user.members.get(organisationId)?.roleIds.has(id));

/** The role with the most permissions; undefined when the user is not a member. */
export const roleIn = (user: User, organisationId: number): Role | undefined =>
	rolesOfUser(user, organisationId)[0]?.name;
