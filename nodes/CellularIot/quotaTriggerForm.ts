import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { endpointFilters } from '../../src/operations/endpointFilters';
import type { Input, Json, Operation } from '../../src/operations/define';
import { checkInput } from '../../src/operations/request';
import { idListSchema } from '../../src/operations/schemas';
import { InputError } from '../../src/errors';
import type { QuotaEvent } from '../../src/triggers/quota/changes';
import type { PollOptions } from '../../src/triggers/quota/poll';
import { plain } from './form';
import { property } from './properties';

/* The form of the quota trigger, and how its values are read. */

const show = (values: Record<string, string[]>) => ({ displayOptions: { show: values } });

const picked = { name: 'Picked Endpoints', value: 'picked' };
// Blocked endpoints are found by an event, not by a filter.
const filterFields = Object.fromEntries(
	Object.entries(endpointFilters).filter(([name]) => name !== 'blocked'),
) as Operation['fields'];

const filters = Object.entries(filterFields)
	.map(([name, field]) => property(name, field))
	.sort((a, b) => a.displayName.localeCompare(b.displayName));

export const quotaTriggerForm: INodeProperties[] = [
	{
		displayName: 'Source',
		name: 'source',
		type: 'options',
		noDataExpression: true,
		default: 'status',
		options: [
			{
				name: 'Event Feed',
				value: 'eventFeed',
				description: 'Reads what the service has noted since the last poll; for fleets of any size',
			},
			{
				name: 'Status',
				value: 'status',
				description:
					'Reads the quota of every watched endpoint at every poll (about 50 a second) and compares',
			},
		],
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		default: ['exhausted'],
		required: true,
		...show({ source: ['status'] }),
		options: [
			{
				name: 'Any Status Change',
				value: 'statusChanged',
				description: 'Also a quota that is set for the first time, or deleted',
			},
			{ name: 'Endpoint Blocked', value: 'blocked', description: 'The endpoint is denied service' },
			{
				name: 'Endpoint Unblocked',
				value: 'unblocked',
				description: 'The endpoint gets service again',
			},
			{
				name: 'Quota Active Again',
				value: 'activeAgain',
				description: 'It was exhausted or expired before',
			},
			{ name: 'Quota Exhausted', value: 'exhausted', description: 'Nothing is left of the volume' },
			{ name: 'Quota Expired', value: 'expired', description: 'Its expiry date has passed' },
			{
				name: 'Quota Threshold Reached',
				value: 'thresholdReached',
				description:
					'The volume has fallen to the threshold volume, or to the percentage of the last volume added',
			},
		],
	},
	{
		displayName: 'Events',
		name: 'feedEvents',
		type: 'multiOptions',
		default: ['exhausted'],
		required: true,
		description:
			'The feed tells nothing of expired quotas and of unblocked endpoints: those need the source Status',
		...show({ source: ['eventFeed'] }),
		options: [
			{
				name: 'Any Status Change',
				value: 'statusChanged',
				description: 'Quota used up, assigned or deleted',
			},
			{ name: 'Endpoint Blocked', value: 'blocked', description: 'Event type 11' },
			{
				name: 'Quota Active Again',
				value: 'activeAgain',
				description: 'A quota was assigned, event type 58',
			},
			{ name: 'Quota Exhausted', value: 'exhausted', description: 'Event type 21' },
			{ name: 'Quota Threshold Reached', value: 'thresholdReached', description: 'Event type 20' },
		],
	},
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
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Emit Current State',
				name: 'emitCurrent',
				type: 'boolean',
				default: false,
				description:
					'Whether the first poll emits what already is as chosen, instead of learning it silently; source Status only',
			},
			{
				displayName: 'Overlap (Minutes)',
				name: 'overlapMinutes',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 1440 },
				default: 10,
				description:
					'How far the event feed is read again for events that appear late; none is emitted twice',
			},
			{
				displayName: 'Time Budget (Seconds)',
				name: 'budgetSeconds',
				type: 'number',
				typeOptions: { minValue: 5, maxValue: 3600 },
				default: 240,
				description: 'A poll that takes longer stops there, and the next one goes on',
			},
		],
	},
];

/** Checks filters as the endpoint list does. */
const filterEntry = { fields: filterFields } as unknown as Operation;

function readFilters(context: IPollFunctions): Input {
	const values = context.getNodeParameter('filters', {}) as Json;
	const plainValues = Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, plain(value)]),
	);
	return checkInput(filterEntry, plainValues, { now: Date.now() });
}

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
	const source = context.getNodeParameter('source') as PollOptions['source'];
	const name = source === 'status' ? 'events' : 'feedEvents';
	const events = new Set(context.getNodeParameter(name, []) as QuotaEvent[]);
	if (events.size === 0) throw new InputError(name, 'must hold at least one event', 'Events');
	const scope = context.getNodeParameter('scope', 'filter');
	const options = context.getNodeParameter('options', {}) as {
		emitCurrent?: boolean;
		overlapMinutes?: number;
		budgetSeconds?: number;
	};
	return {
		source,
		events,
		scope:
			scope === 'picked'
				? { ids: readPicked(context) }
				: { filters: source === 'status' ? readFilters(context) : {} },
		emitCurrent: options.emitCurrent ?? false,
		budgetMs: (options.budgetSeconds ?? 240) * 1000,
		overlapMs: (options.overlapMinutes ?? 10) * 60_000,
	};
}
