import { serviceError } from '../src/request/attempt/errors';
import { jobs, operations } from '../src/operations';
import {
	ACCOUNT_RESOURCES,
	ADMIN_RESOURCES,
	AUTOMATION_RESOURCES,
	type Resource,
	RESOURCES,
} from '../src/table/resources';
import { takesColumns } from '../nodes/CellularIot/shared/columns';
import { inLabels } from '../src/table/rules';
import type { Effect, Field, LaneName, Operation, RequestParts } from '../src/table/define';
import { exampleValues, requestsOf } from './exampleRequests';
import { PUBLIC_OPERATIONS } from './publicOperations';
import { senders } from './sentRequests';

const EFFECTS: Record<Effect, string> = {
	read: 'reads; repeated when it gets no answer',
	set: 'sets; repeating it leaves the same state, so it is repeated when it gets no answer',
	act: 'acts; never sent again when its outcome is unknown',
};
const LANES: Record<LaneName, string> = {
	auth: 'logins',
	sequential: 'one at a time per organisation',
	list: '10 per second per organisation',
	single: '50 per second per organisation',
};
const GROUPS = {
	newEndpoints: 'New Endpoints',
	updateFields: 'Update Fields',
	filters: 'Filters',
	waves: 'Waves',
	options: 'Options',
};

/** The first resource of a node. */
const first = (resources: Record<string, Resource>) => Object.values(resources)[0]?.name;

const cell = (text: string) => text.replace(/\|/g, '\\|').replace(/\n/g, ' ');
const title = ({ resource, name }: Operation) => `${RESOURCES[resource]!.name}: ${name}`;
const inWords = (all: readonly Operation[]) =>
	all.map((operation) => `_${title(operation)}_`).join(', ');
const anchor = (text: string) =>
	text
		.toLowerCase()
		.replace(/[^\w -]/g, '')
		.replace(/ /g, '-');

function kindOf({ control: c }: Field): string {
	switch (c.kind) {
		case 'choice': {
			const values = c.choices.map(({ name, value }) => `\`${value}\` ${name}`).join(', ');
			return `${c.several ? 'any' : 'one'} of ${values}`;
		}
		case 'flag':
			return '`true` or `false`';
		case 'number':
			return 'number';
		case 'dateTime':
			return 'date';
		case 'locator':
			return ['from list', 'by ID', ...(c.alsoBy ?? []).map((by) => `by ${by.toUpperCase()}`)].join(
				', ',
			);
		case 'picks':
			return 'several from list';
		case 'sort':
			return 'fields and directions';
		case 'itemField':
			return 'field of the item';
		case 'json':
			return 'JSON';
		case 'mapper':
			return 'columns by name';
		default:
			return 'text';
	}
}

/** The place of a value in the request; other values are for the node itself. */
function placeOf(name: string, { in: where, key }: Field): string {
	if (where === undefined) return 'the node';
	if (where === 'path') return 'path';
	if (where === 'filter') return key === undefined ? '`q`' : `\`q\`: \`${key}\``;
	return `${where}: \`${key ?? name}\``;
}

function row(name: string, field: Field): string {
	const shown = Object.entries(field.showWhen ?? {}).map(
		([other, values]) => `with \`${other}\` ${values.map(String).join(' or ')}`,
	);
	const where = [...(field.group === undefined ? [] : [GROUPS[field.group]]), ...shown];
	const needed = where.length === 0 ? '' : ` (${where.join(', ')})`;
	const rule = field.rule === undefined ? '' : ` – ${field.rule}`;
	return `| **${field.label}** \`${name}\`${needed} | ${cell(field.hint)} | ${cell(kindOf(field) + rule)} | ${placeOf(name, field)} |`;
}

/** Settings of a bulk call over a table, besides its fields. */
const COLUMN_ROWS = [
	'| **Values From** `valuesFrom` | Where the values of the fields in collections come from | one of `fields` Fields Below, `columns` Columns | the node |',
	'| **Columns** `columns` (with `valuesFrom` columns) | The columns of a table, mapped to these fields by their names in snake_case ([In the editor](editor.md)) | a mapping | the node |',
];

/** The meaning of a refusal and what to do: the entry's text, else the text of the status. */
function errorRows({ errors = [], explains = {} }: Operation): string[] {
	const codes = Object.keys(explains).map(Number);
	const rows = [...new Set([...errors, ...codes])].sort((a, b) => a - b);
	return rows.map((code) => {
		const general =
			code < 1000 ? serviceError({ status: code, headers: {}, body: {} }, '') : undefined;
		const known = explains[code];
		const own = typeof known === 'object' ? known.hint : known;
		return `| ${code} | ${cell(own ?? general?.hint ?? '')} |`;
	});
}

const requestText = ({ method, path, query, body }: RequestParts): string => {
	const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
	const search = pairs.map(([key, value]) => `${key}=${String(value)}`).join('&');
	const head = `${method} ${path}${search && `?${search}`}`;
	return body === undefined ? head : `${head}\n${JSON.stringify(body, null, 2)}`;
};

