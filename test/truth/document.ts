import type * as z from 'zod/v4';
import { type Answered, refusalOf } from './answers';
import { type Exception, EXCEPTIONS } from './exceptions';
import { SUCCESSES } from '../operations';
import { of } from './shapes/forms';

/* Compares an answer with the newest schemas of the public reference alone, as an outside reader would. */

/** The places of an issue; of a union those of the form that comes nearest. */
function placesOf(issue: z.core.$ZodIssue): string[] {
	const here = issue.path.map((part) => (typeof part === 'number' ? '[]' : String(part)));
	const forms = issue.code === 'invalid_union' ? [...issue.errors] : [];
	const [nearest] = forms.sort((a, b) => a.length - b.length);
	if (nearest === undefined || nearest.length === 0) return [here.join('.')];
	return nearest.flatMap(placesOf).map((inner) => [...here, inner].filter(Boolean).join('.'));
}

/** The places where an answer is not what the reference says. */
export function deviations(route: string, { status, answer }: Answered): string[] {
	const success = SUCCESSES[route]?.[status];
	const shape = success ? of(success, 'reference') : refusalOf(route, status, 'reference');
	const issues = shape.safeParse(answer).error?.issues ?? [];
	return [...new Set(issues.flatMap(placesOf))];
}

/** The exception that a deviation is. */
export const exceptionFor = (route: string, status: number, place: string): Exception | undefined =>
	EXCEPTIONS.find(
		(exception) =>
			exception.routes.test(route) && exception.status === status && exception.at.test(place),
	);
