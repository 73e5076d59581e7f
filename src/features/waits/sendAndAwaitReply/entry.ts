import { defineJointFeature, type FeatureRun } from '../../../run/feature';
import { sentBack, smsFields, smsRules, smsTraits } from '../../../table/entries/sms/sms';
import { givesOfWait, waitFields } from '../waiting/form';
import { WAIT_OUTPUTS } from '../waiting/outputs';
import type { QuestionInput } from './ask';
import { REPLY_GIVES, replyContains } from '../waiting/smsFields';

export const sendAndAwaitReply = defineJointFeature({
	...smsTraits,
	resource: 'sms',
	name: 'awaitReply',
	action: 'Send SMS and await reply',
	description:
		'Send a text to a device, once, and wait until it replies. An item that comes round a loop is not sent again: its field "await" says that it was.',
	notice:
		'A long message is sent in parts, and each part is billed as an SMS. Draw Not Yet to "Await: Reply", by way of a Wait node.',
	outputs: WAIT_OUTPUTS,
	gives: givesOfWait(REPLY_GIVES),
	fields: { ...smsFields, ...replyContains, ...waitFields('reply') },
	rules: smsRules,
	readBack: sentBack,
	performAll: async (_, run: FeatureRun) => {
		const { performQuestions } = await import('./ask');
		// Its input is what these fields check.
		return await performQuestions(run as FeatureRun<QuestionInput>);
	},
});
