import { randomUUID } from 'node:crypto';
import { type Account, type UserAccount, accountKey, bindingOf } from '../account';
import { ForbiddenError, NotFoundError, UnauthorisedError, ValidationError } from '../http/errors';
import { LoginError } from './errors';
import * as auth from './login';
import type { SessionPorts } from './login';
import * as t from './tokens';
import type { StoredSession, Tokens } from './tokens';

/** Which token is wanted. */
export interface Wanted {
	/** Workspace to act in; the credential's own unless given. */
	workspaceId?: number;
	/** A token the service has refused: anything newer will do. */
	refused?: string;
}

/** An MFA login that waits for the code a person types in. */
interface Pending {
	mfaToken: string;
	at: number;
	/** What stood in the code field when the code was sent: an old code, not the answer. */
	codeThen: string;
}

/** A code is not sent twice within this time, however often somebody presses "test". */
const RESEND_AFTER_MS = 60_000;
/** After a failed refresh ahead of time, the living token is used this long before the next try. */
const REFRESH_AGAIN_MS = 60_000;

/**
 * The one session of an account in a process. However many items and executions miss a token,
 * one login is under way and all continue with its result, or with its error.
 */
export class Session {
	private binding = '';
	private tokens: Tokens | undefined;
	private readonly workspaces = new Map<number, Tokens>();
	private fingerprint: string | undefined;
	private readonly flights = new Map<string, Promise<Tokens>>();
	private refusal: { values: string; until: number; error: LoginError } | undefined;
	private pending: Pending | undefined;
	private refreshAgainAt = 0;

	/** Takes what a store holds when it belongs to this account and is newer. */
	adopt(account: Account, stored: StoredSession | undefined): void {
		this.bind(account);
		if (!stored || stored.account !== accountKey(account)) return;
		this.fingerprint ??= stored.fingerprint;
		if (stored.binding !== this.binding || !stored.tokens) return;
		if (this.tokens && stored.tokens.issuedAt <= this.tokens.issuedAt) return;
		this.tokens = stored.tokens;
		this.workspaces.clear();
		const workspaceId = account.kind === 'user' ? account.workspaceId : undefined;
		if (workspaceId !== undefined && stored.workspaceToken !== undefined) {
			this.workspaces.set(workspaceId, t.tokensFrom(stored.workspaceToken, stored.tokens.issuedAt));
		}
	}

	/** What a store should keep; undefined while there is no session. */
	stored(account: Account): StoredSession | undefined {
		if (!this.tokens) return undefined;
		const workspaceId = account.kind === 'user' ? account.workspaceId : undefined;
		const workspace = workspaceId === undefined ? undefined : this.workspaces.get(workspaceId);
		return {
			binding: this.binding,
			account: accountKey(account),
			tokens: this.tokens,
			...(this.fingerprint !== undefined && { fingerprint: this.fingerprint }),
			...(workspace && { workspaceToken: workspace.authToken }),
		};
	}

	/**
	 * A living token, from memory, a refresh, or a login.
	 * @throws LoginError when a person has to act; the errors of `Http` when the service is out of
	 * reach.
	 */
	async token(account: Account, ports: SessionPorts, wanted: Wanted = {}): Promise<Tokens> {
		this.bind(account);
		const workspaceId =
			wanted.workspaceId ?? (account.kind === 'user' ? account.workspaceId : undefined);
		if (workspaceId === undefined) return await this.primary(account, ports, wanted.refused);
		return await this.workspace(account, ports, workspaceId, wanted.refused);
	}

	private async primary(account: Account, ports: SessionPorts, refused?: string): Promise<Tokens> {
		const living = this.living(ports.clock.now(), refused);
		if (living) return living;
		return await this.once('primary', async () => await this.obtain(account, ports, refused));
	}

	/** Joins the call under way for the same account values, or starts it. */
	private async once(what: string, start: () => Promise<Tokens>): Promise<Tokens> {
		const key = `${this.binding} ${what}`;
		let flight = this.flights.get(key);
		if (!flight) {
			flight = start().finally(() => this.flights.delete(key));
			this.flights.set(key, flight);
		}
		return await flight;
	}

	/** Changed user, password or address: nothing of the old session may be used. */
	private bind(account: Account): void {
		const binding = bindingOf(account);
		if (binding === this.binding) return;
		this.binding = binding;
		this.tokens = undefined;
		this.workspaces.clear();
		this.pending = undefined;
		this.refreshAgainAt = 0;
	}

	/** The token, unless it is refused, over, or due for a refresh. */
	private living(now: number, refused?: string): Tokens | undefined {
		const { tokens } = this;
		if (!tokens || tokens.authToken === refused || tokens.expiresAt <= now) return undefined;
		const due = tokens.expiresAt - now < t.REFRESH_AHEAD_MS && now >= this.refreshAgainAt;
		return due ? undefined : tokens;
	}

