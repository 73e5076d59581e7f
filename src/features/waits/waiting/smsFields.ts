import type { Field } from '../../../table/define';
import * as f from '../../../table/fields';

/* The fields by which a wait names its SMS. */

const LOOK = {
	label: 'SMS IDs',
	hint: 'IDs of the SMS, as "SMS: Send" gives them; several for a long message',
	placeholder: '70001, 70002',
};
const RULE = 'must be a list of IDs of SMS';

const ids = f.list(LOOK, RULE, (s) => s.idSchema);

/** IDs that must be given. */
export const smsIds: Field<number[]> = {
	...f.checkedBy<number[]>(ids, (s) =>
		s
			.readSchema((v, refuse) =>
				v === undefined || v === null || v === ''
					? refuse(`${RULE}, but it is empty: put the wait behind "SMS: Send"`)
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
