import { takesColumns } from '../nodes/CellularIot/shared/columns';
import { serviceError } from '../src/request/attempt/errors';
import type { Effect, Field, LaneName, Operation, RequestParts } from '../src/table/define';
import { GROUP_LABELS } from '../src/table/groups';
import { inLabels } from '../src/table/rules';
import { exampleValues, requestsOf } from './exampleRequests';
import type { PanelOperation } from './panel';

/* An operation in the reference pages: its fields, its refusals and an example of what it sends. */

const EFFECTS: Record<Effect, string> = {
	read: 'reads; repeated when it gets no answer',
	set: 'sets; repeated when it gets no answer',
	act: 'acts; never sent again when its outcome is unknown',
};
/** How often requests of a lane may start. */
export const LANES: Record<LaneName, string> = {
	auth: 'logins, which have a lane of their own',
	sequential: 'one at a time per organisation',
	list: '10 per second per organisation',
	single: '50 per second per organisation',
};
const cell = (text: string) => text.replace(/\|/g, '\\|').replace(/\n/g, ' ');
/** How else a picker takes a value: names of numbers are abbreviations. */
const byInWords = (by: string) =>
	by === 'name' || by === 'tag' ? `by ${by}` : `by ${by.toUpperCase()}`;

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
			return ['from list', 'by ID', ...(c.alsoBy ?? []).map(byInWords)].join(', ');
		case 'names':
			return ['from list', 'by name', ...(c.several ? ['by names'] : [])].join(', ');
		case 'dropdown':
			return 'from list';
		case 'picks':
			return 'several from list';
		case 'sort':
			return 'fields and directions';
		case 'rows':
			return 'rows';
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
	const where = [...(field.group === undefined ? [] : [GROUP_LABELS[field.group]]), ...shown];
	const needed = where.length === 0 ? '' : ` (${where.join(', ')})`;
	const rule = field.rule === undefined ? '' : ` – ${field.rule}`;
	return `| **${field.label}** \`${name}\`${needed} | ${cell(field.hint)} | ${cell(kindOf(field) + rule)} | ${placeOf(name, field)} |`;
}

/** Settings of a bulk call over a table, besides its fields. */
const COLUMN_ROWS = [
	'| **Values From** `valuesFrom` | Where the values of the fields in collections come from | one of `fields` Fields Below, `columns` Columns | the node |',
	'| **Columns** `columns` (with `valuesFrom` columns) | The columns of a table, mapped to these fields by their names in snake_case ([In the editor](../editor.md)) | a mapping | the node |',
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

/** What an operation does when its request gets no answer, how often it may be sent, and by what source. */
function factsOf(operation: Operation): string {
	const { request, effect, lane, source, userLoginOnly } = operation;
	const facts = [
		`\`${request}\``,
		EFFECTS[effect],
		`lane: ${LANES[lane]}`,
		`source: ${source}`,
		...(userLoginOnly ? ['**needs a user login**'] : []),
	];
	return facts.join(' · ');
}

/** The section of an operation, under a heading with its words in the panel. */
export async function sectionOf({ operation, title, action }: PanelOperation): Promise<string> {
	const { fields, notice, rules = [] } = operation;
	const values = exampleValues(operation);
	const requests = await requestsOf(operation, values);
	const texts = rules.flatMap(({ text }) =>
		text === undefined ? [] : [inLabels(text, fields, '**')],
	);
	const errors = errorRows(operation);
	const lines = [
		`### ${title}`,
		`${operation.description}.`.replace(/\.\.$/, '.'),
		`In the list of actions: _${action}_`,
		factsOf(operation),
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
