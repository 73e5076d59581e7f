import type { Endpoint } from '../../fleet/endpoint';
import { compareRow } from './tableCompare';
import { tableFields, type TableOptions } from './tableFields';
import { isAtWork, placesFor, type Row, type RowFindings, type RowsByKey } from './tableRows';
import type { Key } from './tableState';

/*
 * Rows of a dry run that need nothing, which most rows of a long table are. Their endpoints are as the rows say, which
 * is seen as soon as the endpoints are read; nothing is kept of them but their IDs.
 */

/** Columns that are compared with an endpoint alone. Others name tags, SIMs and profiles, or need more to be read. */
const COMPARED_ALONE = ['name', 'status', 'imeiLock'];
const OTHER_COLUMNS = Object.entries(tableFields)
	.filter(([name, { group }]) => group === 'updateFields' && !COMPARED_ALONE.includes(name))
	.map(([name]) => name);

const noOther = (): never => {
	throw new Error('A row that names other things is compared once they are read');
};
const NO_OTHERS = { profile: noOther, tagNames: noOther };

/** Columns that name one endpoint at most. */
type UniqueNumber = 'iccid' | 'id';
const isUnique = (by: Key['by'] | undefined): by is UniqueNumber => by === 'iccid' || by === 'id';

export class SettledRows {
	/** The IDs of the endpoints of rows that need nothing, by the numbers of the rows. */
	private readonly ids: Array<number | undefined>;
	/** Rows that others repeat: each of these shows what is planned for it. */
	private readonly repeated: ReadonlySet<Row>;

	private constructor(
		private readonly options: TableOptions,
		private readonly by: UniqueNumber,
		/** Rows by the number of their endpoint. */
		private readonly byNumber: Map<string, Row>,
		private readonly found: RowFindings,
		rows: Row[],
	) {
		this.ids = placesFor(rows);
		this.repeated = new Set(found.repeats.values());
	}

	/**
	 * For the rows of a table; undefined where endpoints are needed whole: they are written, or rows take SIMs from
	 * each other, or endpoints that no row is about are changed.
	 */
	static of(
		rows: Row[],
		byKey: RowsByKey,
		found: RowFindings,
		options: TableOptions,
	): SettledRows | undefined {
		const { dryRun, createMissing = false, notInTable = 'leave', waveSize } = options;
		if (!dryRun || createMissing || notInTable !== 'leave' || waveSize !== undefined)
			return undefined;
		const [first, ...otherKeys] = byKey;
		if (!first || otherKeys.length > 0) return undefined;
		const [by, { firsts }] = first;
		if (!isUnique(by) || rows.some(({ wants }) => wants.simId !== undefined)) return undefined;
		return new SettledRows(options, by, firsts, found, rows);
	}

	/** Whether an endpoint is as its row says. It need not be kept then. */
	take(state: Endpoint): boolean {
		const number = this.by === 'id' ? String(state.id) : state.sim?.iccid;
		const row = number === undefined ? undefined : this.byNumber.get(number);
		if (row === undefined || !this.canSettle(row)) return false;
		const known = this.idOf(row);
		if (known !== undefined) return known === state.id;
		const { options } = this;
		if (compareRow(state, row.wants, { options, directory: NO_OTHERS }).length > 0) return false;
		this.ids[row.index] = state.id;
		return true;
	}

	/** The ID of the endpoint that is as a row says. */
	idOf({ index }: Row): number | undefined {
		return this.ids[index];
	}

	/** Whether the endpoint of a row is as the row says. */
	has(row: Row): boolean {
		return this.idOf(row) !== undefined;
	}

	/** Ends the reading of endpoints: from now on, rows are asked for by themselves. */
	end(): void {
		this.byNumber.clear();
	}

	/** Whether a row may need nothing, if its endpoint is as it says. */
	private canSettle(row: Row): boolean {
		const isAlone = OTHER_COLUMNS.every((name) => row.wants[name] === undefined);
		return isAlone && isAtWork(row, this.found) && !this.repeated.has(row);
	}
}
