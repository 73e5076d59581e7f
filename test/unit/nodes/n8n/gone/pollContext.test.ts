import type { IPollFunctions } from 'n8n-workflow';
import { pollNode } from '../../../../../nodes/CellularIot/triggers/polling';
import type { Poll, PollingTrigger } from '../../../../../src/triggers/runtime/definition';
import type { Stored } from '../../../../../src/triggers/runtime/stored';
import { gone } from '../../../../support/n8n/gone';
import { PollingWorkflow } from '../../../../support/n8n/triggers';
import { useSimulator } from '../../../../support/useSimulator';
import { ALL_EVENTS, control, credentialsFor } from '../../../triggers/support';
import { told } from '../../../triggers/quota/told';

jest.mock('../../../../../src/ports', () =>
	jest.requireActual<object>('../../../../support/movedPorts'),
);
// With a new context for each poll, n8n knows none of them.
jest.mock('../../../../../nodes/CellularIot/n8n/pollContext', () => ({
	isPublication: () => true,
	notePoll: () => {},
}));

const sim = useSimulator({ seed: { endpoints: 2, quotaVolume: 100 } });

const workflowOf = (events: string[]) =>
	new PollingWorkflow({ source: 'status', events }, credentialsFor(sim.url));

describe(gone('pollContext'), () => {
	test('a poll has 20 seconds, and as many as it wants while a pass over the fleet is under way', async () => {
		const seen: number[] = [];
		const budgets = (poll: Poll) => [poll.budgetMs(60_000, false), poll.budgetMs(60_000, true)];
		const trigger: PollingTrigger<object, Stored> = {
			form: () => ({}),
			pickers: {},
			within: async (client) => client,
			sample: async () => [],
			poll: async (poll) => {
				seen.push(...budgets(poll));
				return { state: {}, items: [], startedAt: 0 };
			},
		};
		const workflow = workflowOf(ALL_EVENTS);
		await workflow.activate();
		const context = Reflect.get(workflow, 'context') as IPollFunctions;
		await pollNode<object, Stored>(context, trigger);
		expect(seen).toEqual([20_000, 60_000]);
	});

	test('each change is given once', async () => {
		const workflow = workflowOf(ALL_EVENTS);
		await workflow.activate();
		await control(sim, 'consume', { endpointId: 10001, volume: 85 });
		expect(told(await workflow.poll())).toEqual(['thresholdReached 10001']);
		expect(await workflow.poll()).toEqual([]);
		await control(sim, 'consume', { endpointId: 10002, volume: 85 });
		expect(told(await workflow.poll())).toEqual(['thresholdReached 10002']);
	});
});
