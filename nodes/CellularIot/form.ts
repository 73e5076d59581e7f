import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { Json, Operation } from '../../src/operations/define';
import { columnValues, isColumn } from './columns';

interface Locator {
	__rl: true;
	mode: string;
	value: unknown;
}
const isLocator = (v: unknown): v is Locator =>
	typeof v === 'object' && v !== null && '__rl' in v && 'value' in v;

/** A picker's value as the table wants it: an id, or a reference by the name of the mode. */
export function plain(value: unknown): unknown {
	if (!isLocator(value)) return value;
	return ['iccid', 'imei', 'name'].includes(value.mode)
		? { by: value.mode, value: value.value }
		: value.value;
}

/** n8n's date field gives text without a zone, which means the workflow's own. */
const hasZone = (text: string) =>
	/(Z|[+-]\d\d:?\d\d)$/.test(text) || /^\d{4}-\d\d-\d\d$/.test(text);

/** The same wall-clock time with the workflow's offset; text that is no date stays as it is. */
const inZone = (text: string, zone: string) => DateTime.fromISO(text, { zone }).toISO() ?? text;

/** The values of an operation's fields for one item, expressions resolved. */
export function formValues(context: IExecuteFunctions, operation: Operation, index: number): Json {
	const groups: Record<string, Json> = {
		options: context.getNodeParameter('options', index, {}) as Json,
	};
	const values: Json = { workspaceId: plain(groups.options?.workspaceId) };
	const fromColumns = columnValues(context, operation, index);
	for (const [name, field] of Object.entries(operation.fields)) {
		const { group } = field;
		let value: unknown;
		if (fromColumns && isColumn(name, field)) value = fromColumns[name];
		else if (group === undefined) value = plain(context.getNodeParameter(name, index, ''));
		else {
			groups[group] ??= context.getNodeParameter(group, index, {}) as Json;
			value = plain(groups[group][name]);
		}
		values[name] =
			field.control.kind === 'dateTime' && typeof value === 'string' && !hasZone(value)
				? inZone(value, context.getTimezone())
				: value;
	}
	return values;
}
