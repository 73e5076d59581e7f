import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { CellularIotError, knownOf } from '../../../src/errors';
import { systemClock } from '../../../src/ports';
import type { Json } from '../../../src/table/define';
import type {
	IncomingCall,
	CalledTrigger,
	CallResult,
} from '../../../src/triggers/runtime/definition';
import { isProbe } from '../../../src/triggers/runtime/probe';
import { runClaims, untilClaimed } from '../../../src/triggers/runtime/claims';
import { parseBody } from '../../../src/triggers/sms/message';
import { digestOf } from '../../../src/triggers/runtime/digest';
import { BusyError, type Cell, type DeliveryStore } from '../../../src/triggers/runtime/store';
import { challengeAnswer, challengeIn } from '../../../src/triggers/runtime/whose';
import type { SaveCall } from '../../../src/triggers/runtime/workflowStore';
import { noteFirstStep } from '../n8n/firstStep';
import { traceRun } from '../n8n/tracing';
import { bodyText, TOO_LARGE } from '../n8n/rawBody';
import { logAbout, logThat } from '../shared/log';
import { toNodeError } from '../shared/nodeErrors';
import { answersTo, endWithAnswer } from './answers';
import { storable } from '../n8n/engine2';
import { saveClaim, storeOf } from './deliveryStores';
import { isSignedCall } from './credentialFields';
import { hasFirstStep, seenBeginning } from './firstStep';
import { identityOf } from './hooks';
import { nodeKey, readerOf } from './triggerInput';

/* How n8n calls a trigger: with a call, and for the first step of the run that the call started. */

/** With *Do Not Run Again*: a run that could not find out whether another has emitted its deliveries. */
class UnclaimedRunError extends CellularIotError {
	constructor(cause: unknown) {
		const { message, hint } = knownOf(cause);
		super(
			`It could not be found out whether another execution has emitted these deliveries: ${message}`,
			`The service delivers again what was not answered. Look for an execution with the same items before you retry this one. ${hint}`.trim(),
			'refused',
			cause,
		);
	}
}

/** The JSON of a request whatever its content type says; undefined for anything else. */
async function bodyOf(context: IWebhookFunctions): Promise<unknown> {
	const request = context.getRequestObject();
	try {
		// Read from the text: numbers that JavaScript can't represent keep their digits.
		const text = await bodyText(request);
		if (text === TOO_LARGE || text === undefined) return text;
		if (text !== '') return parseBody(text);
		const { body } = request as { body?: unknown };
		return typeof body === 'object' && body !== null ? parseBody(JSON.stringify(body)) : undefined;
	} catch {
		return undefined;
	}
}

/** @throws any error that prevents the check; the call is then neither let in nor refused. */
type IsAuthentic<Form> = (context: IWebhookFunctions, form: Form) => Promise<boolean>;

async function incomingCall(context: IWebhookFunctions, body: unknown): Promise<IncomingCall> {
	const { method, rawBody } = context.getRequestObject();
	return {
		method,
		body,
		isEmpty: body === undefined && !rawBody?.length,
		isTest: context.getMode() === 'manual',
		now: systemClock.now(),
		log: (message) => logThat(context, message),
	};
}

