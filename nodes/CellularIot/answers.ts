import type { IWebhookFunctions } from 'n8n-workflow';

/* What a trigger answers to a call, and what has to happen before the answer leaves. */

/**
 * Tells of an answer's status before it leaves, as session stores do. Where that gives false, the
 * answer asks for another delivery instead.
 */
function beforeAnswer(
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

/** What is to be told of a call before its answer leaves: whether n8n has taken it. */
interface Open {
	/** For what remembers deliveries. */
	settle(taken: boolean): Promise<void> | void;
	/** For what stores that; false where it is not stored. */
	answered(taken: boolean): Promise<boolean>;
}

/** Ends a call with its answer. One that is not stored is asked for again. */
export function endWithAnswer(context: IWebhookFunctions, { settle, answered }: Open): void {
	beforeAnswer(context.getResponseObject(), async (status) => {
		const taken = status < 300;
		try {
			await settle(taken);
		} catch (error) {
			context.logger.warn(`"${context.getNode().name}": ${String(error)}`);
		}
		return await answered(taken);
	});
}
