import { monotonic } from '../ports';
import { LoginError, type LoginProblem, LoginTakenOver } from './errors';
import type { Logins } from './login';
import type { LoginTurn } from './sharedLogins';
import { LOCK_MS } from './tokens';

/** Interval of checks whether another worker has logged in. Milliseconds. */
const LOGIN_POLL_MS = 250;
/** No login of another worker takes longer: six minutes of waiting for limits, and its attempts. */
const OTHERS_MS = 10 * 60_000;

/** The service has refused these values to another worker. */
export class RefusedElsewhere extends LoginError {
	constructor(
		problem: LoginProblem,
		readonly forMs: number,
	) {
		super(problem);
	}
}

/**
 * The turns of one account's logins among all workers that share a Redis: values which the service
 * refuses are tried once by all of them. While the Redis is out of reach, refusals are unknown, and
 * nobody logs in. After five minutes all of its records have expired: from then on each process
 * goes by its own, so that an outage does not end all logins.
 */
export class LoginTurns {
	/** Monotonic time since which every query has failed. */
	private blindSince: number | undefined;

	/**
	 * Waits for the turn to try values; there is none where workers share no Redis, or it has been out
	 * of reach for long: `isAlone` says that this process then decides alone.
	 * @param newer reads a result that another worker has stored since: `found` where that came first
	 * @throws RefusedElsewhere, SharedLaneError, or LoginTakenOver
	 */
	async acquire<T>(
		logins: Logins,
		values: string,
		newer: () => Promise<T | undefined>,
	): Promise<{ turn?: LoginTurn; found?: T; isAlone: boolean }> {
		const since = monotonic(logins.clock);
		while (monotonic(logins.clock) - since < OTHERS_MS) {
			const turn = await this.take(logins, values);
			if (turn === undefined) return { isAlone: logins.host.turn !== undefined };
			if (turn !== 'others') {
				if ('leftMs' in turn) throw new RefusedElsewhere(turn.problem, turn.leftMs);
				return { turn, isAlone: false };
			}
			await logins.sleep(LOGIN_POLL_MS);
			const found = await newer();
			if (found !== undefined) return { found, isAlone: false };
		}
		throw new LoginTakenOver();
	}

	/** Undefined where there are no turns, or the Redis has been out of reach for long. */
	private async take({ account, clock, host }: Logins, values: string) {
		// Refusals lock the account of a person; an application token has no such account.
		if (!host.turn || account.kind === 'token') return undefined;
		const now = monotonic(clock);
		try {
			const taken = await host.turn(values);
			this.blindSince = undefined;
			return taken;
		} catch (error) {
			this.blindSince ??= now;
			if (now - this.blindSince >= LOCK_MS) return undefined;
			throw error;
		}
	}
}
