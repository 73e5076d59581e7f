import type {
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { systemClock } from '../../src/ports';
import type { Taken } from '../../src/triggers/sms/inbox';
import { isWanted, readCallback } from '../../src/triggers/sms/message';
import { isSigned, type MaxAge } from '../../src/triggers/sms/signature';
import { BusyError } from '../../src/triggers/runtime/underWay';
import { answersTo, endWithAnswer } from './answers';
import { bodyOf, TOO_LARGE } from './bodies';
import { fits, SECRET_CREDENTIAL } from './credentialFields';
import { toNodeError } from './nodeErrors';
import { claimed, inboxOf, itemsOf } from './smsInbox';
import { readSmsForm } from './smsTriggerInput';

/* What the SMS trigger does with a call. */

export async function webhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { refuse, accept, later } = answersTo(context);
	const form = readSmsForm(context);
	try {
		if (form.verify && !(await isAuthenticated(context, form.maxAge))) {
			return refuse(401, 'A valid token of the callback secret is required', {
				'WWW-Authenticate': 'Bearer',
			});
		}
	} catch (error) {
		return later(error);
	}
	const body = await bodyOf(context);
	const found =
		body === TOO_LARGE ? 'tooLarge' : readCallback(context.getRequestObject().method, body);
	if (found === 'tooLarge') return refuse(413, 'The body is larger than that of any SMS');
	if (!found) return refuse(400, 'The body is no SMS and no delivery receipt');
	if (!form.events.includes(found.type) || !isWanted(found, form.filters)) return accept();

	const now = systemClock.now();
	const manual = context.getMode() === 'manual';
	const options = manual ? { ...form.inbox, windowMinutes: 0 } : form.inbox;
	let place: Awaited<ReturnType<typeof inboxOf>>;
	let taken: Taken;
	try {
		place = await inboxOf(context);
		taken = await place.where.receive(found, now, options);
	} catch (error) {
		if (!(error instanceof BusyError)) return later(error);
		return refuse(503, 'The same delivery is under way');
	}
	const { tellings, repeated, settle } = taken;
	const starting = tellings.length > 0 ? { tellings, now } : undefined;
	const answered = await place.keep(!repeated || tellings.length > 0, starting);
	endWithAnswer(context, { settle, answered });
	if (tellings.length === 0) return accept({ repeated });
	const items = itemsOf(tellings, { authenticated: form.verify });
	return { workflowData: [context.helpers.returnJsonArray(items)] };
}

/** The first step of a run that a call has started. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return [await claimed(context, readSmsForm(context).inbox)];
}

/** @throws whatever keeps n8n from reading the secret: nobody gets in then, nor is refused. */
async function isAuthenticated(context: IWebhookFunctions, maxAge: MaxAge): Promise<boolean> {
	const { authorization } = context.getHeaderData();
	// Without a token there is nothing to compare.
	if (authorization === undefined) return false;
	const now = systemClock.now();
	try {
		return await fits(context, SECRET_CREDENTIAL, async ({ secret }) => {
			if (typeof secret !== 'string' || secret === '') {
				// Nobody gets in, and whoever runs n8n reads why.
				context.logger.error(`"${context.getNode().name}" has no signing secret`);
				return false;
			}
			return await isSigned(authorization, secret, now, maxAge);
		});
	} catch (error) {
		throw toNodeError(context.getNode(), error, 0);
	}
}
