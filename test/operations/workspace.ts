import * as accountShapes from '../truth/shapes/account';
import type { SimulatorHandle } from '../../simulator';
import { USERS } from '../../simulator/seed/data';
import { each } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { all } from './shared/values';

/* Workspaces of a user. */

const userIdOf = (sim: SimulatorHandle) =>
	[...sim.store.users.values()].find((user) => user.username === USERS.totp.username)?.id ?? 0;

export const workspaceFacts: Facts = {
	operations: {
		'workspace getAll': {
			documented: 'GET /api/v2/user/{userId}/workspace read single P',
			cases: [
				{
					values: all,
					requests: {
						request: 'GET /api/v2/user/11/workspace',
						answer: [{ id: '1002', name: 'Customer' }],
					},
					gives: [{ id: 1002, name: 'Customer' }],
					errors: [403],
				},
				{
					when: 'of another user',
					values: { ...all, userId: '12' },
					requests: { request: 'GET /api/v2/user/12/workspace', answer: [] },
					gives: [],
				},
			],
			// Recorded tokens have no user ID.
			row: each((sim) => ({ ...all, options: { userId: userIdOf(sim) } }), [], {
				user: 'totp',
				results: 6,
			}),
		},
	},
	routes: {
		'GET /api/v2/user/{userId}/workspace': {
			asked: {},
			answers: { 200: accountShapes.workspaces },
		},
	},
};
