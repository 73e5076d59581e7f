import { isObject } from '../../../wire';
import type { RequestEntry, Call, Input, Json } from '../../define';
import { creation, entriesOf, textIdIn } from '../../made';
import { at, listAt } from '../../reading';
import { asWritten, leanEntries, propertiesOf, type Values } from './namedValues';

/*
 * Requests that make or change automations and custom events. It is not documented which fields may be
 * empty or absent: the form of those that the service shows is taken. Source: public reference.
 */

/** Lists of property entries, beside those of configured actions. */
const PROPERTY_LISTS = ['targeting_properties', 'configuration_properties'];

/** A body whose property entries leave their empty half out. */
const leanBody = (body: Json): Json => ({
	...body,
	...Object.fromEntries(
		PROPERTY_LISTS.filter((key) => Array.isArray(body[key])).map((key) => [
			key,
			leanEntries(body[key] as Json[]),
		]),
	),
	...(Array.isArray(body.configured_actions) && {
		configured_actions: (body.configured_actions as Json[]).map((action) => ({
			...action,
			properties: leanEntries((action.properties ?? []) as Json[]),
		})),
	}),
});

/** The body with the event of the other kind as null. */
function withBothEvents(body: Json): Json {
	const event = body.actionable_event;
	return isObject(event)
		? { ...body, actionable_event: { custom_event: null, system_event: null, ...event } }
		: body;
}

/** All property entries of things that the service has shown. */
const entriesShown = (shown: Json[]): Json[] =>
	shown.flatMap((automation) => [
		...PROPERTY_LISTS.flatMap((key) => listAt(automation, key)),
		...listAt(automation, 'configured_actions').flatMap((action) => listAt(action, 'properties')),
	]);

/**
 * The body in the form that the service itself shows: whether a property entry omits its empty half, and
 * an automation the kind of event that it does not have. If the service shows none, the body has the
 * documented form, in which every field is required. Source: public reference.
 */
export function inFormOf(shown: Json[], body: Json): Json {
	const entries = entriesShown(shown);
	const isLean =
		entries.length > 0 && !entries.some((entry) => 'value' in entry && 'value_array' in entry);
	const events = shown.map(({ actionable_event: event }) => event).filter(isObject);
	const isAlone =
		events.length > 0 &&
		!events.some((event) => 'custom_event' in event && 'system_event' in event);
	const form = isLean ? leanBody(body) : body;
	return isAlone ? form : withBothEvents(form);
}

/** One action, as it is written. */
export const actionBody = (id: string, properties: Values): Json => ({
	action: { id },
	properties: propertiesOf(properties),
});

/** The actions of an automation as they are written, without fields that can only be read. */
export const writtenActions = (automation: Json): Json[] =>
	listAt(automation, 'configured_actions').map((configured) => ({
		action: { id: String(at(configured, 'action.id')) },
		properties: asWritten(configured.properties),
	}));

/** How something with a text id is made and found: by the name in its body, unless more is given. */
export function creationByBody(
	things: string,
	list: RequestEntry,
	isLike: (entry: Json, body: Json) => boolean = (entry, body) => entry.name === body.name,
) {
	const path = list.request.split('/').at(-1)!;
	const { readBack, make } = creation({
		things,
		entries: entriesOf(list),
		isLike: (entry, _, body) => isLike(entry, body as Json),
		idOf: textIdIn(path),
	});
	return {
		readBack,
		/**
		 * Makes the thing by one request, in the form of those that exist, and gives it as the service shows
		 * it. `given` are parts of the body that stay as they are.
		 */
		make: async (call: Call, input: Input, body: Json, given: Json = {}): Promise<Json> => {
			let made: unknown;
			const { id, entry } = await make(call, input, {
				body: { ...body, ...given },
				send: async (before, shown) => {
					const form = { ...inFormOf(shown, body), ...given };
					const answer = await call.own(input, { body: form }, before);
					made = answer.body;
					return answer;
				},
			});
			if (isObject(made) && made.id !== undefined) return made;
			return entry ?? { ...(id !== undefined && { id }), name: body.name };
		},
	};
}
