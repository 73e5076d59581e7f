import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { systemClock } from '../../src/ports';
import { InputError } from '../../src/errors';
import { InboxBusyError, type Taken } from '../../src/triggers/sms/inbox';
import { isWanted, readCallback } from '../../src/triggers/sms/message';
import { isSigned } from '../../src/triggers/sms/signature';
import { endWithAnswer, LATER } from './answers';
import { accountCredentials } from './authentication';
import { bodyOf, TOO_LARGE } from './bodies';
import { callbackSecretTests } from './callbackSecret';
import * as callback from './callbackHooks';
import { askedAtStart, lifeOf } from './hooks';
import { methods } from './lookups';
import { toNodeError } from './nodeErrors';
import { claimed, itemsOf, type Place, placeOf } from './smsInbox';
import { readSmsForm, smsTriggerForm } from './smsTriggerForm';
import { subtitleOf } from './triggerForm';
import { smsTriggerWords } from './triggerPanels';

const path = 'sms';

/** Starts a workflow when a device sends an SMS, or an SMS to it was delivered or has failed. */
export class CellularIotSmsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT SMS Trigger',
		name: 'cellularIotSmsTrigger',
		icon: {
			light: 'file:../../icons/cellularIot.svg',
			dark: 'file:../../icons/cellularIot.dark.svg',
		},
		group: ['trigger'],
		// From version 2 on n8n leaves bodies it does not know to the node, so that it can answer 400.
		version: 2,
		subtitle: subtitleOf(smsTriggerForm, 'events'),
		description: 'Starts when a device sends an SMS, or when an SMS to a device was delivered',
		defaults: { name: 'Cellular IoT SMS Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'cellularIotCallbackApi',
				required: true,
				displayOptions: { show: { verification: ['secret'] } },
				testedBy: 'callbackSecretTest',
			},
			// To register the callback, and for the Redis that processes share.
			...accountCredentials.map((credential) => ({ ...credential, required: false })),
		],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path },
			// The same address for receipts; it has no life of its own, hence the other name.
			{ name: 'setup', httpMethod: 'PATCH', responseMode: 'onReceived', path },
		],
		...smsTriggerWords,
		properties: smsTriggerForm,
	};

	webhookMethods = { default: lifeOf(callback) };

	methods = {
		...methods,
		credentialTest: callbackSecretTests,
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const request = this.getRequestObject();
		const response = this.getResponseObject();
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
			this.logger.error(`"${this.getNode().name}" cannot take calls now: ${String(problem)}`);
			return refuse(503, LATER.message, { 'Retry-After': '5' });
		};
		const form = readSmsForm(this);
		try {
			if (form.verify && !(await isAuthenticated(this))) {
				return refuse(401, 'A valid token of the callback secret is required', {
					'WWW-Authenticate': 'Bearer',
				});
			}
		} catch (error) {
			return later(error);
		}
		const body = await bodyOf(this);
		const found = body === TOO_LARGE ? 'tooLarge' : readCallback(request.method, body);
		if (found === 'tooLarge') return refuse(413, 'The body is larger than that of any SMS');
		if (!found) return refuse(400, 'The body is no SMS and no delivery receipt');
		if (!form.events.includes(found.type) || !isWanted(found, form.filters)) return accept();

		const now = systemClock.now();
		const manual = this.getMode() === 'manual';
		const options = manual ? { ...form.inbox, windowMinutes: 0 } : form.inbox;
		let place: Place;
		let taken: Taken;
		try {
			place = await placeOf(this);
			taken = await place.inbox.receive(found, now, options);
		} catch (error) {
			if (!(error instanceof InboxBusyError)) return later(error);
			return refuse(503, 'The same delivery is under way', { 'Retry-After': '5' });
		}
		const { tellings, repeated, settle } = taken;
		const starting = tellings.length > 0 ? { tellings, now } : undefined;
		const answered = await place.keep(!repeated || tellings.length > 0, starting);
		endWithAnswer(this, { settle, answered });
		if (tellings.length === 0) return accept({ repeated });
		const items = itemsOf(tellings, { authenticated: form.verify }, place.claims);
		return { workflowData: [this.helpers.returnJsonArray(items)] };
	}

	trigger = askedAtStart;

	/** The first step of a run that a call has started. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await claimed(this, readSmsForm(this).inbox)];
	}
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
