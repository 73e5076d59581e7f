import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { endpointFilters } from '../../src/operations/endpointFilters';
import type { Fields } from '../../src/operations/define';
import { idListSchema } from '../../src/operations/schemas';
import { InputError } from '../../src/errors';
import { choiceFields, optionsOf, pollFields, someEvent } from '../../src/triggers/quota/form';
import type { PollOptions } from '../../src/triggers/quota/poll';
import { plain } from './form';
import { property } from './properties';
import { triggerForm, triggerInput } from './triggerForm';

/* The form of the quota trigger, and how its values are read. */

const show = (values: Record<string, string[]>) => ({ displayOptions: { show: values } });

const picked = { name: 'Picked Endpoints', value: 'picked' };
// Blocked endpoints are found by an event, not by a filter.
const filterFields = Object.fromEntries(
	Object.entries(endpointFilters).filter(([name]) => name !== 'blocked'),
) as Fields;

const filters = Object.entries(filterFields)
	.map(([name, field]) => property(name, field))
	.sort((a, b) => a.displayName.localeCompare(b.displayName));

export const quotaTriggerForm: INodeProperties[] = [
	...triggerForm([{ fields: choiceFields }]),
	{
		displayName: 'Watch',
		name: 'scope',
		type: 'options',
		default: 'filter',
		...show({ source: ['status'] }),
		options: [{ name: 'All Endpoints That Match', value: 'filter' }, picked],
	},
	{
		displayName: 'Watch',
		name: 'scope',
		type: 'options',
		default: 'filter',
		...show({ source: ['eventFeed'] }),
		options: [{ name: 'All Endpoints', value: 'filter' }, picked],
	},
	{
		displayName: 'Endpoints',
		name: 'endpoints',
		type: 'fixedCollection',
		placeholder: 'Add Endpoint',
		default: {},
		typeOptions: { multipleValues: true },
		...show({ scope: ['picked'] }),
		options: [
			{
				displayName: 'Endpoint',
				name: 'values',
				values: [
					{
						displayName: 'Endpoint',
						name: 'endpointId',
						type: 'resourceLocator',
						default: { mode: 'list', value: '' },
						required: true,
						description: 'An endpoint to watch',
						modes: [
							{
								displayName: 'From List',
								name: 'list',
								type: 'list',
								typeOptions: { searchListMethod: 'search_endpoint', searchable: true },
							},
							{ displayName: 'By ID', name: 'id', type: 'string', placeholder: '12345' },
						],
					},
				],
			},
		],
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description: 'Without a filter all endpoints are watched',
		...show({ source: ['status'], scope: ['filter'] }),
		options: filters,
	},
	...triggerForm([{ fields: pollFields }]),
];

function readPicked(context: IPollFunctions): number[] {
	const rows = context.getNodeParameter('endpoints.values', []) as Array<{ endpointId: unknown }>;
	const ids = idListSchema.safeParse(rows.map((row) => plain(row.endpointId)));
	if (!ids.success)
		throw new InputError('endpoints', 'must be whole numbers of 1 or more', 'Endpoints');
	if (ids.data.length === 0)
		throw new InputError('endpoints', 'must name at least one', 'Endpoints');
	return ids.data;
}

/** What the form asks for. @throws InputError */
export function readQuotaForm(
	context: IPollFunctions,
): Pick<PollOptions, 'source' | 'events' | 'scope' | 'emitCurrent' | 'budgetMs' | 'overlapMs'> {
	const fields = { ...choiceFields, ...pollFields };
	const options = optionsOf(triggerInput(context, fields, [someEvent]));
	if (context.getNodeParameter('scope', 'filter') === 'picked') {
		return { ...options, scope: { ids: readPicked(context) } };
	}
	const isFiltered = options.source === 'status';
	return { ...options, scope: { filters: isFiltered ? triggerInput(context, filterFields) : {} } };
}
