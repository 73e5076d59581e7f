import { gone, inContext, sendBy } from '../../../../support/n8n/gone';
import { actionNode } from '../../../../support/n8n/n8n';
import { runAt, simulated } from '../../../../support/simulator';
import { rl } from '../../rows/rowTypes';

const sim = simulated({ seed: { endpoints: 1 } });

/** n8n refuses by an error of an unknown class. */
class AnotherRefusal extends Error {}

describe(gone('refusals'), () => {
	test("an SMS that n8n refused counts as unknown, is not tried again, and has n8n's words", async () => {
		let tries = 0;
		const type = inContext(actionNode({ resource: 'sms', operation: 'send' }), (context) =>
			sendBy(context, async ({ url }, own) => {
				if (!url.endsWith('/sms')) return await own();
				tries += 1;
				throw new AnotherRefusal('The address is not for this n8n');
			}),
		);
		const { items } = await runAt(
			sim,
			'sms send',
			{ endpointId: rl(10001), payload: 'x' },
			{ type, onError: 'continueRegularOutput' },
		);
		expect(tries).toBe(1);
		expect(items[0]!.json).toMatchObject({ details: { outcome: 'unknown' } });
		expect(JSON.stringify(items[0]!.json)).toContain('The address is not for this n8n');
		expect(JSON.stringify(items[0]!.json)).not.toContain('N8N_SSRF');
	});
});
