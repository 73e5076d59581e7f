import { runInNewContext } from 'node:vm';
import { operationsOf } from '../../../../src/operations';
import { ACTION_NODES, type ActionNode } from '../../../support/n8n/actionNodes';

/* The hint "Dry Run is on" stands beside the output of each operation that has the field, and of no other. */

/** Whether the hint of a node is shown for these parameters. */
function isShown(node: ActionNode, $parameter: object): boolean {
	const { hints = [] } = ACTION_NODES[node].make().description;
	const [hint] = hints;
	const condition = /^=\{\{(.*)\}\}$/s.exec(hint?.displayCondition ?? '')?.[1] ?? '';
	return Boolean(runInNewContext(condition, { $parameter }));
}

const OPERATIONS = (Object.keys(ACTION_NODES) as ActionNode[]).flatMap((node) =>
	operationsOf(ACTION_NODES[node].resources).map((operation) => ({ node, operation })),
);

test('every operation with Dry Run has the hint while that is on, and only then', () => {
	const having = OPERATIONS.filter(({ operation }) => operation.fields.dryRun);
	expect(having.map(({ operation: { name } }) => name)).toEqual(
		expect.arrayContaining(['transfer', 'register', 'swap', 'applyTable', 'retire']),
	);
	for (const { node, operation } of having) {
		const { resource, name, fields } = operation;
		const values = (dryRun: boolean) => ({
			resource,
			operation: name,
			...(fields.dryRun!.group === undefined ? { dryRun } : { options: { dryRun } }),
		});
		expect([resource, name, isShown(node, values(true))]).toEqual([resource, name, true]);
		expect([resource, name, isShown(node, values(false))]).toEqual([resource, name, false]);
	}
});

test('an operation without Dry Run has no hint, whatever the node remembers of another', () => {
	const others = OPERATIONS.filter(({ operation }) => !operation.fields.dryRun);
	const shown = others.filter(({ node, operation: { resource, name } }) =>
		isShown(node, { resource, operation: name, dryRun: true, options: { dryRun: true } }),
	);
	expect(shown.map(({ operation: { resource, name } }) => `${resource} ${name}`)).toEqual([]);
});
