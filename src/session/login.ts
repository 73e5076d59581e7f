import type { Account, UserAccount } from '../account';
import { RedirectError, ServiceError, UnauthorisedError } from '../http/errors';
import { Http, type HttpPorts } from '../http/http';
import { lanesFor } from '../http/lanes';
import { type Clock, type Sleep, systemClock, systemSleep } from '../ports';
import type { Answer, Transport } from '../wire';
import { LoginError, type LoginProblem } from './errors';
import type { TakeTurn } from './sharedLogins';
import { parseStored, type StoredSession, type Tokens, tokensFrom } from './tokens';

/** The host's part in the logins of an account. */
export interface LoginHost {
	/** Sends without adding authentication. */
	transport: Transport;
	clock?: Clock;
	sleep?: Sleep;
	/** Whether this process may use a single-use value; absent without a shared record. */
	once?: (what: string, ttlMs: number) => Promise<boolean>;
	/** Takes a turn where several workers share logins. */
	turn?: TakeTurn;
	/** Reads the stored session anew, for a process that may have lost a race. */
	reload?: () => Promise<unknown>;
	pacing?: HttpPorts['pacing'];
}

interface AuthenticateAnswer {
	auth_token?: unknown;
	refresh_token?: unknown;
	mfa_token?: unknown;
}

const text = (v: unknown) => (typeof v === 'string' && v !== '' ? v : undefined);

