import type { Stakes } from '../../src/table/stakes';
import type { Asked } from '../truth/requests/forms';
import type { Shape } from '../truth/shapes/forms';
import type { Row } from '../unit/nodes/rows/rowTypes';

/*
 * What is expected of the operations and of the service, written by hand from the facts, a file for each
 * resource. The tests of the table, of the nodes and of the simulator read it from here.
 */

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

/** The requests that an operation makes for given form values, and its result. */
export interface WrittenCase {
	/** The condition of this case, if an operation has several cases. */
	when?: string;
	/** Values of the form, as n8n gives them. */
	values: Record<string, unknown>;
	requests: Expected | Expected[];
	/** The resulting item or items. */
	gives: unknown;
	/** Documented refusals of the last request: status, or status and `error_code`. */
	errors?: Array<number | [status: number, code: number]>;
	as?: 'user' | 'token';
}

/** What is expected of one operation. */
export interface OperationFacts {
	/**
	 * `METHOD path effect lane` as the service documents it, with `S` or `P` behind it where the project's
	 * specification names the operation: from there, or from the public reference. By list for an operation that
	 * reads several.
	 */
	documented?: string | Record<string, string>;
	/** What is at stake, where that has to be said here again. */
	stakes?: Stakes;
	/** For an operation that changes something and has no stakes: why an agent is not held back from it. */
	harmless?: string;
	/** Its requests and results, without n8n. */
	cases?: WrittenCase[];
	/** Its form values in n8n, and its effects at the simulator. */
	row?: Row;
	/** The same for an operation with several rows, by what tells them apart. */
	rows?: Record<string, Row>;
}

/** What the service accepts and answers at one route. */
export interface RouteFacts {
	/** The accepted request; absent where the nodes do not send it. */
	asked?: Asked;
	/** Success answers: the documented status with its shape. */
	answers?: Record<number, Shape>;
}

/** The facts of a resource. */
export interface Facts {
	/** By `resource name`. */
	operations: Record<string, OperationFacts>;
	/** By `METHOD /path/{placeholder}`. */
	routes?: Record<string, RouteFacts>;
	/** Rows that only prepare others, and have no test of their own. */
	preparing?: Record<string, Row>;
}
