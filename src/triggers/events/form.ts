import type { Input, Rule } from '../../table/define';
import { eventFilters, eventRules, typeIds } from '../../table/entries/event/eventFields';
import * as f from '../../table/fields';
import { flatOption } from '../../table/filters';
import { ALERTS } from '../alerts';
import type { AlertRule } from '../alerts/alert';
import { timeFields, pollTimes, type PollTimes } from '../feed/form';
import type { FormReader } from '../runtime/definition';
import type { ANY_TYPE } from './kinds';
import { EVENT_CHOICES, SINGLE_TYPES, eventTypesOf } from './kinds';

/* The fields of the event trigger's form, and their checked values. */

/** The choice of events. */
export const eventChoiceFields = {
	events: f.choices(
		{ label: 'Events', hint: 'Events that start the workflow; all of them arrive at one output' },
		EVENT_CHOICES,
	),
};

/** Shown while single types are chosen. */
export const typeFields = {
	types: {
		...f.picks(
			{
				label: 'Types',
				hint: 'Types of events; an expression can give any IDs, such as {{ [3, 5] }}',
			},
			'eventType',
		),
		schema: typeIds.schema,
		rule: 'must be a list of ids of event types',
	},
};

const { severity, alert, tags, endpointName, iccid, country, network, rat } = eventFilters;

/** Filters of all events, and how they are read and shown. */
export const readingFields = {
	simplify: f.simplify,
	severity,
	alert,
	tags,
	endpointName,
	iccid,
	country: {
		...country,
		names: 'countryOrCode' as const,
		hint: 'Country by name or ISO code, such as Germany or DE; several joined by |',
	},
	network: { ...network, hint: 'Name of the operator; several joined by |' },
	rat: { ...rat, hint: 'Radio access by name or ID, such as 4G or 6; several joined by |' },
	...timeFields,
	...flatOption,
};

/** Names of the filters that are about devices: alerts respect them, too. */
export const DEVICE_FILTERS = ['tags', 'endpointName', 'iccid'] as const;

/** A rule whose alerts are chosen. */
interface ChosenAlert {
	rule: AlertRule;
	/** The key of its state. */
	name: string;
	chosen: ReadonlySet<string>;
	input: Input;
}

/** The checked form. */
export interface EventForm extends PollTimes {
	/** Types of events that are emitted. */
	types: number[] | typeof ANY_TYPE;
	alerts: ChosenAlert[];
	/** Checked filters, by the names of their fields. */
	filters: Input;
	simplify: boolean;
	/** Items are rows of a table. */
	flat?: boolean | undefined;
	/** IANA name of the workflow's zone. */
	zone: string;
	/** The workspace of a user login, where another than its own is chosen. */
	workspaceId?: unknown;
}

const someEvent: Rule = ({ events }) =>
	(events as string[]).length === 0
		? { field: 'events', rule: 'must hold at least one event' }
		: undefined;

/** Reads the form. @throws InputError */
export function eventForm(read: FormReader): EventForm {
	const chosen = new Set(read.fields(eventChoiceFields, [someEvent]).events);
	const single = chosen.has(SINGLE_TYPES) ? read.fields(typeFields).types : [];
	const { simplify, flat, overlapMinutes, budgetSeconds, ...filters } = read.fields(
		readingFields,
		eventRules,
	);
	const { workspaceId } = read.fields(f.everywhere);
	const alerts = ALERTS.flatMap((rule): ChosenAlert[] => {
		const own = rule.events.map(({ value }) => value).filter((value) => chosen.has(value));
		if (own.length === 0) return [];
		const name = rule.events[0]!.value;
		return [{ rule, name, chosen: new Set(own), input: read.fields(rule.fields) }];
	});
	return {
		types: eventTypesOf(chosen, single),
		alerts,
		filters,
		simplify,
		flat: flat === true,
		...pollTimes({ overlapMinutes, budgetSeconds }),
		zone: read.zone(),
		workspaceId,
	};
}
