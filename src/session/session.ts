import { type Account, accountKey, bindingOf, type CodeRequest } from '../account';
import { beforeSending } from '../errors';
import { ExpiringMap } from '../expiringMap';
import { monotonic } from '../ports';
import { isAhead } from '../times';
import { loginWithApp } from './appLogin';
import { isProblem, LoginError, LoginTakenOver } from './errors';
import type { Confirm, Logins } from './login';
import * as t from './tokens';
import type { StoredSession, Tokens } from './tokens';
import { FAILED_MS, LoginTries } from './tries';
import { UserLogin } from './userLogin';
import { Workspaces } from './workspaces';

/** The token a caller needs. */
interface WhichToken {
	/** Workspace to act in; the credential's own unless given. */
	workspaceId?: number;
	/** A token the service has refused: any newer one is accepted. */
	refused?: string;
}

/** After a failed early renewal, the living token is used this long before the next try. */
const RENEW_AGAIN_MS = 60_000;

/** A session that another worker obtained reaches the store within this time. */
const STORED_MS = 5_000;

/**
 * The one session of an account in a process. However many items and executions miss a token,
 * one login is under way and all continue with its result, or with its error. It belongs to one
 * base URL, user and password: with other values there is another session.
 */
export class Session {
	private readonly account: string;
	private readonly binding: string;
	private readonly user = new UserLogin();
	private tokens: Tokens | undefined;
	/** The newest token that this process has obtained itself. */
	private own: string | undefined;
	private readonly workspaces = new Workspaces();
	private flight: Promise<Tokens> | undefined;
	private readonly tries: LoginTries;
	/** Monotonic times. */
	private renewAgainAt = -Infinity;
	private refreshAgainAt = -Infinity;

	constructor(account: Account) {
		this.account = accountKey(account);
		this.binding = bindingOf(account);
		this.tries = new LoginTries(this.binding);
	}

	/**
	 * Takes a stored session that belongs to this account and is newer. `now`: milliseconds since 1970. A
	 * session dated in the future, by a clock that was wrong, never counts as the newer one.
	 */
	adopt(stored: StoredSession | undefined, now: number): void {
		if (!stored || stored.account !== this.account) return;
		// The service trusts the device even after a change of password.
		this.user.fingerprint ??= stored.fingerprint;
		if (stored.binding !== this.binding) return;
		this.user.adopt(stored.pending, now);
		if (!stored.tokens || isAhead(stored.tokens.issuedAt, now)) return;
		const own = this.tokens?.issuedAt;
		if (own !== undefined && stored.tokens.issuedAt <= own && !isAhead(own, now)) return;
		this.useTokens(stored.tokens);
		this.user.fingerprint = stored.fingerprint ?? this.user.fingerprint;
		const { workspace } = stored;
		if (!workspace) return;
		this.workspaces.set(workspace.id, workspace.authToken, stored.tokens.issuedAt);
	}

	/** The session as a store should keep it; undefined while there is none. */
	stored(account: Account): StoredSession | undefined {
		const id = workspaceOf(account);
		const workspace = id === undefined ? undefined : this.workspaces.get(id);
		const { fingerprint, pending } = this.user;
		if (!this.tokens && !pending) return undefined;
		return {
			binding: this.binding,
			account: this.account,
			tokens: this.tokens,
			fingerprint,
			pending,
			...(id !== undefined && workspace && { workspace: { id, authToken: workspace.authToken } }),
		};
	}

	/**
	 * A living token, from memory, a refresh, or a login.
	 * @throws LoginError when a person has to act; the errors of `Http` when the service is out of
	 * reach, worded to say that the waiting request was not sent.
	 */
	async token(logins: Logins, { workspaceId, refused }: WhichToken = {}): Promise<Tokens> {
		const id = workspaceId ?? workspaceOf(logins.account);
		try {
			if (id === undefined) return await this.primary(logins, refused);
			const primary = {
				token: async (old?: string) => await this.primary(logins, old),
				isOwn: (token: string) => this.isOwn(token),
			};
			return await this.workspaces.token(logins, id, primary, refused);
		} catch (error) {
			throw beforeSending(error);
		}
	}

