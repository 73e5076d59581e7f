import type { Exchange } from './exchange';

/** Renewals of a session in a row that do not help; with the first login, three logins. */
const MAX_IN_VAIN = 2;

/** A token, and the kind of call it was taken for: one may be refused where others are allowed. */
const acceptance = ({ token, request }: Exchange) => `${request.method} ${request.lane} ${token}`;

/** Which tokens the service took and refused in a run, and whether a newer one may still help. */
export class Renewals {
	private readonly refused = new Set<string>();
	private readonly accepted = new Set<string>();
	/** Renewals in a row that have not helped. */
	private inVain = 0;

	/** The service has refused the session of this run, and those that replaced it. */
	get areOver(): boolean {
		return this.inVain >= MAX_IN_VAIN;
	}

	accept(exchange: Exchange): void {
		this.accepted.add(acceptance(exchange));
	}

	/**
	 * Whether a newer token may help. One that was taken for such calls before has been revoked, or
	 * the refusal was a hiccup. One that never was is a renewal that has not helped; another one in a
	 * row ends the attempts of the run.
	 */
	mayHelp(exchange: Exchange): boolean {
		const { token } = exchange;
		if (token === undefined) return false;
		if (!this.refused.has(token)) {
			const isRenewal = this.refused.size > 0;
			this.refused.add(token);
			if (this.accepted.has(acceptance(exchange))) this.inVain = 0;
			else if (isRenewal) this.inVain += 1;
		}
		return !this.areOver;
	}
}
