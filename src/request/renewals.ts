import type { Exchange } from './exchange';

/** Unhelpful renewals in a row that end a run's attempts; with the first login, three logins. */
const MOST_UNHELPFUL = 2;

/** A token with a kind of call: the service may refuse a token for one kind and accept it for others. */
const acceptance = ({ token, request }: Exchange) => `${request.method} ${request.lane} ${token}`;

/** The tokens the service accepted and refused in a run, and whether a newer one may still help. */
export class Renewals {
	private readonly refused = new Set<string>();
	private readonly accepted = new Set<string>();
	/** Renewals in a row that have not helped. */
	private inVain = 0;

	/** @param isOwn whether this process obtained a token itself, or took it over from another one */
	constructor(private readonly isOwn: (token: string) => boolean) {}

	/** The service has refused the session of this run, and those that replaced it. */
	get areOver(): boolean {
		return this.inVain >= MOST_UNHELPFUL;
	}

	accept(exchange: Exchange): void {
		this.accepted.add(acceptance(exchange));
	}

	/**
	 * Whether a newer token may help. A request is sent again once, and once more after a token that another
	 * process had obtained: that one may have ended together with the first. If the token was accepted for such calls
	 * before, it was revoked, or the refusal was an exception. If it never was, the renewal did not help; a
	 * second such renewal in a row ends the attempts of the run.
	 */
	mayHelp(exchange: Exchange): boolean {
		const { token, refused } = exchange;
		// The next attempt asks for a newer one.
		exchange.refused = token;
		if (token === undefined) return false;
		if (!this.refused.has(token)) {
			const isRenewal = this.refused.size > 0;
			this.refused.add(token);
			if (this.accepted.has(acceptance(exchange))) this.inVain = 0;
			else if (isRenewal) this.inVain += 1;
		}
		const mayHaveEnded = token !== refused && !this.isOwn(token);
		return (refused === undefined || mayHaveEnded) && !this.areOver;
	}
}
