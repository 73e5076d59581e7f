import type { INodeParameters } from 'n8n-workflow';
import { columnReader } from '../../../nodes/CellularIot/shared/columnReader';
import { zoned } from '../../../nodes/CellularIot/shared/form';
import type { RunFormContext } from '../../../nodes/CellularIot/shared/quickForm';
import { findOperation } from '../../../src/operations';
import { checkFields } from '../../../src/table/checks';
import type { SaidChange } from '../../../src/table/saidChanges';
import * as f from '../../../src/table/fields';
import type { Field, Fields, Operation } from '../../../src/table/define';
import { isReference } from '../../../src/table/values';
import { CellFigures } from './figures';
import { judgeCell } from './judge';
import type { CellCase, CellOutcome, Reading, Value } from './kinds';
import { SETS } from './sets';

/*
 * Each cell as the product reads it: in a column by the reader of columns, then, as in a form and a filter, by the
 * checks of a field of an operation.
 */

/** The readings that are judged here; names are compared with things of the service: see atService.test.ts. */
const JUDGED: readonly Reading[] = [
	'iccid',
	'imei',
	'eid',
	'msisdn',
	'flag',
	'choice',
	'moment',
	'amount',
	'activationCode',
	'blank',
];

/** Whether a cell of an IMEI hangs on what its endpoint reports; it is judged there. */
const isAtEndpoint = ({ reading, where, context }: CellCase): boolean =>
	reading === 'imei' && where !== 'filter' && context?.reported !== undefined;

const fieldOf = (resource: string, name: string, field: string): Field =>
	findOperation(resource, name).fields[field]!;

const BY_ICCID = () => fieldOf('endpoint', 'updateMany', 'simId');
const optional = (field: Field): Field => f.inGroup('updateFields', { field }).field;

/** The field of an operation that fits a case. */
function fieldFor({ reading, where, context }: CellCase): Field {
	const isFilter = where === 'filter';
	switch (reading) {
		case 'iccid':
			return isFilter ? fieldOf('sim', 'getAll', 'iccid') : BY_ICCID();
		case 'imei':
			return fieldOf('endpoint', isFilter ? 'getAll' : 'updateMany', 'imei');
		case 'eid':
			return isFilter
				? fieldOf('sim', 'getAll', 'eid')
				: optional(fieldOf('euicc', 'get', 'euiccId'));
		case 'msisdn':
			return fieldOf('sim', 'getAll', 'msisdn');
		case 'flag':
			return fieldOf('endpoint', 'updateMany', 'imeiLock');
		case 'choice': {
			const choices = context!.choices!.map(({ label, value }) => ({ name: label, value }));
			return optional(
				f.choice({ label: 'Status', hint: '' }, choices as Array<{ name: string; value: string }>),
			);
		}
		case 'moment':
			return isFilter
				? fieldOf('event', 'getAll', 'from')
				: optional(fieldOf('dataQuota', 'set', 'expiryDate'));
		case 'amount':
			return optional(fieldOf('dataQuota', 'set', 'volume'));
		case 'activationCode':
			return fieldOf('euicc', 'scheduleOperations', 'activationCode');
		default:
			return isFilter
				? fieldOf('sim', 'getAll', 'iccid')
				: fieldOf('endpoint', 'updateMany', 'imei');
	}
}

/** A cell of a column, as the field gets it. */
function cellOf(
	field: Field,
	{ given, context, reading }: CellCase,
	say: (sentence: string) => void,
): unknown {
	const fields: Fields = { value: { ...field, group: 'updateFields' } };
	const operation: Operation = { ...findOperation('endpoint', 'updateMany'), fields };
	const by = reading === 'iccid' || reading === 'eid' ? reading : 'value';
	const zone = context?.zone ?? 'UTC';
	const parameters: INodeParameters = {
		valuesFrom: 'columns',
		columns: { mappingMode: 'autoMapInputData', value: null },
	};
	const form: RunFormContext = {
		getNode: () => ({ parameters }),
		getInputData: () => [{ json: { [by]: given } }],
		getNodeParameter: (name, _, fallback) => parameters[name] ?? fallback,
		evaluateExpression: () => undefined,
	};
	const value = columnReader(form, operation)(0, say)?.value;
	return zoned(field, value, { getTimezone: () => zone }, say);
}

function outcomeOf(one: CellCase): CellOutcome {
	const field = fieldFor(one);
	const changed: string[] = [];
	const say = (sentence: string) => void changed.push(sentence);
	try {
		const zone = { getTimezone: () => one.context?.zone ?? 'UTC' };
		const inMode = { by: one.reading, value: one.given };
		const isPicked = field.control.kind === 'locator';
		const typed = isPicked ? inMode : one.given;
		const value = one.where === 'column' ? cellOf(field, one, say) : zoned(field, typed, zone, say);
		const changes: SaidChange[] = [];
		const input = checkFields({ value: field }, [], { value }, { now: 0 }, changes);
		changed.push(...changes.map(({ label, said }) => `${label}: ${said}`));
		const read = isReference(input.value) ? input.value.value : input.value;
		const plain = typeof read === 'string' ? read.replace(/^imei(_with_luhn)?:/, '') : read;
		return { value: (plain ?? null) as Value, changed };
	} catch (error) {
		return { error: (error as Error).message };
	}
}

describe.each(SETS)('$title', ({ title, cells }) => {
	const judged = cells.filter((one) => JUDGED.includes(one.reading) && !isAtEndpoint(one));

	const figures = new CellFigures(`${title}: cells`);
	afterAll(() => console.log(String(figures)));

	test.each(judged.map((one) => [one.id, JSON.stringify(one.given), one] as const))(
		'%s: %s',
		(_, __, one) => {
			const outcome = outcomeOf(one);
			const { because, right } = judgeCell(one, outcome);
			figures.add(outcome, right);
			expect({ outcome, because }).toEqual({ outcome, because: [] });
		},
	);

	test('the judged readings are those that have cases, but for names', () => {
		const all = [...new Set(cells.map(({ reading }) => reading))];
		expect(all.filter((reading) => !JUDGED.includes(reading))).toEqual(['name']);
	});
});
