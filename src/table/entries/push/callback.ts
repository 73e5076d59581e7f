import { InputError } from '../../../errors';
import { entityOf, limited, answerList } from '../../answers';
import { type Call, type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import { at, numeric, unlessRefused, withMoments } from '../../reading';
import { getAllServiceProfiles, getServiceProfile } from '../profile/serviceProfile';

/*
 * Callback addresses that service profiles use, for cleaning up. A trigger registers its own. Source:
 * public reference.
 */

const define = operationsWith({ resource: 'callback', lane: 'single' });

const callbackId = f.path(
	f.pick({ label: 'Callback', hint: 'By Name takes the address' }, 'callback'),
);

/** Options of a deletion. */
export const deleteOptions = f.inGroup('options', {
	deleteUsed: f.flag({
		label: 'Delete Although Used',
		hint: 'Whether to delete it even if service profiles use it; they are then not read',
	}),
});

/**
 * Reads each service profile, as their list does not show what they use.
 * @throws InputError that names the profiles that use it; nothing was deleted.
 */
export async function holdUnused(
	call: Call,
	id: number,
	places: string[],
	[field, label]: [name: string, label: string],
): Promise<void> {
	const using: string[] = [];
	for (const { id: serviceProfileId, name } of answerList(
		await call.other(getAllServiceProfiles, {}),
	)) {
		// The list of a reseller names profiles of its customers, which are not there by ID.
		const one = await unlessRefused(call.other(getServiceProfile, { serviceProfileId }), 404);
		if (places.some((place) => Number(at(one?.body, `${place}.id`) ?? NaN) === id)) {
			using.push(`"${String(name)}" (ID ${String(serviceProfileId)})`);
		}
	}
	if (using.length === 0) return;
	const rule = `must not be in use, but is used by service profile ${using.join(', ')}. Take it off there first, with Service Profile: Update, or switch on "Delete Although Used"`;
	throw new InputError(field, rule, label);
}

const readIds = numeric('id organisation_id');
/** A callback or a secret as it comes, with numbers and moments. */
export const readEntry = (entity: Json): Json => withMoments(readIds(entity));
/** The meaning of refusals of a deletion. */
export const deletionRefusals = (what: string) => ({
	404: `There is no such ${what} in this organisation.`,
	409: `The ${what} is still used by a service profile: take it off there first.`,
});

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
	action: 'Get a callback',
	description: 'Read the address and the purpose of one callback',
	request: 'GET /api/v1/api_callback/{callbackId}',
	errors: [403, 404],
	fields: { callbackId },
	result: (answer) => readEntry(entityOf(answer)),
});

export const deleteCallback = define({
	name: 'delete',
	action: 'Delete a callback',
	stakes: 'final',
	description: 'Delete a callback that no service profile uses; each profile is read first',
	request: 'DELETE /api/v1/api_callback/{callbackId}',
	notice:
		'SMS are no longer forwarded to it. Take it off the service profiles that use it, then delete it.',
	errors: [403, 404, 409],
	explains: deletionRefusals('callback'),
	fields: { callbackId, ...deleteOptions },
	run: async (call, input) => {
		const { callbackId: id, deleteUsed } = input;
		const named: [string, string] = ['callbackId', 'Callback'];
		if (!deleteUsed) await holdUnused(call, id, ['api_callback', 'moc_callback'], named);
		await call.own(input);
		return { id, deleted: true };
	},
});
