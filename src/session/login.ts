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

function tokensIn({ auth_token, refresh_token }: AuthenticateAnswer, { clock }: SessionPorts) {
	const authToken = text(auth_token);
	return authToken === undefined
		? undefined
		: tokensFrom(authToken, clock.now(), text(refresh_token));
}

/** The tokens of a login. @throws LoginError for an answer without any. */
async function tokensFor(ports: SessionPorts, body: unknown, refused: LoginProblem) {
	return tokensIn(await post(ports, body, refused), ports) ?? noToken();
}

function noToken(): never {
	throw new LoginError('notTheService', ' (its answer holds no auth_token)');
}

/** Exchanges an application token. Source: public reference. */
export const exchangeToken = async (ports: SessionPorts, token: string): Promise<Tokens> =>
	await tokensFor(ports, { application_token: token }, 'wrongToken');

/**
 * A new session from a refresh token. Where the answer brings no new refresh token, the old one
 * is kept: the session tries it once more and logs in anew when it is refused.
 */
export const refresh = async (ports: SessionPorts, { refreshToken }: Tokens): Promise<Tokens> =>
	await tokensFor(ports, { refresh_token: refreshToken }, 'wrongPassword');

/** Logs in with user and password: a session at once, or the token of an MFA login to complete. */
export async function login(
	ports: SessionPorts,
	{ username, passwordHash: password }: UserAccount,
	fingerprint: string | undefined,
): Promise<{ tokens: Tokens } | { mfaToken: string }> {
	const body = { username, password, ...(fingerprint !== undefined && { fingerprint }) };
	const answer = await post(ports, body, 'wrongPassword');
	const tokens = tokensIn(answer, ports);
	return tokens ? { tokens } : { mfaToken: text(answer.mfa_token) ?? noToken() };
}

/** Completes an MFA login and enrols this n8n as a trusted device for 90 days. */
export async function verify(
	ports: SessionPorts,
	{ deviceName: name }: UserAccount,
	mfaToken: string,
	code: string,
	fingerprint: string,
): Promise<Tokens> {
	const device = { fingerprint, name, operating_system: process.platform, browser: 'n8n' };
	const body = { mfa_token: mfaToken, code, trusted_device: device };
	return await tokensFor(ports, body, 'codeRefused');
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
export async function totpCode(ports: SessionPorts, account: UserAccount): Promise<string> {
	const { Secret, TOTP } = await import('otpauth');
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
	const tokens = tokensIn((answer.body ?? {}) as AuthenticateAnswer, ports);
	if (tokens) return tokens;
	throw new LoginError('noWorkspace', ` ${workspaceId}`);
}

/** Everything of an account that a refusal is about, so that a corrected value is tried at once. */
export const triedValues = (account: Account): string =>
	account.kind === 'user'
		? JSON.stringify([account.mfaMethod, account.code, account.totpSecret, account.fingerprint])
		: '';
