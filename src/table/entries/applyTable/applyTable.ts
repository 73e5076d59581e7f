import { knownOf, ownError } from '../../../errors';
import type { Call, Input, Json } from '../../define';
import { defineOperation } from '../../define';
import { tableFields, tableRules } from './tableFields';
import {
	diffOf,
	isChanged,
	planTable,
	type RowPlan,
	shownChange,
	type TablePlan,
} from './tablePlan';
import { RowError } from './tableRowError';
import { type Applied, applyPlan } from './tableWrites';

/* Endpoint: Apply a Table. The rows come through columns, see nodes/CellularIot/shared/columns.ts. */

const resultOfRow = (plan: RowPlan, dryRun: boolean, outcome: string, made?: Json): Json => ({
	endpoint_id: plan.state?.id ?? made?.id ?? null,
	endpoint: plan.key.value,
	outcome,
	diff: diffOf(plan),
	dry_run: dryRun,
});

const rowOutcome = (error: unknown): string =>
	ownError(error)?.outcome === 'unknown' ? 'unknown' : 'failed';

type Result = { done: Json | Json[] } | { error: unknown };

/** The result of a row: what it needed, or why it failed. One that repeats another shares its end. */
function rowResult(plan: RowPlan, dryRun: boolean, made?: Json): Result {
	const { repeats } = plan;
	if (repeats && repeats.error === undefined) {
		const own = { ...plan, state: repeats.state };
		return { done: { ...resultOfRow(own, dryRun, 'repeated', made), repeats_item: repeats.index } };
	}
	const error = repeats ? repeats.error : plan.error;
	if (error !== undefined) {
		return { error: new RowError(resultOfRow(plan, dryRun, rowOutcome(error), made), error) };
	}
	const outcome = plan.creates ? 'created' : isChanged(plan) ? 'changed' : 'unchanged';
	return { done: resultOfRow(plan, dryRun, outcome, made) };
}

/** The results of endpoints that no row is about. */
function extraResults({ extras, options }: TablePlan, applied?: Applied): Json[] {
	return extras.map(({ state, change }) => {
		const error = applied?.extrasLeft
			? 'Left alone, as rows of the table have failed'
			: applied?.failedExtras.get(state.id);
		const failed = error !== undefined && {
			outcome: rowOutcome(error),
			error: knownOf(error).message,
		};
		return {
			...{ endpoint_id: state.id, endpoint: state.name, outcome: 'changed' },
			...{ diff: [shownChange(change)], dry_run: options.dryRun, in_table: false },
			...failed,
		};
	});
}

/** Items in a note, by their numbers. */
const MOST_ITEMS_NOTED = 20;
function itemsInWords(indexes: number[]): string {
	const all = [...new Set(indexes)].sort((a, b) => a - b);
	const more = all.length > MOST_ITEMS_NOTED ? ` and ${all.length - MOST_ITEMS_NOTED} more` : '';
	return `${all.length === 1 ? 'item' : 'items'} ${all.slice(0, MOST_ITEMS_NOTED).join(', ')}${more}`;
}

/** Notes which rows were taken for one, and which have kept the table from other endpoints. */
function noteTable(call: Call, { options, rows, all, others }: TablePlan): void {
	const repeated = all.filter(({ repeats }) => repeats !== undefined);
	if (repeated.length > 0) {
		const which = itemsInWords(repeated.map(({ index }) => index));
		call.note(`Rows that repeat an earlier one were taken for one with it: ${which}`);
	}
	const failed = rows.filter(({ error }) => error !== undefined);
	const wrong = [...others.refused, ...failed].map(({ index }) => index);
	if ((options.notInTable ?? 'leave') === 'leave' || wrong.length === 0) return;
	call.note(
		`Endpoints that are not in the table were left as they are, because of the errors of ${itemsInWords(wrong)}: only a table without an error shows what is not in it`,
	);
}

/** The plan that the rows of a run carry. */
type PlannedRow = Input & { plan: RowPlan; table: TablePlan };

async function performTable(call: Call, items: Input[]): Promise<Result[]> {
	const rows = items as PlannedRow[];
	const { table } = rows[0]!;
	const { dryRun } = table.options;
	// Rows of other workspaces may have been refused after this table was planned.
	if (table.others.refused.length > 0) table.extras = [];
	const applied = dryRun ? undefined : await applyPlan(call, table);
	const results = rows.map(({ plan }) =>
		rowResult(plan, dryRun, applied?.made.get(plan.repeats ?? plan)),
	);
	noteTable(call, table);
	const extras = extraResults(table, applied);
	const last = results.findLast((result) => 'done' in result);
	if (last && extras.length > 0) last.done = [last.done, extras].flat();
	return results;
}

export const applyTable = defineOperation({
	resource: 'endpoint',
	name: 'applyTable',
	action: 'Apply a table to endpoints',
	stakes: 'billed',
	description:
		'Bring endpoints in line with a table, one row per endpoint: name, status, tags, SIM, profiles, quotas. Running it again changes nothing. It is a dry run unless Dry Run is switched off.',
	request: 'PATCH /api/v2/endpoint/multi',
	effect: 'set',
	lane: 'sequential',
	source: 'specification',
	timeoutMs: 120_000,
	byItem: true,
	notice: 'Activated SIMs and quotas are billed. The dry run shows each change first.',
	errors: [400, 403, 404, 409, 422],
	fields: tableFields,
	rules: tableRules,
	bulk: {
		// One plan for the whole table: what two rows want of one SIM is known only together.
		size: Number.MAX_SAFE_INTEGER,
		isTable: true,
		prepare: async (call, inputs, places, others) => {
			const table = await planTable(call, inputs, places, others);
			const { dryRun } = table.options;
			return table.all.map((plan, i) => {
				const failed = rowResult(plan, dryRun);
				return 'error' in failed ? failed : { input: { ...inputs[i], plan, table } };
			});
		},
		body: (_, items) => items,
		results: () => [],
		run: performTable,
	},
});
