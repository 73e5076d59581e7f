import { createHash } from 'node:crypto';
import { InputError } from './errors';
import { isTextOfNothing } from './textOfNothing';

/** How a person proves who they are beyond the password. */
type MfaMethod = 'none' | 'totp' | 'code';

/** A person's login. `passwordHash` is the SHA-1 the service wants, never the password. */
export interface UserAccount {
	kind: 'user';
	baseUrl: string;
	username: string;
	passwordHash: string;
	mfaMethod: MfaMethod;
	totpSecret?: string;
	/** A one-time code that a person typed in. */
	code?: string;
	deviceName: string;
	/** A fingerprint the service already trusts. */
	fingerprint?: string;
	workspaceId?: number;
	/** The user's id, for logins in which the service does not name it. */
	userId?: number;
}

/** An application token, exchanged for a session; it needs no MFA. */
interface TokenAccount {
	kind: 'token';
	baseUrl: string;
	applicationToken: string;
}

export type Account = UserAccount | TokenAccount;

/**
 * Result of asking for a one-time code. `notNeeded`: the device is trusted, or the account has no
 * MFA; the login is complete.
 */
export type CodeRequest = 'sent' | 'sentBefore' | 'notNeeded';

/** The form of a session's token, without any value of it that names somebody. */
export interface TokenForm {
	/** Algorithm of its signature; undefined for a token that is no JWT. */
	algorithm?: string;
	/** The names of its claims with the types of their values; those inside an object as `esc{org}`. */
	claims: Record<string, string>;
	/** Whether the claims name the organisation, and the user. */
	names: { organisation: boolean; user: boolean };
	/** Minutes from issue to expiry, where both are there. */
	lifetimeMinutes?: number;
}

/** The login behind a call of an operation. Nothing it gives contains a token. */
export interface LoginCall {
	/** The form of the session's token; logs in first where there is no session. */
	tokenForm(): Promise<TokenForm>;
	/** The credential's own rates, by limit; empty where it keeps to the documented ones. */
	ownRates(): Record<string, number>;
	/**
	 * Ids the session names; the user's only after a user login, the application token's only after
	 * a login with one.
	 */
	identity(): Promise<{ organisationId?: number; userId?: number; applicationId?: number }>;
	/** SHA-1 of the password in the credential; undefined for an application token. */
	passwordHash(): string | undefined;
	/** Sends a one-time code, unless the device is trusted or one was sent within a minute. */
	requestCode(): Promise<CodeRequest>;
	/** Completes the login that waits for a code, and enrols this n8n as a trusted device. */
	verifyCode(code: string): Promise<void>;
}

const sha = (algorithm: 'sha1' | 'sha256', text: string) =>
	createHash(algorithm).update(text, 'utf8').digest('hex');

/** The text without these characters at its end, in time that grows with its length alone. */
function withoutEnd(text: string, characters: string): string {
	let end = text.length;
	while (end > 0 && characters.includes(text[end - 1]!)) end -= 1;
	return text.slice(0, end);
}

/**
 * SHA-1 of the password in hex, without the newline a terminal or a paste may have left at its
 * end. Source: specification, Authentication 4.
 */
export const hashPassword = (password: string): string => sha('sha1', withoutEnd(password, '\r\n'));

/** Key of one person or application token at one service; it identifies a shared session. */
export function accountKey(account: Account): string {
	const who = account.kind === 'user' ? account.username.toLowerCase() : account.applicationToken;
	return sha('sha256', JSON.stringify([account.baseUrl, account.kind, who]));
}

/** The values a login depends on, without the one-time code: a pending login outlives that. */
const provedBy = (account: Account): unknown[] =>
	account.kind === 'user'
		? [account.passwordHash, account.mfaMethod, account.totpSecret, account.fingerprint]
		: [account.applicationToken];

/**
 * Hash of all values the login depends on. A session never outlives the values it was issued for,
 * and a wrong credential never passes because another one of the same person is right.
 */
