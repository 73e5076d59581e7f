import type { IWebhookFunctions } from 'n8n-workflow';
import { parseBody } from '../../../src/triggers/sms/message';

/** In place of a body that is larger than n8n takes. */
export const TOO_LARGE = Symbol('too large');

/** The JSON of a request whatever its content type says; undefined for anything else. */
export async function bodyOf(context: IWebhookFunctions): Promise<unknown> {
	const request = context.getRequestObject();
	try {
		// Read from the text: numbers that JavaScript can't hold keep their digits.
		if (!request.rawBody) await request.readRawBody();
		const text = request.rawBody?.toString('utf8').replace(/^\uFEFF/, '') ?? '';
		if (text !== '') return parseBody(text);
		const { body } = request as { body?: unknown };
		return typeof body === 'object' && body !== null ? parseBody(JSON.stringify(body)) : undefined;
	} catch (error) {
		return (error as { status?: unknown }).status === 413 ? TOO_LARGE : undefined;
	}
}
