import { listIn } from '../../../wire';
import type { RequestEntry, Call, Json, NamedFormName } from '../../define';
import type { FormValue } from '../../pickerList';
import { listAt, listOrOne, unlessRefused } from '../../reading';
import { isReference } from '../../values';
import { getAction, getActions, getAllAutomations } from './automation';
import {
	getAllCustomEvents,
	getAllSystemEvents,
	getTemplate,
	getTemplates,
} from './automationEvents';
import { eventIn, qualifiedEventName, objectOf } from './automationShape';
import { namesIn } from './namedValues';

/*
 * Forms that are made from what the service names: the parameters of an action, the targets of an
 * event, the settings of a template. Source: public reference.
 */

/** One value that a form asks for. */
export interface NamedField {
	name: string;
	description?: string;
	kind: 'text' | 'number' | 'flag' | 'list' | 'unknown';
	required: boolean;
	standard?: string;
}

const unknownField = (name: string): NamedField => ({ name, kind: 'unknown', required: false });

const readEntries = async (call: Call, entry: RequestEntry): Promise<Json[]> =>
	listOrOne(await call.other(entry, {}, { lane: 'list' }));

/**
 * Events of both kinds, each under its kind and id. Where the role may read one kind only, those.
 * @throws what refuses both lists.
 */
export async function automationEvents(call: Call): Promise<Json[]> {
	const ofKind = async (kind: 'system' | 'custom', entry: RequestEntry): Promise<Json[]> =>
		(await readEntries(call, entry)).map((event) => ({
			...event,
			id: qualifiedEventName(kind, event.id),
			kind,
		}));
	const custom = await unlessRefused(ofKind('custom', getAllCustomEvents), 403, 404);
	const system = ofKind('system', getAllSystemEvents);
	return [
		...((await (custom ? unlessRefused(system, 403, 404) : system)) ?? []),
		...(custom ?? []),
	];
}

/** The words that automations have as their status. */
export async function automationStatuses(call: Call): Promise<Json[]> {
	const words = (await readEntries(call, getAllAutomations)).map(({ status }) => status);
	return [...new Set(words.filter((word) => typeof word === 'string' && word !== ''))].map(
		(word) => ({ id: word, name: word }),
	);
}

/** The entry of a list that a value of a form means. */
const matchingEntry = (entries: Json[], given: unknown): Json | undefined =>
	entries.find(({ id, name }) =>
		isReference(given) ? name === given.value : String(id) === String(given),
	);

const isFilled = (v: unknown) => isReference(v) || (typeof v === 'string' && v !== '');

/** The event that a form is about: its own, or that of the automation it changes. */
export async function formEvent(call: Call, valueOf: FormValue): Promise<Json | undefined> {
	const [event, automation] = [valueOf('eventId'), valueOf('automationId')];
	if (isFilled(event)) return matchingEntry(await automationEvents(call), event);
	if (!isFilled(automation)) return undefined;
	const own = matchingEntry(await readEntries(call, getAllAutomations), automation);
	const about = own && eventIn(own);
	if (!about) return undefined;
	const name = qualifiedEventName(about.kind, about.event.id);
	return matchingEntry(await automationEvents(call), name) ?? { ...about.event, kind: about.kind };
}

/**
 * The actions that fit an event: those it names by id, type or name, or all if it names none of them,
 * without those that need data it does not carry. A custom event does not say what it carries.
 */
export function fittingActions(actions: Json[], event: Json | undefined): Json[] {
	if (!event) return actions;
	const supported = new Set(namesIn(event.supportedActions));
	const named = actions.filter(({ id, type, name }) =>
		[id, type, name].some((known) => supported.has(String(known))),
	);
	const outputs = listIn(event.eventOutputParameters) && namesIn(event.eventOutputParameters);
	return (named.length > 0 ? named : actions).filter(
		({ requiredEventOutputParameters: needs }) =>
			!outputs || namesIn(needs).every((name) => outputs.includes(name)),
	);
}

const NUMBER = /^(number|int|integer|long|float|double|decimal)$/i;
const FLAG = /^bool(ean)?$/i;
const LIST_WORD = /list|array|\[\]/i;
const TEXT = /^(string|text|char|varchar)$/i;

/** The kind of value a word of a template means; anything unrecognised takes any text. */
function valueKind(type: unknown): NamedField['kind'] {
	const word = String(type ?? '').trim();
	if (LIST_WORD.test(word)) return 'list';
	if (NUMBER.test(word)) return 'number';
	if (FLAG.test(word)) return 'flag';
	return TEXT.test(word) ? 'text' : 'unknown';
}

const hasText = (v: unknown): v is string | number | boolean =>
	['string', 'number', 'boolean'].includes(typeof v) && v !== '';

/** The settings of a template. */
const templateFields = (template: Json): NamedField[] =>
	listAt(template, 'configuration_properties').map((property) => ({
		name: String(property.property),
		kind: valueKind(property.type),
		required: property.required === true || property.required === 'true',
		...(hasText(property.description) && { description: String(property.description) }),
		...(hasText(property.default) && { standard: String(property.default) }),
	}));

/**
 * The thing that a field of a form names, by its id, else by its name in the list of its kind; undefined
 * if there is none.
 */
async function chosenEntry(
	call: Call,
	valueOf: FormValue,
	list: RequestEntry,
	[entry, field]: [entry: RequestEntry, field: string],
): Promise<Json | undefined> {
	const given = valueOf(field);
	if (!isFilled(given)) return undefined;
	if (isReference(given)) return matchingEntry(await readEntries(call, list), given);
	const answer = await unlessRefused(call.other(entry, { [field]: given }), 404);
	return answer && objectOf(answer);
}

/** The fields of a form; undefined while what they depend on is not chosen. */
type NamedForm = (call: Call, valueOf: FormValue) => Promise<NamedField[] | undefined>;

/** The forms, by the name that a field's control has for them. */
export const NAMED_FORMS: Record<NamedFormName, NamedForm> = {
	actionProperties: async (call, valueOf) => {
		const action = await chosenEntry(call, valueOf, getActions, [getAction, 'actionId']);
		return action && namesIn(action.configurationProperties).map(unknownField);
	},
	targets: async (call, valueOf) => {
		const event = await formEvent(call, valueOf);
		return event && namesIn(event.supportedTargetingParameters).map(unknownField);
	},
	templateProperties: async (call, valueOf) => {
		const template = await chosenEntry(call, valueOf, getTemplates, [getTemplate, 'templateId']);
		return template && templateFields(template);
	},
};
