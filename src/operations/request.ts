import type { Input, Json, Operation, RequestParts } from './define';

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
