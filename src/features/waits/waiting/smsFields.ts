import type { Field } from '../../../table/define';
import * as f from '../../../table/fields';

/* The fields by which a wait names its SMS. */

const LOOK = {
	label: 'SMS IDs',
	hint: 'IDs of the SMS, as "SMS: Send" gives them; several for a long message',
	placeholder: '70001, 70002',
};
const RULE = 'must be a list of IDs of SMS';
/** A repeated send whose key was marked in the database of n8n knows that it was sent, and no more. */
const WAY_OUT =
	'put the wait behind "SMS: Send". Where that item has already: true, its key was sent by an earlier run, and only a Redis keeps the IDs: take such items past the wait by an IF node, find their IDs with "SMS: Get Many", or give the credential a Redis (Share Limits Across Workers)';

const ids = f.list(LOOK, RULE, (s) => s.idSchema);

/** IDs that must be given. */
export const smsIds: Field<number[]> = {
	...f.checkedBy<number[]>(ids, (s) =>
		s
			.readSchema((v, refuse) =>
				v === undefined || v === null || v === ''
					? refuse(`${RULE}, but it is empty: ${WAY_OUT}`)
					: v,
			)
			.pipe(ids.schema(s)),
	),
	fromItem: 'sms_ids',
};

/** IDs that may be left out; those of the item unless others are given. */
export const smsIdsIfKnown: Field<number[] | undefined> = {
	...f.inGroup('options', { ids }).ids,
	hint: `${LOOK.hint}; unless others are given, those of the item (sms_ids), if it has any`,
	fromItem: 'sms_ids',
};

/** The fields of an item that waits for a reply. */
export const REPLY_GIVES =
	'endpoint_id, reply (the text; null without one), replied_at, reply_from, reply_sms_ids, sms_status';

export const replyContains = f.inGroup('options', {
	replyContains: f.aboutRun(
		f.text(
			{
				label: 'Reply Contains',
				hint: 'Text that only the reply to this question holds, such as a number the device repeats, in any case. Without it the next message of the device is the reply.',
				placeholder: '#4711',
			},
			'must be text that is not empty',
			(v) => v.trim() !== '',
		),
	),
});
