import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Random } from '../../support/random';
import { BEGIN } from '../globals';
import type { History, Login } from '../history';
import type { Plan } from '../plan';
import type { Timeline } from '../timeline';

/* Authentication: passwords, second factors, sessions, all by the service's clock. */

/** The correct values of the credential. */
export const RIGHT = {
	username: 'fleet@example.com',
	password: 'right-password-of-a-world',
	applicationToken: 'application-token-of-a-world',
	totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
};

const REFRESH_MS = 350 * 60_000;
const MFA_MS = 20 * 60_000;
const LOCK_MS = 5 * 60_000;
/** Failures in a row that lock an account. */
const FAILURES = 3;
const STEP_MS = 30_000;

export const ORGANISATION = '1001';

/** The answer to a login. */
export interface Said {
	status: number;
	body?: Record<string, unknown>;
	why: string;
}

type Body = Record<string, unknown>;

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');

const totp = new TOTP({ secret: Secret.fromBase32(RIGHT.totpSecret) });

export class Identity {
	private readonly tokens = new Map<string, { expiresAt: number; isTold: boolean }>();
	private readonly refreshTokens = new Map<string, number>();
	private readonly logins = new Map<string, number>();
	private readonly trusted = new Set<string>();
	private lastStep = -1;
	private failures = 0;
	private lockedUntil = -Infinity;
	private issued = 0;

	constructor(
		private readonly timeline: Timeline,
		private readonly account: Plan['account'],
		private readonly random: Random,
		private readonly history: History,
	) {}

	private get now(): number {
		return BEGIN + this.timeline.now;
	}

	/** Issues a token and starts its session. */
	issue(tokenMs = this.account.tokenMs): { auth_token: string; refresh_token?: string } {
		const iat = Math.floor(this.now / 1000);
		const claims = {
			iat,
			exp: iat + Math.floor(tokenMs / 1000),
			'esc.org': Number(ORGANISATION),
			jti: `${++this.issued}`,
		};
		const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
		const token = `${part({ alg: 'HS512', typ: 'JWT' })}.${part(claims)}.c2lnbmF0dXJl`;
		const expiresAt = this.now + tokenMs;
		this.tokens.set(token, { expiresAt, isTold: false });
		this.timeline.after(tokenMs, () => this.lose(token, 'expired'));
		if (this.account.kind === 'token') return { auth_token: token };
		const refresh = this.random.uuid();
		this.refreshTokens.set(refresh, this.now + Math.min(REFRESH_MS, tokenMs * 1.45));
		return { auth_token: token, refresh_token: refresh };
	}

	takes(token: string | undefined): boolean {
		const known = token === undefined ? undefined : this.tokens.get(token);
		return known !== undefined && known.expiresAt > this.now;
	}

	/** Ends every session, as an administrator could. */
	revoke(): void {
		for (const token of [...this.tokens.keys()]) this.lose(token, 'revoked');
		this.refreshTokens.clear();
	}

	/** The credential in a body. */
	login(body: Body): Said {
		if ('application_token' in body) {
			if (body.application_token === RIGHT.applicationToken) return this.welcome();
			return { status: 401, why: 'wrong token' };
		}
		if ('refresh_token' in body) return this.byRefresh(String(body.refresh_token));
		if (this.lockedUntil > this.now) {
			const locked = { error_code: 1101, error_token: 'TooManyRequests', message: 'locked' };
			return { status: 401, body: locked, why: 'locked' };
		}
		return 'mfa_token' in body ? this.byCode(body) : this.byPassword(body);
	}

	private byRefresh(token: string): Said {
		const until = this.refreshTokens.get(token);
		this.refreshTokens.delete(token);
		if (until !== undefined && until > this.now) return this.welcome();
		return { status: 401, why: until === undefined ? 'refresh token used' : 'refresh token old' };
	}

	private byPassword({ username, password, fingerprint }: Body): Said {
		const isRight = username === RIGHT.username && password === sha1(RIGHT.password);
		if (!isRight) return this.failed('wrong password');
		const isTrusted = typeof fingerprint === 'string' && this.trusted.has(fingerprint);
		if (this.account.mfa === 'none' || isTrusted) return this.welcome();
		const token = this.random.uuid();
		this.logins.set(token, this.now + MFA_MS);
		return { status: 200, body: { mfa_token: token }, why: 'asked for a code' };
	}

	private byCode({ mfa_token: token, code, trusted_device: device }: Body): Said {
		const until = this.logins.get(String(token));
		if (until === undefined || until <= this.now) return this.failed('no such login');
		const delta = totp.validate({ token: String(code), timestamp: this.now, window: 1 });
		if (delta === null) return this.failed('wrong code');
		const step = Math.floor(this.now / STEP_MS) + delta;
		if (step <= this.lastStep) return this.failed('used code');
		this.lastStep = step;
		this.logins.delete(String(token));
		const fingerprint = (device as Body | undefined)?.fingerprint;
		if (typeof fingerprint === 'string') this.trusted.add(fingerprint);
		return this.welcome();
	}

	private welcome(): Said {
		this.failures = 0;
		return { status: 200, body: this.issue(), why: 'right' };
	}

	private failed(why: string): Said {
		if (++this.failures >= FAILURES) {
			this.failures = 0;
			this.lockedUntil = this.now + LOCK_MS;
		}
		return { status: 401, why };
	}

	private lose(token: string, why: string): void {
		if (!this.tokens.delete(token)) return;
		this.history.tokensLost.push({ at: this.timeline.now, why });
	}
}

/** The kind of a login and its credential. */
export function tried(body: Body): Pick<Login, 'how' | 'with'> {
	if ('application_token' in body) return { how: 'token', with: String(body.application_token) };
	if ('refresh_token' in body) return { how: 'refresh', with: String(body.refresh_token) };
	if ('mfa_token' in body) return { how: 'code', with: String(body.code) };
	return { how: 'password', with: String(body.password) };
}
