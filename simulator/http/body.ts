import * as z from 'zod/v4';
import { parseIso } from '../clock';
import { Problems, type ApiError } from './envelopes';
import { isObject } from './route';

/*
 * A body is described once, in zod: the check reads it with that schema, `/docs` shows it as JSON
 * schema. The words of a refusal stand in the schema; its status and form are the route's.
 */

type ErrorText = string | { error: (issue: { input?: unknown }) => string };
type Issue = z.core.$ZodIssue;

/** Words of a refusal whose recorded code is 1402, Required. */
export const required = (message: string) => `1402 ${message}`;

/** Words of a refusal whose recorded code is 1401, InvalidReference. */
export const unknown = (message: string) => `1401 ${message}`;

/** Words for a field that is missing, and for one that is something else. */
export const needed = (missing: string, wrong: string): ErrorText => ({
	error: ({ input }) => (input === undefined ? required(missing) : wrong),
});

const NO_OBJECT = 'The body must be a JSON object';
/** A body that is an object with these fields. */
export const jsonBody = <S extends z.core.$ZodShape>(shape: S) => z.object(shape, NO_OBJECT);

/** `{id}`: `wrong` answers whatever is no such object, `missing` that there is none. */
export function reference(
	wrong: string,
	{ among, missing }: { among?: readonly number[]; missing?: string } = {},
) {
	const id: z.ZodType<number, number> = among ? z.literal([...among], wrong) : z.int(wrong);
	return z.object({ id }, missing === undefined ? wrong : needed(missing, wrong));
}

/** A point in time, ISO 8601. */
export const timestamp = (words: ErrorText) =>
	z
		.string(words)
		.refine((text) => parseIso(text) !== undefined, words)
		.meta({ format: 'date-time' });

function reportIssues(problems: Problems, issues: Issue[], where: string): void {
	const told = new Set<string>();
	for (const { path, message } of issues) {
		// A value of a wrong kind can be too short as well: one thing is told of each place.
		const place = path.join('.');
		if (told.has(place)) continue;
		told.add(place);
		const [, code, words = message] = /^(140[12]) (.*)$/s.exec(message) ?? [];
		if (code === '1402') problems.required(where + words);
		else if (code === '1401') problems.unknown(where + words);
		else problems.invalid(where + words);
	}
}

/** One 422 that names all that is wrong; `specified` as in {@link Problems.refusal}. */
export function namingAll(issues: Issue[], specified = false): ApiError {
	const problems = new Problems();
	reportIssues(problems, issues, '');
	return problems.refusal(specified)!;
}

/**
 * The body as its schema has it.
 * @throws what `refuse` makes of all that is wrong with it; one 422 when it is no object at all
 */
export function readBody<S extends z.ZodType>(
	schema: S,
	body: unknown,
	refuse?: (issues: Issue[]) => ApiError,
): z.output<S> {
	const { data, error } = schema.safeParse(body);
	if (!error) return data;
	const { issues } = error;
	throw refuse && issues[0]?.message !== NO_OBJECT ? refuse(issues) : namingAll(issues);
}

/** Refuses with the words of what is wrong first. */
export const firstProblem =
	(refuse: (message: string) => ApiError) =>
	([issue]: Issue[]): ApiError =>
		refuse(issue?.message ?? '');

/** The items of a list, unread. @throws 422 when it is no list, or has too few or too many */
export function listItems(schema: z.ZodArray, value: unknown): unknown[] {
	const wrong = schema.safeParse(value).error?.issues.find(({ path }) => path.length === 0);
	if (wrong) throw namingAll([wrong]);
	return value as unknown[];
}

/**
 * The fields that are as the schema has them. What is wrong with the others goes to `problems`, with
 * `where` before it: so that rules beyond the form can add what they find in the same call.
 */
export function readFields<S extends z.ZodObject>(
	schema: S,
	value: unknown,
	problems: Problems,
	where = '',
): Partial<z.output<S>> {
	const { data, error } = schema.safeParse(value);
	if (!error) return data;
	reportIssues(problems, error.issues, where);
	const wrong = new Set(error.issues.map(({ path }) => path[0]));
	const input = isObject(value) ? value : {};
	const right = Object.entries(schema.shape).filter(([name]) => name in input && !wrong.has(name));
	const read = right.map(([name, field]) => [name, z.parse(field, input[name])]);
	return Object.fromEntries(read) as Partial<z.output<S>>;
}
