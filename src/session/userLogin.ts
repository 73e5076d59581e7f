import { randomUUID } from 'node:crypto';
import type { CodeRequest } from '../account';
import { isAhead } from '../times';
import { LoginError } from './errors';
import type { Confirm, Logins } from './login';
import { CODE_LIFETIME_MS, type Pending, type Tokens } from './tokens';

/** A second code is not sent to a person within this time. */
const CODE_PAUSE_MS = 60_000;

/** Failed logins in a row that lock an account. Source: public reference. */
const FAILURES_TO_LOCK = 3;

/** Source: specification, Limits. */
const isCode = (text: string) => /^\d{6}$/.test(text);

/** A person's login: by trusted device, authenticator app, or a typed code. */
export class UserLogin {
	/** The fingerprint that the service trusts, or will trust after the next second factor. */
	fingerprint: string | undefined;
	/** State that another process would need to use the person's answer. */
	pending: Pending | undefined;
	/** Time of the last pending login that was completed: a store may still have it. */
	private answeredAt = 0;
	/** Refused codes in a row, as far as this process knows. */
	private refusedCodes = 0;
	private asking: Promise<Tokens | CodeRequest> | undefined;

	/**
	 * Logs in, with the second factor where the service asks for one.
	 * @throws LoginError; `codeNeeded` when the service has sent a code that a person must type in.
	 */
	async run(logins: Logins, confirm?: Confirm): Promise<Tokens> {
		const { mfaMethod } = logins.user;
		if (mfaMethod !== 'totp') {
			const pending = this.pendingAt(logins.now);
			// Another login would send a new code, and the person's present one would be worthless.
			if (pending) return await this.answer(logins, pending, logins.user.code, confirm);
		}
		const answer = await logins.login(this.known(logins), confirm);
		if ('tokens' in answer) return answer.tokens;
		if (mfaMethod === 'none') throw new LoginError('mfaMethodMissing');
		if (mfaMethod === 'code') {
			this.wait(logins, answer.mfaToken);
			throw new LoginError('codeNeeded');
		}
		return await this.enrol(logins, answer.mfaToken, await logins.totpCode(), confirm);
	}

	/** Takes over a login that another process began, so that a person can answer it here. */
	adopt(pending: Pending | undefined, now: number): void {
		if (!pending || isAhead(pending.at, now)) return;
		const own = [this.pendingAt(now)?.at ?? 0, this.answeredAt];
		if (own.some((at) => pending.at <= at && !isAhead(at, now))) return;
		this.pending = { ...pending };
	}

	/** Has the service send a code; returns the session when none is needed. */
	async request(logins: Logins, confirm?: Confirm): Promise<Tokens | CodeRequest> {
		this.asking ??= this.ask(logins, confirm).finally(() => (this.asking = undefined));
		return await this.asking;
	}

	private async ask(logins: Logins, confirm?: Confirm): Promise<Tokens | CodeRequest> {
		const pending = this.pendingAt(logins.now);
		if (pending && logins.now - pending.at < CODE_PAUSE_MS) return 'sentBefore';
		const answer = await logins.login(this.known(logins), confirm);
		if ('tokens' in answer) return answer.tokens;
		this.wait(logins, answer.mfaToken);
		return 'sent';
	}

	/**
	 * Completes the waiting login with the code a person typed.
	 * @throws LoginError when no code was sent in the last 20 minutes, or this one is refused.
	 */
	async enter(logins: Logins, code: string, confirm?: Confirm): Promise<Tokens> {
		const pending = this.pendingAt(logins.now);
		if (!pending) throw new LoginError('noCodeRequested');
		return await this.answer(logins, pending, code, confirm);
	}

	/** The fingerprint of a device that the service may trust. */
	private known({ user }: Logins): string | undefined {
		return user.fingerprint ?? this.fingerprint;
	}

	private wait({ now, user }: Logins, mfaToken: string): void {
		this.pending = { mfaToken, at: now, codeThen: user.code ?? '' };
	}

	/** The login that waits for a code, unless its code has expired. */
	private pendingAt(now: number): Pending | undefined {
		const { at } = this.pending ?? { at: now };
		if (now - at >= CODE_LIFETIME_MS || isAhead(at, now)) this.pending = undefined;
		return this.pending;
	}

	private async answer(
		logins: Logins,
		pending: Pending,
		code = '',
		confirm?: Confirm,
	): Promise<Tokens> {
		if (code === '' || code === pending.codeThen) throw new LoginError('codeNeeded');
		// The service would count a malformed code towards the lock of the account.
		if (!isCode(code)) throw new LoginError('codeMalformed');
		// Several workers may find the same code in the credential.
		const isOurs = await logins.takeOnce(`${pending.mfaToken} ${code}`, CODE_LIFETIME_MS);
		if (!isOurs) throw new LoginError('codeUsed');
		try {
			const tokens = await this.enrol(logins, pending.mfaToken, code, confirm);
			this.end(pending);
			return tokens;
		} catch (error) {
			throw this.afterRefusal(error, pending, code);
		}
	}

	private end({ at }: Pending): void {
		this.answeredAt = at;
		this.pending = undefined;
		this.refusedCodes = 0;
	}

	/**
	 * A refused code is not tried again; the next one still answers the same login, until the account
	 * is locked: then a new code is needed.
	 */
	private afterRefusal(error: unknown, pending: Pending, code: string): unknown {
		if (!(error instanceof LoginError)) return error;
		if (error.problem === 'lockedByCodes') this.end(pending);
		else pending.codeThen = code;
		if (error.problem !== 'codeRefused') return error;
		this.refusedCodes += 1;
		const left = FAILURES_TO_LOCK - this.refusedCodes;
		if (left > 0) {
			const tries = left === 1 ? 'one try' : `${left} tries`;
			return new LoginError('codeRefused', `; at most ${tries} before it locks the account`);
		}
		this.end(pending);
		return new LoginError('lockedByCodes');
	}

	/** Completes a login with its code; from now on the service trusts this device for 90 days. */
	private async enrol(
		logins: Logins,
		mfaToken: string,
		code: string,
		confirm?: Confirm,
	): Promise<Tokens> {
		const fingerprint = this.known(logins) ?? randomUUID();
		const tokens = await logins.verify(mfaToken, code, fingerprint, confirm);
		this.fingerprint = fingerprint;
		return tokens;
	}
}
