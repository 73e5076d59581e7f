import type { InputError } from '../../errors';
import type { Call, Input } from '../../table/define';
import { inParallel } from '../../table/inParallel';
import { orError } from './rowFaults';
import {
	EACH_ITEM,
	isChanged,
	type OtherRows,
	ofWholeItems,
	type RowPart,
	type RowPlan,
	type TablePlan,
} from './rowPlans';
import { compareRow } from './tableCompare';
import { extrasOf } from './tableExtras';
import { tableError } from './tableFields';
import { calledBy, type MatchedRows, matchedTable } from './tableMatch';
import { newEndpoint, profilesOfNew } from './tableNew';
import { readDirectory } from './tableNames';
import { planQuotas, type QuotaChange, quotasIn } from './tableQuotas';
import { mostChangesIn, optionsOf, type Row, type Wants } from './tableRows';
import { SettledRows } from './settledRows';
import { someNotes } from './someNotes';
import { findSims, withoutBrokenSims } from './tableSims';

/* The plan of a table: each row's endpoint and changes, before anything is sent. */

/** Quotas that are read at a time; the lane spaces them. */
const READ_AT_A_TIME = 25;

/** The error of a row without an endpoint. */
function absent({ key }: Row): InputError {
	const rule = `must be exactly one endpoint; none has ${calledBy(key)}`;
	// A new endpoint cannot be given an ID.
	const hint = key.by === 'id' ? '' : '; switch on "Create What Is Missing" to create it';
	return tableError('endpointId', `${rule}${hint}`);
}

/** Refuses a table that changes more than it may. @throws InputError */
function checkMost({ options, rows, all, others, extras }: TablePlan): void {
	const most = mostChangesIn(options.mostChanges, all.length + others.refused.length);
	const count = rows.filter(isChanged).length + extras.length;
	if (options.dryRun || most === undefined || count <= most) return;
	const rule = `allows ${most}, and the table would change ${count}: nothing was changed`;
	throw tableError('mostChanges', rule);
}

/** Nothing is planned for most rows. */
const NO_CHANGES: RowPlan['changes'] = [];
const NO_QUOTAS: RowPlan['quotas'] = [];

/** Gives each row all that is planned for it; those that repeat another have its plan. */
function planner(
	{ states, repeats }: MatchedRows,
	planned: {
		errors: ReadonlyMap<Row, unknown>;
		parts: ReadonlyMap<Row, RowPart>;
		quotas: ReadonlyMap<Row, QuotaChange[]>;
		released: ReadonlySet<Row>;
	},
): (row: Row) => RowPlan {
	const plans = new Map<Row, RowPlan>();
	return function planOf(row): RowPlan {
		const known = plans.get(row);
		if (known) return known;
		const error = planned.errors.get(row);
		const first = repeats.get(row);
		const part = error === undefined ? planned.parts.get(row) : undefined;
		const { index, item, wants, key } = row;
		const plan: RowPlan = {
			index,
			item,
			wants,
			key,
			error,
			repeats: first && planOf(first),
			state: states.get(row),
			changes: part?.changes ?? NO_CHANGES,
			creates: part?.creates,
			quotas: (error === undefined && planned.quotas.get(row)) || NO_QUOTAS,
			release: planned.released.has(row),
		};
		plans.set(row, plan);
		return plan;
	};
}

/** Plans a table. Sends only reads. @throws InputError for a table that is refused as a whole */
export async function planTable(
	call: Call,
	inputs: Input[],
	numbers: number[],
	others: OtherRows,
): Promise<TablePlan> {
	const options = optionsOf(inputs);
	const { createMissing = false, notInTable = 'leave' } = options;
	const { given, fleet, found } = await matchedTable(call, inputs, numbers, {
		whole: notInTable !== 'leave',
		mayMiss: createMissing,
		creates: createMissing,
		elsewhere: others.elsewhere,
		rowsOfItems: others.rowsOfItems,
		findAbsent: (row) => (createMissing && row.key.by !== 'id' ? undefined : absent(row)),
		settle: (rows, byKey, before) =>
			// The rows of one tag are applied together or not at all.
			others.rowsOfItems === EACH_ITEM ? SettledRows.of(rows, byKey, before, options) : undefined,
	});
	const settledIds = given.map((row) =>
		found.errors.has(row) ? undefined : found.settled?.idOf(row),
	);
	const working = given.filter((row, i) => settledIds[i] === undefined && !found.repeats.has(row));
	const directory = await readDirectory(call, [...(inputs as Wants[]), profilesOfNew(options)], {
		createMissing,
		namesIds: options.dryRun,
	});
	const { sims, errors: withSims } = await findSims(call, working, fleet, found);
	const errors = new Map(withSims);
	const parts = new Map<Row, RowPart>();
	const say = someNotes(call, 'More IMEIs were completed');
	for (const row of working) {
		if (errors.has(row)) continue;
		const sim = sims.get(row)?.sim;
		const state = found.states.get(row);
		const part = await orError((): RowPart => {
			if (!state) return newEndpoint(row, sim, directory, options);
			return { changes: compareRow(state, row.wants, { options, directory, sim, say }) };
		});
		if ('error' in part) errors.set(row, part.error);
		else parts.set(row, part.done);
	}
	const quotas = new Map<Row, QuotaChange[]>();
	const withQuotas = working.filter((row) => quotasIn(row.wants).length > 0 && !errors.has(row));
	await inParallel(withQuotas, READ_AT_A_TIME, async (row) => {
		const id = found.states.get(row)?.id;
		const planned = await orError(async () => await planQuotas(call, row.wants, id));
		if ('error' in planned) errors.set(row, planned.error);
		else quotas.set(row, planned.done);
	});
	const allErrors = ofWholeItems(given, withoutBrokenSims(sims, errors));
	const released = new Set<Row>();
	for (const [row, { holder }] of sims) {
		if (holder && !allErrors.has(row)) released.add(holder);
	}
	const planOf = planner(found, { errors: allErrors, parts, quotas, released });
	const all = given.map((row, i) => settledIds[i] ?? planOf(row));
	const rows = working.map(planOf);
	const table = { options, fleet, directory, rows, all, others };
	const plan: TablePlan = { ...table, extras: extrasOf(table) };
	checkMost(plan);
	return plan;
}
