import { monotonic } from '../ports';
import { ABOUT_VALUES, isProblem, LoginError, type LoginProblem, Overtaken } from './errors';
import type { Logins } from './login';
import type { LoginTurn } from './sharedLogins';
import { LOCK_MS } from './tokens';

/** Between two questions whether another worker has logged in. Milliseconds. */
const ASK_AGAIN_MS = 250;
/** No login of another worker takes longer: six minutes of waiting for limits, and its attempts. */
const OTHERS_MS = 10 * 60_000;
/** Values that the service has refused to another worker. */
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
 * refuses are tried once by all of them. While the Redis cannot be asked, nobody knows what was
 * refused, and nobody logs in. After five minutes whatever it knew is over: from then on each process
 * goes by what it knows itself, so that an outage does not end all logins.
 */
export class LoginTurns {
	/** Monotonic; since then every question was in vain. */
	private blindSince: number | undefined;

	/**
	 * Runs a login in its turn.
	 * @param newer what another worker has stored meanwhile
	 * @throws what the login throws, RefusedElsewhere, or SharedLaneError
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

	/** Undefined where there are no turns, or the Redis has not been there for long. */
	private async take({ account, clock, host }: Logins, values: string) {
		// Refusals lock the account of a person; an application token is no such account.
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
		// Where the others cannot be told, they are held off as long as the turn lasts.
		if (isTold) await turn.end();
	}
}
