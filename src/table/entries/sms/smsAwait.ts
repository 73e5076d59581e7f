import type { InputOf } from '../../define';
import * as f from '../../fields';
import { rule } from '../../rules';
import { isAlphanumeric, define, sendParts, sentBack, smsFields, smsRules } from './sms';

/* A question to a device: an SMS, and a run that sleeps until the device has answered. */

/** Longest wait, in minutes: a week. */
const MOST_MINUTES = 10_080;

const awaitFields = {
	...smsFields,
	waitMinutes: f.aboutRun(
		f.number(
			{
				label: 'Wait at Most (Minutes)',
				hint: 'How long the run waits for the reply, up to a week',
				default: 10,
			},
			{ min: 0.1, max: MOST_MINUTES, decimals: 2 },
		),
	),
	...f.inGroup('options', {
		replyContains: f.text(
			{
				label: 'Reply Contains',
				hint: 'Text that only the reply to this question holds, such as a number the device repeats. Without it the next message of the device is the reply.',
				placeholder: '#4711',
			},
			'must be text that is not empty',
			(v) => v.trim() !== '',
		),
	}),
};
type AwaitReplyInput = InputOf<typeof awaitFields>;

const canReply = rule<AwaitReplyInput>(
	'{sourceAddress} is a number, to which a device can reply',
	({ sourceAddress, sourceAddressType }) => {
		const isName =
			sourceAddressType === 208 || (sourceAddress !== undefined && isAlphanumeric(sourceAddress));
		return isName
			? { field: 'sourceAddress', rule: 'must be a number: no device can reply to a name' }
			: undefined;
	},
);

export const awaitReply = define({
	name: 'awaitReply',
	action: 'Send an SMS and await its reply',
	description: 'Send a text to a device, and wait until it replies or the time is over',
	notice:
		'The replies come from a published SMS Trigger that uses the same credential. Every part is billed.',
	sleeps: true,
	fields: awaitFields,
	rules: [...smsRules, canReply],
	readBack: sentBack,
	run: async (call, input) => {
		const { endpointId, replyContains: contains, waitMinutes } = input;
		const asking = { endpointId, contains, waitMs: waitMinutes * 60_000 };
		const send = async () => await sendParts(call, input);
		// In the order in which they are noted: replies are given to questions in that order.
		return await call.exclusively(
			`question ${endpointId}`,
			async () => await call.ask(asking, send),
		);
	},
});
