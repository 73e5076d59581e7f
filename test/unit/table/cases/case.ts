/** One operation, the requests it makes for given form values, and its result. */
export interface Case {
	/** `resource name`. */
	row: string;
	/** The condition of this case, if an operation has several cases. */
	when?: string;
	/** Values of the form, as n8n gives them. */
	values: Record<string, unknown>;
	requests: Expected[];
	/** The resulting item or items. */
	gives: unknown;
	/** Documented refusals of the last request: status, or status and `error_code`. */
	errors?: Array<number | [status: number, code: number]>;
	as?: 'user' | 'token';
}

export interface Expected {
	/** `METHOD path`. */
	request: string;
	query?: Record<string, string>;
	/** Exact body; absent when there must be none. */
	body?: unknown;
	/** The status of the answer; 200 unless given. */
	status?: number;
	answer?: unknown;
	headers?: Record<string, string>;
}

type Written = Omit<Case, 'row' | 'when' | 'requests'> & { requests: Expected | Expected[] };

/** A case of an operation; `when` tells it apart from other cases of the operation. */
export function caseOf(row: string, when: string, more: Written): Case;
export function caseOf(row: string, more: Written): Case;
export function caseOf(row: string, ...given: [string, Written] | [Written]): Case {
	const [{ requests, ...more }, when] = [given.at(-1) as Written, given.at(-2) as string];
	return { row, ...(when !== undefined && { when }), requests: [requests].flat(), ...more };
}
