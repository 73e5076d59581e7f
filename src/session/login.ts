import type { Account, UserAccount } from '../account';
import { type Clock, type Sleep, systemClock, systemSleep } from '../ports';
import { RedirectError, ServiceError, UnauthorisedError } from '../request/attempt/errors';
import { Http, type HttpPorts } from '../request/http';
import { lanesFor } from '../request/limits/lanes';
import type { Limits } from '../request/limits/limits';
import type { Json, Transport } from '../wire';
import { LoginError, type LoginProblem } from './errors';
import type { SharedLogins } from './sharedLogins';
import { parseStored, type StoredSession, type Tokens, tokensFrom } from './tokens';

/** The host's part in the logins of an account; without a Redis, workers share none. */
export interface LoginHost extends Partial<SharedLogins> {
	/** Sends without adding authentication. */
	transport: Transport;
	clock?: Clock;
	sleep?: Sleep;
	/** Reads the stored session again, for a process that may have lost a race. */
	reload?: () => Promise<unknown>;
	pacing?: HttpPorts['pacing'];
	report?: HttpPorts['report'];
	/** The account's own limits; a login is the first request of most processes. */
	limits?: Limits;
}

const nonEmptyText = (v: unknown) => (typeof v === 'string' && v !== '' ? v : undefined);

const NOT_THE_SERVICE = (status: number) => status < 400 || [404, 405, 501].includes(status);

/** Called before each attempt of a login, which may have waited long. @throws if it is needless by then. */
export type Confirm = () => Promise<void>;

/** Codes of an authenticator app change this often. Source: public reference (RFC 6238). */
export const TOTP_PERIOD_MS = 30_000;

/**
 * The logins of an account with its current values. They have a lane of their own, so that they
 * never queue behind the requests that wait for them; their limit is per address, not per
 * organisation.
 */
export class Logins {
	readonly clock: Clock;
	readonly sleep: Sleep;
	/** The state of the other workers cannot be read: this process decides alone. */
	private isAlone = false;
	/** The clock step whose code this login has taken. */
	private ownStep: number | undefined;
	/** A login of this run got no usable answer. */
	private failed = false;
	private readonly http: Http;

	constructor(
		readonly account: Account,
		readonly host: LoginHost,
	) {
		const { transport, clock = systemClock, sleep = systemSleep, pacing, report, limits } = host;
		const { baseUrl } = account;
		const lanes = () => {
			const found = lanesFor(baseUrl, 'login');
			if (limits) found.limit(limits);
			return found;
		};
		const { random } = Math;
		this.clock = clock;
		this.sleep = sleep;
		this.http = new Http({ baseUrl, transport, lanes, clock, sleep, random, pacing, report });
	}

	/** Milliseconds since 1970. */
	get now(): number {
		return this.clock.now();
	}

	/** The account of a person; callers refuse an application token before this. */
	get user(): UserAccount {
		if (this.account.kind !== 'user') throw new Error('not a user login');
		return this.account;
	}

	/** The session now in the store, if there is a store to read. */
	async stored(): Promise<StoredSession | undefined> {
		return parseStored(await this.host.reload?.());
	}

	/** Exchanges an application token. Source: public reference. */
	async exchangeToken(token: string, confirm?: Confirm): Promise<Tokens> {
		return await this.tokensFor({ application_token: token }, 'wrongToken', confirm);
	}

	/**
	 * A new session from a refresh token. If the answer brings no new refresh token, the old one is
	 * kept: the session tries it once more and logs in again when it is refused.
	 */
	async refresh({ refreshToken }: Tokens, confirm?: Confirm): Promise<Tokens> {
		return await this.tokensFor({ refresh_token: refreshToken }, 'wrongPassword', confirm);
	}

	/** Logs in with user and password: a session at once, or the token of an MFA login to complete. */
	async login(
		fingerprint: string | undefined,
		confirm?: Confirm,
	): Promise<{ tokens: Tokens } | { mfaToken: string }> {
		const { username, passwordHash: password } = this.user;
		const body = { username, password, fingerprint };
		const answer = await this.authenticate(body, { refused: 'wrongPassword', confirm });
		const tokens = this.tokensIn(answer);
		return tokens ? { tokens } : { mfaToken: nonEmptyText(answer.mfa_token) ?? noToken() };
	}

	/** Completes an MFA login and enrols this n8n as a trusted device for 90 days. */
	async verify(
		mfaToken: string,
		code: string,
		fingerprint: string,
		confirm?: Confirm,
	): Promise<Tokens> {
		const { deviceName: name } = this.user;
		const device = { fingerprint, name, operating_system: 'Node.js', browser: 'n8n' };
		const body = { mfa_token: mfaToken, code, trusted_device: device };
		return await this.tokensFor(body, 'codeRefused', confirm);
	}

	/** A token for another workspace of the user. Source: public reference. */
	async switchWorkspace(authToken: string, workspaceId: number): Promise<Tokens> {
		const body = { target_organisation: { id: workspaceId } };
		const tokens = this.tokensIn(await this.authenticate(body, { token: authToken }));
		if (tokens) return tokens;
		throw new LoginError('noWorkspace', ` ${workspaceId}`);
	}

