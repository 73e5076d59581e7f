import type { Field, Json, Operation } from '../src/table/define';
import { operations } from '../src/operations';
import { exampleValues, requestsOf } from './exampleRequests';
import { PUBLIC_OPERATIONS } from './publicOperations';

/* Maps the nodes' operations to the service's, computed from the table; nothing is sent. */

/** A literal path takes precedence over a path with placeholders. */
const TEMPLATES = PUBLIC_OPERATIONS.map(({ request }) => ({
	request,
	names: request.split('{').length,
	form: new RegExp(`^${request.replace(/\{\w+\}/g, '[^/ ]+')}$`),
})).sort((a, b) => a.names - b.names);

/** The service's operation that a request matches; undefined for a request that is not public. */
export const publicOf = (request: string): string | undefined =>
	TEMPLATES.find(({ form }) => form.test(request))?.request;

const valuesOf = ({ control, group }: Field): unknown[] => {
	if (control.kind === 'flag') return [true, false];
	if (control.kind !== 'choice' || control.several || group === 'filters') return [];
	return control.choices.map(({ value }) => value);
};

/** Requests of an operation for each of its choices; choices that its rules refuse have none. */
async function sentBy(operation: Operation): Promise<Set<string>> {
	const sent = new Set<string>();
	const add = async (given: Json): Promise<void> => {
		try {
			const requests = await requestsOf(operation, exampleValues(operation, given));
			for (const { method, path } of requests) sent.add(`${method} ${path}`);
		} catch {
			// Refused by a rule of the operation, or an answer that the example lacks.
		}
	};
	await add({});
	for (const [name, field] of Object.entries(operation.fields))
		for (const value of valuesOf(field)) await add({ [name]: value });
	return sent.size > 0 ? sent : sent.add(operation.request);
}

interface Senders {
	/** The nodes' operations by the service's public operation that they send. */
	by: Map<string, Operation[]>;
	/** Requests that match no public operation. */
	beside: string[];
}

let found: Promise<Senders> | undefined;

/** The mapping, computed once. */
export const senders = async (): Promise<Senders> => await (found ??= findSenders());

async function findSenders(): Promise<Senders> {
	const by = new Map<string, Operation[]>();
	const beside = new Set<string>();
	for (const operation of operations) {
		const sent = [...(await sentBy(operation))];
		for (const request of new Set(sent.map((call) => publicOf(call)))) {
			if (request === undefined) continue;
			by.set(request, [...(by.get(request) ?? []), operation]);
		}
		for (const request of sent) if (publicOf(request) === undefined) beside.add(request);
	}
	return { by, beside: [...beside] };
}
