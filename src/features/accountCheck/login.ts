import type { TokenForm } from '../../account';
import type { Json } from '../../table/define';
import { at } from '../../table/reading';
import { isObject } from '../../wire';
import { type AnswerFindings, differencesOf } from './report';

/* The login and the role behind it, in words that name nobody. */

/** Roles of the service. Any other role may be named after a person. */
const KNOWN_ROLES = ['Administrator', 'User', 'Observer', 'SuperAdmin'];

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

/**
 * The user's roles in one workspace, by the list of workspaces; undefined if the list does not show them.
 */
export function rolesIn(
	workspaces: Json[],
	organisationId: number | undefined,
): string | undefined {
	const here = workspaces.find(({ id }) => Number(id) === organisationId);
	const roles = at(here, 'roles');
	return Array.isArray(roles) && roles.length > 0 ? roles.map(nameOfRole).join(', ') : undefined;
}

/** Longer than any session of the service: recorded are 240 minutes and seven days. */
const LONGEST_MINUTES = 400 * 24 * 60;
const DATE_CLAIMS = ['exp', 'iat'] as const;
/** Claims that may contain the organisation in an unknown form. */
const MAY_BE_ORGANISATION = /org(anisation|anization)?(_?id)?\}*$/i;

/** The login's token: its claims by name and type. */
export function tokenFindings(form: TokenForm): AnswerFindings {
	const { algorithm, claims, names, lifetimeMinutes } = form;
	const { differences, differ } = differencesOf('token');
	const isJwt = Object.keys(claims).length > 0;
	const ORGANISATION =
		'lanes and limits count for each credential instead of the organisation, and usage reports name `my`';
	if (!isJwt) differ('the token is no JWT, or it holds no claims', ORGANISATION);
	for (const name of isJwt ? DATE_CLAIMS : []) {
		if (claims[name] === 'number') continue;
		const is = claims[name] === undefined ? 'is missing' : `is ${claims[name]}, expected number`;
		differ(`the claim \`${name}\` ${is}`, 'sessions are taken to live 240 minutes');
	}
	if ((lifetimeMinutes ?? 0) > LONGEST_MINUTES)
		differ(
			'`exp` is more than a year after `iat`: it may be in milliseconds',
			'no refresh ahead of the end',
		);
	if (isJwt && !names.organisation) {
		const others = Object.keys(claims).filter((name) => MAY_BE_ORGANISATION.test(name));
		const now = others.length > 0 ? `, probably now \`${others[0]}\`` : '';
		differ(`no claim \`esc.org\`, neither flat nor inside \`esc\`${now}`, ORGANISATION);
	}
	return {
		described: {
			token: algorithm === undefined ? 'no JWT' : `JWT, ${algorithm}`,
			claims: Object.entries(claims)
				.map(([name, type]) => `${name} ${type}`)
				.join(', '),
			names_organisation: names.organisation,
			names_user: names.user,
			...(lifetimeMinutes !== undefined && { lifetime_minutes: lifetimeMinutes }),
		},
		differences,
	};
}
