import type { InputError } from '../../errors';
import type { Call, Input } from '../../table/define';
import {
	lookOf,
	refusedNewName,
	refusedTwin,
	shownSpelling,
	takenFor,
	trimmedName,
} from '../../readings/name';
import { rowNumber } from '../../run/refusedRows';
import { describeValue, groupedBy } from '../../table/values';
import { ofWholeItems, type RowsOfItems } from './rowPlans';
import type { SettledRows } from './settledRows';
import { MORE_NAMES, someNotes } from './someNotes';
import { tableError } from './tableFields';
import { readFleet, type TableFleet } from './tableFleet';
import {
	contradictionsIn,
	isAtWork,
	keyIn,
	type Row,
	type RowFindings,
	RowsBy,
	rowsByKey,
	type RowsByKey,
	unitedRows,
	type Wants,
} from './tableRows';
import type { Endpoint } from '../../fleet/endpoint';

/* Which endpoint each row of a table is about. */

const KEY_LABELS = {
	iccid: 'ICCID',
	imei: 'IMEI',
	name: 'name',
	id: 'ID',
	eid: 'EID',
	tag: 'tag',
};
/** What a row calls its endpoint, in words. */
export const calledBy = ({ by, value }: Row['key']) =>
	`the ${KEY_LABELS[by]} ${describeValue(value)}`;

/** The error of a row whose endpoint the list lacks, and which no filter can ask for. */
const notAskedFor = ({ key }: Row): InputError =>
	tableError(
		'endpointId',
		`must be an endpoint of which it can be known whether it exists: the list, which was read in pages, has none with ${calledBy(key)}, and no filter can ask for a name with , : | or *. Name it by another column`,
	);

/** The error of a row whose name is easily taken for that of endpoints, and is none's. */
const alikeError = ({ key }: Row, alike: Endpoint[]): InputError | undefined =>
	alike.length > 0
		? tableError(
				'endpointId',
				`must be the name of one endpoint or a new one; ${refusedTwin(key.value, alike)}`,
			)
		: undefined;

/** The endpoints of rows, beside what else is known of rows. */
export interface MatchedRows extends RowFindings {
	/** Without those of settled rows. */
	readonly states: ReadonlyMap<Row, Endpoint>;
	/** The rows that need nothing, where there may be some. */
	readonly settled?: SettledRows | undefined;
}

/** The error of a row that names no endpoint; undefined if that is no error. */
type FindAbsent = (row: Row) => InputError | undefined;

/** The errors of rows that would create endpoints whose names cannot be told apart. */
function twinsAmong(rows: Row[]): Map<Row, InputError> {
	const errors = new Map<Row, InputError>();
	const named = rows.filter(({ key }) => key.by === 'name');
	for (const alike of groupedBy(named, ({ key }) => lookOf(key.value)).values()) {
		const [first, ...others] = alike as [Row, ...Row[]];
		const other = others.find(({ key }) => trimmedName(key.value) !== trimmedName(first.key.value));
		if (!other) continue;
		const [a, b] = [first, other].map(({ key }) => `"${shownSpelling(key.value)}"`);
		const rule = `must be written in one way: ${a} in row ${rowNumber(first.item)} and ${b} in row ${rowNumber(other.item)} look the same, and no endpoint has one of these names`;
		for (const row of alike) errors.set(row, tableError('endpointId', rule));
	}
	return errors;
}

/** Gives each row its endpoint, or the reason why it has none. `creates`: a row without one creates it. */
function matched(
	rows: Row[],
	fleet: TableFleet,
	{ findAbsent, creates }: { findAbsent: FindAbsent; creates: boolean },
	before: RowFindings & Pick<MatchedRows, 'settled'>,
	say: (sentence: string | undefined) => void,
): MatchedRows {
	const absent: Row[] = [];
	const errors = new Map(before.errors);
	const repeats = new Map(before.repeats);
	const states = new Map<Row, Endpoint>();
	const { settled } = before;
	for (const row of rows) {
		if (!isAtWork(row, before)) continue;
		const { key } = row;
		const { found, isByLook, alike } = fleet.match(key);
		const settledId = settled?.idOf(row);
		if (settledId !== undefined && found.length === 0) continue;
		const [state] = found;
		if (!state) {
			const error =
				alikeError(row, alike) ?? (fleet.mayLack(row) ? notAskedFor(row) : findAbsent(row));
			if (error) errors.set(row, error);
			else absent.push(row);
			continue;
		}
		const ids = [settledId ?? [], found.map(({ id }) => id)].flat();
		if (ids.length > 1) {
			const rule = `must be exactly one endpoint; ${ids.length} have ${calledBy(key)}: IDs ${ids.join(', ')}`;
			errors.set(row, tableError('endpointId', rule));
			continue;
		}
		if (isByLook) say(takenFor(key.value, state));
		states.set(row, state);
	}
	if (creates) {
		for (const [row, error] of twinsAmong(absent)) errors.set(row, error);
		for (const row of absent) {
			const fault = row.key.by === 'name' ? refusedNewName(row.key.value) : undefined;
			if (fault)
				errors.set(
					row,
					tableError('endpointId', `must be the name of a device, and none is called ${fault}`),
				);
		}
	}
	const byEndpoint = new RowsBy([...states.keys()], (row) => states.get(row)!.id);
	for (const same of byEndpoint.inCommon) {
		const united = unitedRows(same, `endpoint ${states.get(same[0]!)!.id}`);
		for (const [row, error] of united.errors) errors.set(row, error);
		for (const [row, first] of united.repeats) repeats.set(row, first);
	}
	return { errors: ofWholeItems(rows, errors), repeats, states, settled };
}

/** Rows of a table with their endpoints, and the endpoints that were read for it. */
interface MatchedTable {
	/** All rows, in the order of the inputs. */
	given: Row[];
	fleet: TableFleet;
	found: MatchedRows;
}

/**
 * Finds the endpoints of rows. A row that contradicts another, or names several endpoints, has its error. `whole`: all
 * endpoints are read. `mayMiss`: some rows are expected to name none.
 * @throws IncompleteListError
 */
export async function matchedTable(
	call: Call,
	inputs: Input[],
	numbers: number[],
	how: {
		whole: boolean;
		mayMiss: boolean;
		/** Whether rows that name none create it. */
		creates: boolean;
		/** The inputs of rows that act in other workspaces. */
		elsewhere: readonly Input[];
		rowsOfItems: RowsOfItems;
		findAbsent: FindAbsent;
		/** Finds out which rows can be settled. */
		settle?: (rows: Row[], byKey: RowsByKey, found: RowFindings) => SettledRows | undefined;
	},
): Promise<MatchedTable> {
	const given = inputs.map((input, i): Row => {
		const wants = input as Wants;
		const index = numbers[i] ?? i;
		return { index, item: how.rowsOfItems.itemOf(index), wants, key: keyIn(wants) };
	});
	const byKey = rowsByKey(given);
	const contradictions = contradictionsIn(given, byKey);
	const settled = how.settle?.(given, byKey, contradictions);
	const atWork = given.filter((row) => isAtWork(row, contradictions));
	const elsewhere = how.elsewhere.map((input) => keyIn(input as Wants));
	const { whole, mayMiss, creates } = how;
	const fleet = await readFleet(call, atWork, { whole, mayMiss, creates, elsewhere, settled });
	settled?.end();
	const before = { ...contradictions, settled };
	const found = matched(given, fleet, how, before, someNotes(call, MORE_NAMES));
	return { given, fleet, found };
}
