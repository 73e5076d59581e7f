import type { Json } from '../../wire';

/* The report of a check, as data and as Markdown. */

/** One difference between the service and what the package expects. */
export interface Difference {
	/** Undefined for a difference that is about no single operation. */
	operation?: string;
	request?: string;
	/** One of the kinds that docs/doctor.md lists. */
	kind: string;
	/** The difference in words. */
	what: string;
	breaks: string;
}

/** The state of one part of the account, and its differences. */
export interface AnswerFindings {
	described: Json;
	differences: Difference[];
}

/** Collects the differences of one kind that are about no single operation. */
export function differencesOf(kind: string) {
	const differences: Difference[] = [];
	const differ = (what: string, breaks: string) => differences.push({ kind, what, breaks });
	return { differences, differ };
}

/** Everything that a check has found out. */
export interface Findings {
	/** The first line: the result of the check. */
	summary: string;
	checked_at: string;
	package_version: string;
	login: Json;
	clock: Json;
	limits: Json;
	latency: Json;
	/** Requests that were sent, logins not included. */
	requests: number;
	/** Operations that change something; none of them was tried. */
	changes_not_tried: number;
	differences: Difference[];
	operations: Record<'allowed' | 'refused' | 'absent' | 'failed' | 'not_asked', Json[]>;
}

const HEADINGS: Record<keyof Findings['operations'], string> = {
	refused: 'Refused to this role',
	absent: 'Not there',
	failed: 'Failed',
	not_asked: 'Not asked',
	allowed: 'Allowed',
};

const inText = (value: unknown): string =>
	typeof value === 'string' ? value : JSON.stringify(value);
const rows = (part: Json): string[] =>
	Object.entries(part).map(([name, value]) => `- ${name.replaceAll('_', ' ')}: ${inText(value)}`);
const markdownCell = (text: string) => text.replaceAll('|', '\\|');

/** A part of the report: its heading and its lines, with an empty line behind each. */
const section = (heading: string, lines: string[]) => [`## ${heading}`, '', ...lines, ''];

/** The report in Markdown, to be read and to be attached to an issue. */
export function markdownOf(found: Findings): string {
	const { differences, operations } = found;
	const table = [
		'| Operation | Kind | Difference | Breaks |',
		'| --- | --- | --- | --- |',
		...differences.map(
			({ operation = 'All', request, kind, what, breaks }) =>
				`| ${operation}${request ? ` (\`${request}\`)` : ''} | ${kind} | ${markdownCell(what)} | ${markdownCell(breaks)} |`,
		),
	];
	const lists = Object.entries(HEADINGS).flatMap(([name, heading]) => {
		const list = operations[name as keyof typeof operations];
		if (list.length === 0) return [];
		const lines = list.map(({ operation, request, ...more }) => {
			const rest = Object.values(more).map(inText).join('; ');
			return `- ${String(operation)} (\`${String(request)}\`)${rest && `: ${rest}`}`;
		});
		return section(`${heading} (${list.length})`, lines);
	});
	return [
		found.summary,
		'',
		[
			`n8n-nodes-cellular-iot ${found.package_version}, ${found.checked_at}`,
			`${found.requests} requests, all of them reads`,
			`${found.changes_not_tried} operations that change something were not tried`,
			'no value of the account is in this report.',
		].join('; '),
		'',
		...(differences.length > 0 ? section(`Differences (${differences.length})`, table) : []),
		...section('Login', rows(found.login)),
		...section('Clock', rows(found.clock)),
		...section('Limits', rows(found.limits)),
		...section('Latency', rows(found.latency)),
		...lists,
	].join('\n');
}
