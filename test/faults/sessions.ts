import { exactly, type Figure } from './figures';
import { act, byId, endpointIds, withSimulator } from './runs';
import { keepSecret } from './secrets';

const RUNS = 20;
const ITEMS = 10;

/** Figure 3: many items at once without a usable session. */
export const sessions = async (): Promise<Figure[]> => [await expired(), await wrongPassword()];

const read = { resource: 'endpoint', operation: 'get', endpointId: byId('={{ $json.id }}') };

const expired = async () =>
	await withSimulator({ seed: { endpoints: ITEMS } }, async (sim, credentials) => {
		const items = endpointIds(sim).map((id) => ({ id }));
		await act(credentials, read, items);
		sim.clock.advance(241 * 60_000);
		const before = sim.ledger().counters.authenticate;
		const outputs = await Promise.all(
			Array.from({ length: RUNS }, async () => await act(credentials, read, items)),
		);
		const done = outputs.reduce((sum, { items: out }) => sum + out.length, 0);
		const calls = sim.ledger().counters.authenticate - before;
		return exactly(
			'3 (expired token)',
			`${RUNS * ITEMS} items done with 1 authenticate`,
			`${done} items done with ${calls} authenticate`,
		);
	});

const wrongPassword = async () =>
	await withSimulator({ seed: { endpoints: ITEMS } }, async (sim, credentials) => {
		const password = keepSecret('Wr0ng-Passw0rd-of-a-test');
		credentials.set('cellularIotUserApi', {
			...credentials.get('cellularIotUserApi'),
			username: 'trial@example.com',
			password,
			mfaMethod: 'none',
		});
		const items = endpointIds(sim).map((id) => ({ id }));
		const outputs = await Promise.all(
			Array.from(
				{ length: RUNS },
				async () => await act(credentials, read, items, { credential: 'cellularIotUserApi' }),
			),
		);
		const explained = outputs
			.flatMap(({ errors, items: out }) => [...errors, ...out])
			.filter(({ json }) => /refused the user name or password/.test(String(json.error))).length;
		return exactly(
			'3 (wrong password)',
			`${RUNS * ITEMS} items refused with 1 authenticate`,
			`${explained} items refused with ${sim.ledger().counters.authenticate} authenticate`,
		);
	});
