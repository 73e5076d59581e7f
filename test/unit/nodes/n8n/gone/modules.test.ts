import { gone } from '../../../../support/n8n/gone';
import { storeFor } from '../../../../support/n8n/n8n';
import { runAt, simulated } from '../../../../support/simulator';
import { rl } from '../../rows/rowTypes';

jest.mock('ioredis', () => {
	const missing = new Error("Cannot find module 'ioredis'");
	throw Object.assign(missing, { code: 'MODULE_NOT_FOUND' });
});

const sim = simulated({ seed: { endpoints: 1 } });

describe(gone('modules'), () => {
	test('without ioredis, an account on a Redis sends nothing, and says what to install', async () => {
		const rates = { shareLimits: true, redisUrl: 'redis://127.0.0.1:9' };
		const { error } = await runAt(
			sim,
			'sms send',
			{ endpointId: rl(10001), payload: 'x' },
			{ credentials: storeFor(sim.url, { rates }) },
		);
		expect(error?.description).toContain('npm install ioredis@5');
		expect(sim.ledger().requests).toEqual([]);
	});

	test('an account without one works', async () => {
		const { error } = await runAt(sim, 'sms send', { endpointId: rl(10001), payload: 'x' });
		expect(error).toBeUndefined();
	});
});
