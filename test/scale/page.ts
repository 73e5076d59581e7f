import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENTS_A_DAY, SIZES, type Taken } from './rows';

/* Measured figures as the tables of docs/scale.md. */

const root = join(__dirname, '../..');
export const PAGE = join(root, 'docs', 'scale.md');
export const RESULTS = join(__dirname, 'results.json');
const [FROM, TO] = ['<!-- tables: npm run test:scale -->', '<!-- end of the tables -->'];

/** Requests that an organisation may make in a month. Source: public reference, Limits. */
const A_MONTH = 10_000_000;

/** Results by row and size, and for an SMS to all from several addresses. */
export interface Results {
	rows: Record<string, Taken[]>;
	addresses: Array<Taken & { addresses: number }>;
	/** Bytes on the account's Redis, by purpose. */
	redis: Record<string, number>;
}

/** Earlier figures. */
export const resultsNow = (): Results =>
	existsSync(RESULTS)
		? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Results)
		: { rows: {}, addresses: [], redis: {} };

/** A number with three significant digits. */
const short = (n: number) =>
	(n >= 1000 ? Math.round(n / 10 ** (digits(n) - 3)) * 10 ** (digits(n) - 3) : n).toLocaleString(
		'en',
		{ maximumSignificantDigits: 3 },
	);
const digits = (n: number) => Math.floor(Math.log10(n)) + 1;

const UNITS: Array<[ms: number, name: string]> = [
	[86_400_000, 'days'],
	[3_600_000, 'h'],
	[60_000, 'min'],
	[1_000, 's'],
];
const time = (ms: number) => {
	const [unit, name] = UNITS.find(([most]) => ms >= 2 * most) ?? [1000, 's'];
	return `${short(ms / unit)} ${name}`;
};
const size = (bytes: number | undefined) => {
	if (bytes === undefined) return '';
	return bytes >= 1e6 ? `${short(bytes / 1e6)} MB` : `${short(Math.max(1, bytes / 1000))} kB`;
};

const table = (head: string[], rows: string[][]) =>
	[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const partOf = (calls: number) =>
	`${((calls / A_MONTH) * 100).toFixed(calls < A_MONTH / 100 ? 2 : 0)} %`;

function delayOf({ delay }: Taken): string {
	if (!delay) return '';
	const { median, most, grewFor } = delay;
	if (grewFor) return `falls behind: ${time(most)} after ${time(grewFor)}`;
	return `${time(median)}, at most ${time(most)}`;
}

const cells = (name: string, row: Taken): string[] => [
	`${name}${row.notes === undefined ? '' : ` (${row.notes})`}`,
	`${short(row.calls)} (${partOf(row.calls)})`,
	String(row.busiest),
	delayOf(row),
	row.lasts === undefined ? '' : time(row.lasts),
	size(row.bytes),
	row.cores < 0.001 ? '< 0.001' : row.cores.toFixed(3),
];

const HEAD = [
	'what runs',
	'calls a month (of 10,000,000)',
	'most in five minutes (of 2,000)',
	'from event to item',
	'takes',
	'kept',
	'processors',
];

function tables({ rows, addresses, redis }: Results): string {
	const ofSize = (devices: number) => [
		`### ${devices.toLocaleString('en')} devices`,
		'',
		table(
			HEAD,
			Object.entries(rows).flatMap(([name, taken]) =>
				taken.filter((row) => row.devices === devices).map((row) => cells(name, row)),
			),
		),
		'',
	];
	return [
		`A device has ${EVENTS_A_DAY} events a day: it attaches, opens a session and ends it.`,
		'',
		...SIZES.flatMap(ofSize),
		`### An SMS to each of ${SIZES.at(-1)!.toLocaleString('en')} devices, from several addresses`,
		'',
		table(
			['egress addresses', 'SMS a second', 'takes'],
			addresses.map((address) => [
				String(address.addresses),
				short((address.devices / address.lasts!) * 1000),
				time(address.lasts!),
			]),
		),
		'',
		'### On the Redis of the account',
		'',
		table(
			['what', 'kept'],
			Object.entries(redis).map(([what, bytes]) => [what, size(bytes)]),
		),
	].join('\n');
}

/** The page with the new tables. */
export function pageWith(results: Results, page = readFileSync(PAGE, 'utf8')): string {
	const [head, rest = ''] = page.split(FROM);
	return `${head}${FROM}\n\n${tables(results)}\n\n${TO}${rest.split(TO)[1] ?? ''}`;
}
