import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { remember, type SharedStore, store, storedIn } from '../../src/triggers/memory';
import { savesOf, type Turn } from '../../src/triggers/saves';
import { type Inbox, type InboxOptions, MINUTE, type Telling } from '../../src/triggers/sms/inbox';
import { inboxFor } from '../../src/triggers/sms/memoryInbox';
import { RedisInbox } from '../../src/triggers/sms/redisInbox';
import { sharedRedis } from './sharedRedis';

/* Where the SMS trigger keeps what has arrived. What each place promises: docs/triggers.md. */

type Context = IWebhookFunctions | IExecuteFunctions;

const keyOf = (context: Context) => `${context.getWorkflow().id}:${context.getNode().id}`;

/** The inbox on the Redis of the account; undefined where the node has no account with one. */
export async function sharedInbox(context: Context): Promise<RedisInbox | undefined> {
	const shared = await sharedRedis(context);
	return shared && new RedisInbox(shared.url, `${shared.account}:${keyOf(context)}`);
}

/** Where a call is taken in, and how n8n is told what to store of it. */
export interface Place {
	inbox: Inbox;
	/**
	 * To be called before the node returns, with what the call starts a run with and whether it has
	 * brought anything new. What it gives is to be asked before the answer leaves: whether that is
	 * stored.
	 */
	keep(tellings: Telling[], isNew: boolean, now: number): Promise<Turn['answered']>;
	/** Items of a run are claimed by it, where more than one run may hold them. */
	claims: boolean;
}

/** Nothing is left to n8n's store. */
const stored = async () => async () => true;

/** The inbox of a call: shared where the account has a Redis, else in this process. */
export async function placeOf(context: IWebhookFunctions): Promise<Place> {
	const key = keyOf(context);
	// Who tests sends the same message again and again; nothing of it is kept.
	if (context.getMode() === 'manual') {
		return { inbox: inboxFor(`${key}:test`), keep: stored, claims: false };
	}
	const shared = await sharedInbox(context);
	if (shared) return { inbox: shared, keep: stored, claims: true };
	const inbox = inboxFor(key);
	const workflowId = String(context.getWorkflow().id);
	const nodeId = context.getNode().id;
	const data = context.getWorkflowStaticData('global') as SharedStore;
	inbox.adopt(storedIn(data, nodeId));
	remember(workflowId, nodeId, () => inbox.pack());
	const saves = savesOf(workflowId);
	return {
		inbox,
		keep: async (tellings, isNew, now) => {
			if (!isNew && saves.isQuiet) return async () => true;
			const { saves: isSaver, answered } = await saves.turn();
			if (isSaver && tellings.length === 0) store(data, workflowId);
			// When a run starts, n8n drops every change made so far, and saves what is changed while
			// it stores the run: so what is saved says that n8n has taken the run, and only then.
			if (isSaver && tellings.length > 0) {
				setImmediate(() => store(data, workflowId, { [nodeId]: () => inbox.pack(tellings, now) }));
			}
			return answered;
		},
		claims: false,
	};
}

/**
 * Tells of an answer's status before it leaves, as session stores do. Where that gives false, the
 * answer asks for another delivery instead.
 */
export function beforeAnswer(
	response: ReturnType<IWebhookFunctions['getResponseObject']>,
	settle: (status: number) => Promise<boolean | void>,
): void {
	const end = response.end.bind(response) as (...args: unknown[]) => unknown;
	response.end = ((...args: unknown[]) => {
		response.end = end as typeof response.end;
		void settle(response.statusCode)
			.catch(() => undefined)
			.then((isWell) => {
				if (isWell !== false || response.statusCode >= 300) return end(...args);
				for (const name of ['Content-Length', 'ETag']) response.removeHeader(name);
				return response.setHeader('Retry-After', '5').status(503).json(LATER);
			});
		return response;
	}) as typeof response.end;
}

/** What is answered where a call is to be delivered again. */
export const LATER = { message: 'Deliver this again later' };

/** Under this name an item carries its deliveries to the run that claims them. */
const CLAIM = '_deliveries';

/** Items of tellings; with their deliveries where the run has to claim them. */
export const itemsOf = (tellings: Telling[], extra: IDataObject, claims: boolean): IDataObject[] =>
	tellings.map(({ item, deliveries }) => ({
		...(item as IDataObject),
		...extra,
		...(claims && { [CLAIM]: deliveries }),
	}));

/**
 * The first step of a run: of two runs with the same delivery only one goes on. A run that somebody
 * tries again tells what it holds.
 */
export async function claimed(context: IExecuteFunctions, options: InboxOptions) {
	const items = context.getInputData();
	const deliveriesOf = (json: IDataObject) => json[CLAIM] as string[][] | undefined;
	const plain = items.map((item) => {
		const json = { ...item.json };
		delete json[CLAIM];
		return { ...item, json };
	});
	const isFirst = context.getMode() !== 'retry' && context.getMode() !== 'manual';
	const wanted =
		isFirst && options.windowMinutes > 0 && items.some(({ json }) => deliveriesOf(json));
	if (!wanted) return plain;
	try {
		const inbox = await sharedInbox(context);
		const all = items.map(({ json }) => deliveriesOf(json) ?? []);
		const fresh = await inbox?.claim(
			all.flat(),
			context.getExecutionId(),
			options.windowMinutes * MINUTE,
		);
		if (!fresh) return plain;
		let at = 0;
		return plain.filter((_, index) => {
			const { length } = all[index]!;
			at += length;
			return length === 0 || fresh.slice(at - length, at).some(Boolean);
		});
	} catch (error) {
		// n8n has promised to take it: telling it twice is better than not at all.
		context.logger.warn(`"${context.getNode().name}": ${String(error)}`);
		return plain;
	}
}
