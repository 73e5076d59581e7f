import { InputError, ownError } from '../../errors';
import { ServiceError } from '../../request/attempt/errors';
import { LoginError } from '../../session/errors';
import type { Json } from '../../table/define';
import { at } from '../../table/reading';
import { isObject } from '../../wire';
import { redacted } from './report';

/* The login and the role behind it, in words that name nobody. */

/** Roles of the service. A role with another name may name somebody. */
const KNOWN_ROLES = ['Administrator', 'User', 'Observer', 'SuperAdmin'];

/** The rule of a refused value without the value. */
export const ruleOf = ({ rule }: InputError) => rule.replace(/,? (?:but )?got .*$/s, '');

/** The reason of a failed login, without a value of the credential or words of the service. */
export function loginFailureReason(error: unknown): string {
	const own = ownError(error);
	if (own instanceof ServiceError) return `the service answered the login with ${own.status}`;
	if (own instanceof LoginError) return redacted(own.message);
	if (own instanceof InputError) return `${own.field} ${ruleOf(own)}`;
	return redacted((own ?? (error as Error)).message);
}

/** The name of a role of the service; that of a role with another name is withheld. */
function nameOfRole(role: unknown): string {
	const name = String(at(role, 'name') ?? at(role, 'description'));
	return KNOWN_ROLES.includes(name) ? name : 'a role of its own';
}

/** The roles of the user with the number of things they permit. */
export function permissionsIn(entries: Json[]): string {
	const counted = entries.map(({ role, permissions }) => {
		const count = Array.isArray(permissions) ? permissions.length : 0;
		return `${nameOfRole(isObject(role) ? role : { name: role })}: ${count} permissions`;
	});
	return counted.join(', ') || 'none';
}

/** The user's roles in one workspace, by the list of workspaces; undefined where it does not say. */
export function rolesIn(
	workspaces: Json[],
	organisationId: number | undefined,
): string | undefined {
	const here = workspaces.find(({ id }) => Number(id) === organisationId);
	const roles = at(here, 'roles');
	return Array.isArray(roles) && roles.length > 0 ? roles.map(nameOfRole).join(', ') : undefined;
}
