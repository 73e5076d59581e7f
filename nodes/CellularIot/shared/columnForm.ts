import type { INodeProperties } from 'n8n-workflow';
import type { By, Json, Operation } from '../../../src/table/define';
import { BY, formColumns, NAMING_COLUMN, namesSubject } from './columns';
import { compareNames } from '../../../src/nameOrder';

/* The properties of a form that let columns take the place of fields. */

/** The two properties that let columns take the place of the fields. */
export function columnProperties(operation: Operation, show: Json): INodeProperties[] {
	const itemsAreRows = operation.itemsAreRows === true;
	// A table asks by a field of its own which column names the endpoint.
	const mode = namesSubject(operation) && !itemsAreRows ? 'update' : 'add';
	const valuesFrom: INodeProperties = {
		displayName: 'Values From',
		name: 'valuesFrom',
		type: 'options',
		noDataExpression: true,
		required: true,
		options: [
			{
				name: 'Columns',
				value: 'columns',
				description: 'Map the columns of a table to what the items shall hold',
			},
			{ name: 'Fields Below', value: 'fields', description: 'Fill in a form for all items' },
		],
		default: 'fields',
		displayOptions: { show: show as Record<string, string[]> },
	};
	const columns: INodeProperties = {
		displayName: 'Columns',
		name: 'columns',
		type: 'resourceMapper',
		noDataExpression: true,
		required: true,
		// A create takes everything in a line; an update may be about few of its columns.
		default: {
			mappingMode: mode === 'add' ? 'autoMapInputData' : 'defineBelow',
			value: null,
		},
		typeOptions: {
			loadOptionsDependsOn: ['resource', 'operation'],
			resourceMapper: {
				resourceMapperMethod: 'columns',
				mode,
				fieldWords: { singular: 'column', plural: 'columns' },
				addAllFields: true,
				multiKeyMatch: false,
				supportAutoMap: true,
				matchingFieldsLabels: {
					title: 'Endpoint to Update',
					description: 'The column that identifies the endpoint of a row',
					hint: 'It must match exactly one endpoint',
				},
			},
		},
		displayOptions: { show: { ...show, valuesFrom: ['columns'] } },
	};
	if (mode === 'update') return [valuesFrom, columns];
	// What is created has values of its own in each item. n8n's lint wants a plain default in a property.
	const opened = { ...valuesFrom, default: 'columns' };
	return itemsAreRows ? [opened, namingColumn(operation, columns), columns] : [opened, columns];
}

/** The column names of a table, as a form lists them. */
const listedColumns = (operation: Operation): string =>
	formColumns(operation)
		.map(({ id }) => id)
		.join(', ');

/** The column of a table that names the endpoint, which the form asks for before the others. */
function namingColumn(operation: Operation, { displayOptions }: INodeProperties): INodeProperties {
	const naming = formColumns(operation).filter(({ matches }) => matches !== undefined);
	const ofTag = naming.some(({ id }) => id === 'tag') ? '; a tag stands for all that have it' : '';
	return {
		displayName: 'Column That Names the Endpoint',
		name: NAMING_COLUMN,
		type: 'options',
		options: naming
			.map(({ id }) => ({ name: id === 'id' ? 'ID' : BY[id as By], value: id }))
			.sort((a, b) => compareNames(a.name, b.name)),
		default: '',
		required: true,
		description: `It must match exactly one endpoint${ofTag}`,
		hint: `Known columns: ${listedColumns(operation)}`,
		displayOptions,
	};
}
