import * as z from 'zod/v4';
import { InputError } from '../errors';
import { everywhere } from './fields';
import { inLabels } from './rules';
import type { Env, Input, Json, Operation, RequestParts } from './define';

/**
 * Not given: an optional field left empty in the form or by an expression. A cell of a table that is
 * empty leaves alone what is there; what shall be emptied is said in a field of its own.
 */
const isEmpty = (v: unknown) => v === undefined || v === null || v === '';

/**
 * Checks the form's values of one item against the entry.
 * @throws InputError for the first field that breaks its rule; nothing was sent.
 */
export function checkInput(operation: Operation, values: Json, env: Env): Input {
	const input: Input = {};
	for (const [name, field] of Object.entries({ ...everywhere, ...operation.fields })) {
		if (field.showWhen && !isShown(field.showWhen, values)) continue;
		const value = values[name];
		if (field.group !== undefined && isEmpty(value)) continue;
		const parsed = field.schema.safeParse(value);
		if (!parsed.success) {
			const rule = z.treeifyError(parsed.error).errors[0] ?? parsed.error.issues[0]?.message;
			const secret = field.control.kind === 'text' && field.control.secret;
			const told = secret ? rule?.replace(/, got [^]*$/, '') : rule;
			throw new InputError(name, told ?? 'is not valid', field.label);
		}
		if (parsed.data !== undefined) input[name] = parsed.data;
	}
	for (const rule of operation.rules ?? []) {
		const broken = rule(input, env);
		if (broken) {
			const label = operation.fields[broken.field]?.label ?? broken.field;
			throw new InputError(broken.field, inLabels(broken.rule, operation.fields), label);
		}
	}
	return operation.complete?.(input) ?? input;
}

/** Expressions and AI agents give "false" as text too. */
const isShown = (showWhen: Record<string, unknown[]>, values: Json) =>
	Object.entries(showWhen).every(([name, allowed]) =>
		allowed.some((value) => String(value) === String(values[name])),
	);

/** Sets a value at a dotted key, making the objects on the way. */
function setAt(target: Json, key: string, value: unknown): void {
	const [head = '', ...rest] = key.split('.');
	if (rest.length === 0) target[head] = value;
	else setAt((target[head] ??= {}) as Json, rest.join('.'), value);
}

/** The part of the input that goes to one place of the request, under its wire names. */
export function wirePart(
	operation: Pick<Operation, 'fields'>,
	input: Input,
	where: 'query' | 'body',
	which: (shared: boolean) => boolean = () => true,
): Json {
	const part: Json = {};
	for (const [name, field] of Object.entries(operation.fields)) {
		if (field.in !== where || input[name] === undefined) continue;
		if (which(field.shared === true)) setAt(part, field.key ?? name, input[name]);
	}
	return part;
}

/** Method and path template of an entry. */
export function splitRequest(operation: Pick<Operation, 'request'>): {
	method: RequestParts['method'];
	path: string;
} {
	const [method, path] = operation.request.split(' ');
	return { method: method as RequestParts['method'], path: path ?? '' };
}

/** The request of an entry for checked input; the one place where paths are encoded. */
export function buildRequest(
	operation: Pick<Operation, 'fields' | 'request' | 'timeoutMs'>,
	input: Input,
): RequestParts {
	const { method, path } = splitRequest(operation);
	const query = wirePart(operation, input, 'query');
	const body = wirePart(operation, input, 'body');
	return {
		method,
		path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name]))),
		...(Object.keys(query).length > 0 && { query }),
		...(Object.values(operation.fields).some((f) => f.in === 'body') && { body }),
		...(operation.timeoutMs !== undefined && { timeoutMs: operation.timeoutMs }),
	};
}
