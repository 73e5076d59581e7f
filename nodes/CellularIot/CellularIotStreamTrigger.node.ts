import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import type { Json } from '../../src/operations/define';
import { systemClock } from '../../src/ports';
import { WindowBusyError } from '../../src/triggers/stream/window';
import {
	readList,
	recordsIn,
	simplifyRecord,
	type StreamRecord,
} from '../../src/triggers/stream/record';
import { sampleOf } from '../../src/triggers/stream/watch';
import { endWithAnswer, LATER } from './answers';
import { accountCredentials } from './authentication';
import { bodyOf, TOO_LARGE } from './bodies';
import { callbackSecretTests } from './callbackSecret';
import { askedAtStart, lifeOf } from './hooks';
import { methods } from './lookups';
import * as stream from './streamHooks';
import {
	isUsageEvent,
	readStreamForm,
	readUsageRule,
	streamTriggerForm,
	wantedBy,
} from './streamTriggerForm';
import { claimed, watchOf, windowOf } from './streamWindow';
import { subtitleOf } from './triggerForm';
import { streamTriggerWords } from './triggerPanels';

/** The most that a stream sends at once. Source: public reference, data streams. */
const MOST_RECORDS = 10_000;

/** Starts a workflow with the usage records and events that a data stream pushes. */
export class CellularIotStreamTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Stream Trigger',
		name: 'cellularIotStreamTrigger',
		icon: {
			light: 'file:../../icons/cellularIot.svg',
			dark: 'file:../../icons/cellularIot.dark.svg',
		},
		group: ['trigger'],
		// From version 2 on n8n leaves bodies it does not know to the node, so that it can answer 400.
		version: 2,
		subtitle: subtitleOf(streamTriggerForm, 'event'),
		description:
			'Starts when a data stream pushes usage records or events, or usage is above a limit',
		defaults: { name: 'Cellular IoT Stream Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'cellularIotCallbackApi',
				required: true,
				displayOptions: { show: { verification: ['secret'] }, hide: { registerStream: [true] } },
				testedBy: 'callbackSecretTest',
			},
			// To register the stream, and for the Redis that processes share.
			...accountCredentials.map((credential) => ({ ...credential, required: false })),
		],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'stream' }],
		...streamTriggerWords,
		properties: streamTriggerForm,
	};

	webhookMethods = { default: lifeOf(stream) };

	trigger = askedAtStart;

	methods = { ...methods, credentialTest: callbackSecretTests };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const response = this.getResponseObject();
		const name = this.getNode().name;
		const refuse = (status: number, message: string) => {
			if (status === 503) response.setHeader('Retry-After', '5');
			response.status(status).json({ message });
			return { noWebhookResponse: true };
		};
		const accept = (more: object) => ({
			webhookResponse: { received: true, started: false, ...more },
		});
		try {
			if (!(await stream.isAuthentic(this))) {
				return refuse(401, 'The header with the secret of the stream is required');
			}
		} catch (error) {
			this.logger.error(`"${name}" cannot take calls now: ${String(error)}`);
			return refuse(503, LATER.message);
		}
		const body = await bodyOf(this);
		// A try of the address may hold nothing at all.
		const isEmpty = body === undefined && !this.getRequestObject().rawBody?.length;
		const sent = isEmpty ? [] : recordsIn(body);
		if (body === TOO_LARGE || (sent && sent.length > MOST_RECORDS)) {
			return refuse(413, `A request may hold ${MOST_RECORDS} records, and what n8n takes at once`);
		}
		if (!sent) return refuse(400, 'The body is no record and no list of records');

		const { simplify, event } = readStreamForm(this);
		const { records, faults } = readList(sent);
		if (faults.length > 0) {
			const some = faults.slice(0, 5).map(({ index, problem }) => `record ${index + 1} ${problem}`);
			this.logger.warn(
				`"${name}" left out ${faults.length} of ${sent.length} records that can't be read: ${some.join('; ')}`,
			);
		}
		const unreadable = faults.length > 0 && { unreadable: faults.length };
		const chosen = [...records.values()].filter(wantedBy(this));
		if (chosen.length === 0) return accept({ ...unreadable });
		const start = (items: Json[]) => ({
			workflowData: [this.helpers.returnJsonArray(items as IDataObject[])],
		});
		const itemOf = (record: StreamRecord) => (simplify ? simplifyRecord(record) : record.entity);
		// Who tests sends the same records again and again; nothing of it is kept.
		if (this.getMode() === 'manual') {
			if (!isUsageEvent(event)) return start(chosen.map(itemOf));
			const sample = sampleOf(chosen, readUsageRule(this, event), systemClock.now());
			return sample.length > 0 ? start(sample) : accept({ ...unreadable });
		}
		try {
			if (isUsageEvent(event)) {
				const { where, keep } = await watchOf(this);
				const rule = readUsageRule(this, event);
				const { items, settle } = await where.take(chosen, rule, systemClock.now());
				const answered = await keep(true, items.length > 0 ? items : undefined);
				endWithAnswer(this, { settle, answered });
				return items.length > 0 ? start(items) : accept({ ...unreadable });
			}
			const { where, keep } = await windowOf(this);
			const { fresh, settle } = await where.arrive(chosen.map(({ key }) => key));
			const isNew = fresh.size > 0;
			const answered = await keep(isNew, isNew ? fresh : undefined);
			endWithAnswer(this, { settle, answered });
			if (!isNew) return accept({ repeated: chosen.length, ...unreadable });
			return start(chosen.filter(({ key }) => fresh.has(key)).map(itemOf));
		} catch (error) {
			if (!(error instanceof WindowBusyError)) this.logger.error(`"${name}": ${String(error)}`);
			return refuse(503, LATER.message);
		}
	}

	/** The first step of a run that a call has started. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await claimed(this)];
	}
}