	private async obtain(account: Account, ports: SessionPorts, refused?: string): Promise<Tokens> {
		// Another worker may have been faster.
		if (ports.reload) this.adopt(account, t.parseStored(await ports.reload()));
		const now = ports.clock.now();
		const living = this.living(now, refused);
		if (living) return living;

		const old = this.tokens;
		// A token refused before its time was revoked, and its refresh token with it.
		const revoked = old !== undefined && old.authToken === refused && old.expiresAt > now;
		const refreshable =
			old?.refreshToken !== undefined && now - old.issuedAt < t.REFRESH_LIFETIME_MS && !revoked;
		if (refreshable) {
			// Single use: whatever comes of it, this token is not tried a second time from memory
			// unless the service kept it (no new one in the answer).
			try {
				const fresh = await auth.refresh(ports, old);
				return this.keep(account, { ...fresh, ...this.refreshTokenAfter(old, fresh) });
			} catch (error) {
				if (!(error instanceof LoginError) && old.expiresAt > now) {
					this.refreshAgainAt = now + REFRESH_AGAIN_MS;
					return old;
				}
			}
		}
		return this.keep(account, await this.login(account, ports));
	}

	/**
	 * The service says it issues a new refresh token but not in which field; recorded answers hold
	 * none. The old one is then kept for one more try.
	 */
	private refreshTokenAfter(old: Tokens, fresh: Tokens): Partial<Tokens> {
		if (fresh.refreshToken !== undefined) return {};
		return old.keptOnce ? {} : { refreshToken: old.refreshToken, keptOnce: true };
	}

	private keep(account: Account, tokens: Tokens): Tokens {
		// A login that ended after the credential was changed belongs to nobody.
		if (bindingOf(account) === this.binding) {
			this.tokens = tokens;
			this.workspaces.clear();
			this.refreshAgainAt = 0;
		}
		return tokens;
	}

	private async login(account: Account, ports: SessionPorts): Promise<Tokens> {
		const values = auth.triedValues(account, this.binding);
		const now = ports.clock.now();
		if (this.refusal?.values === values && now < this.refusal.until) throw this.refusal.error;
		try {
			return account.kind === 'token'
				? await auth.exchangeToken(ports, account.applicationToken)
				: await this.userLogin(account, ports);
		} catch (error) {
			// Three failures lock the account: the same values are not tried again for a while.
			if (error instanceof LoginError && error.problem !== 'codeNeeded') {
				this.refusal = { values, until: now + t.LOCK_MS, error };
			}
			throw error;
		}
	}

	private async userLogin(account: UserAccount, ports: SessionPorts): Promise<Tokens> {
		const now = ports.clock.now();
		const typed = account.mfaMethod === 'code' ? (account.code ?? '').trim() : '';
		if (this.pending && now - this.pending.at >= t.CODE_LIFETIME_MS) this.pending = undefined;
		if (this.pending && typed !== '' && typed !== this.pending.codeThen) {
			return await this.verifyCode(account, ports, typed);
		}
		if (this.pending && now - this.pending.at < RESEND_AFTER_MS) throw new LoginError('codeNeeded');

		const answer = await auth.login(ports, account, account.fingerprint ?? this.fingerprint);
		if ('tokens' in answer) return answer.tokens;
		if (account.mfaMethod === 'none') throw new LoginError('mfaMethodMissing');
		if (account.mfaMethod === 'totp') {
			const fingerprint = this.newFingerprint(account);
			const tokens = await auth.verifyWithTotp(ports, account, answer.mfaToken, fingerprint);
			this.fingerprint = fingerprint;
			return tokens;
		}
		this.pending = { mfaToken: answer.mfaToken, at: now, codeThen: typed };
		throw new LoginError('codeNeeded');
	}

	/** Completes the login that waits for a code, and remembers the device. */
	private async verifyCode(account: UserAccount, ports: SessionPorts, code: string) {
		const pending = this.pending;
		if (!pending) throw new LoginError('codeNeeded');
		const fingerprint = this.newFingerprint(account);
		const tokens = await auth.verify(ports, account, pending.mfaToken, code, fingerprint);
		this.pending = undefined;
		this.fingerprint = fingerprint;
		return tokens;
	}

	private newFingerprint = (account: UserAccount): string =>
		account.fingerprint ?? this.fingerprint ?? randomUUID();

	private async workspace(
		account: Account,
		ports: SessionPorts,
		workspaceId: number,
		refused?: string,
	): Promise<Tokens> {
		const now = ports.clock.now();
		const known = this.workspaces.get(workspaceId);
		const alive = known && known.expiresAt - now > t.REFRESH_AHEAD_MS;
		if (alive && known.authToken !== refused) return known;
		const primary = await this.primary(account, ports);
		return await this.once(`workspace ${workspaceId}`, async () => {
			const tokens = await this.switch(account, ports, workspaceId, primary.authToken);
			this.workspaces.set(workspaceId, tokens);
			return tokens;
		});
	}

	private async switch(
		account: Account,
		ports: SessionPorts,
		workspaceId: number,
		authToken: string,
	): Promise<Tokens> {
		try {
			return await auth.switchWorkspace(ports, authToken, workspaceId);
		} catch (error) {
			if (error instanceof UnauthorisedError) {
				const { authToken: newer } = await this.primary(account, ports, authToken);
				return await auth.switchWorkspace(ports, newer, workspaceId);
			}
			const refused = [ForbiddenError, NotFoundError, ValidationError].some(
				(E) => error instanceof E,
			);
			throw refused ? new LoginError('noWorkspace', ` ${workspaceId}`) : error;
		}
	}
}

const sessions = new Map<string, Session>();

/** The session of an account; one a process. */
export function sessionFor(account: Account): Session {
	const key = accountKey(account);
	let session = sessions.get(key);
	if (!session) sessions.set(key, (session = new Session()));
	return session;
}
