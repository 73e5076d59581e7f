import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as z from 'zod/v4';
import { type Account, bindingOf, type TokenForm } from '../account';
import { MINUTE_MS } from '../times';

/** Lifetimes. Source: specification, Authentication 3 and 5. */
const AUTH_LIFETIME_MS = 240 * MINUTE_MS;
export const REFRESH_LIFETIME_MS = 350 * MINUTE_MS;
const REFRESH_AHEAD_MS = 30 * MINUTE_MS;
/** Source: public reference, Authentication. */
export const CODE_LIFETIME_MS = 20 * MINUTE_MS;
export const LOCK_MS = 5 * MINUTE_MS;

const tokensSchema = z.object({
	authToken: z.string().min(1),
	refreshToken: z.string().optional(),
	/** By this machine's clock, so that a wrong clock of the service does no harm. */
	issuedAt: z.number(),
	expiresAt: z.number(),
	/** The refresh token was used once already and the service issued no new one. */
	keptOnce: z.boolean().optional(),
});
/** An `auth_token` with its known lifetime; times in milliseconds since 1970. */
export type Tokens = z.infer<typeof tokensSchema>;

const pendingSchema = z.object({
	mfaToken: z.string(),
	at: z.number(),
	/** What the code field has when a code was sent or refused; this is not a code. */
	codeThen: z.string().default(''),
});
/** An MFA login that waits for the code a person types in. */
export type Pending = z.infer<typeof pendingSchema>;

const storedSchema = z.object({
	/** Hash of the base URL, user and secret of the session. */
	binding: z.string(),
	/** Hash of base URL and user: a fingerprint outlives a changed password. */
	account: z.string(),
	tokens: tokensSchema.optional(),
	/** The fingerprint that the service trusts for 90 days after an MFA login. */
	fingerprint: z.string().optional(),
	/** An MFA login that waits for the code a person types in, as a workflow asked for it. */
	pending: pendingSchema.optional(),
	/** The token for the credential's workspace, where it has one. */
	workspace: z.object({ id: z.number(), authToken: z.string().min(1) }).optional(),
});
/** The session as kept beyond a process, in one hidden field of the credential. */
export type StoredSession = z.infer<typeof storedSchema>;

/** Reads the hidden field; anything unreadable counts as nothing stored. */
export function parseStored(text: unknown): StoredSession | undefined {
	if (typeof text !== 'string' || text === '') return undefined;
	try {
		return storedSchema.safeParse(JSON.parse(text)).data;
	} catch {
		return undefined;
	}
}

/** Whether a stored session was issued for an account's current values and workspace. */
export const belongsTo = (stored: StoredSession, account: Account): boolean =>
	stored.binding === bindingOf(account) &&
	stored.workspace?.id === (account.kind === 'user' ? account.workspaceId : undefined);

const idClaim = z.coerce.number().int().positive().optional().catch(undefined);
/**
 * The dots belong to the keys in recorded tokens; the reference draws objects. Everything else, such
 * as the gateway's key, is left where it is.
 */
const claimsSchema = z.object({
	exp: z.number().optional().catch(undefined),
	iat: z.number().optional().catch(undefined),
	'esc.org': idClaim,
	'esc.user': idClaim,
	'esc.app': idClaim,
	esc: z.object({ org: idClaim, user: idClaim, app: idClaim }).optional().catch(undefined),
});

/** Claims of a token, read without verifying: only the service has the key. */
export function claimsOf(token: string) {
	let claims: z.infer<typeof claimsSchema> = {};
	try {
		claims = claimsSchema.parse(decodeJwt(token));
	} catch {
		// Not a JWT: the documented lifetime applies.
	}
	const { exp, iat, esc } = claims;
	return {
		/** Milliseconds a token lives from its issue. */
		lifetimeMs:
			exp !== undefined && iat !== undefined && exp > iat ? (exp - iat) * 1000 : AUTH_LIFETIME_MS,
		organisationId: claims['esc.org'] ?? esc?.org,
		/** Named in some user logins only. */
		userId: claims['esc.user'] ?? esc?.user,
		/** In application tokens only. */
		applicationId: claims['esc.app'] ?? esc?.app,
	};
}

/** The name of a claim. Anything but a plain word, such as an address, is not shown. */
const claimName = (name: string): string =>
	/^[A-Za-z][\w.-]{0,40}$/.test(name) ? name : '(hidden)';

/** The type of a claim in a word. */
function claimType(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'list' : typeof value;
}

/** The names and types of claims, and of those inside an object. */
const claimTypes = (claims: object): Array<[name: string, type: string]> =>
	Object.entries(claims).flatMap(
		([name, value]): Array<[string, string]> =>
			claimType(value) === 'object'
				? claimTypes(value as object).map(([inner, type]) => [`${claimName(name)}{${inner}}`, type])
				: [[claimName(name), claimType(value)]],
	);

/** The form of a token for a report: names and types of its claims, and no value. */
export function formOfToken(token: string): TokenForm {
	const { organisationId, userId, lifetimeMs } = claimsOf(token);
	const names = { organisation: organisationId !== undefined, user: userId !== undefined };
	try {
		const claims = decodeJwt(token);
		const { alg } = decodeProtectedHeader(token);
		const isDated = typeof claims.exp === 'number' && typeof claims.iat === 'number';
		return {
			...(/^[A-Z]{2}\d{3}$/.test(String(alg)) && { algorithm: String(alg) }),
			claims: Object.fromEntries(claimTypes(claims)),
			names,
			...(isDated && { lifetimeMinutes: Math.round(lifetimeMs / MINUTE_MS) }),
		};
	} catch {
		return { claims: {}, names };
	}
}

/** Milliseconds before its end at which a token is renewed: its last quarter if short-lived. */
export const aheadOf = ({ issuedAt, expiresAt }: Pick<Tokens, 'issuedAt' | 'expiresAt'>): number =>
	Math.min(REFRESH_AHEAD_MS, (expiresAt - issuedAt) / 4);

export const tokensFrom = (authToken: string, now: number, refreshToken?: string): Tokens => ({
	authToken,
	refreshToken,
	issuedAt: now,
	expiresAt: now + claimsOf(authToken).lifetimeMs,
});
