import type { Json } from '../../table/define';

/* The report of a run as Markdown, for a mail or a ticket. */

/** Rows of a table that a person still reads; the items have all. */
const MOST_ROWS = 200;

const cell = (value: unknown): string =>
	value === null || value === undefined || value === ''
		? '–'
		: String(value).replaceAll('|', '\\|').replace(/\s+/g, ' ');

function table(heads: string[], rows: unknown[][]): string[] {
	const shown = rows.slice(0, MOST_ROWS).map((row) => `| ${row.map(cell).join(' | ')} |`);
	const more = rows.length - shown.length;
	return [
		`| ${heads.join(' | ')} |`,
		`| ${heads.map(() => '---').join(' | ')} |`,
		...shown,
		...(more > 0 ? ['', `… and ${more} more.`] : []),
		'',
	];
}

/** When a difference came about, in words. */
function whenOf({ when, changed_after: after, changed_before: before }: Json): string {
	if (typeof when === 'string') return when;
	return after === null ? `before ${String(before)}` : `${String(after)} to ${String(before)}`;
}

/** What a report is about. */
interface ReportHead {
	/** When it was made, in ISO 8601. */
	at: string;
	rows: number;
	notCompared: number;
	/** Undefined where it is not known which endpoints the table lacks. */
	unmanaged: number | undefined;
}

/** Differences, as their items have them, in Markdown. */
export function markdownOf(head: ReportHead, drifts: Json[]): string {
	const of = (kind: string) => drifts.filter(({ drift }) => drift === kind);
	const [differing, missing, unmanaged] = ['differing', 'missing', 'unmanaged'].map(of) as [
		Json[],
		Json[],
		Json[],
	];
	const counted =
		drifts.length === 0
			? 'No difference.'
			: `${differing.length} differing, ${missing.length} missing, ${unmanaged.length} unmanaged.`;
	const left =
		head.notCompared > 0 ? [`${head.notCompared} rows have errors and were not compared.`] : [];
	const unknown =
		head.unmanaged === undefined
			? ['Endpoints that are not in the table are not listed, because of the rows with errors.']
			: [];
	const lines = [
		'# Fleet and table',
		'',
		[counted, `${head.rows} rows compared at ${head.at}.`, ...left, ...unknown].join(' '),
		'',
	];
	if (differing.length > 0) {
		const rows = differing.map((drift) => [
			drift.endpoint || drift.endpoint_id,
			drift.column,
			drift.wanted,
			drift.is,
			drift.by,
			whenOf(drift),
		]);
		const heads = ['Endpoint', 'Column', 'Wanted', 'Is', 'By', 'When'];
		lines.push(`## Differing (${differing.length})`, '', ...table(heads, rows));
	}
	if (missing.length > 0) {
		const rows = missing.map((drift) => [drift.row, whenOf(drift)]);
		lines.push(`## Missing (${missing.length})`, '', ...table(['Row', 'Gone'], rows));
	}
	if (unmanaged.length > 0) {
		const rows = unmanaged.map((drift) => [drift.endpoint, drift.endpoint_id, whenOf(drift)]);
		lines.push(
			`## Not in the table (${unmanaged.length})`,
			'',
			...table(['Endpoint', 'ID', 'Appeared'], rows),
		);
	}
	return lines.join('\n');
}
