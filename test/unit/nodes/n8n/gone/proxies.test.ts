import { gone, inContext, sendBy } from '../../../../support/n8n/gone';
import { actionNode } from '../../../../support/n8n/n8n';
import { runAt, simulated } from '../../../../support/simulator';
import { rl } from '../../rows/rowTypes';

const sim = simulated({ seed: { endpoints: 1 } });

describe(gone('proxies'), () => {
	test('a status that n8n does not throw is an answer of the service', async () => {
		const type = inContext(actionNode({ resource: 'sms', operation: 'send' }), (context) =>
			sendBy(context, async ({ url }, own) =>
				url.endsWith('/sms')
					? { statusCode: 403, headers: {}, body: '<html>no</html>' }
					: await own(),
			),
		);
		const { items } = await runAt(
			sim,
			'sms send',
			{ endpointId: rl(10001), payload: 'x' },
			{ type, onError: 'continueRegularOutput' },
		);
		expect(items[0]!.json).toMatchObject({
			error: 'The service does not allow this',
			details: { outcome: 'refused' },
		});
	});
});
