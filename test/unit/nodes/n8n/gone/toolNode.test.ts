import type { INodeType } from 'n8n-workflow';
import { gone, inContext, replace } from '../../../../support/n8n/gone';
import { actionNode } from '../../../../support/n8n/n8n';
import { runAt, simulated } from '../../../../support/simulator';
import { rl } from '../../rows/rowTypes';

const sim = simulated({ seed: { endpoints: 2 } }, 'new');

const node = actionNode({ resource: 'sms', operation: 'send' });
/** The form is that of a tool, and n8n runs it as any node, under the node's own name. */
const untold = inContext(
	Object.create(node, {
		description: { value: { ...node.description, name: `${node.description.name}Tool` } },
	}) as INodeType,
	(context) => replace(context, 'isToolExecution', undefined),
);
const send = async (mode: object, payload = 'x') =>
	await runAt(sim, 'sms send', { endpointId: rl(10001), payload, mode }, { type: untold });

describe(gone('toolNode'), () => {
	test('limits that stand in the form hold', async () => {
		const { items } = await send({ allowStakes: true, mostSms: 1 }, 'x'.repeat(200));
		expect(items[0]!.json).toMatchObject({ outcome: 'notSent' });
		expect(items[0]!.json.message).toContain('Maximum SMS per Execution is 1');
		expect(sim.ledger().effects).toEqual([]);
	});

	test('what a person has not allowed is a dry run, where the form has a limit', async () => {
		const { items } = await send({ mostSms: 5 });
		expect(items[0]!.json).toMatchObject({ outcome: 'dryRun' });
		expect(sim.ledger().effects).toEqual([]);
	});

	test('without any limit in its form, it acts as any node does', async () => {
		const { items } = await send({});
		expect(items[0]!.json).toMatchObject({ sent: true });
		expect(sim.ledger().effects).toHaveLength(1);
	});
});
