import { ownError } from '../errors';
import type { Clock, Sleep } from '../ports';
import { type HttpPorts, REQUEST_TIMEOUT_MS } from '../request/http';
import { httpDateMs, STILL_AT_WORK_MS } from '../request/retry';
import { entityOf } from '../table/answers';
import type {
	Answer,
	Call,
	ReadBackResult,
	Id,
	Input,
	Operation,
	RequestParts,
	Since,
} from '../table/define';
import { buildRequest } from '../table/request';
import { exclusively } from './exclusive';
import { knownResults } from './knownResults';

/**
 * Waits before each reading back. Together they last as long as a call may take: the service may
 * still carry out a call it has not answered.
 */
export const READ_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 15_000];
/** Times of the service have whole seconds, and its clock may run a little apart. */
const CLOCK_MARGIN_MS = 2_000;
/** The way to find the result of a call whose answer never came. */
interface ResultSearch<T> {
	key: string;
	/** Ids of what was made; undefined for one the service did not name. */
	idsOf(result: T): Array<Id | undefined>;
	readBack(since: Since, error: unknown): Promise<ReadBackResult<T>>;
}
/** A call that can be looked up when its answer never came. */
interface Verification<T> extends ResultSearch<T> {
	/**
	 * Sends the call. `sending` has to be awaited right before each attempt of a call that must not be sent
	 * twice.
	 */
	send(sending: () => Promise<void>): Promise<T>;
	/** Whether an unknown outcome is read back. Without it all are, and calls go one by one. */
	only?: (error: unknown) => boolean;
}
/** The span of a call by our clock: sent no earlier, arriving no later. */
export interface CallTime {
	from: number;
	until: number;
}

/**
 * The span of a call with an unknown outcome, sent within `sentWithinMs` after its key was claimed. It
 * ends when the service can no longer be at work on the call, some time after the deadline of its attempt.
 */
export const timeOfClaimedCall = (
	claimedAt: number,
	sentWithinMs: number,
	{ timeoutMs = REQUEST_TIMEOUT_MS }: Pick<Operation, 'timeoutMs'>,
): CallTime => ({
	from: claimedAt,
	until: claimedAt + sentWithinMs + timeoutMs + STILL_AT_WORK_MS,
});

type ReadBackPorts = Pick<HttpPorts, 'clock' | 'sleep' | 'baseUrl'>;

/** The id of the one thing an answer names. */
const answeredId = (answer: Answer): Id | undefined => {
	const { id } = entityOf(answer);
	return typeof id === 'number' || typeof id === 'string' ? id : undefined;
};

/** A result that was read back as the answer that never came. */
const asAnswer = (body: unknown): Answer => ({ status: 200, headers: {}, body });

/** The id of a result that was read back. */
export const resultId = (result: unknown): Id | undefined => answeredId(asAnswer(result));

/** The search for the answer to an entry's own request; `before` gives what its `before` has read. */
export function ownSearch(
	call: Call,
	{ readBack }: Operation,
	input: Input,
	body: unknown,
	before: () => unknown = () => undefined,
): ResultSearch<Answer> {
	const { key, find, ids = (answer) => [answeredId(answer)] } = readBack!;
	return {
		key: key(input),
		idsOf: ids,
		readBack: async (since) => {
			const found = await find(call, { input, body, before: before(), since });
			return typeof found === 'string' ? found : { done: asAnswer(found.done) };
		},
	};
}

/** The answer to an entry's own request; a lost answer is replaced by the result read back. */
export async function readingBack(
	ports: ReadBackPorts,
	call: Call,
	operation: Operation,
	input: Input,
	changes: Partial<RequestParts> = {},
	known?: unknown,
): Promise<Answer> {
	const request = { ...buildRequest(operation, input), ...changes };
	let before = known;
	return await verified<Answer>(ports, {
		...ownSearch(call, operation, input, request.body, () => before),
		send: async (sending) => {
			before ??= await operation.readBack!.before?.(call, input);
			return await call.send({ ...request, confirm: sendingOnce(operation, sending) });
		},
	});
}

