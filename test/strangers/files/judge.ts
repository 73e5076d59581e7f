import type {
	Bill,
	Cell,
	CellCase,
	CellOutcome,
	Change,
	Expected,
	FileCase,
	FileExpected,
	FileOutcome,
	Json,
	Refusal,
	RowExpected,
	RowOutcome,
	Value,
} from './kinds';

export interface Verdict {
	right: boolean;
	/** What is wrong, a sentence each; empty when it is right. */
	because: string[];
}

function verdict(because: string[]): Verdict {
	return { right: because.length === 0, because };
}

/** Words that say a change. The judge asks for one of them, not for a sentence. */
const SAID: Record<Change, RegExp> = {
	'outer blanks': /blank|space|trim|invisible|mark|BOM|around|outer/i,
	quotes: /quot/i,
	apostrophe: /apostrophe|'|guard/i,
	formula: /formula|=|equals|guard/i,
	'filler F': /\bF\b|filler/i,
	'blanks between groups': /blank|space|group/i,
	'hyphens between groups': /hyphen|dash|group|-/i,
	plus: /plus|\+/i,
	'international prefix': /00|prefix/i,
	brackets: /bracket|parenthes|\(/i,
	serial: /serial|spreadsheet|Excel/i,
	zone: /zone|Europe\/Berlin/i,
	'decimal comma': /comma|decimal/i,
	'software version': /software version|version|completed/i,
	link: /link|QR|address/i,
	'prefix LPA': /LPA|prefix/i,
};

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** Two values are the same; two moments by the instant that they mean. */
function same(wanted: Value, got: Value | undefined): boolean {
	if (wanted === got) {
		return true;
	}
	if (typeof wanted === 'string' && typeof got === 'string') {
		return MOMENT.test(wanted) && MOMENT.test(got) && Date.parse(wanted) === Date.parse(got);
	}
	if (typeof wanted === 'object' && wanted !== null && typeof got === 'object' && got !== null) {
		if ('id' in wanted) {
			return 'id' in got && wanted.id === got.id;
		}
		return 'missing' in got && wanted.missing === got.missing;
	}
	return false;
}

/** Invisible characters have to be shown as escapes: the message itself may hold none. */
const HIDDEN = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/;

function refusalFaults(wanted: Refusal, message: string): string[] {
	const names = Array.isArray(wanted.names) ? wanted.names : [wanted.names];
	const faults = names
		.filter((one) => (typeof one === 'string' ? !message.includes(one) : !one.test(message)))
		.map((one) => `the message does not show ${String(one)}`);
	if (!wanted.remedy.test(message)) {
		faults.push(`the message does not say what to do (${String(wanted.remedy)})`);
	}
	if (HIDDEN.test(message)) {
		faults.push('the message holds an invisible character instead of its escape');
	}
	return faults;
}

function cellFaults(expected: Expected, outcome: CellOutcome): string[] {
	if ('refused' in expected) {
		return 'error' in outcome
			? refusalFaults(expected.refused, outcome.error)
			: [`read as ${JSON.stringify(outcome.value)}, should be refused`];
	}
	if ('error' in outcome) {
		return [`refused (${outcome.error}), should be ${JSON.stringify(expected.value)}`];
	}
	const faults: string[] = [];
	if (!same(expected.value, outcome.value)) {
		faults.push(
			`read as ${JSON.stringify(outcome.value)}, should be ${JSON.stringify(expected.value)}`,
		);
	}
	const said = outcome.changed.join('; ');
	if (expected.changed?.length === 0 && outcome.changed.length > 0) {
		faults.push(`nothing was changed, but it says: ${said}`);
	}
	for (const change of expected.changed ?? []) {
		if (!SAID[change].test(said)) {
			faults.push(`does not say that this was removed or changed: ${change}`);
		}
	}
	return faults;
}

/** The faults of the way that the case prefers, unless another right one fits. */
function best<E>(ways: E[], faultsOf: (way: E) => string[]): Verdict {
	const all = ways.map(faultsOf);
	return verdict(all.some((faults) => faults.length === 0) ? [] : (all[0] ?? []));
}

export function judgeCell(cell: CellCase, outcome: CellOutcome): Verdict {
	return best([cell.expected, ...(cell.alsoRight ?? [])], (way) => cellFaults(way, outcome));
}

function rowFaults(row: number, expected: RowExpected, outcome: RowOutcome | undefined): string[] {
	const about = (faults: string[]) => faults.map((fault) => `item ${row}: ${fault}`);
	if (outcome === undefined) {
		return about(['no outcome']);
	}
	if (outcome.did !== expected.did) {
		const says = outcome.message ?? outcome.what;
		return about([`${outcome.did}, should be ${expected.did} (${says})`]);
	}
	if (expected.did === 'refused') {
		return about(refusalFaults(expected.refusal, outcome.message ?? ''));
	}
	if (expected.did !== 'leftOut' && expected.what && !expected.what.test(outcome.what)) {
		return about([`does not say ${String(expected.what)}: ${outcome.what}`]);
	}
	return [];
}

/** What was done beyond what is right, and what is missing. */
function listFaults(what: string, wanted: string[], got: string[]): string[] {
	const open = [...wanted];
	const faults: string[] = [];
	for (const one of got) {
		const at = open.indexOf(one);
		if (at === -1) {
			faults.push(`${what}: ${one} is too much`);
		} else {
			open.splice(at, 1);
		}
	}
	return [...faults, ...open.map((one) => `${what}: ${one} is missing`)];
}

function billText(bill: Bill): string {
	return `item ${bill.row}, ${bill.for}, ${bill.of}`;
}

function sentFaults(wanted: Record<number, Json>, got: Record<number, Json>): string[] {
	return Object.entries(wanted).flatMap(([row, values]) =>
		Object.entries(values)
			.map(([field, value]): [string, Cell, Cell | undefined] => [
				field,
				value,
				got[Number(row)]?.[field],
			])
			.filter(([, value, sent]) => !same(value, sent))
			.map(
				([field, value, sent]) =>
					`item ${row}: ${field} was sent as ${JSON.stringify(sent)}, ` +
					`should be ${JSON.stringify(value)}`,
			),
	);
}

function fileFaults(expected: FileExpected, outcome: FileOutcome): string[] {
	if ('refusedOnce' in expected) {
		return 'refusedOnce' in outcome
			? refusalFaults(expected.refusedOnce, outcome.refusedOnce)
			: ['the file was taken, should be refused once, as a whole'];
	}
	if ('refusedOnce' in outcome) {
		return [`refused as a whole: ${outcome.refusedOnce}`];
	}
	const most = Math.max(expected.rows.length, outcome.rows.length);
	const rows = [...Array(most).keys()].flatMap((row) => {
		const wanted = expected.rows[row];
		return wanted ? rowFaults(row, wanted, outcome.rows[row]) : [`item ${row}: too much`];
	});
	return [
		...rows,
		...listFaults('created', expected.created, outcome.created),
		...listFaults('tags created', expected.tags, outcome.tags),
		...listFaults('billed', expected.bills.map(billText), outcome.bills.map(billText)),
		...listFaults('suspended', expected.suspended ?? [], outcome.suspended),
		...listFaults('deleted', (expected.deleted ?? []).map(String), outcome.deleted.map(String)),
		...sentFaults(expected.sent ?? {}, outcome.sent),
	];
}

export function judgeFile(file: FileCase, outcome: FileOutcome): Verdict {
	return best([file.expected, ...(file.alsoRight ?? [])], (way) => fileFaults(way, outcome));
}