export const bindingOf = (account: Account): string =>
	sha('sha256', JSON.stringify([accountKey(account), ...provedBy(account)]));

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The service's base address without a trailing slash, a path prefix kept; a copied `/api/v1` at
 * its end is dropped, since every operation brings its own.
 * @throws InputError when it is not an address, not https (loopback may be http), or carries a
 * login, a query or a fragment.
 */
export function parseBaseUrl(text: unknown): string {
	const refuse = (rule: string): never => {
		throw new InputError('baseUrl', rule, 'Base URL');
	};
	if (typeof text !== 'string' || text.trim() === '') return refuse('must not be empty');
	if (!URL.canParse(text.trim())) {
		return refuse('must be an address such as https://api.example.com');
	}
	const url = new URL(text.trim());
	const loopback = LOOPBACK.test(url.hostname);
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
		return refuse('must start with https:// (http:// is accepted for loopback addresses only)');
	}
	if (url.username !== '' || url.password !== '') {
		return refuse('must not contain a user name or password: they have fields of their own');
	}
	if (url.search !== '' || url.hash !== '') return refuse('must not contain ? or #');
	const path = withoutEnd(url.pathname, '/').replace(/\/api(\/v\d+)?$/, '');
	return url.origin + path;
}

/** Values of a credential as a host decrypted them. */
export type CredentialFields = Record<string, unknown>;

const optionalText = (v: unknown) =>
	typeof v === 'string' && v.trim() !== '' ? v.trim() : undefined;

function requiredText(fields: CredentialFields, name: string, label: string): string {
	const value = fields[name];
	if (typeof value === 'string' && !isTextOfNothing(value)) return value;
	throw new InputError(name, 'must not be empty', label);
}

/**
 * The secret as one word in capitals; services and apps show it in groups, and often in lower case.
 * @throws InputError for a secret that can make no code, before any login. The message omits it.
 */
function parseTotpSecret(fields: CredentialFields): string {
	const refuse = (rule: string): never => {
		throw new InputError('totpSecret', rule, 'Authenticator Secret');
	};
	const text = optionalText(fields.totpSecret);
	if (text === undefined) return refuse('must not be empty for an authenticator app');
	const secret = withoutEnd(text.replace(/[\s-]+/g, ''), '=').toUpperCase();
	if (/^[A-Z2-7]+$/.test(secret)) return secret;
	return refuse(
		'must be the secret that the service showed when the app was set up (letters A to Z and digits 2 to 7), not a code of six digits',
	);
}

function optionalId(fields: CredentialFields, name: string, label: string): number | undefined {
	const text = String(fields[name] ?? '').trim();
	if (text === '') return undefined;
	if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
	throw new InputError(name, 'must be a whole number of 1 or more', label);
}

/** The account in a credential's fields. @throws InputError naming the field and its rule. */
export function accountFrom(kind: Account['kind'], fields: CredentialFields): Account {
	const baseUrl = parseBaseUrl(fields.baseUrl);
	if (kind === 'token') {
		const applicationToken = requiredText(fields, 'applicationToken', 'Application Token').trim();
		if (/\s/.test(applicationToken)) {
			const rule = 'must not have a space or a line break inside: copy it again, as a whole';
			throw new InputError('applicationToken', rule, 'Application Token');
		}
		return { kind, baseUrl, applicationToken };
	}
	const mfaMethod = fields.mfaMethod as MfaMethod;
	// A field the form hides may still have an earlier value.
	const totpSecret = mfaMethod === 'totp' ? parseTotpSecret(fields) : undefined;
	// People copy codes in groups of three digits.
	const code =
		mfaMethod === 'code' ? optionalText(fields.oneTimeCode)?.replace(/\s+/g, '') : undefined;
	return {
		kind,
		baseUrl,
		username: requiredText(fields, 'username', 'User Name').trim(),
		passwordHash: hashPassword(requiredText(fields, 'password', 'Password')),
		mfaMethod: mfaMethod ?? 'none',
		deviceName: optionalText(fields.deviceName) ?? 'n8n',
		totpSecret,
		code,
		fingerprint: optionalText(fields.fingerprint),
		workspaceId: optionalId(fields, 'workspaceId', 'Workspace ID'),
		userId: optionalId(fields, 'userId', 'User ID'),
	};
}
