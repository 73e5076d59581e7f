import * as accountShapes from '../truth/shapes/account';
import * as z from 'zod/v4';
import { digits, hash, ref, text } from '../truth/requests/forms';
import { readOnce } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';

/* Logins with one-time codes; test/unit/nodes/action/session.test.ts has their cases. */

const trustedDevice = z.strictObject({
	fingerprint: text,
	operating_system: text.optional(),
	browser: text.optional(),
	name: text.optional(),
});
const login = z.union([
	z.strictObject({ application_token: text }),
	z.strictObject({ username: z.email(), password: hash, fingerprint: text.optional() }),
	z.strictObject({ mfa_token: text, code: digits(6), trusted_device: trustedDevice.optional() }),
	z.strictObject({ refresh_token: text }),
]);
const LOGIN = z.union([accountShapes.session, accountShapes.userSession, accountShapes.challenge]);

export const sessionFacts: Facts = {
	operations: {
		'session requestCode': {
			documented: 'POST /api/v1/authenticate act auth S',
			harmless: 'The code goes to the owner of the credential alone.',
			row: readOnce({}, 1, { user: 'mail' }),
		},
		'session verifyCode': {
			documented: 'POST /api/v1/authenticate act auth S',
			harmless: 'It takes a code that a person has to give.',
			row: readOnce((sim) => ({ code: sim.codeFor('mail@example.com') }), 1, {
				after: ['session requestCode'],
				user: 'mail',
			}),
		},
	},
	routes: {
		'POST /api/v1/authenticate': { asked: { body: login }, answers: { 200: LOGIN } },
		'POST /api/v1/authenticate/workspace': {
			asked: { body: z.strictObject({ target_organisation: ref }) },
			answers: { 200: accountShapes.session },
		},
	},
};
