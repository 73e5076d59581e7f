import { monotonic } from '../ports';
import { ABOUT_VALUES, isProblem, LoginError, type LoginProblem, Overtaken } from './errors';
import type { Logins } from './login';
import type { LoginTurn } from './sharedLogins';
import { LOCK_MS } from './tokens';

/** Interval of checks whether another worker has logged in. Milliseconds. */
const ASK_AGAIN_MS = 250;
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
	 * Runs a login in its turn.
	 * @param newer reads a result that another worker has stored since
	 * @throws the login's errors, RefusedElsewhere, or SharedLaneError
	 */
	async run<T>(
		logins: Logins,
		values: string,
		start: (turn?: LoginTurn) => Promise<T>,
		newer: () => Promise<T | undefined>,
	): Promise<T> {
		const since = monotonic(logins.clock);
		while (monotonic(logins.clock) - since < OTHERS_MS) {
			const turn = await this.take(logins, values);
			logins.alone = turn === undefined && logins.host.turn !== undefined;
			if (turn === undefined) return await start();
			if (turn !== 'others') {
				if ('leftMs' in turn) throw new RefusedElsewhere(turn.problem, turn.leftMs);
				return await inTurn(turn, start, newer);
			}
			await logins.sleep(ASK_AGAIN_MS);
			const found = await newer();
			if (found !== undefined) return found;
		}
		throw new Overtaken();
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
			if (now - (this.blindSince ??= now) >= LOCK_MS) return undefined;
			throw error;
		}
	}
}

async function inTurn<T>(
	turn: LoginTurn,
	start: (turn: LoginTurn) => Promise<T>,
	newer: () => Promise<T | undefined>,
): Promise<T> {
	let isTold = true;
	try {
		// The worker before may just have stored its session.
		return (await newer()) ?? (await start(turn));
	} catch (error) {
		if (isProblem(error, ABOUT_VALUES)) {
			isTold = await turn.refused(error.problem).then(
				() => true,
				() => false,
			);
		}
		throw error;
	} finally {
		// If the refusal was not recorded, the turn lasts until it expires, to hold others off.
		if (isTold) await turn.end();
	}
}
