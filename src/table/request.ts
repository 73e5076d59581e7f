import type { RequestEntry, Input, Json, Operation, RequestParts } from './define';

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

/** The filters of a list in one text, such as `status:0,tags:field-test`. */
function filterText(fields: Operation['fields'], input: Input): string | undefined {
	const parts = Object.entries(fields)
		.filter(
			([name, field]) => field.in === 'filter' && input[name] !== undefined && input[name] !== '',
		)
		.map(([name, { key }]) => `${key === undefined ? '' : `${key}:`}${String(input[name])}`);
	return parts.length > 0 ? parts.join(',') : undefined;
}

/** The request of an entry for checked input; the one place where paths are encoded. */
export function buildRequest(
	operation: Omit<RequestEntry, 'effect' | 'lane'>,
	input: Input,
): RequestParts {
	const { fields = {}, body, timeoutMs } = operation;
	const [method, path = ''] = operation.request.split(' ');
	const q = filterText(fields, input);
	const query = { ...(q !== undefined && { q }), ...wirePart({ fields }, input, 'query') };
	const wire = wirePart({ fields }, input, 'body');
	const hasBody = body !== undefined || Object.values(fields).some((f) => f.in === 'body');
	const inPath = (name: string) => input[name] ?? fields[name]?.otherwise;
	return {
		method: method as RequestParts['method'],
		path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath(name)))),
		...(Object.keys(query).length > 0 && { query }),
		...(hasBody && { body: body ? body(wire, input) : wire }),
		...(timeoutMs !== undefined && { timeoutMs }),
	};
}
