import type { IWebhookFunctions } from 'n8n-workflow';
import { beforeAnswer } from '../n8n/webhookAnswer';
import { logAbout, logThat } from '../shared/log';

/* The answers of a trigger to a call, and the steps before an answer leaves. */

/** The answer to a call that should be delivered again. */
const RETRY_LATER = { message: 'Deliver this again later' };
const RETRY_SOON = { 'Retry-After': '5' };

/** The answers that start no run. */
export function answersTo(context: IWebhookFunctions) {
	const response = context.getResponseObject();
	const refuse = (status: number, message: string, headers: Record<string, string> = {}) => {
		const all = { ...(status === 503 && RETRY_SOON), ...headers };
		for (const [name, value] of Object.entries(all)) response.setHeader(name, value);
		response.status(status).json({ message });
		return { noWebhookResponse: true };
	};
	/** n8n saves stored data before it sends this answer. */
	const accept = (more: object = {}) => ({
		webhookResponse: { received: true, started: false, ...more },
	});
	const later = (problem: unknown) => {
		logThat(context, `cannot take calls now: ${String(problem)}`, 'error');
		return refuse(503, RETRY_LATER.message);
	};
	/** Deliveries whose runs have not begun: another run may be started after a pause. */
	const after = (pauseMs: number) =>
		refuse(503, RETRY_LATER.message, { 'Retry-After': String(Math.ceil(pauseMs / 1000)) });
	return { refuse, accept, later, after };
}

/** The listeners of a call that n8n has not answered yet. */
interface OpenCall {
	/**
	 * With whether n8n has stored a run for the call: waits until it has begun; returns false if it has
	 * not, or does not begin.
	 */
	hasBegun(isStored: boolean): Promise<boolean>;
	/** Reports to the delivery store whether n8n took the call. */
	settle(taken: boolean): Promise<void> | void;
	/** Reports the same to the save of the workflow; returns false if the call is not stored. */
	answered(taken: boolean): Promise<boolean>;
}

/**
 * Ends a call with its answer. The delivery store and the save learn before it leaves whether n8n has
 * taken the call, as session stores do; if no run begins with the call, or it is not stored, the answer
 * asks for a redelivery instead.
 */
export function endWithAnswer(
	context: IWebhookFunctions,
	{ hasBegun, settle, answered }: OpenCall,
): void {
	const isTaken = async (status: number) => {
		const taken = await hasBegun(status < 300);
		try {
			await settle(taken);
		} catch (error) {
			logAbout(context, String(error));
		}
		return (await answered(taken)) && taken;
	};
	beforeAnswer(context.getResponseObject(), async (status) => {
		const isOver = (await isTaken(status)) || status >= 300;
		return isOver ? undefined : { status: 503, headers: RETRY_SOON, body: RETRY_LATER };
	});
}