/** The functions of a node with this trigger. */
export function webhookFunctions<Form, Found, C extends Cell>(
	trigger: CalledTrigger<Form, Found, C>,
	isAuthentic: IsAuthentic<Form>,
) {
	const { kind, refusals } = trigger;
	const keysOf = (items: Json[], form: Form) =>
		items.flatMap((json) => trigger.claims(json, form).flat());

	async function webhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { refuse, accept, later, after } = answersTo(context);
		// Another n8n asks whose address this is. It is answered before the check of calls, which it cannot
		// pass.
		const challenge = challengeIn(context.getHeaderData() as Json);
		if (challenge !== undefined) {
			context.getResponseObject().json(challengeAnswer(challenge, identityOf(context)));
			return { noWebhookResponse: true };
		}
		if (isProbe(context.getHeaderData() as Json)) {
			try {
				const isFit = await isSignedCall(context);
				return isFit ? accept({ secret: 'accepted' }) : refuse(401, 'This is another secret');
			} catch (error) {
				return later(error);
			}
		}
		const form = trigger.form(readerOf(context));
		try {
			if (!(await isAuthentic(context, form))) {
				return refuse(401, refusals.unknown, refusals.headers);
			}
		} catch (error) {
			return later(error);
		}
		const body = await bodyOf(context);
		if (body === TOO_LARGE) return refuse(413, refusals.tooLarge);
		const call = await incomingCall(context, body);
		const read = trigger.read(call, form);
		if ('refuse' in read) return refuse(read.refuse, read.message);
		if ('accept' in read) return accept(read.accept);
		let taken: CallResult;
		let store: DeliveryStore<C>;
		let save: SaveCall;
		try {
			({ store, save } = await storeOf(context, kind, trigger.window(form)));
			taken = await trigger.take(store, read.found, form, call);
		} catch (error) {
			return error instanceof BusyError ? refuse(503, refusals.busy) : later(error);
		}
		const { answer, isNew, settle } = taken;
		let { items } = taken;
		const pauseMs = runClaims(nodeKey(context)).pauseMs(keysOf(items, form));
		if (pauseMs > 0 && !call.isTest) {
			await settle(false);
			return after(pauseMs);
		}
		const answered = await save(isNew, items.length > 0 ? taken.call : undefined);
		const hasBegun =
			seenBeginning(context, store, keysOf(items, form)) ??
			// A run that n8n has stored counts as begun.
			(async (isStored: boolean) => isStored);
		endWithAnswer(context, { hasBegun, settle, answered });
		if (items.length === 0) return accept(answer);
		if (!hasFirstStep(context)) {
			const emitted = trigger.emitted(form);
			items = items.map((json) => storable(emitted(json)));
		}
		return {
			workflowData: [context.helpers.returnJsonArray(items as IDataObject[])],
			webhookResponse: { received: true, started: true },
		};
	}

	/**
	 * The first step of a run. Of two runs with the same delivery only one continues: n8n may answer
	 * with an error, or too late, although it has stored a run. A run that a person retries emits
	 * all its items.
	 */
	async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const outputs = await firstStepOf(context);
		// The requests of a trigger belong to its calls, which have no span.
		traceRun(context, {
			'cellular_iot.trigger': kind.name,
			'cellular_iot.items': context.getInputData().length,
			'cellular_iot.done': outputs[0]?.length ?? 0,
		});
		return outputs;
	}

	async function firstStepOf(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const form = trigger.form(readerOf(context));
		const input = context.getInputData();
		const emitted = trigger.emitted(form);
		const items = input.map((item) => ({ ...item, json: emitted(item.json) as IDataObject }));
		if (['retry', 'manual'].includes(context.getMode())) return [items];
		noteFirstStep();
		const groups = input.map(({ json }) => trigger.claims(json, form));
		const keys = groups.flat(2);
		if (keys.length === 0) return [items];
		const claims = runClaims(nodeKey(context));
		let own: Set<string>;
		try {
			own = await claimedBy(context, keys, form);
		} catch (error) {
			// Nobody waits for this run any more: the service has delivered again, and its other run may have
			// emitted the same. The execution keeps its items.
			if (!trigger.window(form).emitsAgain) {
				throw toNodeError(context.getNode(), new UnclaimedRunError(error), 0);
			}
			logAbout(context, String(error));
			claims.claimed(keys);
			return [items];
		}
		claims.claimed(keys);
		const isOwn = (all: string[][]) =>
			all.length === 0 || all.some((names) => names.every((name) => own.has(name)));
		return [items.filter((_, index) => isOwn(groups[index]!))];
	}

	/**
	 * Claims deliveries for a run; the same run may claim more than once. @returns the keys that this run
	 * is to emit
	 */
	async function claimedBy(
		context: IExecuteFunctions,
		keys: string[],
		form: Form,
	): Promise<Set<string>> {
		// After a restore from a backup, the ids of the database occur again.
		const run = `${context.getExecutionId()} ${digestOf(keys, 12)}`;
		return await untilClaimed(async () => {
			const { store } = await storeOf(context, kind, trigger.window(form));
			const mine = await store.claim(keys, run);
			saveClaim(context, store, keys);
			return new Set(keys.filter((_, index) => mine[index]));
		});
	}

	return { webhook, execute };
}