async function section(operation: Operation): Promise<string> {
	const { fields, rules = [] } = operation;
	const { notice } = operation;
	const values = exampleValues(operation);
	const requests = await requestsOf(operation, values);
	const texts = rules.flatMap(({ text }) =>
		text === undefined ? [] : [inLabels(text, fields, '**')],
	);
	const errors = errorRows(operation);
	const lines = [
		`### ${title(operation)}`,
		`${operation.description}.`.replace(/\.\.$/, '.'),
		`\`${operation.request}\` · ${EFFECTS[operation.effect]} · lane: ${LANES[operation.lane]} · source: ${operation.source}${operation.userLoginOnly ? ' · **needs a user login**' : ''}${jobs.includes(operation) ? ' · node: **Cellular IoT Jobs**' : ''}`,
		...(notice === undefined ? [] : [`> ${notice}`]),
		...(Object.keys(fields).length === 0
			? ['It has no fields.']
			: [
					[
						'| Field | What it is | Values and rule | Goes to |',
						'| --- | --- | --- | --- |',
						...Object.entries(fields).map(([name, field]) => row(name, field)),
						...(takesColumns(operation) ? COLUMN_ROWS : []),
					].join('\n'),
				]),
		...(texts.length === 0 ? [] : [texts.map((text) => `- ${text}`).join('\n')]),
		...(errors.length === 0
			? []
			: [['| Refusal | What to do |', '| --- | --- |', ...errors].join('\n')]),
		[
			'Example: the values',
			'',
			'```json',
			JSON.stringify(
				{ resource: operation.resource, operation: operation.name, ...values },
				null,
				2,
			),
			'```',
			'',
			'send',
			'',
			'```http',
			requests.map(requestText).join('\n\n'),
			'```',
		].join('\n'),
	];
	return lines.join('\n\n');
}

/** The operation for each of the service's operations, or the reason why there is none. */
async function publicPart(): Promise<string> {
	const { by } = await senders();
	const rows = PUBLIC_OPERATIONS.map(({ request, sentBy, reason }) => {
		const links = (by.get(request) ?? []).map((o) => `[${title(o)}](#${anchor(title(o))})`);
		const where = [...links, ...(sentBy === undefined ? [] : [sentBy])];
		return `| \`${request}\` | ${where.length > 0 ? where.join(', ') : `– ${reason ?? ''}`} |`;
	});
	const offered = PUBLIC_OPERATIONS.filter(({ request }) => by.has(request)).length;
	return [
		"## The service's own operations",
		`The specification and the public reference of the service name ${PUBLIC_OPERATIONS.length} operations, including those of older editions and of its list of limits. The operations of the nodes send ${offered} of them. The table shows what else sends the others, or why nothing does.`,
		['| Operation of the service | Where it is, or why not |', '| --- | --- |', ...rows].join('\n'),
	].join('\n\n');
}

/** The reference page of all operations, from the table alone. */
export async function operationsPage(): Promise<string> {
	const resources = Object.keys(RESOURCES);
	const of = (resource: string) => operations.filter((o) => o.resource === resource);
	const index = resources.map((resource) => {
		const links = of(resource).map((o) => `[${o.name}](#${anchor(title(o))})`);
		return `- **${RESOURCES[resource]!.name}**: ${links.join(', ')}`;
	});
	const sections: string[] = [];
	for (const resource of resources) {
		sections.push(`## ${RESOURCES[resource]!.name}`);
		for (const operation of of(resource)) sections.push(await section(operation));
	}
	const intro = `# Operations

<!-- Made from the operation table by scripts/generate-docs.ts; do not edit it by hand. -->

The nodes have ${operations.length} operations. The first resources below belong to _Cellular IoT_, those from
_${first(ADMIN_RESOURCES)}_ on to _Cellular IoT Admin_, from _${first(ACCOUNT_RESOURCES)}_ on to _Cellular IoT Account_, and from
_${first(AUTOMATION_RESOURCES)}_ on to _Cellular IoT Automation_; the jobs among them (${jobs.map((job) => `[${title(job)}](#${anchor(title(job))})`).join(', ')})
belong to _Cellular IoT Jobs_. Field names in \`code\` are those of a saved workflow, with the collection of the
form behind them.

Operations that change something have _Safety Options_ (\`mode\`: \`acceptRenamed\`, \`allowSamples\`), which allow
what is otherwise refused ([reliability.md](reliability.md#picked-in-another-organisation)). The
_Options_ also contain _Workspace_ (\`workspaceId\`), for a user login; read operations accept several
workspaces ([account.md](account.md)). Operations that change something have _Stop When More Than … % Fail_
(\`stopAbove\`, 0 to 99): with _On Error_ set to _Continue_, nothing more is sent once at least 20 items of a
run are done and more than this share of them has failed; the remaining items are \`notSent\`. Operations for
one-time setup and those that need a user login do not have it. ${inWords(operations.filter(({ waves }) => waves))}
have _Waves_: _Wave Size_ (\`waveSize\`, 1 or more), _Double Every Wave_ (\`waveDoubles\`) and _Pause (Seconds)_
(\`wavePause\`, 0 to 86,400); the share of failures is judged at the end of each wave, too
([jobs.md](jobs.md#waves)). Operations that act have _Idempotency Key_
(\`idempotencyKey\`, 1 to 255 characters), except the login: a request that was done under a key is not sent
again, not even by a later run ([jobs.md](jobs.md)). In the examples, a picked value is shown as its plain ID.

**When a request gets no answer**, an operation that only reads or sets is sent again. An operation that acts
(creates, sends, resets, transfers) is never sent again: its error says that the outcome is unknown.
n8n's _Retry On Fail_ runs the whole node again, without the items that were or may have been sent.
A workflow that is started again sends them again, unless they have an _Idempotency Key_.

**Errors of an item**, on the error output or with _Continue_: \`error\` is the message; \`details\` holds
\`outcome\` (\`refused\`, \`notSent\`, \`unknown\` or \`partial\`), \`hint\` (what to do), \`status\`, and the \`error_code\`,
\`error_token\` and list of \`errors\` of the service; for refused input \`field\` and \`rule\`.
Any operation can also get 401 (the session is renewed once), 429 (the request waits) and 5xx.`;
	const parts = [intro, index.join('\n'), ...sections, await publicPart()];
	return parts.join('\n\n') + '\n';
}
