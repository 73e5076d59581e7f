/** One operation, the requests it makes for given form values, and what it gives. */
export interface Case {
	/** `resource name`. */
	row: string;
	/** The difference from the others, where an operation has several cases. */
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
