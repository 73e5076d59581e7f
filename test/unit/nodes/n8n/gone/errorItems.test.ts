import { WorkflowExecute } from 'n8n-core';
import { gone } from '../../../../support/n8n/gone';
import { runAt, simulated } from '../../../../support/simulator';
import { rl } from '../../rows/rowTypes';

const sim = simulated({ seed: { endpoints: 1 } });

afterEach(() => jest.restoreAllMocks());

describe(gone('errorItems'), () => {
	test('the JSON of a failed item has `error` and `details` on the output of the others', async () => {
		jest.spyOn(WorkflowExecute.prototype, 'handleNodeErrorOutput').mockImplementation(() => {});
		const { outputs } = await runAt(
			sim,
			'endpoint get',
			{ endpointId: rl('={{ $json.id }}') },
			{ items: [{ id: 10001 }, { id: 99 }], onError: 'continueErrorOutput' },
		);
		const all = outputs.flat();
		expect(all).toHaveLength(2);
		expect(all[1]!.json).toMatchObject({
			error: expect.any(String) as string,
			details: { outcome: 'refused', status: 404 },
		});
	});
});
