import { type SimulatorHandle, start } from '../../../simulator';
import { runWorkflow } from '../../support/n8n/exampleRun';
import { storeFor } from '../../support/n8n/n8n';
import { ProcessedItems } from '../../support/n8n/processedItems';
import { doneBy, savedWorkflows, SERVICE } from '../../support/savedWorkflows';

/* Workflows saved from released forms do what they did then; in every n8n: `npm run test:compat`. */

let sim: SimulatorHandle;
beforeEach(async () => (sim = await start(SERVICE)));
afterEach(async () => await sim.close());
const restore = new ProcessedItems().install();
afterAll(restore);

test.each(savedWorkflows().map((saved) => [saved.workflow.name, saved] as const))(
	'%s',
	async (_, { workflow, expected }) => {
		const credentials = storeFor(sim.url);
		const { error, runData } = await runWorkflow(workflow, { credentials, settings: {} });
		expect(error).toBeUndefined();
		const itemsOf = (node: string) =>
			runData[node]?.flatMap(({ data }) => data?.main?.[0]?.map(({ json }) => json) ?? []) ?? [];
		const done = doneBy(workflow, sim.ledger().requests, itemsOf);
		expect(done).toEqual(expected);
	},
);