	/** Milliseconds until the authenticator's next code, and a margin for clocks that differ. */
	get untilNextCode(): number {
		return TOTP_PERIOD_MS - (this.now % TOTP_PERIOD_MS) + 500;
	}

	/** Whether this process may use the authenticator's current code, which others may share. */
	async takeCode(): Promise<boolean> {
		const { baseUrl, username, totpSecret } = this.user;
		const { step } = this;
		if (step === this.ownStep) return true;
		const code = `${baseUrl} ${username} ${totpSecret} ${step}`;
		const isOurs = await this.takeOnce(code, 2 * TOTP_PERIOD_MS);
		if (isOurs) this.ownStep = step;
		return isOurs;
	}

	private get step(): number {
		return Math.floor(this.now / TOTP_PERIOD_MS);
	}

	/** Takes whether other workers can be asked before single-use values are used, or no longer can. */
	decideAlone(isAlone: boolean): void {
		this.isAlone = isAlone;
	}

	/** Whether this process may use a value that works once: only one of several workers may. */
	async takeOnce(what: string, ttlMs: number): Promise<boolean> {
		return this.isAlone || ((await this.host.once?.(what, ttlMs)) ?? true);
	}

	/**
	 * The authenticator's current code (RFC 6238: 30 s, 6 digits, SHA-1). It is generated again when an
	 * earlier one may have expired: the password's answer can take longer than a code lasts.
	 */
	async totpCode(): Promise<string> {
		while (!(await this.takeCode())) await this.sleep(this.untilNextCode);
		const { Secret, TOTP } = await import('otpauth');
		// Checked when the account was read from its credential.
		const secret = Secret.fromBase32(this.user.totpSecret!);
		return new TOTP({ secret }).generate({ timestamp: this.ownStep! * TOTP_PERIOD_MS });
	}

	/**
	 * Logs in at `/api/v1/authenticate`; a refusal becomes a LoginError of the given kind. With a
	 * session's `token` it asks for another workspace. A call without a usable answer is sent once
	 * more; after such a failure, later calls are sent once.
	 */
	async authenticate(
		body: object,
		{ refused, token, confirm }: { refused?: LoginProblem; token?: string; confirm?: Confirm } = {},
	): Promise<Json> {
		const login = { path: '/api/v1/authenticate', ...(confirm && { confirm }) };
		const authorised = {
			path: '/api/v1/authenticate/workspace',
			headers: { Authorization: `Bearer ${token}` },
		};
		try {
			const answer = await this.http.request({
				...(token === undefined ? login : authorised),
				method: 'POST',
				body,
				// A refresh token and a one-time code are used up by the first try. A password
				// changes nothing: the last answer about it is reliable, whatever came before.
				effect: 'refresh_token' in body || 'code' in body ? 'act' : 'read',
				attempts: this.failed ? 1 : 2,
				lane: 'auth',
				what: 'login',
			});
			this.failed = false;
			return (answer.body ?? {}) as Json;
		} catch (error) {
			this.failed ||= !(error instanceof UnauthorisedError);
			throw refused === undefined ? error : problemWith(error, refused);
		}
	}

	/** The tokens of a login. @throws LoginError for an answer without any. */
	private async tokensFor(body: object, refused: LoginProblem, confirm?: Confirm): Promise<Tokens> {
		return this.tokensIn(await this.authenticate(body, { refused, confirm })) ?? noToken();
	}

	private tokensIn({ auth_token, refresh_token }: Json): Tokens | undefined {
		const authToken = nonEmptyText(auth_token);
		if (authToken === undefined) return undefined;
		return tokensFrom(authToken, this.now, nonEmptyText(refresh_token));
	}
}

/** The LoginError for a failed login; an error that says nothing about the login stays as it is. */
function problemWith(error: unknown, refused: LoginProblem): unknown {
	if (error instanceof UnauthorisedError) {
		// Source: public reference; three failures in a row lock the account for five minutes.
		const locked = JSON.stringify(error.envelope).includes('TooManyRequests');
		const problem = refused === 'codeRefused' ? 'lockedByCodes' : 'locked';
		return new LoginError(locked ? problem : refused);
	}
	if (error instanceof RedirectError) {
		return new LoginError('notTheService', ` (it redirects: ${error.where})`);
	}
	// The answer is a page, or comes from a server that has no such path.
	if (error instanceof ServiceError && NOT_THE_SERVICE(error.status)) {
		return new LoginError('notTheService', ` (it answered ${error.status})`);
	}
	return error;
}

function noToken(): never {
	throw new LoginError('notTheService', ' (its answer holds no auth_token)');
}

/** The values of an account that a refusal is about, so that a corrected value is tried at once. */
export const triedValues = (account: Account): string =>
	account.kind === 'user'
		? JSON.stringify([account.mfaMethod, account.code, account.totpSecret, account.fingerprint])
		: '';
