import { InputError } from '../../../errors';
import { entityOf, limited, answerList } from '../../answers';
import { type Call, type Field, type Input, type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import { creation, entriesOf } from '../../made';
import { at, numeric, unlessRefused, withMoments } from '../../reading';
import { wholeAnswer } from '../../whole';
import { getAllServiceProfiles, getServiceProfile } from '../profile/serviceProfile';

/*
 * Callback addresses that service profiles use. A trigger registers its own. Source: public reference.
 */

const define = operationsWith({ resource: 'callback', lane: 'single' });

const callbackId = f.path(
	f.pick({ label: 'Callback', hint: 'By Name takes the address' }, 'callback'),
);

/** Places of a service profile that name a callback or a secret. */
type UsedAt = 'api_callback' | 'moc_callback' | 'api_secret';

/** Whether a profile names a thing at one of some places. */
const names = (profile: unknown, id: number, places: UsedAt[]): boolean =>
	places.some((place) => Number(at(profile, `${place}.id`) ?? NaN) === id);

/** Up to as many profiles are read without a note on what it costs. */
const FEW_PROFILES = 10;

/**
 * The service profiles that use a thing. Where the list of profiles shows the places, it decides. The
 * documented list does not: then each profile is read, once for all items of a run. No documented answer
 * names the users of a callback, and it is not documented whether the service refuses to delete one that
 * is in use. Source: public reference.
 */
async function profilesUsing(
	call: Call,
	thing: string,
	id: number,
	places: UsedAt[],
): Promise<string[]> {
	const listed = await call.once('service profiles', async () => {
		const answer = await call.other(getAllServiceProfiles, {});
		return wholeAnswer(answer, answerList(answer), 'service profiles');
	});
	const isShown = places.every((place) => listed.some((profile) => place in profile));
	const profiles = isShown ? listed : await wholeProfiles(call, thing, listed);
	return profiles
		.filter((profile) => names(profile, id, places))
		.map((profile) => `"${String(profile.name)}" (ID ${String(profile.id)})`);
}

/** Profiles of a list as each is read by itself. */
const wholeProfiles = async (call: Call, thing: string, listed: Json[]): Promise<Json[]> =>
	await call.once('whole service profiles', async () => {
		if (listed.length > FEW_PROFILES) {
			call.note(
				`Each of the ${listed.length} service profiles was read, a request each, because their list does not say which ${thing} a profile uses. They are read once a run, however many items it has; "Delete Although Used" reads none`,
			);
		}
		const whole: Json[] = [];
		for (const profile of listed) {
			const serviceProfileId = profile.id;
			// A reseller's list names profiles of its customers, which cannot be read by ID.
			const answer = await unlessRefused(call.other(getServiceProfile, { serviceProfileId }), 404);
			whole.push({ ...profile, ...(answer?.body as Json | undefined) });
		}
		return whole;
	});

/**
 * Properties of an entry that deletes a thing. A thing that service profiles use is refused, unless the
 * input allows that.
 */
export const deletesUnlessUsed = (
	thing: string,
	[field, picker]: [name: string, picker: Field<number>],
	places: UsedAt[],
) => ({
	stakes: 'final' as const,
	errors: [403, 404, 409],
	explains: {
		404: `There is no such ${thing} in this organisation.`,
		409: `The ${thing} is still used by a service profile: take it off there first.`,
	},
	fields: {
		[field]: picker,
		...f.inGroup('options', {
			deleteUsed: f.flag({
				label: 'Delete Although Used',
				hint: 'Whether to delete it even if service profiles use it; they are then not read',
			}),
		}),
	},
	run: async (call: Call, input: Input): Promise<Json> => {
		const id = input[field] as number;
		const using = input.deleteUsed ? [] : await profilesUsing(call, thing, id, places);
		if (using.length > 0) {
			const rule = `must not be in use, but is used by service profile ${using.join(', ')}. Take it off there first, with Service Profile: Update, or switch on "Delete Although Used"`;
			throw new InputError(field, rule, picker.label);
		}
		await call.own(input);
		return { id, deleted: true };
	},
});

const readIds = numeric('id organisation_id');
/** A callback or a secret as it comes, with numbers and moments. */
export const readEntry = (entity: Json): Json => withMoments(readIds(entity));

export const getAllCallbacks = define({
	name: 'getAll',
	action: 'Get many callbacks',
	description: 'List the addresses that SMS of devices and receipts can be forwarded to',
	request: 'GET /api/v1/api_callback',
	lane: 'list',
	errors: [403],
	fields: f.listFields,
	result: (answer, input) => limited(answerList(answer), input).map(readEntry),
});

export const getCallback = define({
	name: 'get',
	action: 'Get callback',
	description: 'Read the address and the purpose of one callback',
	request: 'GET /api/v1/api_callback/{callbackId}',
	errors: [403, 404],
	fields: { callbackId },
	result: (answer) => readEntry(entityOf(answer)),
});

const callbackMaking = creation<{ url: string; purpose: string }>({
	things: 'callbacks',
	entries: entriesOf(getAllCallbacks),
	isLike: ({ url, purpose }, wanted) => url === wanted.url && purpose === wanted.purpose,
});

/** What a callback or a secret is for, which its list shows. */
export const purposeField = f.body.text(
	'purpose',
	{ label: 'Purpose', hint: 'What it is for, as lists show it', placeholder: 'SMS to the ERP' },
	'must not be empty',
	(v) => v.trim() !== '',
);

export const createCallback = define({
	name: 'create',
	action: 'Create callback',
	stakes: 'access',
	description:
		'Make an address that SMS of devices and receipts can be forwarded to; a service profile must name it',
	request: 'POST /api/v1/api_callback',
	effect: 'act',
	done: 'the callback was created',
	success: [200, 201],
	notice:
		'Nothing is forwarded until a service profile names it (Service Profile: Update). The SMS Trigger makes its own callback.',
	errors: [403, 422],
	fields: {
		url: f.body.text(
			'url',
			{ label: 'URL', hint: 'Where to forward', placeholder: 'https://example.com/sms' },
			'must be an address that begins with https:// or http://',
			(v) => /^https?:\/\/[^\s/]+/.test(v),
		),
		purpose: purposeField,
	},
	...callbackMaking.creates(({ url, purpose }) => ({ url, purpose })),
});

export const deleteCallback = define({
	name: 'delete',
	action: 'Delete callback',
	description: 'Delete a callback that no service profile uses; each profile is read first',
	request: 'DELETE /api/v1/api_callback/{callbackId}',
	notice:
		'SMS are no longer forwarded to it. Take it off the service profiles that use it, then delete it.',
	...deletesUnlessUsed('callback', ['callbackId', callbackId], ['api_callback', 'moc_callback']),
});
