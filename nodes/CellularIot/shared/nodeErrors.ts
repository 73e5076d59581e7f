import type { IDataObject, INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { CellularIotError, findCause, InputError, ownError } from '../../../src/errors';
import { ServiceError } from '../../../src/request/attempt/errors';
import { InWorkspaceError } from '../../../src/run/items';
import { RowError } from '../../../src/run/rowError';

/** Our errors as n8n's, built once: a NodeApiError around a NodeApiError keeps the old message. */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex: number | undefined,
	summary?: string,
): NodeApiError | NodeOperationError {
	const at = itemIndex === undefined ? {} : { itemIndex };
	const own = ownError(error);
	if (own instanceof RowError) {
		const built = toNodeError(node, own.cause, itemIndex, summary);
		return Object.assign(built, { context: { ...built.context, row: own.row } });
	}
	if (!own) {
		if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
		return new NodeOperationError(node, error as Error, { ...at });
	}
	const description = [own.hint, summary && `In this run: ${summary}.`].filter(Boolean).join(' ');
	const built =
		own instanceof InputError
			? new NodeOperationError(node, own.message, { ...at, description })
			: new NodeApiError(node, { message: own.message } as JsonObject, {
					message: own.message,
					description,
					...at,
					...(own instanceof ServiceError && { httpCode: String(own.status) }),
				});
	Object.assign(built.context, errorDetails(error));
	return built;
}

/** The message of an error with its description, where nothing but the message is shown. */
export function withDescription({ message, description }: NodeApiError | NodeOperationError) {
	if (!description) return message;
	const isSentence = /[.!?]$/.test(message);
	return `${message}${isSentence ? '' : '.'} ${description}`;
}

/** The same where n8n shows nothing but the message, as it does when a workflow is published. */
export function toMessageError(node: INode, error: unknown): NodeApiError | NodeOperationError {
	const built = toNodeError(node, error, 0);
	if (ownError(error)) built.message = withDescription(built);
	return built;
}

/** The fields a workflow can branch on: outcome, status and the envelope's codes. */
export function errorDetails(error: unknown): IDataObject {
	const own = ownError(error);
	if (!own) return {};
	if (own instanceof RowError) return { ...errorDetails(own.cause), row: own.row as IDataObject };
	const cause = own instanceof ServiceError ? own : ownError(own.cause);
	const request = own.request ?? cause?.request;
	const known = findCause(
		error,
		(e): e is CellularIotError => e instanceof CellularIotError && e.details !== undefined,
	);
	return {
		outcome: own.outcome,
		hint: own.hint,
		...(request !== undefined && { request }),
		...(own instanceof InWorkspaceError && own.workspace),
		...(known?.details as IDataObject | undefined),
		...(own instanceof InputError && { field: own.field, rule: own.rule }),
		...(cause instanceof ServiceError && {
			status: cause.status,
			...cause.envelope,
		}),
	};
}
