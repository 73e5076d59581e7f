import type {
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { systemClock } from '../../src/ports';
import { InputError } from '../../src/errors';
import { InboxBusyError, type Taken } from '../../src/triggers/sms/inbox';
import { isWanted, readCallback } from '../../src/triggers/sms/message';
import { isSigned } from '../../src/triggers/sms/signature';
import { endWithAnswer, LATER } from './answers';
import { bodyOf, TOO_LARGE } from './bodies';
import * as callback from './callbackHooks';
import { toNodeError } from './nodeErrors';
import { claimed, itemsOf, type Place, placeOf } from './smsInbox';
import { readSmsForm } from './smsTriggerInput';

/* What the SMS trigger does with a call. */

export async function webhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request = context.getRequestObject();
	const response = context.getResponseObject();
	const refuse = (status: number, message: string, headers: Record<string, string> = {}) => {
		for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
		response.status(status).json({ message });
		return { noWebhookResponse: true };
	};
	/** n8n stores what is to be stored before it sends this. */
	const accept = (more: object = {}) => ({
		webhookResponse: { received: true, started: false, ...more },
	});
	const later = (problem: unknown) => {
		context.logger.error(`"${context.getNode().name}" cannot take calls now: ${String(problem)}`);
		return refuse(503, LATER.message, { 'Retry-After': '5' });
	};
	const form = readSmsForm(context);
	try {
		if (form.verify && !(await isAuthenticated(context))) {
			return refuse(401, 'A valid token of the callback secret is required', {
				'WWW-Authenticate': 'Bearer',
			});
		}
	} catch (error) {
		return later(error);
	}
	const body = await bodyOf(context);
	const found = body === TOO_LARGE ? 'tooLarge' : readCallback(request.method, body);
	if (found === 'tooLarge') return refuse(413, 'The body is larger than that of any SMS');
	if (!found) return refuse(400, 'The body is no SMS and no delivery receipt');
	if (!form.events.includes(found.type) || !isWanted(found, form.filters)) return accept();

	const now = systemClock.now();
	const manual = context.getMode() === 'manual';
	const options = manual ? { ...form.inbox, windowMinutes: 0 } : form.inbox;
	let place: Place;
	let taken: Taken;
	try {
		place = await placeOf(context);
		taken = await place.inbox.receive(found, now, options);
	} catch (error) {
		if (!(error instanceof InboxBusyError)) return later(error);
		return refuse(503, 'The same delivery is under way', { 'Retry-After': '5' });
	}
	const { tellings, repeated, settle } = taken;
	const starting = tellings.length > 0 ? { tellings, now } : undefined;
	const answered = await place.keep(!repeated || tellings.length > 0, starting);
	endWithAnswer(context, { settle, answered });
	if (tellings.length === 0) return accept({ repeated });
	const items = itemsOf(tellings, { authenticated: form.verify }, place.claims);
	return { workflowData: [context.helpers.returnJsonArray(items)] };
}

/** The first step of a run that a call has started. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return [await claimed(context, readSmsForm(context).inbox)];
}

/** @throws whatever keeps n8n from reading the secret: nobody gets in then, nor is refused. */
async function isAuthenticated(context: IWebhookFunctions): Promise<boolean> {
	const { authorization } = context.getHeaderData();
	try {
		const secret = await callback.secretOf(context, true);
		return await isSigned(authorization, secret ?? '', systemClock.now());
	} catch (error) {
		if (!(error instanceof InputError)) throw toNodeError(context.getNode(), error, 0);
		// No secret to compare with: nobody gets in, and whoever runs n8n reads why.
		context.logger.error(`"${context.getNode().name}" has no signing secret: ${String(error)}`);
		return false;
	}
}
