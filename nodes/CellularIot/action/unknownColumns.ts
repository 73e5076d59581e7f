import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../../src/errors';
import { MORE } from '../../../src/run/files/lines';
import { mostAlike, similarity } from '../../../src/run/names/nearest';
import type { Json, Operation } from '../../../src/table/define';
import { simplifyEndpoint } from '../../../src/table/entries/endpoint/endpointRead';
import { describeValue } from '../../../src/table/values';
import { unknownColumns } from '../shared/columnReader';
import { columnNames } from '../shared/columns';
import { isExpression } from '../shared/expressions';

/* A column that is misspelt would be left out of every row. */

/** Likeness, from 0 to 1, below which no known column is suggested. */
const NEAR = 0.4;

/** What _Get Many_ gives of an endpoint, as items and as a file: a table of it may be applied as it is. */
const columnsOfEndpoints = (): string[] => [
	...Object.keys(simplifyEndpoint({})),
	...simplifyEndpoint.shows.flatMap(({ from }) => from),
	...simplifyEndpoint.shows.flatMap(({ from }) => from.map((path) => path.replaceAll('.', '_'))),
	MORE,
];

/** Columns that expressions of the form read, such as `{{ $json.workspace }}`. */
function readByExpressions(value: unknown): string[] {
	if (typeof value === 'object' && value !== null)
		return Object.values(value).flatMap(readByExpressions);
	if (!isExpression(value)) return [];
	const places = value.matchAll(/\$json(?:\.(\w+)|\["([^"]+)"\]|\['([^']+)'\])/g);
	return [...places].map(([, dotted, double, single]) => dotted ?? double ?? single!);
}

function suggestion(name: string, known: string[]): string {
	const [nearest] = mostAlike(known, (column) => similarity(column, name), NEAR);
	const meant = nearest === undefined ? '' : ` (did you mean ${describeValue(nearest)}?)`;
	return `${describeValue(name)}${meant}`;
}

/**
 * Refuses a table with columns that nothing is made of, where the operation has an option to ignore them.
 * @throws InputError with all of them, and the nearest names
 */
export function refuseUnknownColumns(context: IExecuteFunctions, operation: Operation): void {
	if (!('ignoreUnknownColumns' in operation.fields)) return;
	const options = context.getNodeParameter('options', 0, {}) as Json;
	if (String(options.ignoreUnknownColumns ?? false) === 'true') return;
	const used = [...columnsOfEndpoints(), ...readByExpressions(context.getNode().parameters)];
	const unknown = unknownColumns(context, operation).filter((name) => !used.includes(name));
	if (unknown.length === 0) return;
	const known = columnNames(operation);
	const which = unknown.map((name) => suggestion(name, known)).join(', ');
	throw new InputError(
		'columns',
		`must be known, and these are not: ${which}. Rename or remove them, or add "Ignore Unknown Columns" in Options. Known are ${known.join(', ')}`,
		'Columns',
	);
}
