import type { Account } from '../account';
import { Http, type HttpPorts } from '../http/http';
import { lanesFor } from '../http/lanes';
import { type Clock, type Sleep, systemClock, systemSleep } from '../ports';
import type { Transport } from '../wire';
import type { SessionPorts } from './login';

interface LoginHost {
	/** Sends without any authentication of its own. */
	transport: Transport;
	clock?: Clock;
	sleep?: Sleep;
	random?: () => number;
	reload?: SessionPorts['reload'];
	once?: SessionPorts['once'];
	pacing?: HttpPorts['pacing'];
}

/**
 * What a session needs, over a host's plain transport. Logins have a lane of their own, so that
 * they never queue behind the traffic that waits for them; the limit they meet is per address,
 * not per organisation.
 */
export function sessionPorts(account: Account, host: LoginHost): SessionPorts {
	const { transport, clock = systemClock, sleep = systemSleep, random = Math.random } = host;
	const { reload, once, pacing } = host;
	const { baseUrl } = account;
	const http = new Http({
		baseUrl,
		transport,
		lanes: () => lanesFor(baseUrl, 'login'),
		clock,
		sleep,
		random,
		...(pacing && { pacing }),
	});
	return {
		clock,
		sleep,
		random,
		...(reload && { reload }),
		...(once && { once }),
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