/** The step before each attempt of a call. For a call that may be repeated, the first attempt counts. */
export const sendingOnce = ({ effect }: Operation, sending: () => Promise<void>) =>
	effect === 'act' ? sending : undefined;

/**
 * Sends a call and, when its outcome is unknown, reads back its result. Calls of one key go one
 * after the other in this process, so that equal ones can be distinguished.
 * @throws what `send` throws, also when nothing is found: that proves nothing, as the service may
 * still carry out the call.
 */
export async function verified<T>(
	ports: ReadBackPorts,
	{ key, send, idsOf, readBack, only }: Verification<T>,
): Promise<T> {
	const { clock, sleep } = ports;
	const inTurn = async (job: () => Promise<T>) =>
		only ? await job() : await exclusively(verifiedKey(ports, key), job);
	return await inTurn(async () => {
		let from = clock.now();
		// It may have waited for the limits, while others have made what looks alike.
		const sending = async () => void (from = clock.now());
		const remembered = (result: T): T => {
			keepIds(ports, key, idsOf(result));
			return result;
		};
		try {
			return remembered(await send(sending));
		} catch (error) {
			const unknown = ownError(error);
			if (unknown?.outcome !== 'unknown' || only?.(error) === false) throw error;
			const until = clock.now() + STILL_AT_WORK_MS;
			const since = sinceOf(ports, key, { from, until });
			const found = await untilFound(sleep, async () => await readBack(since, error));
			if (typeof found === 'string') throw error;
			return remembered(found.done);
		}
	});
}

/**
 * Reads back once the result of a call that another run began some time ago. Takes turns with
 * {@link verified} calls of the key.
 * @param time when that call was under way, by our clock
 */
export async function foundLater<T>(
	ports: ReadBackPorts,
	{ key, idsOf, readBack }: ResultSearch<T>,
	time: CallTime,
): Promise<ReadBackResult<T>> {
	return await exclusively(verifiedKey(ports, key), async () => {
		const found = await readBack(sinceOf(ports, key, time), undefined);
		if (typeof found !== 'string') keepIds(ports, key, idsOf(found.done));
		return found;
	});
}

const verifiedKey = ({ baseUrl }: ReadBackPorts, key: string) => `${baseUrl} ${key} verified`;

/** Remembers the ids of a result, so that no other call takes it for its own. */
function keepIds({ baseUrl, clock }: ReadBackPorts, key: string, ids: Array<Id | undefined>): void {
	const known = knownResults(baseUrl);
	for (const id of ids) if (id !== undefined) known.add(key, id);
	if (ids.includes(undefined)) known.addNameless(key, clock.now());
}

const sinceOf = (
	{ baseUrl, clock }: ReadBackPorts,
	key: string,
	{ from, until }: CallTime,
): Since => ({
	start: (answer) => atService(clock, answer, from) - CLOCK_MARGIN_MS,
	end: (answer) => atService(clock, answer, until) + CLOCK_MARGIN_MS,
	isFree: (id) => !knownResults(baseUrl).has(key, id),
	// An equal call without an id in its answer has left a result that looks like this one.
	mayBeAnother: from - (knownResults(baseUrl).namelessAt(key) ?? -Infinity) <= 2 * CLOCK_MARGIN_MS,
});

/** A time of our clock by the clock of the service, which has just answered. */
const atService = (clock: Clock, { headers }: Answer, time: number): number =>
	(httpDateMs(headers.date) ?? clock.now()) - (clock.now() - time);

/** Reads back after each wait, until the finding is a result or unclear. */
async function untilFound<T>(
	sleep: Sleep,
	readBack: () => Promise<ReadBackResult<T>>,
): Promise<ReadBackResult<T>> {
	let found: ReadBackResult<T> = 'unclear';
	for (const ms of READ_AFTER_MS) {
		await sleep(ms);
		try {
			found = await readBack();
		} catch {
			// A read that failed proves nothing; the next one may succeed.
			continue;
		}
		if (found !== 'notDone') return found;
	}
	return found;
}
