import type { Account } from '../account';
import { Http } from '../http/http';
import { lanesFor } from '../http/lanes';
import { type Clock, type Sleep, systemClock, systemSleep, type Transport } from '../ports';
import type { SessionPorts } from './login';

export interface LoginHost {
	/** Sends without any authentication of its own. */
	transport: Transport;
	clock?: Clock;
	sleep?: Sleep;
	reload?: SessionPorts['reload'];
}

/**
 * What a session needs, over a host's plain transport. Logins have a lane of their own, so that
 * they never queue behind the traffic that waits for them; the limit they meet is per address,
 * not per organisation.
 */
export function sessionPorts(account: Account, host: LoginHost): SessionPorts {
	const { transport, clock = systemClock, sleep = systemSleep, reload } = host;
	const { baseUrl } = account;
	const http = new Http({
		baseUrl,
		transport,
		lanes: () => lanesFor(baseUrl, 'login'),
		clock,
		sleep,
		random: Math.random,
	});
	return {
		clock,
		sleep,
		...(reload && { reload }),
		authenticate: async (body, below = '', token) =>
			await http.request({
				method: 'POST',
				path: `/api/v1/authenticate${below}`,
				body,
				// A refresh token and a one-time code are used up by the first try.
				effect: ['refresh_token', 'code'].some((key) => key in (body as object)) ? 'act' : 'set',
				lane: 'auth',
				what: 'login',
				...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
			}),
	};
}
