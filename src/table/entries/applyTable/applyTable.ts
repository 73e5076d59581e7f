import { ownError } from '../../../errors';
import type { Call, Input, Json } from '../../define';
import { defineOperation } from '../../define';
import * as f from '../../fields';
import { includeInput } from '../../outcomes';
import { rule } from '../../rules';
import { changeFields } from '../endpoint/endpointFields';
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
	endpoint: plan.row.key.value,
	outcome,
	diff: diffOf(plan),
	dry_run: dryRun,
});

const rowOutcome = (error: unknown): string =>
	ownError(error)?.outcome === 'unknown' ? 'unknown' : 'failed';

type Result = { done: Json | Json[] } | { error: unknown };

/** The result of a row: what it needed, or why it failed. */
function rowResult(plan: RowPlan, dryRun: boolean, made?: Json): Result {
	const { error } = plan;
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
			error: ownError(error)?.message ?? String(error),
		};
		return {
			...{ endpoint_id: state.id, endpoint: state.name, outcome: 'changed' },
			...{ diff: [shownChange(change)], dry_run: options.dryRun, in_table: false },
			...failed,
		};
	});
}

/** The plan that the rows of a run carry. */
type PlannedRow = Input & { plan: RowPlan; table: TablePlan };

async function performTable(call: Call, items: Input[]): Promise<Result[]> {
	const rows = items as PlannedRow[];
	const { table } = rows[0]!;
	const { dryRun } = table.options;
	const applied = dryRun ? undefined : await applyPlan(call, table);
	const results = rows.map(({ plan }) => rowResult(plan, dryRun, applied?.made.get(plan)));
	const extras = extraResults(table, applied);
	const last = results.findLast((result) => 'done' in result);
	if (last && extras.length > 0) last.done = [last.done, extras].flat();
	return results;
}

const MOST_RULE = 'must be a number of rows, or a share such as 5%';

const quota = (label: string, unit: string, most: number) =>
	f.number(
		{ label, hint: `${unit} the endpoint is given; what it has used since is not given back` },
		{ min: 0, max: most, decimals: 6 },
	);

const tableColumns = {
	...f.inGroup('updateFields', {
		name: changeFields.name,
		status: changeFields.status,
		tagAssignments: { ...changeFields.tagAssignments, hint: 'By name; see Tag Change' },
		simId: { ...changeFields.simId, columnBy: 'iccid' as const },
		serviceProfileId: changeFields.serviceProfileId,
		tariffProfileId: changeFields.tariffProfileId,
		imei: changeFields.imei,
		imeiLock: changeFields.imeiLock,
		dataQuota: quota('Data Quota', 'MB', 1_000_000),
		smsQuota: quota('SMS Quota', 'SMS', 100_000),
		quotaExpiryDate: f.dateTime({
			label: 'Quota Expiry Date',
			hint: 'When both quotas expire; required for a new quota',
		}),
		clear: f.choices({ label: 'Clear', hint: 'Values to clear; for columns use Empty Cells' }, [
			{ name: 'Data Quota', value: 'dataQuota' },
			{ name: 'Name', value: 'name' },
			{ name: 'SIM', value: 'simId' },
			{ name: 'SMS Quota', value: 'smsQuota' },
			{ name: 'Tags', value: 'tagAssignments' },
		]),
	}),
};

/** A quota's date needs a quota. */
const dateNeedsQuota = rule<Input>('{quotaExpiryDate} needs a quota', (input) =>
	input.quotaExpiryDate !== undefined &&
	input.dataQuota === undefined &&
	input.smsQuota === undefined
		? { field: 'quotaExpiryDate', rule: 'needs {dataQuota} or {smsQuota}' }
		: undefined,
);

/** A field that is given and cleared at once. */
const notGivenAndCleared = rule<Input>('a field is not given and cleared at once', (input) => {
	const both = ((input.clear ?? []) as string[]).find((field) => input[field] !== undefined);
	return both === undefined
		? undefined
		: { field: both, rule: 'must not be given together with {clear}' };
});

/** A table that was cut off would switch off the rest of the fleet. */
const cutOffRule = rule<Input>(
	'{notInTable} needs {mostChanges}, unless it leaves them',
	(input) =>
		['disable', 'suspend'].includes(String(input.notInTable)) && input.mostChanges === undefined
			? {
					field: 'mostChanges',
					rule: 'must be given with {notInTable}: a table that was cut off would switch off the rest of the fleet',
				}
			: undefined,
);

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
	fields: {
		endpointId: f.body('id', f.endpointId),
		dryRun: f.flag({
			label: 'Dry Run',
			hint: 'Whether to only show what would change',
			default: true,
		}),
		...tableColumns,
		...f.inGroup('options', {
			createMissing: f.flag({
				label: 'Create What Is Missing',
				hint: 'Whether to create endpoints and tags that are not there',
			}),
			emptyCells: f.choice(
				{ label: 'Empty Cells', hint: 'What an empty cell of a column means', default: 'leave' },
				[
					{ name: 'Clear', value: 'clear', description: 'The endpoint has none' },
					{ name: 'Leave as It Is', value: 'leave', description: 'Keep the current value' },
				],
			),
			mostChanges: f.text(
				{
					label: 'Maximum Changes',
					hint: 'Number or share of rows that may change. If more would change, nothing is applied.',
					placeholder: '5%',
				},
				MOST_RULE,
				(v) => /^\d+(\.\d+)?( ?%)?$/.test(v.trim()),
			),
			notInTable: f.choice(
				{
					label: 'Endpoints Not in the Table',
					hint: 'What to do with endpoints that are not in the table; they are never deleted',
					default: 'leave',
				},
				[
					{ name: 'Disable', value: 'disable' },
					{ name: 'Leave', value: 'leave' },
					{ name: 'Suspend Its SIM', value: 'suspend' },
				],
			),
			simActivate: f.flag({
				label: 'Activate SIM',
				hint: 'Whether to activate SIMs on assignment; an activated SIM is billed',
				default: true,
			}),
			tagChange: f.choice(
				{ label: 'Tag Change', hint: 'How the tags of a row are applied', default: 'exact' },
				[
					{
						name: 'Add',
						value: 'add',
						description: 'Add the tags of the row to the existing ones',
					},
					{ name: 'Exactly These', value: 'exact', description: 'Remove all other tags' },
				],
			),
		}),
		...includeInput,
	},
	rules: [dateNeedsQuota, notGivenAndCleared, cutOffRule],
	bulk: {
		// One plan for the whole table: what two rows want of one SIM is known only together.
		size: Number.MAX_SAFE_INTEGER,
		isTable: true,
		prepare: async (call, inputs, places) => {
			const table = await planTable(call, inputs, places);
			const { dryRun } = table.options;
			return table.rows.map((plan, i) => {
				const failed = rowResult(plan, dryRun);
				return 'error' in failed ? failed : { input: { ...inputs[i], plan, table } };
			});
		},
		body: (_, items) => items,
		results: () => [],
		run: performTable,
	},
});
