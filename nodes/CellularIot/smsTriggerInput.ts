import { choiceFields, takingFields, takingOf } from '../../src/triggers/sms/form';
import { type FormContext, parameter, triggerInput } from './triggerInput';

/** What the form of the SMS trigger asks for. @throws InputError */
export const readSmsForm = (context: FormContext) => ({
	events: triggerInput(context, choiceFields).events as string[],
	verify: parameter(context, 'verification', 'secret') !== 'none',
	...takingOf(triggerInput(context, takingFields)),
});
