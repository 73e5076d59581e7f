import { isProblem } from './errors';
import { type Logins, TOTP_PERIOD_MS } from './login';
import type { Tokens } from './tokens';

/** Number of authenticator steps over which the second tries of several workers are spread. */
const STEPS_APART = 2;

/**
 * Logs in with an authenticator's code, which works once: of several workers with the same
 * secret, all but the first would fail, and three failures lock the account. Over Redis, each
 * step of the clock belongs to one worker; without it, a short random wait mostly lets the others
 * find the session of the first in the store. After a refused code one more is tried, never a third.
 * @param run logs in with the code of the current step
 * @param newer reads a session that another worker has stored since
 * @throws LoginError when the second code is refused, too
 */
export async function loginWithApp(
	logins: Logins,
	run: () => Promise<Tokens>,
	newer: () => Promise<Tokens | undefined>,
): Promise<Tokens> {
	const newerAfter = async (steps: number) => {
		await logins.sleep(logins.untilNextCode + steps * TOTP_PERIOD_MS);
		return await newer();
	};
	let isSecondTry = false;
	for (;;) {
		while (!(await logins.takeCode())) {
			const found = await newerAfter(0);
			if (found) return found;
		}
		try {
			return await run();
		} catch (error) {
			if (isSecondTry || !isProblem(error, ['codeRefused'])) throw error;
		}
		const steps = logins.host.once ? 0 : Math.floor(Math.random() * STEPS_APART);
		const found = await newerAfter(steps);
		if (found) return found;
		isSecondTry = true;
	}
}
