import type { INodeProperties } from 'n8n-workflow';
import {
	endpointFilterFields,
	optionFields,
	quotaChoiceFields,
} from '../../../src/triggers/quota/form';
import { picked, shownWhen, triggerForm } from './triggerForm';

/* The form of the quota trigger. */

const [quotaFilters] = triggerForm([{ fields: endpointFilterFields }]);

const watch = (source: string, everything: string): INodeProperties => {
	const options = [
		{ name: everything, value: 'filter' },
		{ name: 'Picked Endpoints', value: 'picked' },
	];
	return {
		displayName: 'Watch',
		name: 'scope',
		type: 'options',
		default: 'filter',
		...shownWhen({ source: [source] }),
		options,
	};
};

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
		...shownWhen({ scope: ['picked'] }),
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
		...quotaFilters!,
		description: 'Without a filter all endpoints are watched',
		...shownWhen({ source: ['status'], scope: ['filter'] }),
	},
	...triggerForm([{ fields: optionFields }]),
];
