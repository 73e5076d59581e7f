import type {
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	IDataObject,
	IHookFunctions,
	INodeCredentialTestResult,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { systemClock } from '../../src/ports';
import {
	inboxFor,
	mergeInbox,
	packInbox,
	receive,
	unpackInbox,
} from '../../src/triggers/sms/inbox';
import { isWanted, readCallback } from '../../src/triggers/sms/message';
import { isSigned, secretProblem } from '../../src/triggers/sms/signature';
import { accountCredentials } from './authentication';
import * as callback from './callbackHooks';
import { methods } from './lookups';
import { readSmsForm, smsTriggerForm } from './smsTriggerForm';
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
		subtitle: '={{ $parameter["events"].join(", ") }}',
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
			...accountCredentials.map((credential) => ({
				...credential,
				displayOptions: {
					show: { registerCallback: [true], ...credential.displayOptions?.show },
				},
			})),
		],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path },
			// The same address for receipts; it has no life of its own, hence the other name.
			{ name: 'setup', httpMethod: 'PATCH', responseMode: 'onReceived', path },
		],
		...smsTriggerWords,
		properties: smsTriggerForm,
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await callback.checkExists(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await callback.create(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await callback.takeBack(this);
			},
		},
	};

	methods = {
		...methods,
		credentialTest: {
			// The service never gives a secret back: all there is to test is that it is a good one.
			async callbackSecretTest(
				this: ICredentialTestFunctions,
				credential: ICredentialsDecrypted,
			): Promise<INodeCredentialTestResult> {
				const problem = secretProblem(credential.data?.secret);
				return problem === undefined
					? { status: 'OK', message: 'The secret is long enough' }
					: { status: 'Error', message: problem };
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const request = this.getRequestObject();
		const response = this.getResponseObject();
		const answer = (status: number, body: object): IWebhookResponseData => {
			response.status(status).json(body);
			return { noWebhookResponse: true };
		};
		const form = readSmsForm(this);
		if (form.verify && !(await isAuthenticated(this))) {
			response.setHeader('WWW-Authenticate', 'Bearer');
			return answer(401, { message: 'A valid token of the callback secret is required' });
		}
		const found = readCallback(request.method, await bodyOf(this));
		if (!found) return answer(400, { message: 'The body is no SMS and no delivery receipt' });
		if (!form.events.includes(found.type) || !isWanted(found, form.filters)) {
			return answer(200, { received: true, started: false });
		}

		// From here to the end nothing waits, so that calls side by side can't mix their parts.
		const manual = this.getMode() === 'manual';
		const inbox = inboxFor(`${this.getWorkflow().id}:${this.getNode().id}${manual ? ':test' : ''}`);
		const data = this.getWorkflowStaticData('node');
		if (!manual) mergeInbox(inbox, unpackInbox(data.inbox));
		// Who tests sends the same message again and again.
		const options = manual ? { ...form.inbox, windowMinutes: 0 } : form.inbox;
		const { items } = receive(inbox, found, systemClock.now(), options);
		if (!manual) data.inbox = packInbox(inbox) as IDataObject;
		if (items.length === 0) return answer(200, { received: true, started: false });
		const json = items.map((item) => ({ ...item, authenticated: form.verify }) as IDataObject);
		return { workflowData: [this.helpers.returnJsonArray(json)] };
	}
}

async function isAuthenticated(context: IWebhookFunctions): Promise<boolean> {
	const { authorization } = context.getHeaderData();
	try {
		const secret = await callback.secretOf(context, true);
		return await isSigned(authorization, secret ?? '', systemClock.now());
	} catch (error) {
		// No secret to compare with: nobody gets in, and whoever runs n8n reads why.
		context.logger.error(`"${context.getNode().name}" has no signing secret: ${String(error)}`);
		return false;
	}
}

/** The JSON of a request whatever its content type says; undefined for anything else. */
async function bodyOf(context: IWebhookFunctions): Promise<unknown> {
	const request = context.getRequestObject();
	try {
		const { body } = request as { body?: unknown };
		if (typeof body === 'object' && body !== null && Object.keys(body).length > 0) return body;
		if (typeof body === 'string' && body !== '') return JSON.parse(body) as unknown;
		if (!request.rawBody) await request.readRawBody();
		const text = request.rawBody?.toString('utf8').replace(/^\uFEFF/, '') ?? '';
		return text === '' ? undefined : (JSON.parse(text) as unknown);
	} catch {
		return undefined;
	}
}
