import { gone } from '../../../../support/n8n/gone';
import { WebhookWorkflow } from '../../../../support/n8n/triggers';
import { hasRedisServer, RedisServer } from '../../../../support/redis/redis';
import { message, open } from '../../../triggers/sms/callbacks';
import { credentialsOn } from '../../../triggers/support';

/** A call whose static data n8n does not save. */
async function items(workflow: WebhookWorkflow, body: object) {
	const { items: given } = await workflow.deliver({ body });
	workflow.saved = {};
	return given?.length ?? 0;
}

describe(gone('staticData'), () => {
	test('a delivery starts one run as long as the process lives, and once more after a restart', async () => {
		const workflow = open();
		const sms = message();
		expect(await items(workflow, sms)).toBe(1);
		expect(await items(workflow, sms)).toBe(0);
		workflow.restart();
		expect(await items(workflow, sms)).toBe(1);
		expect(await items(workflow, sms)).toBe(0);
	});

	const onRedis = hasRedisServer() ? test : test.skip;
	onRedis('with a Redis in the credential, it starts none after a restart either', async () => {
		const redis = await RedisServer.start();
		try {
			const form = { verification: 'none', registerCallback: 'remember' };
			const workflow = new WebhookWorkflow(form, credentialsOn(redis.url));
			const sms = message();
			expect(await items(workflow, sms)).toBe(1);
			workflow.restart();
			expect(await items(workflow, sms)).toBe(0);
		} finally {
			await redis.down();
		}
	});
});
