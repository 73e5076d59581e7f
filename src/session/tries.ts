import { monotonic } from '../ports';
import { SharedLaneError } from '../redis/errors';
import { ABOUT_VALUES, isProblem, type LoginProblem, LoginTakenOver } from './errors';
import { type Confirm, type Logins, triedValues } from './login';
import type { LoginTurn } from './sharedLogins';
import { LOCK_MS } from './tokens';
import { LoginTurns, RefusedElsewhere } from './turns';

/** A login that failed for other reasons than its values is not tried again for this long. */
export const FAILED_MS = 30_000;

/** What a login is tried with. */
interface Try<T> {
	/** The value tried in addition to the account's, such as a typed code. */
	entered?: string;
	/** Reads a result that another worker may have obtained since. */
	newer?: () => Promise<T | undefined>;
	/** Called before each attempt. @throws when the login has become needless */
	confirm?: Confirm;
}

/**
 * The tries of an account's logins. Three failures lock the account: refused values are not tried
 * again for five minutes, neither here nor by a worker that shares the Redis; after any other
 * failure, for half a minute.
 */
export class LoginTries {
	private readonly turns = new LoginTurns();
	/** The last failure; `until` is a monotonic time. */
	private failed: { values: string; until: number; error: unknown } | undefined;

	/** @param binding of the session: stands for the account and its secret */
	constructor(private readonly binding: string) {}

	/**
	 * Starts a login in this worker's turn, unless its values have failed lately.
	 * @param start gets what it must have called before each attempt
	 * @throws the error of the failed try; RefusedElsewhere, LoginTakenOver, SharedLaneError
	 */
	async run<T>(
		logins: Logins,
		start: (confirm: Confirm) => Promise<T>,
		{ entered = '', newer = async () => undefined, confirm }: Try<T> = {},
	): Promise<T> {
		const values = triedValues(logins.account) + entered;
		const { failed } = this;
		if (failed?.values === values && monotonic(logins.clock) < failed.until) throw failed.error;
		let turn: LoginTurn | undefined;
		let refused: LoginProblem | undefined;
		const confirmTurn = async () => {
			if (turn && !(await turn.confirm())) throw new LoginTakenOver();
			await confirm?.();
		};
		try {
			const taken = await this.turns.acquire(logins, `${this.binding} ${values}`, newer);
			({ turn } = taken);
			logins.decideAlone(taken.isAlone);
			// The worker before may just have stored its session.
			return taken.found ?? (turn && (await newer())) ?? (await start(confirmTurn));
		} catch (error) {
			if (isProblem(error, ABOUT_VALUES)) refused = error.problem;
			const until = monotonic(logins.clock) + pauseAfter(error);
			this.failed = { values, until, error };
			throw error;
		} finally {
			await turn?.release(refused);
		}
	}
}

/** Milliseconds during which a failed login is not tried again. */
function pauseAfter(error: unknown): number {
	if (error instanceof RefusedElsewhere) return error.forMs;
	if (isProblem(error, ABOUT_VALUES)) return LOCK_MS;
	// Nothing was sent to the service, or a person must enter a code that was already sent.
	const isNoFailure = error instanceof SharedLaneError || error instanceof LoginTakenOver;
	const isForPerson = isProblem(error, [
		'codeNeeded',
		'codeMalformed',
		'codeUsed',
		'noCodeRequested',
	]);
	return isNoFailure || isForPerson ? 0 : FAILED_MS;
}
