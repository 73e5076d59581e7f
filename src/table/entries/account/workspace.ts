import { InputError } from '../../../errors';
import { listIn } from '../../../wire';
import { limited, answerList } from '../../answers';
import { type Call, defineOperation } from '../../define';
import * as f from '../../fields';
import { at, numeric, unlessRefused } from '../../reading';
import { toId } from '../../values';
import { ownUserEvents } from '../event/eventLists';

/** Statuses where the service has no such list, or the role may not read it. */
const NO_USER_ID = [400, 403, 404, 422];

/**
 * The id of the user who logs in: from the credential or the session, else from the user's own events or
 * profile, which can be asked for as `my`. Recorded tokens name no user. Source: public reference; the
 * profile is inferred.
 */
async function ownUserId(call: Call): Promise<number | undefined> {
	const named = toId((await call.login.identity()).userId);
	if (named !== undefined) return named;
	const query = { sort: '-id', page: 1, per_page: 10 };
	const events = await unlessRefused(call.other(ownUserEvents, {}, { query }), ...NO_USER_ID);
	for (const event of listIn(events?.body) ?? []) {
		const id = toId(at(event, 'user.id'));
		if (id !== undefined) return id;
	}
	const profile = {
		method: 'GET',
		path: '/api/v1/user/my',
		effect: 'read',
		lane: 'single',
	} as const;
	return toId(at((await unlessRefused(call.send(profile), ...NO_USER_ID))?.body, 'id'));
}

/**
 * The user whose workspaces are listed.
 * @throws InputError for an application token, and where the service does not say who logs in.
 */
export async function workspacesOwner(call: Call): Promise<number> {
	// Only a user login has a password.
	if (call.login.passwordHash() === undefined) {
		const rule =
			'must be a "User Login" to list workspaces: an application token acts in its own organisation';
		throw new InputError('authentication', rule, 'Credential');
	}
	const id = await ownUserId(call);
	if (id !== undefined) return id;
	const rule =
		'must be given in the credential to list workspaces, because the service does not tell whose login this is: the portal shows it. A workspace can also be given by its ID';
	throw new InputError('userId', rule, 'User ID');
}

export const getAllWorkspaces = defineOperation({
	resource: 'workspace',
	name: 'getAll',
	action: 'Get many workspaces',
	description: 'List the workspaces assigned to the user of the login',
	request: 'GET /api/v2/user/{userId}/workspace',
	lane: 'single',
	errors: [403],
	explains: { 403: 'Reading workspaces needs the Administrator role; an ID works without it.' },
	fields: {
		...f.listFields,
		...f.inGroup('options', {
			userId: f.path(f.id({ label: 'User ID', hint: 'Another user than that of the login' })),
		}),
	},
	run: async (call, { userId, ...input }) => {
		const of = userId ?? (await workspacesOwner(call));
		return limited(answerList(await call.own({ userId: of })), input).map(numeric('id'));
	},
});
