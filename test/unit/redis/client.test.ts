import { withRedis } from '../../../src/redis/client';

// As in an n8n where the package cannot load ioredis.
jest.mock('ioredis', () => {
	throw Object.assign(new Error("Cannot find module 'ioredis'"), { code: 'MODULE_NOT_FOUND' });
});

test('without a Redis client, nothing is sent and the error says what to install', async () => {
	const job = jest.fn();
	await expect(withRedis('redis://127.0.0.1:6379', job)).rejects.toMatchObject({
		outcome: 'notSent',
		message: expect.stringContaining('"Share Limits Across Workers"') as string,
		hint: expect.stringContaining('npm install ioredis@5') as string,
	});
	expect(job).not.toHaveBeenCalled();
});
