import { InputError } from '../errors';
import type { Call, Input, Json, Operation } from '../operations/define';
import { type Reference, isReference } from '../operations/schemas';

/** Name of the filter for a number with or without its check digit. */
const filterOf = ({ by, value }: Reference) => {
	if (by === 'iccid') return value.length === 20 ? 'iccid_with_luhn' : 'iccid';
	return value.length === 15 ? 'imei_with_luhn' : 'imei';
};

/** A filter can match more than one endpoint: the answer is checked. Source: public reference. */
function matches(endpoint: Json, reference: Reference): boolean {
	const holder = reference.by === 'iccid' ? ((endpoint.sim ?? {}) as Json) : endpoint;
	return String(holder[filterOf(reference)]) === reference.value;
}

async function findEndpoint(call: Call, field: string, label: string, reference: Reference) {
	const query = { q: `${filterOf(reference)}:${reference.value}`, page: 1, per_page: 10 };
	const answer = await call.send({
		method: 'GET',
		path: '/api/v1/endpoint',
		query,
		effect: 'read',
		lane: 'list',
	});
	const found = (Array.isArray(answer.body) ? (answer.body as Json[]) : []).filter((e) =>
		matches(e, reference),
	);
	if (found.length === 1) return Number(found[0]?.id);
	const name = `${reference.by.toUpperCase()} ${reference.value}`;
	throw new InputError(
		field,
		`must match exactly one endpoint; ${found.length === 0 ? 'none has' : `${found.length} have`} ${name}`,
		label,
	);
}

/** Replaces references by ICCID or IMEI with ids. */
export async function resolveReferences(
	operation: Operation,
	input: Input,
	call: Call,
): Promise<Input> {
	const resolved: Input = { ...input };
	for (const [name, field] of Object.entries(operation.fields)) {
		const value = input[name];
		if (isReference(value)) resolved[name] = await findEndpoint(call, name, field.label, value);
	}
	return resolved;
}
