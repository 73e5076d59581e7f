import { accountFrom } from '../../../src/account';
import { WaitBudget } from '../../../src/request/limits/waitBudget';
import { Logins } from '../../../src/session/login';
import { MovedClock } from '../../support/movedClock';

/** Logins of one run to a service that answers all of them with 429. */
function setUp(headers: Record<string, string>) {
	const time = new MovedClock();
	const account = accountFrom('token', {
		baseUrl: `https://busy-${Object.keys(headers).length}.example`,
		applicationToken: 'app-token',
	});
	let asked = 0;
	const logins = new Logins(account, {
		transport: async () => {
			asked += 1;
			return { status: 429, headers, body: { error_code: 1105 } };
		},
		clock: time.clock,
		sleep: time.sleep,
		pacing: { patience: new WaitBudget() },
	});
	return { time, logins, asked: () => asked };
}

test.each([[{}], [{ 'retry-after': '30' }]])(
	'all logins of a run give up within six minutes in total when each gets a 429 (headers %j)',
	async (headers: Record<string, string>) => {
		const { time, logins, asked } = setUp(headers);
		for (let i = 0; i < 20; i++) {
			const login = logins.authenticate({ application_token: 'app-token' });
			await expect(time.until(login)).rejects.toMatchObject({ outcome: expect.anything() });
		}
		expect(time.now).toBeLessThanOrEqual(6 * 60_000);
		expect(asked()).toBeLessThan(25);
	},
);