const NOT_THE_SERVICE = (status: number) => status < 400 || [404, 405, 501].includes(status);

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
	/** The other workers' state cannot be read, so this process decides alone. */
	alone = false;
	/** Run before each attempt of a login, which may have waited long; @throws if needless. */
	before: (() => Promise<void>) | undefined;
	/** The clock step whose code this login has taken. */
	private ownStep: number | undefined;
	/** A login of this run got no usable answer. */
	private failed = false;
	private readonly http: Http;
	private readonly loginHttp: Http;

	constructor(
		readonly account: Account,
		readonly host: LoginHost,
	) {
		const { transport, clock = systemClock, sleep = systemSleep, pacing } = host;
		const { baseUrl } = account;
		const lanes = () => lanesFor(baseUrl, 'login');
		const { random } = Math;
		this.clock = clock;
		this.sleep = sleep;
		const ports = { baseUrl, lanes, clock, sleep, random, pacing };
		this.http = new Http({ ...ports, transport });
		this.loginHttp = new Http({
			...ports,
			transport: async (request) => {
				await this.before?.();
				return await transport(request);
			},
		});
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
	async exchangeToken(token: string): Promise<Tokens> {
		return await this.tokensFor({ application_token: token }, 'wrongToken');
	}

	/**
	 * A new session from a refresh token. If the answer brings no new refresh token, the old one is
	 * kept: the session tries it once more and logs in anew when it is refused.
	 */
	async refresh({ refreshToken }: Tokens): Promise<Tokens> {
		return await this.tokensFor({ refresh_token: refreshToken }, 'wrongPassword');
	}

	/** Logs in with user and password: a session at once, or the token of an MFA login to complete. */
	async login(fingerprint: string | undefined): Promise<{ tokens: Tokens } | { mfaToken: string }> {
		const { username, passwordHash: password } = this.user;
		const answer = await this.post({ username, password, fingerprint }, 'wrongPassword');
		const tokens = this.tokensIn(answer);
		return tokens ? { tokens } : { mfaToken: text(answer.mfa_token) ?? noToken() };
	}

	/** Completes an MFA login and enrols this n8n as a trusted device for 90 days. */
	async verify(mfaToken: string, code: string, fingerprint: string): Promise<Tokens> {
		const { deviceName: name } = this.user;
		const device = { fingerprint, name, operating_system: 'Node.js', browser: 'n8n' };
		const body = { mfa_token: mfaToken, code, trusted_device: device };
		return await this.tokensFor(body, 'codeRefused');
	}

	/** A token for another workspace of the user. Source: public reference. */
	async switchWorkspace(authToken: string, workspaceId: number): Promise<Tokens> {
		const body = { target_organisation: { id: workspaceId } };
		const { body: said } = await this.authenticate(body, '/workspace', authToken);
		const tokens = this.tokensIn((said ?? {}) as AuthenticateAnswer);
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

	/** Whether this process may use a single-use value: only one of several workers may. */
	async takeOnce(what: string, ttlMs: number): Promise<boolean> {
		return this.alone || ((await this.host.once?.(what, ttlMs)) ?? true);
	}

	/**
	 * The authenticator's current code (RFC 6238: 30 s, 6 digits, SHA-1). It is taken anew when an
	 * earlier one may have expired: the password's answer can take longer than a code lasts.
	 */
	async totpCode(): Promise<string> {
		while (!(await this.takeCode())) await this.sleep(this.untilNextCode);
		const { Secret, TOTP } = await import('otpauth');
		try {
			const secret = Secret.fromBase32((this.user.totpSecret ?? '').replace(/[\s-]+/g, ''));
			return new TOTP({ secret }).generate({ timestamp: this.ownStep! * TOTP_PERIOD_MS });
		} catch {
			throw new LoginError('totpSecretInvalid');
		}
	}

	/**
	 * POSTs to `/api/v1/authenticate` (or a path below it), with a bearer token where given. A call
	 * without a usable answer is sent once more; after such a failure, later calls are sent once.
	 */
	async authenticate(body: object, below = '', token?: string): Promise<Answer> {
		try {
			const answer = await (token === undefined ? this.loginHttp : this.http).request({
				method: 'POST',
				path: `/api/v1/authenticate${below}`,
				body,
				// A refresh token and a one-time code are used up by the first try. A password
				// changes nothing: the last answer about it is reliable, whatever came before.
				effect: 'refresh_token' in body || 'code' in body ? 'act' : 'read',
				attempts: this.failed ? 1 : 2,
				lane: 'auth',
				what: 'login',
				headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
			});
			this.failed = false;
			return answer;
		} catch (error) {
			this.failed ||= !(error instanceof UnauthorisedError);
			throw error;
		}
	}

	/** Sends one authenticate call; a refusal becomes a LoginError of the given kind. */
	private async post(body: object, refused: LoginProblem): Promise<AuthenticateAnswer> {
		try {
			return ((await this.authenticate(body)).body ?? {}) as AuthenticateAnswer;
		} catch (error) {
			if (error instanceof UnauthorisedError) {
				// Source: public reference; three failures in a row lock the account for five minutes.
				const locked = JSON.stringify(error.envelope).includes('TooManyRequests');
				throw new LoginError(
					!locked ? refused : refused === 'codeRefused' ? 'lockedByCodes' : 'locked',
				);
			}
			if (error instanceof RedirectError) {
				throw new LoginError('notTheService', ` (it redirects: ${error.where})`);
			}
			// The answer is a page, or comes from a server that has no such path.
			if (error instanceof ServiceError && NOT_THE_SERVICE(error.status)) {
				throw new LoginError('notTheService', ` (it answered ${error.status})`);
			}
			throw error;
		}
	}

	/** The tokens of a login. @throws LoginError for an answer without any. */
	private async tokensFor(body: object, refused: LoginProblem): Promise<Tokens> {
		return this.tokensIn(await this.post(body, refused)) ?? noToken();
	}

	private tokensIn({ auth_token, refresh_token }: AuthenticateAnswer): Tokens | undefined {
		const authToken = text(auth_token);
		if (authToken === undefined) return undefined;
		return tokensFrom(authToken, this.now, text(refresh_token));
	}
}

function noToken(): never {
	throw new LoginError('notTheService', ' (its answer holds no auth_token)');
}

/** The values of an account that a refusal is about, so that a corrected value is tried at once. */
export const triedValues = (account: Account): string =>
	account.kind === 'user'
		? JSON.stringify([account.mfaMethod, account.code, account.totpSecret, account.fingerprint])
		: '';
