import * as z from 'zod/v4';
import { parseIso } from '../clock';
import { Problems, type ApiError } from './envelopes';
import { isObject } from './route';

/*
 * Each body has one zod schema: the check parses with it, and `/docs` shows it as JSON schema. The
 * schema holds the messages of a refusal; the route decides its status and form.
 */

type ErrorText = string | { error: (issue: { input?: unknown }) => string };
type Issue = z.core.$ZodIssue;

/** Message of a refusal whose recorded code is 1402, Required. */
export const required = (message: string) => `1402 ${message}`;

/** Message of a refusal whose recorded code is 1401, InvalidReference. */
export const unknown = (message: string) => `1401 ${message}`;

/** Messages for a missing field and for an invalid field. */
export const requiredMessages = (missing: string, wrong: string): ErrorText => ({
	error: ({ input }) => (input === undefined ? required(missing) : wrong),
});

const NO_OBJECT = 'The body must be a JSON object';
/** An object body with these fields. */
export const jsonBody = <S extends z.core.$ZodShape>(shape: S) => z.object(shape, NO_OBJECT);

/** `{id}`: `wrong` is the message for any other value, `missing` for an absent one. */
export function reference(
	wrong: string,
	{ among, missing }: { among?: readonly number[]; missing?: string } = {},
) {
	const id: z.ZodType<number, number> = among ? z.literal([...among], wrong) : z.int(wrong);
	return z.object({ id }, missing === undefined ? wrong : requiredMessages(missing, wrong));
}

/** A point in time, ISO 8601. */
export const timestamp = (words: ErrorText) =>
	z
		.string(words)
		.refine((text) => parseIso(text) !== undefined, words)
		.meta({ format: 'date-time' });

function addIssues(problems: Problems, issues: Issue[], where: string): void {
	const told = new Set<string>();
	for (const { path, message } of issues) {
		// A value of the wrong type can also be too short: report one problem per path.
		const place = path.join('.');
		if (told.has(place)) continue;
		told.add(place);
		const [, code, words = message] = /^(140[12]) (.*)$/s.exec(message) ?? [];
		if (code === '1402') problems.required(where + words);
		else if (code === '1401') problems.unknown(where + words);
		else problems.invalid(where + words);
	}
}

/** One 422 that names all problems; `specified` as in {@link Problems.refusal}. */
export function refusalOfAll(issues: Issue[], specified = false): ApiError {
	const problems = new Problems();
	addIssues(problems, issues, '');
	return problems.refusal(specified)!;
}

/**
 * The body, parsed with its schema.
 * @throws the error that `refuse` builds from all problems; one 422 when the body is not an object
 */
export function readBody<S extends z.ZodType>(
	schema: S,
	body: unknown,
	refuse?: (issues: Issue[]) => ApiError,
): z.output<S> {
	const { data, error } = schema.safeParse(body);
	if (!error) return data;
	const { issues } = error;
	throw refuse && issues[0]?.message !== NO_OBJECT ? refuse(issues) : refusalOfAll(issues);
}

/** Refuses with the message of the first problem. */
export const firstProblem =
	(refuse: (message: string) => ApiError) =>
	([issue]: Issue[]): ApiError =>
		refuse(issue?.message ?? '');

/** The items of a list, unparsed. @throws 422 when it is not a list, or has too few or too many */
export function listItems(schema: z.ZodArray, value: unknown): unknown[] {
	const wrong = schema.safeParse(value).error?.issues.find(({ path }) => path.length === 0);
	if (wrong) throw refusalOfAll([wrong]);
	return value as unknown[];
}

/**
 * The fields that match the schema. Problems with the others are added to `problems`, prefixed with
 * `where`, so that further rules can add theirs to the same answer.
 */
export function readFields<S extends z.ZodObject>(
	schema: S,
	value: unknown,
	problems: Problems,
	where = '',
): Partial<z.output<S>> {
	const { data, error } = schema.safeParse(value);
	if (!error) return data;
	addIssues(problems, error.issues, where);
	const wrong = new Set(error.issues.map(({ path }) => path[0]));
	const input = isObject(value) ? value : {};
	const right = Object.entries(schema.shape).filter(([name]) => name in input && !wrong.has(name));
	const read = right.map(([name, field]) => [name, z.parse(field, input[name])]);
	return Object.fromEntries(read) as Partial<z.output<S>>;
}
