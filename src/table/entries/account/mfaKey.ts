import { hashPassword } from '../../../account';
import { InputError } from '../../../errors';
import { entityOf, answerList } from '../../answers';
import { type Answer, type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import { numeric, withMoments } from '../../reading';

/* Keys of authenticator apps. Source: specification; methods and paths: public reference. */

/** Source: public reference; keys and devices are those of the user who calls. */
export const USERS_OWN = {
	403: 'This belongs to a user: choose a credential of the kind "User Login" under "Credential".',
};

const define = operationsWith({ resource: 'mfaKey', lane: 'single', explains: USERS_OWN });

const keyId = f.path(f.id({ label: 'Key ID', hint: 'ID of the MFA key, as Create gives it' }));

/** People copy codes in groups of three digits. */
const withoutBlanks = (typed: string) => typed.replace(/\s+/g, '');

/** A one-time code, as verifyCode takes it too. */
export const code = f.becoming(
	f.body.text(
		'code',
		{ label: 'Code', hint: 'The 6 digits of the code', placeholder: '123456' },
		'must be 6 digits',
		(v) => /^\d{6}$/.test(withoutBlanks(v)),
		{ secret: true },
	),
	withoutBlanks,
);

export const createMfaKey = define({
	name: 'create',
	action: 'Create MFA key',
	stakes: 'access',
	description: 'Create a key for an authenticator app of the user; it works once it is activated',
	request: 'POST /api/v1/user/mfa',
	effect: 'act',
	done: 'the MFA key was created',
	success: [200, 201],
	notice:
		'The secret appears in this one result and never again: store it with the next node. It is marked as sensitive, so that an n8n with data redaction hides it in the editor.',
	errors: [401, 403, 409, 422],
	// The 401 for a wrong password and the one for a bad session have no code: the message tells
	// them apart. Sent again, a wrong password would count twice.
	isAnswer401: ({ body }) => /password/i.test(String((body as Json | null | undefined)?.message)),
	explains: {
		...USERS_OWN,
		401: 'The password is wrong. Correct it here, or in the credential when the field is empty.',
		1400: 'The type of the key is not known to the service, or type or password is missing; see Get Types.',
		1405: 'The user has an MFA key already: delete it first.',
	},
	fields: {
		typeId: f.body.number(
			'type.id',
			{ label: 'Type ID', hint: 'Type of the key: 0 is TOTP; see Get Types' },
			{ min: 0 },
		),
		...f.inGroup('options', {
			password: f.becoming(
				f.body.givenText(
					'password',
					{ label: 'Password', hint: 'Of the user; that of the credential unless given' },
					{ secret: true },
				),
				hashPassword,
			),
		}),
	},
	run: async (call, input) => {
		const password = input.password ?? call.login.passwordHash();
		if (password === undefined) {
			throw new InputError('password', 'must be given: an application token has none', 'Password');
		}
		return withMoments(entityOf(await call.own({ ...input, password })));
	},
});

export const activateMfaKey = define({
	name: 'activate',
	action: 'Activate MFA key',
	stakes: 'access',
	description:
		'Prove with a code of the authenticator app that its key was set up; logins need it from then on',
	request: 'PATCH /api/v1/user/mfa/{keyId}',
	effect: 'set',
	errors: [403, 404, 409, 422],
	explains: {
		...USERS_OWN,
		409: 'The key is active already.',
		422: 'The code is wrong or too old: type in the newest one.',
	},
	fields: { keyId, code },
	body: (fields) => ({ status: { id: 1 }, ...fields }),
	result: (_, { keyId: id }) => ({ id, activated: true }),
});

export const deleteMfaKey = define({
	name: 'delete',
	action: 'Delete MFA key',
	stakes: 'final',
	description: 'Remove an MFA key of the user; its authenticator app stops working',
	request: 'DELETE /api/v1/user/my/mfa/{keyId}',
	notice: 'Logins that use this authenticator app fail afterwards, those of n8n too.',
	errors: [403, 404],
	fields: { keyId },
	result: (_, input) => ({ id: input.keyId, deleted: true }),
});

/** For a short list, which needs no limit. */
const shortList = {
	errors: [403],
	fields: {},
	result: (answer: Answer) => answerList(answer).map(numeric('id')),
};

export const getMfaKeyStatuses = define({
	name: 'getStatuses',
	action: 'Get MFA key statuses',
	description: 'List the statuses an MFA key can have',
	request: 'GET /api/v1/user/mfa/status',
	...shortList,
});

export const getMfaKeyTypes = define({
	name: 'getTypes',
	action: 'Get MFA key types',
	description: 'List the types an MFA key can have',
	request: 'GET /api/v1/user/mfa/type',
	...shortList,
});
