import { HOUR_MS } from '../../times';
import { LIMIT_FIELDS } from './limits';
import { A_MONTH, Month } from './month';
import { RateWindow } from './pace';

/**
 * Documented windows of five minutes per IP address: requests of any kind, and logins among them.
 * Source: public reference, Limits.
 */
export const WINDOWS = { all: LIMIT_FIELDS.fiveMinutes.documented, auth: 100 };

/** State shared by all credentials of one host, because the service counts by IP address. */
export class Host {
	readonly all = new RateWindow('all', WINDOWS.all);
	readonly auth = new RateWindow('auth', WINDOWS.auth);
	/** Window of the attempts with a share only. */
	readonly background = new RateWindow('background', WINDOWS.all);

	/** `name` is the host's name in limits shared with other processes. */
	constructor(readonly name = '') {}

	/** Requests in a month: the documented ones, unless the host has other limits. */
	get mostInMonth(): number {
		return (A_MONTH * this.all.most) / WINDOWS.all;
	}
}

/** State shared by all lanes of an organisation. */
export class OrganisationRates {
	/** Attempts with a share, of an hour: a pass over a fleet comes in one burst, then a pause. */
	readonly polls: RateWindow;

	/** `key` is its name in limits shared with other processes: base URL and organisation. */
	constructor(
		readonly key = '',
		readonly host = new Host(),
		readonly month = new Month(key),
	) {
		this.polls = new RateWindow(`${key} polls`, WINDOWS.all, HOUR_MS);
	}
}
