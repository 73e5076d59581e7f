import { Secret, TOTP } from 'otpauth';
import type { Account, UserAccount } from '../account';
import type { Answer } from '../operations/define';
import type { Clock, Sleep } from '../ports';
import { ServiceError, UnauthorisedError } from '../http/errors';
import { LoginError, type LoginProblem } from './errors';
import { type Tokens, tokensFrom } from './tokens';

/** How a session talks to the service. */
export interface SessionPorts {
	/** POSTs to `/api/v1/authenticate` (or a path below it), with a bearer token where given. */
	authenticate(body: unknown, below?: string, token?: string): Promise<Answer>;
	clock: Clock;
	sleep: Sleep;
	/** The store's newest text, for a process that may have lost a race. */
	reload?: () => Promise<unknown>;
}

interface AuthenticateAnswer {
	auth_token?: unknown;
	refresh_token?: unknown;
	mfa_token?: unknown;
}

const text = (v: unknown) => (typeof v === 'string' && v !== '' ? v : undefined);

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
		if (error instanceof ServiceError && (error.status === 404 || error.status === 405)) {
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

const TOTP_PERIOD_MS = 30_000;

/**
 * Completes an MFA login with the authenticator's code (RFC 6238: 30 s, 6 digits, SHA-1). A code
 * can be refused because another worker has just used it: the next one is tried once.
 */
export async function verifyWithTotp(
	ports: SessionPorts,
	account: UserAccount,
	mfaToken: string,
	fingerprint: string,
): Promise<Tokens> {
	let totp: TOTP;
	try {
		totp = new TOTP({ secret: Secret.fromBase32((account.totpSecret ?? '').replace(/\s+/g, '')) });
	} catch {
		throw new LoginError('totpSecretInvalid');
	}
	const tryCode = async () => {
		const code = totp.generate({ timestamp: ports.clock.now() });
		return await verify(ports, account, mfaToken, code, fingerprint);
	};
	try {
		return await tryCode();
	} catch (error) {
		if (!(error instanceof LoginError && error.problem === 'codeRefused')) throw error;
		await ports.sleep(TOTP_PERIOD_MS - (ports.clock.now() % TOTP_PERIOD_MS) + 500);
		return await tryCode();
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
export const triedValues = (account: Account, binding: string): string =>
	account.kind === 'user'
		? JSON.stringify([binding, account.mfaMethod, account.code ?? '', account.totpSecret ?? ''])
		: binding;
