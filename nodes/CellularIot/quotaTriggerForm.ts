import type { INodeProperties } from 'n8n-workflow';
import {
	endpointFilterFields,
	optionFields,
	quotaChoiceFields,
} from '../../src/triggers/quota/form';
import { picked, show, triggerForm } from './triggerForm';

/* The form of the quota trigger. */

const [filters] = triggerForm([{ fields: endpointFilterFields }]);

const watch = (source: string, everything: string): INodeProperties => ({
	displayName: 'Watch',
	name: 'scope',
	type: 'options',
	default: 'filter',
	...show({ source: [source] }),
	options: [
		{ name: everything, value: 'filter' },
		{ name: 'Picked Endpoints', value: 'picked' },
	],
});

export const quotaTriggerForm: INodeProperties[] = [
	...triggerForm([{ fields: quotaChoiceFields }]),
	watch('status', 'All Endpoints That Match'),
	watch('eventFeed', 'All Endpoints'),
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
						description: 'An endpoint to watch',
						...picked('endpoint'),
					},
				],
			},
		],
	},
	{
		...filters!,
		description: 'Without a filter all endpoints are watched',
		...show({ source: ['status'], scope: ['filter'] }),
	},
	...triggerForm([{ fields: optionFields }]),
];
