import { ownError } from '../errors';
import { httpDateMs } from '../http/retry';
import type { Clock, Sleep } from '../ports';
import { entityOf } from '../operations/answers';
import type {
	Answer,
	Call,
	Found,
	Id,
	Input,
	Operation,
	RequestParts,
	Since,
} from '../operations/define';
import { buildRequest } from '../operations/request';
import { exclusively } from './exclusive';

/**
 * Waits before each reading back. Together they last as long as a call may take: the service may
 * still carry out a call it has not answered.
 */
const READ_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 15_000];
/** Times of the service have whole seconds, and its clock may run a little apart. */
const MARGIN_MS = 2_000;
/**
 * Fewest ids remembered, so that a later reading back does not take another call's result for its
 * own; at most twice as many are. Deleting a set's oldest entry takes longer with each deletion.
 */
const REMEMBERED = 50_000;

let taken = new Set<string>();
let takenBefore = new Set<string>();
const nameless = new Map<string, number>();

function take(key: string): void {
	if (taken.size >= REMEMBERED) [taken, takenBefore] = [new Set(), taken];
	taken.add(key);
}
const isTaken = (key: string) => taken.has(key) || takenBefore.has(key);

/** A call that can be looked up when its answer never came. */
interface Verification<T> {
	key: string;
	send(): Promise<T>;
	/** Ids of what was made; undefined for one the service did not name. */
	idsOf(result: T): Array<Id | undefined>;
	readBack(since: Since, error: unknown): Promise<Found<T>>;
	/** Whether an unknown outcome is read back; without it all are, and calls go one by one. */
	only?: (error: unknown) => boolean;
}
interface Ports {
	clock: Clock;
	sleep: Sleep;
	baseUrl: string;
}

/** The id of the one thing an answer names. */
const idOf = (answer: Answer): Id | undefined => {
	const { id } = entityOf(answer);
	return typeof id === 'number' || typeof id === 'string' ? id : undefined;
};

/** The answer to an entry's own request; a lost answer is replaced by the result read back. */
export async function readingBack(
	ports: Ports,
	call: Call,
	operation: Operation,
	input: Input,
	changes: Partial<RequestParts> = {},
	known?: unknown,
): Promise<Answer> {
	const { key, find, ids = (answer) => [idOf(answer)], ...readBack } = operation.readBack!;
	const request = { ...buildRequest(operation, input), ...changes };
	let before = known;
	return await verified<Answer>(ports, {
		key: key(input),
		send: async () => {
			before ??= await readBack.before?.(call, input);
			return await call.send(request);
		},
		idsOf: ids,
		readBack: async (since) => {
			const found = await find(call, { input, body: request.body, before, since });
			if (typeof found === 'string') return found;
			return { done: { status: 200, headers: {}, body: found.done } };
		},
	});
}

/**
 * Sends a call and, when its outcome is unknown, reads back its result. Calls of one key go one
 * after the other in this process, so that equal ones can be told apart.
 * @throws what `send` throws, also when nothing is found: that proves nothing, as the service may
 * still carry out the call.
 */
export async function verified<T>(
	{ clock, sleep, baseUrl }: Ports,
	{ key, send, idsOf, readBack, only }: Verification<T>,
): Promise<T> {
	const scope = `${baseUrl} ${key}`;
	const inTurn = async (job: () => Promise<T>) =>
		only ? await job() : await exclusively(`${scope} verified`, job);
	return await inTurn(async () => {
		const startedAt = clock.now();
		const keep = (result: T): T => {
			const ids = idsOf(result);
			for (const id of ids) if (id !== undefined) take(`${scope} ${id}`);
			if (ids.includes(undefined)) nameless.set(scope, clock.now());
			return result;
		};
		try {
			return keep(await send());
		} catch (error) {
			const unknown = ownError(error);
			if (unknown?.outcome !== 'unknown' || only?.(error) === false) throw error;
			const since: Since = {
				start: (answer) => {
					const now = httpDateMs(answer.headers.date) ?? clock.now();
					return now - (clock.now() - startedAt) - MARGIN_MS;
				},
				isFree: (id) => !isTaken(`${scope} ${id}`),
				// An equal one without an id would look like this one.
				blurred: startedAt - (nameless.get(scope) ?? -Infinity) <= 2 * MARGIN_MS,
			};
			const found = await untilFound(sleep, async () => await readBack(since, error));
			if (typeof found === 'string') throw error;
			return keep(found.done);
		}
	});
}

/** Reads back after each wait, until the finding is a result or unclear. */
async function untilFound<T>(sleep: Sleep, readBack: () => Promise<Found<T>>): Promise<Found<T>> {
	let found: Found<T> = 'unclear';
	for (const ms of READ_AFTER_MS) {
		await sleep(ms);
		try {
			found = await readBack();
		} catch {
			// A reading that failed tells nothing; the next one may.
			continue;
		}
		if (found !== 'notDone') return found;
	}
	return found;
}