	/** Whether this process obtained a token itself; it took over any other one from the store. */
	isOwn(token: string): boolean {
		return token === this.own || this.workspaces.isOwn(token);
	}

	/** Whether a store has everything of this session that should last. */
	isStored(account: Account, stored: StoredSession | undefined): boolean {
		const own = this.stored(account);
		return (
			own?.tokens?.authToken === stored?.tokens?.authToken &&
			own?.fingerprint === stored?.fingerprint &&
			own?.pending?.mfaToken === stored?.pending?.mfaToken
		);
	}

	/**
	 * Sends a one-time code for a person to type in, unless none is needed or one has just been
	 * sent. The login waits for `enterCode`; meanwhile no other login sends a newer code.
	 */
	async requestCode(logins: Logins): Promise<CodeRequest> {
		const request = async (confirm: Confirm) => await this.user.request(logins, confirm);
		const answer = await this.tries.run(logins, request);
		if (typeof answer === 'string') return answer;
		this.useObtained(answer);
		return 'notNeeded';
	}

	/**
	 * Completes the login that `requestCode` began, in this process or another one that shares the
	 * store, and enrols this n8n as a trusted device.
	 * @throws LoginError when no code was requested, or the service refuses this one.
	 */
	async enterCode(logins: Logins, code: string): Promise<void> {
		this.adopt(await logins.stored(), logins.now);
		const entered = ` ${this.user.pending?.mfaToken ?? ''} ${code}`;
		const enter = async (confirm: Confirm) => await this.user.enter(logins, code, confirm);
		this.useObtained(await this.tries.run(logins, enter, { entered }));
	}

	private async primary(logins: Logins, refused?: string): Promise<Tokens> {
		const living = this.living(logins, refused);
		if (living) return living;
		const tokens = await this.join(logins, refused);
		// A login that began before this token was refused may have ended with it.
		return tokens.authToken === refused ? await this.join(logins, refused) : tokens;
	}

	/** Takes part in the login that is under way, or begins one. */
	private async join(logins: Logins, refused?: string): Promise<Tokens> {
		this.flight ??= this.obtain(logins, refused).finally(() => (this.flight = undefined));
		return await this.flight;
	}

	/** The token, unless it is refused, expired, or due for renewal. */
	private living({ now, clock }: Logins, refused?: string): Tokens | undefined {
		const { tokens } = this;
		if (!tokens || tokens.authToken === refused || tokens.expiresAt <= now) return undefined;
		const isDue = tokens.expiresAt - now < t.aheadOf(tokens);
		return isDue && monotonic(clock) >= this.renewAgainAt ? undefined : tokens;
	}

	/** The stored token of another worker that renewed it first, if any. */
	private async fromStore(logins: Logins, refused?: string): Promise<Tokens | undefined> {
		this.adopt(await logins.stored(), logins.now);
		return this.living(logins, refused);
	}

	private async obtain(logins: Logins, refused?: string): Promise<Tokens> {
		const newer = await this.fromStore(logins, refused);
		if (newer) return newer;
		const old = this.tokens;
		const { now } = logins;
		const alive = old !== undefined && old.expiresAt > now;
		try {
			return this.useObtained(await this.renew(logins, old, alive, refused));
		} catch (error) {
			const faster = this.living(logins, refused);
			if (faster) return faster;
			if (!alive || old.authToken === refused) throw error;
			// An early renewal failed: the living token is good until it expires.
			this.renewAgainAt = monotonic(logins.clock) + RENEW_AGAIN_MS;
			return old;
		}
	}

	/** Ends a renewal that has become needless, since another worker has stored a newer token. */
	private needed(logins: Logins, refused?: string): Confirm {
		return async () => {
			if (await this.fromStore(logins, refused)) throw new LoginTakenOver();
		};
	}

