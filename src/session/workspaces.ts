import { ForbiddenError, NotFoundError, UnauthorisedError, ValidationError } from '../http/errors';
import { LoginError } from './errors';
import { switchWorkspace, type SessionPorts } from './login';
import { REFRESH_AHEAD_MS, tokensFrom, type Tokens } from './tokens';

/** Gives the session's own token; anything newer than one that was refused. */
type Primary = (refused?: string) => Promise<Tokens>;

/** The tokens a session got for other workspaces of its user; they end with the session. */
export class Workspaces {
	private readonly tokens = new Map<number, Tokens>();
	private readonly flights = new Map<number, Promise<Tokens>>();

	/** The token for a workspace, where there is one. */
	get = (id: number): Tokens | undefined => this.tokens.get(id);

	set(id: number, authToken: string, issuedAt: number): void {
		this.tokens.set(id, tokensFrom(authToken, issuedAt));
	}

	clear(): void {
		this.tokens.clear();
	}

	/** @throws LoginError when the user may not work there. */
	async token(
		ports: SessionPorts,
		id: number,
		primary: Primary,
		refused?: string,
	): Promise<Tokens> {
		const known = this.tokens.get(id);
		const alive = known && known.expiresAt - ports.clock.now() > REFRESH_AHEAD_MS;
		if (alive && known.authToken !== refused) return known;
		let flight = this.flights.get(id);
		if (!flight) {
			flight = this.obtain(ports, id, primary).finally(() => this.flights.delete(id));
			this.flights.set(id, flight);
		}
		return await flight;
	}

	private async obtain(ports: SessionPorts, id: number, primary: Primary): Promise<Tokens> {
		try {
			const tokens = await this.switch(ports, id, primary);
			this.tokens.set(id, tokens);
			return tokens;
		} catch (error) {
			const refused = [ForbiddenError, NotFoundError, ValidationError].some(
				(E) => error instanceof E,
			);
			throw refused ? new LoginError('noWorkspace', ` ${id}`) : error;
		}
	}

	private async switch(ports: SessionPorts, id: number, primary: Primary): Promise<Tokens> {
		const { authToken } = await primary();
		try {
			return await switchWorkspace(ports, authToken, id);
		} catch (error) {
			if (!(error instanceof UnauthorisedError)) throw error;
			return await switchWorkspace(ports, (await primary(authToken)).authToken, id);
		}
	}
}
