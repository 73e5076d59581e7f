import { isObject } from '../../../wire';
import type { Answer, RequestEntry, Call, Input, Json } from '../../define';
import { creation, entriesOf, textIdIn } from '../../made';
import { at, listAt, wasRefused } from '../../reading';
import { asWritten, leanEntries, propertiesOf, type Values } from './namedValues';

/*
 * Requests that make or change automations and custom events. Which of the documented fields may be
 * empty, or absent, is not known: the forms are tried in turn. Source: public reference.
 */

/** A value for each name, as entries; a body that leaves the empty half of each out. */
const leanBody = (body: Json): Json => ({
	...body,
	...Object.fromEntries(
		['targeting_properties', 'configuration_properties']
			.filter((key) => Array.isArray(body[key]))
			.map((key) => [key, leanEntries(body[key] as Json[])]),
	),
	...(Array.isArray(body.configured_actions) && {
		configured_actions: (body.configured_actions as Json[]).map((one) => ({
			...one,
			properties: leanEntries((one.properties ?? []) as Json[]),
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

/** The forms of a body that the service may want, the likeliest first. */
export function formsOf(body: Json): Json[] {
	const lean = leanBody(body);
	const forms = [body, withBothEvents(body), lean, withBothEvents(lean)];
	return [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()];
}

/**
 * Sends a body in the first of its forms that the service accepts: a refusal with 400 or 422 leaves
 * nothing behind. @throws the first refusal where all forms are refused.
 */
export async function inOneForm(
	forms: Json[],
	send: (body: Json) => Promise<Answer>,
): Promise<Answer> {
	let first: unknown;
	for (const body of forms) {
		try {
			return await send(body);
		} catch (error) {
			if (!wasRefused(error, 400) && !wasRefused(error, 422)) throw error;
			first ??= error;
		}
	}
	throw first;
}

/** One action, as it is written. */
export const actionBody = (id: string, properties: Values): Json => ({
	action: { id },
	properties: propertiesOf(properties),
});

/** The actions of an automation as they are written: what is only read is left out. */
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
		/** Makes it, and gives it as the service shows it. */
		make: async (call: Call, input: Input, body: Json): Promise<Json> => {
			let made: unknown;
			const { id, entry } = await make(call, input, {
				body,
				send: async (before) => {
					const answer = await inOneForm(formsOf(body), async (form) =>
						call.own(input, { body: form }, before),
					);
					made = answer.body;
					return answer;
				},
			});
			if (isObject(made) && made.id !== undefined) return made;
			return entry ?? { ...(id !== undefined && { id }), name: body.name };
		},
	};
}
