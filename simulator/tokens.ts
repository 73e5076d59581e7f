import { randomBytes, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { toDate, type SimClock } from './clock';
import { unauthorized } from './envelopes';
import type { Caller } from './route';
import type { Store } from './store';

const MINUTE = 60_000;
/** Life of an `auth_token` (specification). */
export const AUTH_TOKEN_MS = 240 * MINUTE;
/** Life of a `refresh_token` (specification). */
export const REFRESH_TOKEN_MS = 350 * MINUTE;

interface Claims {
	esc?: { org?: number; orgName?: string; user?: number };
}

/**
 * Issues and verifies tokens. `auth_token` is a JWT (HS256, a random key per start) with `iat`
 * and `exp` in seconds, `jti`, and `esc: {org, orgName, user}` (`user` only for user logins).
 * `refresh_token` is opaque and works once.
 */
export class Tokens {
	private key = randomBytes(32);
	private readonly refreshTokens = new Map<string, { userId: number; expiresAt: number }>();

	constructor(private readonly clock: SimClock) {}

	/** A signed `auth_token` for an organisation and, for user logins, a user. */
	async issue(store: Store, organisationId: number, userId: number | null, skewMs = 0) {
		const now = this.clock.now() + skewMs;
		const esc = {
			org: organisationId,
			orgName: store.organisations.get(organisationId)?.name,
			...(userId === null ? {} : { user: userId }),
		};
		return await new SignJWT({ esc })
			.setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
			.setIssuedAt(Math.floor(now / 1000))
			.setExpirationTime(Math.floor((now + AUTH_TOKEN_MS) / 1000))
			.setJti(randomUUID())
			.sign(this.key);
	}

	/** A new `refresh_token`; all earlier ones of the user stop working. */
	issueRefresh(userId: number): string {
		for (const [token, entry] of this.refreshTokens)
			if (entry.userId === userId) this.refreshTokens.delete(token);
		const token = `${randomUUID()}${randomUUID()}`.replace(/-/g, '');
		const expiresAt = this.clock.now() + REFRESH_TOKEN_MS;
		this.refreshTokens.set(token, { userId, expiresAt });
		return token;
	}

	/** Uses a `refresh_token` up. @returns the user's id, or undefined when it does not work */
	takeRefresh(token: string): number | undefined {
		const entry = this.refreshTokens.get(token);
		this.refreshTokens.delete(token);
		return entry && entry.expiresAt > this.clock.now() ? entry.userId : undefined;
	}

	/** Verifies the header of a call. @throws 401, 1102 (missing, invalid) or 1103 (expired) */
	async verify(store: Store, header: string | undefined, skewMs = 0): Promise<Caller> {
		const token = /^Bearer ([^\s]+)$/.exec(header ?? '')?.[1];
		if (!token) throw unauthorized(1102, 'Missing or malformed Authorization header');
		let claims: Claims;
		try {
			const currentDate = toDate(this.clock.now() + skewMs);
			const verified = await jwtVerify<Claims>(token, this.key, {
				algorithms: ['HS256'],
				currentDate,
				requiredClaims: ['exp', 'iat', 'jti'],
			});
			claims = verified.payload;
		} catch (error) {
			if (error instanceof errors.JWTExpired) throw unauthorized(1103, 'The token has expired');
			throw unauthorized(1102, 'The token is invalid');
		}
		const organisationId = claims.esc?.org;
		const userId = claims.esc?.user ?? null;
		const user = userId === null ? undefined : store.users.get(userId);
		if (organisationId === undefined || (userId !== null && !user))
			throw unauthorized(1102, 'The token is invalid');
		return { organisationId, userId, role: user?.role ?? 'User' };
	}

	/** Makes every token issued so far invalid; `keepRefresh` spares the refresh tokens. */
	revoke(keepRefresh = false): void {
		this.key = randomBytes(32);
		if (!keepRefresh) this.refreshTokens.clear();
	}
}
