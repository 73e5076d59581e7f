import { InputError } from '../errors';
import { limited, listOf } from './answers';
import { defineOperation } from './define';
import * as f from './fields';
import { numeric } from './reading';
import { ownUserId } from './user';

export const getAllWorkspaces = defineOperation({
	resource: 'workspace',
	name: 'getAll',
	action: 'Get many workspaces',
	description: 'List the workspaces assigned to the user of the login',
	request: 'GET /api/v2/user/{userId}/workspace',
	effect: 'read',
	lane: 'single',
	source: 'public reference',
	errors: [403],
	explains: { 403: 'Reading workspaces needs the Administrator role; By ID works without it.' },
	fields: {
		...f.listFields,
		...f.inGroup('options', {
			userId: f.path(
				'userId',
				f.id({ label: 'User ID', hint: 'Another user than that of the login' }),
			),
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
