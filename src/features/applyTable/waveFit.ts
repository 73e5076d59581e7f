import type { InputError } from '../../errors';
import type { Client } from '../../run/client';
import { isChanged, isPlan, ofWholeItems, type RowPlan, type TablePlan } from './rowPlans';
import { tableError } from './tableFields';
import { tableWavesOf, type TableWaves } from './waveForm';
import { fewestMinutes } from './waveJudge';

/* Which rows of a table can go in waves. */

/** Why a row cannot go in waves; undefined where it can. */
function unfit(
	row: RowPlan,
	{ rule }: TableWaves,
	released: ReadonlySet<number | undefined>,
): InputError | undefined {
	const { changes, creates, quotas, release } = row;
	if (release || changes.some(({ sim }) => sim && released.has(sim.id))) {
		return tableError(
			'waveSize',
			'cannot be used where rows take SIMs from each other, which would be in different waves: one row of them has the SIM that another wants',
		);
	}
	if (!rule) return undefined;
	if (creates) {
		return tableError(
			'waveCondition',
			'cannot be used for rows that create endpoints: create them in a run without it',
		);
	}
	if (!rule.putBack) return undefined;
	const lasting = quotas[0]?.shows[0] ?? changes.find(isLasting);
	if (!lasting) return undefined;
	return tableError(
		'wavePutBack',
		`cannot undo a change of ${lasting.field} from ${JSON.stringify(lasting.before)}: switch it off, or leave out that column`,
	);
}

/** Whether a change cannot be taken back by setting the value before. */
const isLasting = ({ field, before, sim }: RowPlan['changes'][number]): boolean =>
	sim !== undefined || field === 'iccid' || (field === 'imei' && before === '');

/**
 * A table in which rows that cannot go in waves have their errors.
 * @throws InputError for a table of which no wave can be judged in time
 */
export function withWaves(table: TablePlan, client: Client): TablePlan {
	const waves = tableWavesOf(table.options);
	if (!waves) return table;
	const releasing = table.rows.filter(({ release }) => release);
	const released = new Set(releasing.map(({ state }) => state?.sim?.id));
	const unfitRows = new Map<RowPlan, unknown>();
	for (const row of table.rows) {
		const error = row.error ?? unfit(row, waves, released);
		if (error !== undefined) unfitRows.set(row, error);
	}
	const plans = table.all.filter(isPlan);
	const errors = ofWholeItems(plans, unfitRows);
	const checked = new Map<RowPlan, RowPlan>();
	for (const row of new Set([...table.rows, ...plans])) {
		const error = errors.get(row);
		const nothing = { changes: [], quotas: [], creates: undefined };
		checked.set(row, error === undefined ? row : { ...row, ...nothing, error });
	}
	const rows = table.rows.map((row) => checked.get(row)!);
	const all = table.all.map((row) => {
		if (!isPlan(row)) return row;
		const own = checked.get(row)!;
		return own.repeats ? { ...own, repeats: checked.get(own.repeats) } : own;
	});
	checkTime(rows, waves, client);
	return { ...table, rows, all };
}

/** @throws InputError where waves are too large to be judged within their minutes */
function checkTime(rows: RowPlan[], { size, rule }: TableWaves, client: Client): void {
	if (!rule) return;
	const most = Math.min(size, rows.filter(isChanged).length);
	const fewest = fewestMinutes(client, rule, most);
	if (fewest <= rule.minutes) return;
	const why = `must be ${fewest} or more for waves of ${most}: two looks at them take so long within the limits`;
	throw tableError('waveMinutes', why);
}
