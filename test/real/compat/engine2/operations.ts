import type { Figure, Measures } from '../../../faults/figures';
import { say } from '../../../faults/secrets';
import { ACTION_NODES, type ActionNode, actionNodeOf } from '../../../support/n8n/actionNodes';
import type { Row } from '../../../unit/nodes/rows/rowTypes';
import { ITEMS, ROWS } from '../../../unit/nodes/rows/rows';
import { splitKey, WALKED } from '../../../unit/nodes/rows/runRow';
import { byHand, workflowOf } from '../../stage/workflows';
import type { Engines, Ran } from './engines';
import { differences, given, onBoth, type Side } from './pairs';

/* Every operation of the five action nodes, with the form values of the unit tests, on both engines. */

const NODE = 'Operation';

/** An operation as the last step of a workflow. */
async function runOne(side: Side, key: string, row: Row): Promise<Ran> {
	const [resource, operation] = splitKey(key);
	const { engine, engines, sim, credential, type } = side;
	const { parameters } = row;
	const values = typeof parameters === 'function' ? parameters(sim) : parameters;
	const all = { authentication: type, resource, operation, ...values };
	const workflow = workflowOf(`${key} on ${engine}`, [
		byHand,
		...given(row.once ? ITEMS.slice(0, 1) : ITEMS),
		{
			name: NODE,
			type: `n8n-nodes-cellular-iot.${actionNodeOf(all)}`,
			typeVersion: 1,
			parameters: all,
			credentials: { [type]: credential },
		},
	]);
	return await engines.runByHand(engine, workflow);
}

/** A row after the rows that prepare it. */
async function runRow(side: Side, key: string): Promise<Ran[]> {
	const row = ROWS[key]!;
	const runs: Ran[] = [];
	for (const name of [...(row.after ?? []), key]) runs.push(await runOne(side, name, ROWS[name]!));
	return runs;
}

/** The operations of a node that have a row. */
const keysOf = (node: ActionNode) =>
	WALKED.filter((key) => {
		const [resource, operation] = splitKey(key);
		return actionNodeOf({ resource, operation }) === node;
	});

/** The operations of a node, or every n-th of them, on both engines: effects, requests, ends and items. */
async function operationsOf(engines: Engines, node: ActionNode, nth: number): Promise<Figure[]> {
	const keys = keysOf(node).filter((_, place) => place % nth === 0);
	const wrong: string[] = [];
	let effects = 0;
	let items = 0;
	for (const [place, key] of keys.entries()) {
		const { user: account = 'token' } = ROWS[key]!;
		const both = await onBoth(engines, async (side) => await runRow(side, key), { account });
		const found = differences(both, NODE);
		for (const { status, error } of both.v1.runs) {
			if (status !== 'success') found.push(String(error?.message));
		}
		if (found.length > 0) wrong.push(`${key}: ${found.join(' | ')}`);
		effects += both.v2.effects.length;
		items += both.v2.runs.at(-1)?.items[NODE]?.length ?? 0;
		if (place % 20 === 19) say(`  ${place + 1} of ${keys.length} operations`);
	}
	const same = keys.length - wrong.length;
	const details = wrong.map((fault) => `\n  ${fault}`).join('');
	return [
		{
			name: `operations of ${node}`,
			wanted: `${keys.length} the same on both engines`,
			got: `${same} the same, with ${effects} effects and ${items} items${details}`,
			held: wrong.length === 0,
		},
	];
}

/** The figures of each action node; `nth` 10 takes every tenth operation. */
export const operations = (engines: Engines, nth: number): Measures =>
	Object.fromEntries(
		(Object.keys(ACTION_NODES) as ActionNode[]).map((node) => [
			node,
			async () => await operationsOf(engines, node, nth),
		]),
	);
