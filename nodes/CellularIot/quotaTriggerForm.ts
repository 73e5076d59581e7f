import type { INodeProperties } from 'n8n-workflow';
import { endpointFilters } from '../../src/operations/endpointFilters';
import type { Fields } from '../../src/operations/define';
import { choiceFields, pollFields } from '../../src/triggers/quota/form';
import { property } from './properties';
import { triggerForm } from './triggerForm';

/* The form of the quota trigger. */

const show = (values: Record<string, string[]>) => ({ displayOptions: { show: values } });

const picked = { name: 'Picked Endpoints', value: 'picked' };
// Blocked endpoints are found by an event, not by a filter.
export const filterFields = Object.fromEntries(
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
