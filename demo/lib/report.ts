import { type Execution, outputOf } from './api';
import { bold, dim, green, red, say } from './console';
import { type Device, simIdOf } from './fleet';
import type { LedgerPart } from './simulator';

/** A row of the workflow's "Fleet report". */
interface ReportRow {
	name: string;
	iccid: string;
	endpoint_id: number;
	sim_status: string;
	sms_quota: number;
	sms_sent: number;
	usage_days: number;
	data_mb: number;
	sms_received: number;
}

/** A compared figure. */
interface Check {
	what: string;
	/** The devices requested by devices.csv. */
	wanted: number;
	/** The report of the workflow. */
	reported: number;
	/** The changes applied by the simulator. */
	applied: number;
	ok: boolean;
}

/** The rows and the failed devices that the workflow reports. */
export function readReport(execution: Execution): {
	rows: ReportRow[];
	failed: Array<{ name: string; error: string }>;
} {
	return {
		// eslint-disable-next-line no-restricted-syntax -- the node that makes the report gives these columns
		rows: outputOf(execution, 'Fleet report') as unknown as ReportRow[],
		failed: outputOf(execution, 'Failed devices') as Array<{ name: string; error: string }>,
	};
}

const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b);
const sameIds = (a: number[], b: number[]) => String(sorted(a)) === String(sorted(b));

/**
 * Compares list, report and ledger figure by figure. Equal counts are not enough: the endpoints (or
 * SIMs) must be the same, and each must occur equally often.
 */
export function compare(devices: Device[], rows: ReportRow[], ledger: LedgerPart): Check[] {
	const wanted = devices.length;
	const check = (what: string, reported: number[], applied: number[]): Check => ({
		what,
		wanted,
		reported: reported.length,
		applied: applied.length,
		ok: wanted === reported.length && sameIds(reported, applied),
	});
	const endpoints = (some: ReportRow[]) => some.map((row) => row.endpoint_id);
	const activated = rows.filter((row) => row.sim_status === 'Activated');
	const messages = rows.flatMap((row) =>
		Array.from({ length: row.sms_sent }, () => row.endpoint_id),
	);
	return [
		check('endpoints created', endpoints(rows), ledger.endpointsOf('endpoint.created')),
		check(
			'SIMs activated',
			activated.map((row) => simIdOf(row.iccid)),
			ledger.simsOf('sim.activated'),
		),
		check(
			'SMS quotas set',
			endpoints(rows.filter((row) => row.sms_quota > 0)),
			ledger.endpointsOf('quota.set'),
		),
		check('SMS sent', messages, ledger.endpointsOf('sms.sent')),
		check('usage rows', endpoints(rows.filter((row) => row.usage_days >= 0)), ledger.usageReads()),
	];
}

const pad = (text: string, width: number) => text.padEnd(width);
const padLeft = (text: string, width: number) => text.padStart(width);
const mark = (ok: boolean) => (ok ? green('✓') : red('✗'));

/** One row per device, as reported by the workflow. */
export function printRows(rows: ReportRow[]): void {
	const columns: Array<[keyof ReportRow, string]> = [
		['name', 'device'],
		['iccid', 'ICCID'],
		['endpoint_id', 'endpoint'],
		['sim_status', 'SIM'],
		['sms_quota', 'quota'],
		['sms_sent', 'SMS'],
		['data_mb', 'MB'],
	];
	const width = columns.map(([key, title]) =>
		Math.max(title.length, ...rows.map((row) => String(row[key]).length)),
	);
	const line = (cells: string[]) =>
		`  ${cells.map((cell, i) => (i < 2 ? pad : padLeft)(cell, width[i] ?? 0)).join('  ')}`;
	say();
	say(dim(line(columns.map(([, title]) => title))));
	for (const row of rows) say(line(columns.map(([key]) => String(row[key]))));
}

/** List, report and ledger side by side. */
export function printChecks(title: string, checks: Check[]): void {
	say();
	say(
		bold(`  ${pad(title, 30)}${padLeft('list', 8)}${padLeft('report', 8)}${padLeft('ledger', 8)}`),
	);
	for (const { what, wanted, reported, applied, ok } of checks) {
		const figures = [wanted, reported, applied].map((figure) => padLeft(String(figure), 8));
		say(`  ${pad(what, 30)}${figures.join('')}  ${mark(ok)}`);
	}
}

/** Prints one statement and whether it holds. */
export function printFact(fact: string, ok: boolean): void {
	say(`  ${pad(fact, 54)}  ${mark(ok)}`);
}
