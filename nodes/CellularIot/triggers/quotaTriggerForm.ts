import type { INodeProperties } from 'n8n-workflow';
import {
	endpointFilterFields,
	optionFields,
	quotaChoiceFields,
} from '../../src/triggers/quota/form';
import { notice, picked, show, triggerForm } from './triggerForm';

/* The form of the quota trigger. */

const [filters] = triggerForm([{ fields: endpointFilterFields }]);

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
		...show({ source: [source] }),
		options,
	};
};

export const quotaTriggerForm: INodeProperties[] = [
	notice(
		'smsNotice',
		'This trigger is about quotas of <b>SMS</b>, and about endpoints that are blocked. For quotas of <b>data</b>, use the <b>Cellular IoT Trigger</b> with the event <b>Data Quota</b>.',
	),
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
