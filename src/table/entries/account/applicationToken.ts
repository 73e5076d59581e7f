import { CellularIotError, InputError, ownError, UnreadableAnswer } from '../../../errors';
import { isNetwork } from '../../addresses';
import { answerList } from '../../answers';
import { type Call, operationsWith } from '../../define';
import * as f from '../../fields';
import { at, type EntityKind, flat, numeric, readsList } from '../../reading';
import { inFuture } from '../../rules';
import { toId } from '../../values';

/* Application tokens: what programs log in with. Source: public reference. */

const define = operationsWith({ resource: 'applicationToken', lane: 'single' });

const tokenId = f.path(
	f.pick(
		{
			label: 'Application Token',
			hint: 'By Name takes the description, which must match exactly one',
		},
		'applicationToken',
	),
);
const EDITED_BY = {
	403: 'Only Administrators change and revoke application tokens.',
	404: 'There is no such application token in this organisation.',
};

const token: EntityKind = {
	read: numeric('id status.id creator.id'),
	simple: flat(
		'id description status=status.description|status.id created expiry_date ip',
		'creator_id=creator.id creator=creator.username|creator.name',
	),
};

export const getAllApplicationTokens = define({
	name: 'getAll',
	action: 'Get many application tokens',
	description: 'List the application tokens of the organisation, without the tokens themselves',
	request: 'GET /api/v1/application_token',
	...readsList(token),
	errors: [403],
});

/** The newest token of a description; undefined where the list does not show it, or cannot be read. */
async function newestTokenId(call: Call, description: string): Promise<number | undefined> {
	try {
		const answer = await call.other(getAllApplicationTokens, {});
		const ids = answerList(answer).flatMap((entry) =>
			entry.description === description ? (toId(entry.id) ?? []) : [],
		);
		return ids.length > 0 ? Math.max(...ids) : undefined;
	} catch {
		// The service shows the token only once: it must not be lost, whatever fails here.
		return undefined;
	}
}

const NO_ID = 'The list did not show the ID: look for the description with Get Many.';

export const createApplicationToken = define({
	name: 'create',
	action: 'Create application token',
	stakes: 'access',
	description:
		'Create an application token, which is shown once; it can be revoked, but never deleted',
	request: 'POST /api/v1/application_token',
	effect: 'act',
	done: 'the application token was created',
	success: [200, 201],
	notice:
		'The token appears in this one result and never again, and n8n stores results: store it elsewhere with the next node, and save no execution data here. It is described as sensitive, so that an n8n with data redaction hides it.',
	errors: [403, 422],
	explains: {
		1403: 'IP Network must be in CIDR form, such as 203.0.113.7/32, and Expiry Date a date.',
	},
	fields: f.inGroup('options', {
		description: f.body.text('description', {
			label: 'Description',
			hint: 'A random suffix is added to it, so that the new token can be found',
			placeholder: 'n8n production',
		}),
		expiryDate: f.narrowing(
			f.body.dateTime('expiry_date', {
				label: 'Expiry Date',
				hint: 'Date after which logins are refused; none unless given',
			}),
		),
		ip: f.narrowing(
			f.body.text(
				'ip',
				{
					label: 'IP Network',
					hint: 'Network that logins may come from, in CIDR form',
					placeholder: '203.0.113.7/32',
				},
				'must be a network in CIDR form, such as 203.0.113.7/32',
				isNetwork,
			),
		),
	}),
	rules: [inFuture('expiryDate')],
	run: async (call, input) => {
		const description = `${input.description || 'n8n'} (${call.suffix()})`;
		const answer = await call.own({ ...input, description }).catch((error: unknown) => {
			throw withDescription(error, description);
		});
		const text = at(answer.body, 'application_token');
		if (typeof text !== 'string' || text === '') {
			throw withDescription(new UnreadableAnswer('the token', answer), description);
		}
		const id = await newestTokenId(call, description);
		return {
			id: id ?? null,
			application_token: text,
			description,
			expiry_date: input.expiryDate ?? null,
			ip: input.ip ?? null,
			...(id === undefined && { note: NO_ID }),
		};
	},
});

/** A token may have been made although its answer was lost: it is found by its description. */
function withDescription(error: unknown, description: string): unknown {
	const own = ownError(error);
	if (own?.outcome !== 'unknown') return error;
	const hint = `Look for "${description}" with Get Many and revoke it where it is there: nobody has its token. Then create another one.`;
	const described = new CellularIotError(own.message, hint, 'unknown', error);
	described.request = own.request;
	return described;
}

export const updateApplicationToken = define({
	name: 'update',
	action: 'Update application token',
	description: 'Change the description of an application token',
	request: 'PATCH /api/v1/application_token/{tokenId}',
	effect: 'set',
	errors: [403, 404],
	explains: EDITED_BY,
	fields: {
		tokenId,
		description: f.body.givenText('description', { label: 'Description', hint: 'The new one' }),
	},
	result: (_, { tokenId: id, description }) => ({ id, updated: true, description }),
});

/** @throws InputError for the token that this node works with, or may work with. */
async function checkIsOther(call: Call, id: number): Promise<void> {
	const { applicationId } = await call.login.identity();
	if (applicationId !== undefined && applicationId !== id) return;
	// Only a user login has a password; it needs no application token.
	if (applicationId === undefined && call.login.passwordHash() !== undefined) return;
	const whose =
		applicationId === undefined
			? 'the service does not say which token this login uses, and it may be this one'
			: 'this login uses it, and it is the last login with it';
	const rule = `must be another token: ${whose}. Use the new one in the credential first, or switch on "Revoke Own Token"`;
	throw new InputError('tokenId', rule, 'Application Token');
}

export const revokeApplicationToken = define({
	name: 'revoke',
	action: 'Revoke application token',
	stakes: 'final',
	description: 'Refuse all logins with an application token from now on',
	request: 'PATCH /api/v1/application_token/{tokenId}',
	effect: 'set',
	notice:
		'Programs that use this token can no longer log in, and this may be irreversible. Sessions that it started remain valid until they expire.',
	errors: [403, 404],
	explains: EDITED_BY,
	fields: {
		tokenId,
		...f.inGroup('options', {
			revokeOwn: f.flag({
				label: 'Revoke Own Token',
				hint: 'Whether the token may be that of the credential in this node',
			}),
		}),
	},
	body: () => ({ status: { id: 1 } }),
	run: async (call, input) => {
		const { tokenId: id, revokeOwn } = input;
		if (!revokeOwn) await checkIsOther(call, id);
		await call.own(input);
		const note = 'Sessions that it started remain valid until they expire, up to 7 days later.';
		return { id, revoked: true, note };
	},
});
