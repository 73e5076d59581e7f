import { APPLICATION_TOKENS, type SimulatorHandle } from '../../simulator';
import { systemClock, systemSleep } from '../../src/ports';
import { directTransport } from '../support/directTransport';
import { Http, type HttpPorts } from '../../src/request/http';
import { Lanes } from '../../src/request/limits/lanes';
import { keepSecret } from './secrets';

/** A token of the first organisation, requested without the package's code. */
export async function tokenOf(sim: SimulatorHandle): Promise<string> {
	const answer = await fetch(`${sim.url}/api/v1/authenticate`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ application_token: APPLICATION_TOKENS.reseller }),
	});
	if (!answer.ok) throw new Error(`no token from the simulator: it answered ${answer.status}`);
	return keepSecret(((await answer.json()) as { auth_token: string }).auth_token);
}

/** Our HTTP layer without n8n, with a session of the first organisation. */
export async function directHttp(
	sim: SimulatorHandle,
	more: Partial<HttpPorts> = {},
): Promise<Http> {
	const token = await tokenOf(sim);
	const lanes = new Lanes('direct');
	lanes.limit({ list: 1000, single: 1000, fiveMinutes: 1e9 });
	return new Http({
		baseUrl: sim.url,
		transport: async (request) =>
			await directTransport({
				...request,
				headers: { ...request.headers, Authorization: `Bearer ${token}` },
			}),
		lanes: () => lanes,
		clock: systemClock,
		sleep: systemSleep,
		random: Math.random,
		...more,
	});
}
