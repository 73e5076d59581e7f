import type { SimulatorHandle } from '../../../../simulator';
import type { Figure } from '../../../faults/figures';
import { say } from '../../../faults/secrets';
import { actionNodeOf } from '../../../support/n8n/actionNodes';
import type { Row } from '../../../unit/nodes/rows/rowTypes';
import { ITEMS, ROWS } from '../../../unit/nodes/rows/rows';
import { byHand, workflowOf } from '../../stage/workflows';
import type { Engines, Ran } from './engines';
import { differences, given, onBoth, type Side } from './pairs';

/* Every operation of the five action nodes, with the form values of the unit tests, on both engines. */

const NODE = 'Operation';

/** An operation as the last step of a workflow. */
async function runOne(side: Side, key: string, row: Row): Promise<Ran> {
	const [resource, operation] = key.split(' ') as [string, string];
	const { engine, engines, sim, credential, type } = side;
	const { parameters } = row;
	const values = typeof parameters === 'function' ? parameters(sim as SimulatorHandle) : parameters;
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

/** All operations, or every n-th of them, on both engines: effects, requests, ends and items. */
export async function operations(engines: Engines, everyNth: number): Promise<Figure[]> {
	const keys = Object.keys(ROWS).filter((key) => !ROWS[key]!.preparesOnly && !ROWS[key]!.sleeps);
	const chosen = keys.filter((_, place) => place % everyNth === 0);
	const wrong: string[] = [];
	const nodes = new Set<string>();
	let effects = 0;
	let items = 0;
	for (const [place, key] of chosen.entries()) {
		const [resource, operation] = key.split(' ');
		nodes.add(actionNodeOf({ resource, operation }));
		const both = await onBoth(engines, async (side) => await runRow(side, key), {
			account: ROWS[key]!.user ?? 'token',
		});
		const found = differences(both, NODE);
		if (both.v1.runs.some(({ status }) => status !== 'success')) {
			found.push(`${both.v1.runs.at(-1)?.error?.message}`);
		}
		if (found.length > 0) wrong.push(`${key}: ${found.join(' | ')}`);
		effects += both.v2.effects.length;
		items += both.v2.runs.at(-1)?.items[NODE]?.length ?? 0;
		if (place % 20 === 19) say(`  ${place + 1} of ${chosen.length} operations`);
	}
	const counted = `${chosen.length} operations of ${nodes.size} nodes`;
	const got =
		wrong.length === 0 ? `, ${effects} effects, ${items} items` : `\n  ${wrong.join('\n  ')}`;
	return [
		{
			name: 'operations',
			wanted: `${counted} the same on both engines`,
			got: `${chosen.length - wrong.length} the same${got}`,
			held: wrong.length === 0,
		},
	];
}