	/** The session of another worker that used the value which works once; it may not be stored yet. */
	private async storedBy(logins: Logins, refused?: string): Promise<Tokens | undefined> {
		for (let waited = 0; waited <= STORED_MS; waited += 500) {
			const newer = await this.fromStore(logins, refused);
			if (newer) return newer;
			await logins.sleep(500);
		}
		return undefined;
	}

	private async renew(
		logins: Logins,
		old: Tokens | undefined,
		alive: boolean,
		refused?: string,
	): Promise<Tokens> {
		// A token refused before its time was revoked, and its refresh token with it.
		const revoked = alive && old?.authToken === refused;
		const age = logins.now - (old?.issuedAt ?? 0);
		const isTooSoon = monotonic(logins.clock) < this.refreshAgainAt;
		if (old?.refreshToken !== undefined && age < t.REFRESH_LIFETIME_MS && !revoked && !isTooSoon) {
			try {
				const fresh = await this.refresh(logins, old, refused);
				if (fresh) return fresh;
			} catch (error) {
				this.refreshAgainAt = monotonic(logins.clock) + FAILED_MS;
				if (alive && !(error instanceof LoginError)) throw error;
				// Used up, perhaps by another worker that has stored its session since.
				const newer = await this.fromStore(logins, refused);
				if (newer) return newer;
			}
		}
		return await this.tries.run(
			logins,
			async (confirm) => await this.login(logins, refused, confirm),
			{
				newer: async () => await this.fromStore(logins, refused),
				confirm: this.needed(logins, refused),
			},
		);
	}

	/** Renews by a refresh token, which works once; undefined when another worker has used it. */
	private async refresh(
		logins: Logins,
		old: Tokens,
		refused?: string,
	): Promise<Tokens | undefined> {
		const use = `${old.refreshToken} ${old.keptOnce ?? false}`;
		// A refresh token that is used twice is refused, and then a login is needed.
		const isOurs = await logins.takeOnce(use, t.REFRESH_LIFETIME_MS).catch(() => true);
		if (!isOurs) return await this.storedBy(logins, refused);
		const fresh = await logins.refresh(old, this.needed(logins, refused));
		return { ...fresh, ...refreshTokenAfter(old, fresh) };
	}

	/** Uses the tokens of a renewal, which may be those that another worker has stored meanwhile. */
	private useObtained(tokens: Tokens): Tokens {
		if (tokens !== this.tokens) this.own = tokens.authToken;
		return this.useTokens(tokens);
	}

	private useTokens(tokens: Tokens): Tokens {
		if (tokens === this.tokens) return tokens;
		this.tokens = tokens;
		this.workspaces.clear();
		this.renewAgainAt = -Infinity;
		this.refreshAgainAt = -Infinity;
		return tokens;
	}

	private async login(
		logins: Logins,
		refused: string | undefined,
		confirm: Confirm,
	): Promise<Tokens> {
		const { account } = logins;
		if (account.kind === 'token') {
			return await logins.exchangeToken(account.applicationToken, confirm);
		}
		const run = async () => await this.user.run(logins, confirm);
		if (account.mfaMethod === 'totp') {
			return await loginWithApp(logins, run, async () => await this.fromStore(logins, refused));
		}
		try {
			return await run();
		} catch (error) {
			const newer = isProblem(error, ['codeUsed']) && (await this.storedBy(logins, refused));
			if (newer) return newer;
			throw error;
		}
	}
}

const workspaceOf = (account: Account): number | undefined =>
	account.kind === 'user' ? account.workspaceId : undefined;

/**
 * The service states that it issues a new refresh token, but not in which field; recorded answers
 * have none. The old one is then kept for one more try.
 */
function refreshTokenAfter(old: Tokens, fresh: Tokens): Partial<Tokens> {
	if (fresh.refreshToken !== undefined) return {};
	return old.keptOnce ? {} : { refreshToken: old.refreshToken, keptOnce: true };
}

const sessions = new ExpiringMap<Session, [Account]>((_key, account) => new Session(account));

/** The session of an account and its secret; one per process while it is in use. */
export const sessionFor = (account: Account): Session => sessions.get(bindingOf(account), account);
