import { randomBytes, randomUUID } from 'node:crypto';
import { decodeProtectedHeader, SignJWT } from 'jose';
import type { SimClock } from '../clock';
import { MINUTE_MS } from '../clock';
import { withChanges } from '../faults/changes';
import type { Forms, Wire } from '../forms';
import { gatewayRefusal, unauthorized } from '../http/envelopes';
import type { Caller } from '../http/route';
import type { Store } from '../store';
import type { World } from '../world';
import type { Role } from './entities';
import { roleIn } from './roles';

/** Life of a `refresh_token` (specification). */
const REFRESH_TOKEN_MS = 350 * MINUTE_MS;

/** The owner of a token. */
interface Owner {
	organisationId: number;
	/** Null for application tokens. */
	userId: number | null;
	/** Application tokens only. */
	applicationId?: number;
	role?: Role;
}

/**
 * Issues and verifies tokens. `auth_token` is a JWT signed with a random key; its header and claims
 * follow the generation. `refresh_token` is opaque and works once.
 */
export class TokenIssuer {
	private readonly secret = randomBytes(64);
	/** The owner of each `auth_token` and its expiry, in seconds. */
	private readonly issued = new Map<string, { owner: Owner; exp: number }>();
	private readonly refreshTokens = new Map<string, { userId: number; expiresAt: number }>();

	constructor(
		private readonly clock: SimClock,
		private readonly form: Forms['token'],
	) {}

	/** A signed `auth_token` for an organisation and, for user logins, a user. */
	async issue({ store, options }: World, owner: Owner, skewMs = 0) {
		const now = this.clock.now() + skewMs;
		const exp = Math.floor((now + options.authTokenMinutes * MINUTE_MS) / 1000);
		const organisationName = store.organisations.get(owner.organisationId)?.name;
		const claims = this.form.claims({ ...owner, organisationName, key: randomUUID() });
		const all = { ...claims, iat: Math.floor(now / 1000), exp };
		const token = await new SignJWT(withChanges(all, options.tokenClaims) as Wire)
			.setProtectedHeader(this.form.header)
			.sign(this.secret);
		this.issued.set(token, { owner, exp });
		return token;
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

	/** Consumes a `refresh_token`. @returns the user's id, or undefined when the token is invalid */
	takeRefresh(token: string): number | undefined {
		const entry = this.refreshTokens.get(token);
		this.refreshTokens.delete(token);
		return entry && entry.expiresAt > this.clock.now() ? entry.userId : undefined;
	}

	/**
	 * Verifies the header of a call.
	 * @throws 401: by the gateway when it is not a JWT, else 1102 (invalid) or 1103 (expired)
	 */
	verify(store: Store, header: string | undefined, skewMs = 0): Caller {
		const token = /^Bearer ([^\s]+)$/.exec(header ?? '')?.[1];
		if (!token || !isJwt(token)) throw gatewayRefusal();
		const owner = this.ownerOf(token, skewMs);
		const user = owner?.userId == null ? undefined : store.users.get(owner.userId);
		if (!owner || (owner.userId !== null && !user))
			throw unauthorized(1102, 'The token is invalid');
		const { organisationId, userId, applicationId } = owner;
		// A session outlives its membership and its application token: a caller without a role observes.
		const role = user ? roleIn(user, organisationId) : owner.role;
		return { organisationId, userId, applicationId, role: role ?? 'Observer' };
	}

	private ownerOf(token: string, skewMs: number): Owner | undefined {
		const { owner, exp = Infinity } = this.issued.get(token) ?? {};
		if (exp <= Math.floor((this.clock.now() + skewMs) / 1000))
			throw unauthorized(1103, 'The token has expired');
		return owner;
	}

	/** Makes every token issued so far invalid; `keepRefresh` spares the refresh tokens. */
	revoke(keepRefresh = false): void {
		this.issued.clear();
		if (!keepRefresh) this.refreshTokens.clear();
	}
}

function isJwt(token: string): boolean {
	try {
		decodeProtectedHeader(token);
		return token.split('.').length === 3;
	} catch {
		return false;
	}
}
