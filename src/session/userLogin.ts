import { randomUUID } from 'node:crypto';
import type { UserAccount } from '../account';
import { LoginError } from './errors';
import * as auth from './login';
import type { SessionPorts } from './login';
import { CODE_LIFETIME_MS, type StoredSession, type Tokens } from './tokens';

/** An MFA login that waits for the code a person types in. */
interface Pending {
	mfaToken: string;
	at: number;
	/** What stood in the code field when the code was sent, or was refused: not the answer. */
	codeThen: string;
}

/** `notNeeded`: the device is trusted, or the account has no MFA; the login is complete. */
export type CodeRequest = 'sent' | 'sentBefore' | 'notNeeded';

/** A person who asks is not sent a second code within this time. */
const ASK_AGAIN_MS = 60_000;

/** How a person's account gets a session: trusted device, authenticator app, or a typed code. */
export class UserLogin {
	/** What the service trusts, or will trust after the next second factor. */
	fingerprint: string | undefined;
	private pending: Pending | undefined;
	/** Of the last pending login that was completed: a store may still hold it. */
	private answeredAt = 0;
	private asking: Promise<Tokens | CodeRequest> | undefined;

	/**
	 * Logs in, with the second factor where the service asks for one.
	 * @throws LoginError; `codeNeeded` when the service has sent a code that a person must type in.
	 */
	async run(ports: SessionPorts, account: UserAccount): Promise<Tokens> {
		if (account.mfaMethod !== 'totp') {
			const pending = this.pendingAt(ports.clock.now());
			// Another login would send another code, and the one just read would be worth nothing.
			if (pending) return await this.answer(ports, account, pending);
		}
		const answer = await auth.login(ports, account, account.fingerprint ?? this.fingerprint);
		if ('tokens' in answer) return answer.tokens;
		if (account.mfaMethod === 'none') throw new LoginError('mfaMethodMissing');
		if (account.mfaMethod === 'code') {
			this.wait(ports, account, answer.mfaToken);
			throw new LoginError('codeNeeded');
		}
		return await this.enrol(ports, account, answer.mfaToken, await auth.totpCode(ports, account));
	}

	/** Takes over a login that another process began and a person may answer here. */
	adopt(pending: StoredSession['pending']): void {
		if (!pending || pending.at <= Math.max(this.pending?.at ?? 0, this.answeredAt)) return;
		this.pending = { codeThen: '', ...pending };
	}

	/** The login that another process would need to take the person's answer. */
	get waitsFor(): StoredSession['pending'] {
		return this.pending;
	}

	/** Has the service send a code; gives the session when none is needed. */
	async request(ports: SessionPorts, account: UserAccount): Promise<Tokens | CodeRequest> {
		this.asking ??= this.ask(ports, account).finally(() => (this.asking = undefined));
		return await this.asking;
	}

	private async ask(ports: SessionPorts, account: UserAccount): Promise<Tokens | CodeRequest> {
		const pending = this.pendingAt(ports.clock.now());
		if (pending && ports.clock.now() - pending.at < ASK_AGAIN_MS) return 'sentBefore';
		const answer = await auth.login(ports, account, account.fingerprint ?? this.fingerprint);
		if ('tokens' in answer) return answer.tokens;
		this.wait(ports, account, answer.mfaToken);
		return 'sent';
	}

	/**
	 * Completes the login that waits, with the code a person gave.
	 * @throws LoginError when no code was sent in the last 20 minutes, or this one is refused.
	 */
	async enter(ports: SessionPorts, account: UserAccount, code: string): Promise<Tokens> {
		const pending = this.pendingAt(ports.clock.now());
		if (!pending) throw new LoginError('noCodeRequested');
		return await this.answer(ports, account, pending, code);
	}

	private wait(ports: SessionPorts, { code = '' }: UserAccount, mfaToken: string): void {
		this.pending = { mfaToken, at: ports.clock.now(), codeThen: code };
	}

	/** The login that waits for a code, unless its code is too old by now. */
	private pendingAt(now: number): Pending | undefined {
		if (this.pending && now - this.pending.at >= CODE_LIFETIME_MS) this.pending = undefined;
		return this.pending;
	}

	private async answer(
		ports: SessionPorts,
		account: UserAccount,
		pending: Pending,
		code = account.code ?? '',
	): Promise<Tokens> {
		if (code === '' || code === pending.codeThen) throw new LoginError('codeNeeded');
		try {
			const tokens = await this.enrol(ports, account, pending.mfaToken, code);
			this.answeredAt = pending.at;
			this.pending = undefined;
			return tokens;
		} catch (error) {
			// A refused code is not tried again; the next one still answers the same login.
			if (error instanceof LoginError) pending.codeThen = code;
			throw error;
		}
	}

	/** Completes a login with its code; from now on the service trusts this device for 90 days. */
	private async enrol(ports: SessionPorts, account: UserAccount, mfaToken: string, code: string) {
		const fingerprint = account.fingerprint ?? this.fingerprint ?? randomUUID();
		const tokens = await auth.verify(ports, account, mfaToken, code, fingerprint);
		this.fingerprint = fingerprint;
		return tokens;
	}
}
