import { listIn } from '../wire';
import { InputError } from '../errors';
import { limited, listOf } from './answers';
import { type Call, defineOperation } from './define';
import { ownUserEvents } from './eventLists';
import * as f from './fields';
import { at, numeric, unlessRefused } from './reading';
import { toId } from './values';

/**
 * Id of the user of the login: from the session where it names one, else from the user's own events,
 * which can be read as `my`. Recorded tokens hold no user. Undefined when neither tells.
 * Source: public reference.
 */
export async function ownUserId(call: Call): Promise<number | undefined> {
	const named = toId((await call.login.identity()).userId);
	if (named !== undefined) return named;
	const query = { sort: '-id', page: 1, per_page: 10 };
	// A service without this feed, or a role that may not read it.
	const answer = await unlessRefused(
		call.other(ownUserEvents, {}, { query }),
		...[400, 403, 404, 422],
	);
	const ids = (listIn(answer?.body) ?? []).map((event) => toId(at(event, 'user.id')));
	return ids.find((id) => id !== undefined);
}

export const getAllWorkspaces = defineOperation({
	resource: 'workspace',
	name: 'getAll',
	action: 'Get many workspaces',
	description: 'List the workspaces assigned to the user of the login',
	request: 'GET /api/v2/user/{userId}/workspace',
	lane: 'single',
	source: 'public reference',
	errors: [403],
	explains: { 403: 'Reading workspaces needs the Administrator role; By ID works without it.' },
	fields: {
		...f.listFields,
		...f.inGroup('options', {
			userId: f.path(f.id({ label: 'User ID', hint: 'Another user than that of the login' })),
		}),
	},
	run: async (call, { userId, ...input }) => {
		const id = userId ?? (await ownUserId(call));
		if (id === undefined) {
			throw new InputError(
				'userId',
				'must be given: this session names no user, as that of a user login would',
				'User ID',
			);
		}
		return limited(listOf(await call.own({ userId: id })), input).map(numeric('id'));
	},
});
