import { Secret, TOTP } from 'otpauth';
import type { Account, UserAccount } from '../account';
import type { Answer } from '../wire';
import type { Clock, Sleep } from '../ports';
import { RedirectError, ServiceError, UnauthorisedError } from '../http/errors';
import { LoginError, type LoginProblem } from './errors';
import { type Tokens, tokensFrom } from './tokens';

/** How a session talks to the service. */
export interface SessionPorts {
	/** POSTs to `/api/v1/authenticate` (or a path below it), with a bearer token where given. */
	authenticate(body: unknown, below?: string, token?: string): Promise<Answer>;
	clock: Clock;
	sleep: Sleep;
	random: () => number;
	/** Whether this process may use something that works once; undefined where none can tell. */
	once?: (what: string, ttlMs: number) => Promise<boolean>;
	/** The store's newest text, for a process that may have lost a race. */
	reload?: () => Promise<unknown>;
}

interface AuthenticateAnswer {
	auth_token?: unknown;
	refresh_token?: unknown;
	mfa_token?: unknown;
}

const text = (v: unknown) => (typeof v === 'string' && v !== '' ? v : undefined);

const NOT_THE_SERVICE = (status: number) => status < 400 || [404, 405, 501].includes(status);

/** Sends one authenticate call; refusals become a LoginError of the given kind. */
async function post(ports: SessionPorts, body: unknown, refused: LoginProblem) {
	try {
		const answer = await ports.authenticate(body);
		return (answer.body ?? {}) as AuthenticateAnswer;
	} catch (error) {
		if (error instanceof UnauthorisedError) {
			// Source: public reference; three failures in a row lock the account for five minutes.
			const locked = JSON.stringify(error.envelope).includes('TooManyRequests');
			throw new LoginError(locked ? 'locked' : refused);
		}
		if (error instanceof RedirectError) {
			throw new LoginError('notTheService', ` (it redirects: ${error.where})`);
		}
		// A page, or a server that has no such path.
		if (error instanceof ServiceError && NOT_THE_SERVICE(error.status)) {
			throw new LoginError('notTheService', ` (it answered ${error.status})`);
		}
		throw error;
	}
}

function tokensIn(answer: AuthenticateAnswer, now: number): Tokens | undefined {
	const authToken = text(answer.auth_token);
	return authToken === undefined
		? undefined
		: tokensFrom(authToken, now, text(answer.refresh_token));
}

/** Exchanges an application token. Source: public reference. */
export async function exchangeToken(
	ports: SessionPorts,
	applicationToken: string,
): Promise<Tokens> {
	const answer = await post(ports, { application_token: applicationToken }, 'wrongToken');
	const tokens = tokensIn(answer, ports.clock.now());
	if (tokens) return tokens;
	throw new LoginError('notTheService', ' (its answer holds no auth_token)');
}

/**
 * A new session from a refresh token. Where the answer brings no new refresh token, the old one
 * is kept: the session tries it once more and logs in anew when it is refused.
 */
export async function refresh(ports: SessionPorts, old: Tokens): Promise<Tokens> {
	const answer = await post(ports, { refresh_token: old.refreshToken }, 'wrongPassword');
	const tokens = tokensIn(answer, ports.clock.now());
	if (!tokens) throw new LoginError('notTheService', ' (its answer holds no auth_token)');
	return tokens;
}

/** Logs in with user and password: a session at once, or the token of an MFA login to complete. */
export async function login(
	ports: SessionPorts,
	account: UserAccount,
	fingerprint: string | undefined,
): Promise<{ tokens: Tokens } | { mfaToken: string }> {
	const answer = await post(
		ports,
		{
			username: account.username,
			password: account.passwordHash,
			...(fingerprint !== undefined && { fingerprint }),
		},
		'wrongPassword',
	);
	const tokens = tokensIn(answer, ports.clock.now());
	if (tokens) return { tokens };
	const mfaToken = text(answer.mfa_token);
	if (mfaToken !== undefined) return { mfaToken };
	throw new LoginError('notTheService', ' (its answer holds no auth_token)');
}

/** Completes an MFA login and enrols this n8n as a trusted device for 90 days. */
export async function verify(
	ports: SessionPorts,
	account: UserAccount,
	mfaToken: string,
	code: string,
	fingerprint: string,
): Promise<Tokens> {
	const answer = await post(
		ports,
		{
			mfa_token: mfaToken,
			code,
			trusted_device: {
				fingerprint,
				name: account.deviceName,
				operating_system: process.platform,
				browser: 'n8n',
			},
		},
		'codeRefused',
	);
	const tokens = tokensIn(answer, ports.clock.now());
	if (tokens) return tokens;
	throw new LoginError('notTheService', ' (its answer holds no auth_token)');
}

/** Codes of an authenticator app change this often. Source: public reference (RFC 6238). */
export const TOTP_PERIOD_MS = 30_000;

/** Milliseconds until the authenticator's next code, and a little for clocks that differ. */
export const untilNextCode = (now: number): number => TOTP_PERIOD_MS - (now % TOTP_PERIOD_MS) + 500;

/** Whether the authenticator's code of this moment is ours to use; others may share its secret. */
export async function takeCode(ports: SessionPorts, account: UserAccount): Promise<boolean> {
	const step = Math.floor(ports.clock.now() / TOTP_PERIOD_MS);
	const code = `${account.baseUrl} ${account.username} ${account.totpSecret} ${step}`;
	return (await ports.once?.(code, 2 * TOTP_PERIOD_MS)) ?? true;
}

/** The authenticator's code of this moment (RFC 6238: 30 s, 6 digits, SHA-1). */
export function totpCode(ports: SessionPorts, account: UserAccount): string {
	try {
		const secret = Secret.fromBase32((account.totpSecret ?? '').replace(/[\s-]+/g, ''));
		return new TOTP({ secret }).generate({ timestamp: ports.clock.now() });
	} catch {
		throw new LoginError('totpSecretInvalid');
	}
}

/** A token for another workspace of the user. Source: public reference. */
export async function switchWorkspace(
	ports: SessionPorts,
	authToken: string,
	workspaceId: number,
): Promise<Tokens> {
	const body = { target_organisation: { id: workspaceId } };
	const answer = await ports.authenticate(body, '/workspace', authToken);
	const tokens = tokensIn((answer.body ?? {}) as AuthenticateAnswer, ports.clock.now());
	if (tokens) return tokens;
	throw new LoginError('noWorkspace', ` ${workspaceId}`);
}

/** Everything of an account that a refusal is about, so that a corrected value is tried at once. */
export const triedValues = (account: Account): string =>
	account.kind === 'user'
		? JSON.stringify([account.mfaMethod, account.code, account.totpSecret, account.fingerprint])
		: '';
