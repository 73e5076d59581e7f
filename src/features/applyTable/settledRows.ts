import type { Endpoint } from '../../fleet/endpoint';
import { compareRow } from './tableCompare';
import { tableFields, type TableOptions } from './tableFields';
import { isAtWork, type Row, type RowFindings } from './tableRows';
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
	/** Rows by the number of their endpoint. */
	private readonly byNumber = new Map<string, Row>();
	/** The IDs of the endpoints of rows that need nothing, by the numbers of the rows. */
	private readonly ids: Array<number | undefined>;

	private constructor(
		private readonly options: TableOptions,
		private readonly by: UniqueNumber,
		rows: Row[],
	) {
		const end = rows.reduce((most, { index }) => Math.max(most, index + 1), 0);
		this.ids = Array.from<undefined>({ length: end });
	}

	/**
	 * For the rows of a table; undefined where endpoints are needed whole: they are written, or rows take SIMs from
	 * each other, or endpoints that no row is about are changed.
	 */
	static of(rows: Row[], found: RowFindings, options: TableOptions): SettledRows | undefined {
		const { dryRun, createMissing = false, notInTable = 'leave', waveSize } = options;
		if (!dryRun || createMissing || notInTable !== 'leave' || waveSize !== undefined)
			return undefined;
		const { by } = rows[0]?.key ?? {};
		const isPlain = ({ key, wants }: Row) => key.by === by && wants.simId === undefined;
		if (!isUnique(by) || !rows.every(isPlain)) return undefined;
		const settled = new SettledRows(options, by, rows);
		// What repeats a row shows what is planned for it.
		const repeated = new Set(found.repeats.values());
		for (const row of rows) {
			const isAlone = OTHER_COLUMNS.every((name) => row.wants[name] === undefined);
			if (isAlone && isAtWork(row, found) && !repeated.has(row)) {
				settled.byNumber.set(row.key.value, row);
			}
		}
		return settled;
	}

	/** Whether an endpoint is as its row says. It need not be kept then. */
	take(state: Endpoint): boolean {
		const number = this.by === 'id' ? String(state.id) : state.sim?.iccid;
		const row = number === undefined ? undefined : this.byNumber.get(number);
		if (row === undefined) return false;
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

	/** Whether the endpoint that a key names is as its row says. */
	has({ by, value }: Key): boolean {
		const row = by === this.by ? this.byNumber.get(value) : undefined;
		return row !== undefined && this.idOf(row) !== undefined;
	}

	/** Ends the reading of endpoints: from now on, rows are asked for by themselves. */
	end(): void {
		this.byNumber.clear();
	}
}
