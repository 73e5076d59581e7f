import { smsForm } from '../../../src/triggers/sms/trigger';
import { type FormContext, readerOf } from './triggerInput';

/** The checked form of the SMS trigger. @throws InputError */
export const readSmsForm = (context: FormContext) => smsForm(readerOf(context));
