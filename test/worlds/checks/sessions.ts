import type { History, Login, Violation } from '../history';
import type { Plan } from '../plan';

/* Rules that hold for logins, from the service's view. */

/** All violations by the logins of a world. */
export function checkSessions(plan: Plan, history: History): Violation[] {
	return [
		...codesOnce(plan, history),
		...wrongOnce(plan, history),
		...failuresHold(plan, history),
		...renewedForAReason(plan, history),
		...everyoneGetsASession(plan, history),
	];
}

const FORGETS = ['restart', 'failover', 'flush', 'evict', 'redisStep'];
const OF_REDIS = [...FORGETS, 'stop', 'slow', 'outage', 'cut'];

const suffers = ({ troubles }: History, kinds: string[]) =>
	troubles.some(({ kind }) => kinds.includes(kind));

/** Credentials that start a login or a refresh; a code only completes one. */
const begins = ({ how }: Login) => how !== 'code';

/** Logins grouped by a key. */
function by(logins: Login[], key: (login: Login) => string | number): Array<[string, Login[]]> {
	const groups = new Map<string, Login[]>();
	for (const login of logins) {
		const name = String(key(login));
		groups.set(name, [...(groups.get(name) ?? []), login]);
	}
	return [...groups];
}

/** Processes that share state use an authenticator code in only one of them. */
function codesOnce({ isShared }: Plan, history: History): Violation[] {
	if (!isShared || suffers(history, FORGETS)) return [];
	const codes = history.logins.filter(({ how }) => how === 'code');
	return by(codes, (login) => login.with)
		.filter(([, tries]) => new Set(tries.map(({ process }) => process)).size > 1)
		.map(([code]) => ({ rule: 'a code is used by one process', what: code }));
}

/** A refused password is not tried again for five minutes; this is a little less. */
const HELD_MS = 4.5 * 60_000;

/** A wrong password is tried once per process, and once overall by processes that share state. */
function wrongOnce({ account, isShared }: Plan, history: History): Violation[] {
	if (account.isRight) return [];
	const isOne = isShared && account.kind === 'user' && !suffers(history, OF_REDIS);
	const steps = history.troubles.filter(({ kind }) => kind === 'step');
	const wrong = history.logins.filter(({ why }) => /^wrong (password|token)$|^locked$/.test(why));
	return by(wrong, ({ process }) => (isOne ? 'all' : process)).flatMap(([who, tries]) =>
		tries
			.filter(({ at }, i) => i > 0 && at - tries[i - 1]!.at < HELD_MS)
			.filter(({ process }) => !steps.some((step) => step.process === process))
			.map(({ at }) => ({
				rule: 'a wrong password is tried once',
				what: `process ${who}, again at ${(at / 1000).toFixed(1)} s`,
			})),
	);
}

/** Maximum attempts per run of a login that always fails. */
const MOST_FAILED = 2;

/** The failure is remembered for half a minute; this is a little less. */
const FAILED_MS = 29_000;

/** A failed login is remembered by the run and, for a while, by its process; a 429 is waited for. */
function failuresHold({ login }: Plan, { logins }: History): Violation[] {
	const isForGood = login.until === Infinity && (login.fates.answered ?? 0) === 0;
	if (!isForGood || login.fates.limited) return [];
	const tried = logins.filter(begins);
	return [
		...by(tried, ({ run }) => run)
			.filter(([, tries]) => tries.length > MOST_FAILED)
			.map(([run, { length }]) => ({
				rule: 'a failed login holds for its run',
				what: `${length} logins for run ${run}`,
			})),
		...by(tried, ({ process }) => process).flatMap(([process, tries]) =>
			tries
				.filter(({ at }, i) => at - (tries[i - MOST_FAILED]?.at ?? -Infinity) < FAILED_MS)
				.map(({ at }) => ({
					rule: 'a failed login holds for half a minute',
					what: `process ${process}, again at ${(at / 1000).toFixed(1)} s`,
				})),
		),
	];
}

/** A session is renewed in its last quarter, or in its last half hour. */
const aheadOf = (tokenMs: number) => Math.min(30 * 60_000, tokenMs / 4);

/**
 * A process logs in when it has no session, and renews a session before its expiry: at most twice, if a
 * refresh is refused. Each session that is lost early allows one more.
 */
function renewedForAReason({ account, login, service }: Plan, history: History): Violation[] {
	const isWell = login.until === 0 && !service.fates.unauthorised && account.isRight;
	if (!isWell || account.mfa === 'totp') return [];
	const { logins, tokensLost, troubles } = history;
	const spanMs = account.tokenMs - aheadOf(account.tokenMs) - 1_000;
	const atATime = account.kind === 'token' ? 1 : 2;
	return by(logins.filter(begins), ({ process }) => process).flatMap(([process, tries]) =>
		tries.flatMap(({ at }, i) => {
			const count = tries.slice(i).filter((later) => later.at < at + spanMs).length;
			const within = (when: number) => when > at - 60_000 && when < at + spanMs;
			const revoked = new Set(tokensLost.filter((t) => t.why === 'revoked').map((t) => t.at));
			const reasons =
				[...revoked].filter(within).length +
				troubles.filter((t) => t.kind === 'step' && within(t.at)).length;
			if (count <= atATime * (1 + reasons)) return [];
			const what = `process ${process}: ${count} from ${(at / 1000).toFixed(1)} s on`;
			return [{ rule: 'a session is renewed for a reason', what }];
		}),
	);
}

/** Without faults in logins and calls, no run ends without a session. */
function everyoneGetsASession(plan: Plan, history: History): Violation[] {
	const { account, login, service, isShared, processes } = plan;
	const isCalm = login.until === 0 && Object.keys(service.fates).join() === 'answered';
	const canTell = account.mfa === 'none' || processes.length === 1 || isShared;
	// Authenticator codes depend on the system clock.
	const harmless = account.mfa === 'none' ? ['step', 'freeze'] : ['freeze'];
	const isHit = history.troubles.some(({ kind }) => !harmless.includes(kind));
	if (!isCalm || !canTell || !account.isRight || isHit) return [];
	const cancelled = new Set(
		history.runs.filter((run) => run.cancelledAt !== undefined).map(({ name }) => name),
	);
	return history.told
		.filter(
			({ run, verdict }) => verdict !== undefined && verdict !== 'done' && !cancelled.has(run),
		)
		.map(({ ref, verdict, said }) => ({
			rule: 'without faults, every request is served',
			what: `${ref}: ${verdict}: ${said}`,
		}));
}
