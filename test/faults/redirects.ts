import { stub } from '../support/stub';
import { requestContext, testCredential } from '../support/n8n/credentialTest';
import { storeFor } from '../support/n8n/n8n';
import { CALLS, run, session, verdicts } from '../unit/request/sockets/drive';
import * as f from '../unit/request/sockets/faults';
import { Service } from '../unit/request/sockets/service';
import { exactly, type Figure } from './figures';
import { FAST } from './runs';
import { keepSecret, lookAt } from './secrets';

const TOKEN = 'cellularIotTokenApi';
const STATUSES = [301, 302, 303, 307, 308];
/** n8n renews a session after any of these errors, and the service allows 100 logins in 5 minutes. */
const OLD = 40;
/** Tests of the credential. */
const TESTS = 10;

const isLogin = ({ path }: { path: string }) => path.endsWith('/authenticate');

/**
 * Figure 11: redirects never leak a token to another origin.
 * @param each requests per status, most of them in two runs of the node, others of n8n's HTTP Request node
 */
export async function redirects(each: number): Promise<Figure[]> {
	const itemCount = Math.floor(each * 0.425);
	const ownCount = each - 2 * itemCount - OLD - TESTS;
	const elsewhere = await Service.start();
	const services = await Promise.all(
		STATUSES.map(async () => await Service.start({ onToken: keepSecret })),
	);
	let asked = 0;
	let followed = 0;
	const follow = (answer: unknown) => {
		followed += (answer as { statusCode?: number }).statusCode === 200 ? 1 : 0;
	};
	try {
		await Promise.all(
			services.map(async (service, i) => {
				const store = await session(service, FAST);
				const location = `${elsewhere.url}/api/v1/endpoint/10001`;
				const answer = { status: STATUSES[i]!, headers: { Location: location } };
				service.fail(f.at('read', f.answer(answer), { when: (request) => !isLogin(request) }));
				for (const effect of ['act', 'read'] as const) {
					const items = Array.from({ length: itemCount }, (_, n) => ({ key: `message ${n}` }));
					const output = await run(store, CALLS[effect], items);
					lookAt(output);
					asked += items.length;
					followed += verdicts(output, items.length).filter((said) => said === 'done').length;
				}
				const context = requestContext(store, TOKEN);
				const url = `${service.url}/api/v1/endpoint/10001`;
				const modern = { url, json: true, returnFullResponse: true };
				const legacy = {
					uri: url,
					method: 'GET',
					json: true,
					followRedirect: true,
					followAllRedirects: true,
					resolveWithFullResponse: true,
					sendCredentialsOnCrossOriginRedirect: true,
				};
				const { helpers } = context;
				for (let n = 0; n < ownCount; n++) {
					await helpers.httpRequestWithAuthentication
						.call(context, TOKEN, modern)
						.then(follow, () => {});
				}
				for (let n = 0; n < OLD; n++) {
					await helpers.requestWithAuthentication
						.call(context, TOKEN, stub(legacy))
						.then(follow, () => {});
				}
				asked += ownCount + OLD;
				for (let n = 0; n < TESTS; n++) {
					const said = await testCredential(storeFor(service.url), TOKEN);
					asked += 1;
					followed += /successful/.test(said) ? 1 : 0;
				}
			}),
		);
		const tokens = elsewhere.arrivals.filter((arrival) =>
			/ey[\w-]+\.[\w-]+\./.test(JSON.stringify(arrival)),
		).length;
		const words = (n: number, there: number, ends: number) =>
			`${asked} requests: ${n} tokens at another origin, ${there} requests there, ${ends} told as a success`;
		const all = each * STATUSES.length;
		return [
			exactly('11', words(0, 0, 0), words(tokens, elsewhere.arrivals.length, followed)),
			exactly('11, requests', String(all), String(asked)),
		];
	} finally {
		await Promise.all([elsewhere, ...services].map(async (service) => await service.close()));
	}
}
