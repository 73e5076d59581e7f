import { ServiceError } from '../http/errors';
import type { Operation } from '../operations/define';

/** The same error with what its code or status means for this operation, where the entry says. */
export function explained({ explains }: Pick<Operation, 'explains'>, error: unknown): unknown {
	if (!explains || !(error instanceof ServiceError)) return error;
	const { message, hint, outcome, status, envelope } = error;
	const codes = [envelope.error_code, ...envelope.errors.map((e) => e.error_code), status];
	const special = codes.map((code) => explains[Number(code)]).find((text) => text !== undefined);
	if (special === undefined || special === hint) return error;
	const Same = error.constructor as new (
		...args: ConstructorParameters<typeof ServiceError>
	) => ServiceError;
	return new Same(message, special, outcome, status, envelope);
}
