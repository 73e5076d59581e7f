import type { INodeProperties } from 'n8n-workflow';
import {
	endpointFilterFields,
	optionFields,
	quotaChoiceFields,
} from '../../../src/triggers/quota/form';
import { endpointId } from '../../../src/table/fields';
import { shownWhen } from '../shared/display';
import { property } from '../shared/fieldProperty';
import { subtitleOf, triggerForm } from './triggerForm';
import { triggerParts } from './triggerParts';

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
		required: true,
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
					// In a list n8n checks no value, as in a collection.
					{
						...property('endpointId', { ...endpointId, group: 'filters' }),
						description: 'An endpoint to watch; a name must fit exactly one',
						required: true,
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

export const quotaTriggerSubtitle = subtitleOf(
	quotaTriggerForm,
	'events',
	'$parameter["source"] === "status" ? $parameter["events"] : $parameter["feedEvents"]',
);

export const quotaTriggerParts = triggerParts({
	hint: 'Asks the service regularly and emits what has changed about quotas of SMS, or of data (quota: data): threshold reached, exhausted, expired, active again; the first poll only learns. Choose the kinds in events. Which field is the device: endpoint_id; what is left is in quota.volume.',
	related: 'Tops the quota up: resource smsQuota or dataQuota, operation topUp',
	testing: 'Reading an example from the service',
	published:
		'n8n now polls the service regularly. The first poll records the current state; changes after it start this workflow.',
	header: 'See what an event looks like',
	building:
		': it shows an endpoint that is in the chosen state now. If none is, it shows a sample about no endpoint, marked as such; nodes that change something refuse it.',
	onceOn: 'n8n then polls at the times above and emits the changes.',
	nowOn: 'changes start it.',
	starts: ['changes', 'Changes'],
});
