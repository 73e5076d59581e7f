import { smsForm } from '../../src/triggers/sms/trigger';
import { type FormContext, readerOf } from './triggerInput';

/** What the form of the SMS trigger asks for. @throws InputError */
export const readSmsForm = (context: FormContext) => smsForm(readerOf(context));
