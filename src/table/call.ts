import type { LoginCall } from '../account';
import type { Answer, Effect, Json, LaneName, RequestParts } from '../wire';
import type { LookupName } from './control';
import type { Fields, Input } from './field';
import type { Pages } from './pages';
import type { Env } from './rules';

/* What an entry of several requests is given to send them. */

/** The properties of an entry that its request is made from; an `Operation` has them. */
export interface RequestEntry {
	request: string;
	effect: Effect;
	lane: LaneName;
	fields?: Fields;
	body?: (fields: Json, input: Input) => unknown;
	timeoutMs?: number;
}

/** The functions a `run` may use: every request goes through here. */
export interface Call {
	readonly env: Env;
	readonly login: LoginCall;
	/**
	 * Sends the entry's own request for an input, with changes, and reads back where the entry says
	 * how; `before` is the earlier state, where the entry has read it already.
	 */
	own(input: Input, changes?: Partial<RequestParts>, before?: unknown): Promise<Answer>;
	/** Sends the request of another entry, such as the read before a top-up. */
	other(entry: RequestEntry, input: Input, changes?: Partial<RequestParts>): Promise<Answer>;
	/** Sends a request that no entry describes, in the operation's lane and under its effect. */
	send(parts: RequestParts): Promise<Answer>;
	/**
	 * All entries of a list in pages, or those up to Limit; each as its entry or `keep` makes it, which
	 * drops one by undefined.
	 */
	list(
		entry: RequestEntry & { pages?: Pages },
		input: Input,
		keep?: (entry: Json) => Json | undefined,
		how?: {
			/** Called where entries may be missing. */
			cut?: () => void;
			/** The answer of the first page, where that has been read. */
			first?: Answer;
		},
	): Promise<Json[]>;
	/** The whole list of a picker, read once for a run. */
	entries(lookup: LookupName): Promise<Json[]>;
	/** The result of a job that the items of a run share, done once; a failed one is done again. */
	once<T>(what: string, job: () => Promise<T>): Promise<T>;
	/**
	 * Endpoints or SIMs by a number or name, named as the filter of their list, in few requests; an
	 * empty list for a value that none has.
	 */
	find(kind: 'endpoint' | 'sim', filter: string, values: string[]): Promise<Map<string, Json[]>>;
	/** Endpoints by id, in few requests; one that is not found is left out. */
	endpoints(ids: number[]): Promise<Map<number, Json>>;
	/** SIMs by id, in the same way; with at least their `id` and `status`. */
	sims(ids: number[]): Promise<Map<number, Json>>;
	/** A number from 0 to 255 that the parts of one long message share. */
	messageReference(): number;
	/** Eight random hexadecimal digits, by which a new thing is found in a list. */
	suffix(): string;
	/** Lets time pass, such as while the service carries out what it has accepted. */
	wait(ms: number): Promise<void>;
	/** Runs jobs that share a key one at a time, such as two top-ups of one endpoint. */
	exclusively<T>(key: string, job: () => Promise<T>): Promise<T>;
	/** Adds a note about the results, for what the items do not show: a sentence without its full stop. */
	note(sentence: string): void;
}
