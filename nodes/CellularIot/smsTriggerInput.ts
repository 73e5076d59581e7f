import type { IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { choiceFields, takingFields, takingOf } from '../../src/triggers/sms/form';
import type { InboxOptions } from '../../src/triggers/sms/inbox';
import type { CallbackFilters } from '../../src/triggers/sms/message';
import { triggerInput } from './triggerInput';

/* How the form of the SMS trigger is read. */

type Context = Pick<
	IWebhookFunctions | IHookFunctions | IExecuteFunctions,
	'getNodeParameter' | 'getTimezone'
>;

/** A value of the form: contexts of a run ask for it by item, others do not. */
export const parameter = (
	context: Pick<Context, 'getNodeParameter'>,
	name: string,
	fallback: unknown,
): unknown =>
	'getInputData' in context
		? context.getNodeParameter(name, 0, fallback as object)
		: (context as IWebhookFunctions).getNodeParameter(name, fallback as object);

/** What the form asks for. @throws InputError */
export function readSmsForm(context: Context): {
	events: string[];
	verify: boolean;
	filters: CallbackFilters;
	inbox: InboxOptions;
} {
	const read = {
		getNodeParameter: (name: string, fallback?: unknown) => parameter(context, name, fallback),
		getTimezone: () => context.getTimezone(),
	} as Parameters<typeof triggerInput>[0];
	return {
		events: triggerInput(read, choiceFields).events as string[],
		verify: parameter(context, 'verification', 'secret') !== 'none',
		...takingOf(triggerInput(read, takingFields)),
	};
}
