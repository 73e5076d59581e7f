import { ServiceError } from '../http/errors';
import type { Operation } from '../operations/define';

/** The same error with what its code or status means for this operation, where the entry says. */
export function explained(
	{ explains, isAnswer401 }: Pick<Operation, 'explains' | 'isAnswer401'>,
	error: unknown,
): unknown {
	if (!explains || !(error instanceof ServiceError)) return error;
	const { message, hint, outcome, status, envelope } = error;
	// What an entry says of 401 is about the 401 that it calls its own.
	const isOwn = status !== 401 || isAnswer401?.({ status, headers: {}, body: envelope }) !== false;
	const codes = [envelope.error_code, ...envelope.errors.map((e) => e.error_code)];
	if (isOwn) codes.push(status);
	const special = codes.map((code) => explains[Number(code)]).find((text) => text !== undefined);
	if (special === undefined || special === hint) return error;
	const Same = error.constructor as new (
		...args: ConstructorParameters<typeof ServiceError>
	) => ServiceError;
	return new Same(message, special, outcome, status, envelope);
}
