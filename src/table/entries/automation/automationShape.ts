import { UnreadableAnswer } from '../../../errors';
import { isObject } from '../../../wire';
import type { Answer, Fields, Json } from '../../define';
import {
	at,
	flat,
	type EntityKind,
	listAt,
	listOrOne,
	numeric,
	readsOne,
	shownEntity,
} from '../../reading';
import { namesIn, valuesIn } from './namedValues';

/*
 * Automations, the events they are about and the actions they do, as the service writes them: in
 * snake_case beside camelCase, with ids that are text. Source: public reference.
 */

/** The id of an object as text, however it is written; anything but an object stays as it is. */
const withTextId = (value: unknown): unknown =>
	isObject(value) && value.id !== undefined ? { ...value, id: String(value.id) } : value;

/** Reads an entity whose own id, and those of the objects named, are text. */
const textIds =
	(...keys: string[]) =>
	(entity: Json): Json => ({
		...(withTextId(entity) as Json),
		...Object.fromEntries(
			keys.filter((key) => key in entity).map((key) => [key, withTextId(entity[key])]),
		),
	});

export const systemEvent: EntityKind = {
	read: (entity) => numeric('eventType.id parentOrg.id')(textIds()(entity)),
	simple: (entity) => ({
		...flat('id name description event_type_id=eventType.id')(entity),
		...flat('parent_organisation_id=parentOrg.id')(entity),
		targets: namesIn(entity.supportedTargetingParameters),
		outputs: namesIn(entity.eventOutputParameters),
		actions: namesIn(entity.supportedActions),
	}),
};

export const customEvent: EntityKind = {
	read: (entity) => numeric('organisation.id')(textIds()(entity)),
	simple: (entity) => ({
		...flat('id name organisation_id=organisation.id template_id=template.id')(entity),
		properties: valuesIn(entity.configuration_properties),
		targets: namesIn(entity.supportedTargetingParameters),
		actions: namesIn(entity.supportedActions),
	}),
};

const TEMPLATE_PROPERTY = flat('property type default required description');

export const template: EntityKind = {
	read: (entity) => numeric('parent_organisation.id')(textIds()(entity)),
	simple: (entity) => ({
		...flat('id name description status')(entity),
		...flat('parent_organisation_id=parent_organisation.id')(entity),
		properties: listAt(entity, 'configuration_properties').map(TEMPLATE_PROPERTY),
		targets: namesIn(entity.supported_targeting_parameters),
	}),
};

export const actionKind: EntityKind = {
	read: textIds(),
	simple: (entity) => ({
		...flat('id name description type status')(entity),
		properties: namesIn(entity.configurationProperties),
		needs: namesIn(entity.requiredEventOutputParameters),
	}),
};

/** The kinds of events that an automation can be about. */
const EVENT_KINDS = ['system', 'custom'] as const;
type EventKind = (typeof EVENT_KINDS)[number];

/** The event of an automation: its kind, and the object that the service shows of it. */
export function eventIn(automation: Json): { kind: EventKind; event: Json } | undefined {
	for (const kind of EVENT_KINDS) {
		const event = at(automation, `actionable_event.${kind}_event`);
		if (isObject(event) && event.id !== undefined) return { kind, event };
	}
	return undefined;
}

/** The name of an event among those of both kinds, as the picker gives it. */
export const qualifiedEventName = (kind: EventKind, id: unknown) => `${kind}:${String(id)}`;

export const automation: EntityKind = {
	read: (entity) => numeric('organisation.id number_of_executions')(textIds()(entity)),
	simple: (entity) => {
		const about = eventIn(entity);
		return {
			...flat('id name description status')(entity),
			...flat('organisation_id=organisation.id')(entity),
			event: about ? qualifiedEventName(about.kind, about.event.id) : null,
			event_name: about?.event.name ?? null,
			actions: listAt(entity, 'configured_actions').map((configured) => ({
				id: String(at(configured, 'action.id') ?? ''),
				properties: valuesIn(configured.properties),
				recipients: namesIn(at(configured, 'recipients.email')),
			})),
			targets: valuesIn(entity.targeting_properties),
			...flat('number_of_executions last_execution created_at modified_at')(entity),
		};
	},
};

export const logEntry: EntityKind = {
	read: (entity) =>
		numeric('organisation.id automation_execution_number')(
			textIds('automation', 'action', 'event', 'smart_event')(entity),
		),
	simple: flat(
		'id automation_id=automation.id execution=automation_execution_number action_id=action.id',
		'event_id=event.id custom_event_id=smart_event.id status message created_at',
		'organisation_id=organisation.id',
	),
};

/** The one object of an answer; its id is not read as a number. */
export function objectOf(answer: Answer): Json {
	const [object] = listOrOne(answer);
	if (object) return object;
	throw new UnreadableAnswer('the object it describes', answer);
}

/** The text of a refusal that may mean that the whole feature is switched off. */
const OFF = 'automations, a beta for selected customers, may not be enabled for this organisation';
export const explains = {
	403: `The role may not do this, or ${OFF}: ask the provider.`,
	404: `It is not there, or ${OFF}: ask the provider.`,
};
/** Shown above each change. */
export const BETA = 'Beta of the service for selected customers.';

/** Properties of an entry that reads one thing with a text id. */
export const readsOneText = <F extends Fields>(kind: EntityKind, which: F) => ({
	...readsOne(kind, which),
	result: (answer: Answer, { simplify }: { simplify: boolean }): Json =>
		shownEntity(kind, objectOf(answer), simplify),
});
