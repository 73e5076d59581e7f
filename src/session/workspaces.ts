import { monotonic } from '../ports';
import { ServiceError, UnauthorisedError } from '../request/attempt/errors';
import { LoginError } from './errors';
import type { Logins } from './login';
import { aheadOf, tokensFrom, type Tokens } from './tokens';

/** A refused workspace is not asked for again within this time: 100 logins are allowed in 5 minutes. */
const REFUSED_FOR_MS = 60_000;

/** Newer tokens of the session with which a refused switch is tried again. */
const MOST_RENEWALS = 2;

/** The session of the user. */
interface Primary {
	/** Returns its own token; a newer one if `refused` is given. */
	token: (refused?: string) => Promise<Tokens>;
	/** Whether this process obtained a token itself. */
	isOwn: (token: string) => boolean;
}

/** The tokens a session got for other workspaces of its user; they end with the session. */
export class Workspaces {
	private readonly tokens = new Map<number, Tokens>();
	/** The tokens that this process has obtained itself. */
	private readonly own = new Set<string>();
	private readonly flights = new Map<number, Promise<Tokens>>();
	/** Until when, by a clock that nobody sets. */
	private readonly refusals = new Map<number, { until: number; error: LoginError }>();

	/** The token for a workspace, where there is one. */
	get = (id: number): Tokens | undefined => this.tokens.get(id);

	set(id: number, authToken: string, issuedAt: number): void {
		this.tokens.set(id, tokensFrom(authToken, issuedAt));
	}

	/** Whether this process obtained a token itself, for the current session. */
	isOwn = (token: string): boolean => this.own.has(token);

	clear(): void {
		this.tokens.clear();
		this.own.clear();
		this.refusals.clear();
	}

	/** @throws LoginError when the user may not work in the workspace. */
	async token(logins: Logins, id: number, primary: Primary, refused?: string): Promise<Tokens> {
		const known = this.tokens.get(id);
		const alive = known && known.expiresAt - logins.now > aheadOf(known);
		if (alive && known.authToken !== refused) return known;
		const refusal = this.refusals.get(id);
		if (refusal && monotonic(logins.clock) < refusal.until) throw refusal.error;
		let flight = this.flights.get(id);
		if (!flight) {
			flight = this.obtain(logins, id, primary).finally(() => this.flights.delete(id));
			this.flights.set(id, flight);
		}
		return await flight;
	}

	private async obtain(logins: Logins, id: number, primary: Primary): Promise<Tokens> {
		try {
			const tokens = await this.switch(logins, id, primary);
			this.tokens.set(id, tokens);
			this.own.add(tokens.authToken);
			return tokens;
		} catch (error) {
			if (!(error instanceof ServiceError && [403, 404, 422].includes(error.status))) throw error;
			const refusal = new LoginError('noWorkspace', ` ${id}`);
			const until = monotonic(logins.clock) + REFUSED_FOR_MS;
			this.refusals.set(id, { until, error: refusal });
			throw refusal;
		}
	}

	private async switch(logins: Logins, id: number, primary: Primary): Promise<Tokens> {
		let { authToken } = await primary.token();
		let renewals = 0;
		let isLast = false;
		for (;;) {
			try {
				return await logins.switchWorkspace(authToken, id);
			} catch (error) {
				if (isLast || !(error instanceof UnauthorisedError)) throw error;
				({ authToken } = await primary.token(authToken));
				renewals += 1;
				// A token that another process had obtained may have ended together with the first.
				isLast = renewals === MOST_RENEWALS || primary.isOwn(authToken);
			}
		}
	}
}
