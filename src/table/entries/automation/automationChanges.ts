import { InputError } from '../../../errors';
import { type Call, type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import { at, listAt, shownEntity } from '../../reading';
import { changesSomething, rule } from '../../rules';
import { getAllAutomations, getAutomation } from './automation';
import { actionBody, creationByBody, inFormOf, writtenActions } from './automationBodies';
import {
	actionFields,
	automationId,
	descriptionText,
	eventId,
	nameText,
	automationStatus,
	targetFields,
	TARGETINGS,
	valuesFrom,
} from './automationFields';
import { NAMED_FORMS } from './automationForm';
import { automation, BETA, eventIn, explains, objectOf } from './automationShape';
import { asWritten, jsonObject, propertiesOf, type Values } from './namedValues';
import { compareNames } from '../../../nameOrder';

/* Automations as they are made and changed. Source: public reference. */

const define = operationsWith({
	resource: 'automation',
	lane: 'single',
	errors: [403, 404, 422],
	explains,
	stakes: 'billed',
});

const ACTS = `${BETA} Actions may change devices and cost money.`;

type ChosenParts = {
	eventId?: string;
	automationId?: string;
	actionId?: string;
	properties?: Values;
	propertiesJson?: Values;
	targeting?: string;
	targets?: Values;
	targetsJson?: Values;
};
const propertiesIn = ({ properties, propertiesJson }: ChosenParts): Values =>
	properties ?? propertiesJson ?? {};
const targetsIn = ({ targets, targetsJson }: ChosenParts): Values => targets ?? targetsJson ?? {};

/** Some devices need a target: without one it is about all of them. */
const hasTargets = <I extends ChosenParts>() =>
	rule<I>('some devices have at least one target', (input) => {
		const { targeting, targets, targetsJson } = input;
		const given = targets ?? targetsJson;
		return targeting === 'some' && given && Object.keys(given).length === 0
			? {
					field: targets ? 'targets' : 'targetsJson',
					rule: 'must hold at least one value; without targets it is about all devices: choose that in {targeting}',
				}
			: undefined;
	});

/** Refuses names that the action or the event does not have, where the service says which it has. */
async function checkNames(call: Call, input: ChosenParts): Promise<void> {
	const forms = [
		['actionProperties', 'Properties', 'properties', propertiesIn(input)],
		['targets', 'Targets', 'targets', targetsIn(input)],
	] as const;
	for (const [form, label, field, values] of forms) {
		const given = Object.keys(values);
		if (given.length === 0) continue;
		const fields = await NAMED_FORMS[form](call, (name) => input[name as keyof ChosenParts]);
		const known = fields?.map(({ name }) => name) ?? [];
		const [other] = given.filter((name) => known.length > 0 && !known.includes(name));
		if (other !== undefined) {
			const names = known.map((name) => `"${name}"`).join(', ');
			throw new InputError(field, `must have one of the names ${names}, got "${other}"`, label);
		}
	}
}

/** Whether an automation has the name, the event and the actions of a body. */
function isSameAutomation(entry: Json, body: Json): boolean {
	const about = (entity: Json) => {
		const event = eventIn(entity);
		return event && `${event.kind} ${String(event.event.id)}`;
	};
	const does = (entity: Json) =>
		listAt(entity, 'configured_actions')
			.map((action) => String(at(action, 'action.id')))
			.join();
	return entry.name === body.name && about(entry) === about(body) && does(entry) === does(body);
}

const { make: makeAutomation, readBack: readBackAutomation } = creationByBody(
	'automations',
	getAllAutomations,
	isSameAutomation,
);

const wholeBody = jsonObject({
	label: 'Body',
	hint: 'Parts of the request body as the service has them, such as configured_actions; they replace those of the form',
	showWhen: { valuesFrom: ['body'] },
	example: { configured_actions: [], targeting_properties: [] },
});

const inForm = { valuesFrom: ['columns', 'json'] };
const devices = { label: 'Devices', hint: 'Which devices it is about', showWhen: inForm };

export const createAutomation = define({
	name: 'create',
	action: 'Create automation',
	description: 'Make a rule of the service: when an event happens to a device, an action is done',
	request: 'POST /api/v1/automation',
	effect: 'act',
	done: 'the automation was created',
	success: [200, 201],
	notice: `${ACTS} A second automation like it does everything twice.`,
	fields: {
		name: nameText,
		status: automationStatus,
		eventId,
		valuesFrom,
		...actionFields({}),
		targeting: f.choice({ ...devices, default: 'some' }, TARGETINGS),
		...targetFields,
		body: wholeBody,
		...f.inGroup('options', { description: descriptionText }),
		...f.single,
	},
	rules: [hasTargets()],
	readBack: readBackAutomation,
	run: async (call, input) => {
		const [kind, id] = input.eventId.split(':') as [string, string];
		const isBody = input.valuesFrom === 'body';
		if (!isBody) await checkNames(call, input);
		const body: Json = {
			name: input.name,
			description: input.description ?? '',
			status: input.status,
			actionable_event: { [`${kind}_event`]: { id } },
		};
		if (!isBody) {
			body.configured_actions = [actionBody(input.actionId, propertiesIn(input))];
			body.targeting_properties = propertiesOf(targetsIn(input));
		}
		const made = await makeAutomation(call, input, body, isBody ? input.body : {});
		return { ...shownEntity(automation, made, input.simplify), created: true };
	},
});

const keepChoice = { name: 'Keep', value: 'keep' as const };

export const updateAutomation = define({
	name: 'update',
	action: 'Update automation',
	description: 'Change the name, status, action or targets of an automation; its event stays',
	request: 'PATCH /api/v1/automation/{automationId}',
	effect: 'set',
	notice: ACTS,
	fields: {
		automationId,
		valuesFrom,
		actions: f.choice(
			{ label: 'Actions', hint: 'Replaces all its actions', default: 'keep', showWhen: inForm },
			[keepChoice, { name: 'Replace', value: 'replace' as const }],
		),
		...actionFields({ actions: ['replace'] }),
		targeting: f.choice(
			{ ...devices, default: 'keep' },
			[...TARGETINGS, keepChoice].sort((a, b) => compareNames(a.name, b.name)),
		),
		...targetFields,
		body: wholeBody,
		...f.inGroup('updateFields', {
			name: nameText,
			description: descriptionText,
			status: automationStatus,
		}),
		...f.single,
	},
	rules: [
		hasTargets(),
		rule('the event cannot be changed', ({ body }) =>
			body && 'actionable_event' in body
				? {
						field: 'body',
						rule: 'must not have actionable_event: an event cannot be changed; create another automation and delete this one',
					}
				: undefined,
		),
		changesSomething(
			({ name, description, status: word, actions, targeting: aim, body }) =>
				name !== undefined ||
				description !== undefined ||
				word !== undefined ||
				actions === 'replace' ||
				(aim !== undefined && aim !== 'keep') ||
				(body !== undefined && Object.keys(body).length > 0),
		),
	],
	run: async (call, input) =>
		await call.exclusively(`automation ${input.automationId}`, async () => {
			await checkNames(call, input);
			const present = objectOf(await call.other(getAutomation, input));
			const actions =
				input.actions === 'replace'
					? [actionBody(input.actionId, propertiesIn(input))]
					: writtenActions(present);
			const targets =
				input.targeting === 'keep' || input.targeting === undefined
					? asWritten(present.targeting_properties)
					: propertiesOf(targetsIn(input));
			const parts = {
				name: input.name ?? present.name,
				description: input.description ?? present.description ?? '',
				status: input.status ?? present.status,
				configured_actions: actions,
				targeting_properties: targets,
			};
			const body = { ...inFormOf([present], parts), ...input.body };
			const answer = await call.own(input, { body });
			const { body: made } = answer;
			const changed = at(made, 'id') === undefined ? { ...present, ...body } : (made as Json);
			return { ...shownEntity(automation, changed, input.simplify), updated: true };
		}),
});
