import type { IExecuteFunctions } from 'n8n-workflow';
import { gone, inContext, replace } from '../../../../support/n8n/gone';
import { actionNode } from '../../../../support/n8n/n8n';
import { runAt, simulated } from '../../../../support/simulator';
import { rl } from '../../rows/rowTypes';

const sim = simulated({ seed: { endpoints: 1 } });

const get = { resource: 'endpoint', operation: 'get' };

describe(gone('customData'), () => {
	test("the run gives its item and no hint, and n8n's log has a line at level debug", async () => {
		const lines: string[] = [];
		const type = inContext(actionNode(get), (context: IExecuteFunctions) => {
			replace(context, 'getWorkflowDataProxy', () => ({ $execution: {} }));
			const other = () => {};
			const debug = (line: string) => void lines.push(line);
			replace(context, 'logger', { debug, info: other, warn: other, error: other });
		});
		const { items, hints, error } = await runAt(
			sim,
			'endpoint get',
			{ endpointId: rl(10001) },
			{ type },
		);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ json: { id: 10001 } }]);
		expect(hints).toEqual([]);
		expect(lines.filter((line) => /keeps no values with an execution/.test(line))).toHaveLength(1);
	});
});
