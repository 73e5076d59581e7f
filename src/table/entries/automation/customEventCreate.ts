import { InputError } from '../../../errors';
import { type Call, operationsWith } from '../../define';
import * as f from '../../fields';
import { shownEntity } from '../../reading';
import { describeValue } from '../../values';
import { creationByBody } from './automationBodies';
import { nameText, templateId } from './automationFields';
import { NAMED_FORMS, type NamedField } from './automationForm';
import { BETA, customEvent, explains } from './automationShape';
import { getAllCustomEvents } from './automationEvents';
import {
	inCell,
	jsonValues,
	mappedValues,
	propertiesOf,
	UNCLEAR,
	type Values,
} from './namedValues';

/* Custom events as they are made: a template with values. Source: public reference. */

const define = operationsWith({ resource: 'customEvent' });

const { make: makeEvent, readBack: readBackEvent } = creationByBody(
	'custom events',
	getAllCustomEvents,
);

const propertiesError = (rule: string) => new InputError('properties', rule, 'Properties');

/** A value in the type that the template names; the service also accepts text. */
function typed({ name, kind }: NamedField, value: string | string[]): string | string[] {
	const wrong = (what: string) =>
		propertiesError(`must have ${what} for "${name}", got ${describeValue(value)}`);
	const read = typeof value === 'string' ? inCell(value) : value;
	if (kind === 'unknown') {
		if (read === undefined) throw propertiesError(`with "${name}" ${UNCLEAR}`);
		return read;
	}
	if (kind === 'list') {
		const texts = String(value).split(',');
		return [read ?? texts.map((text) => text.trim())].flat();
	}
	if (Array.isArray(value)) throw wrong('one value');
	if (kind === 'number' && (value.trim() === '' || !Number.isFinite(Number(value)))) {
		throw wrong('a number');
	}
	if (kind === 'flag' && !/^(true|false)$/i.test(value)) throw wrong('true or false');
	return kind === 'flag' ? value.toLowerCase() : value;
}

/** The values as a template wants them: known names, those it requires, its defaults for these. */
function fitted(fields: NamedField[], values: Values): Values {
	// A template without a list of settings leaves the check to the service.
	if (fields.length === 0) return values;
	const known = new Map(fields.map((field) => [field.name, field]));
	const fitting: Values = {};
	for (const [name, value] of Object.entries(values)) {
		const field = known.get(name);
		if (!field) {
			const names = [...known.keys()].map((allowed) => `"${allowed}"`).join(', ');
			throw propertiesError(`must have one of the names ${names}, got "${name}"`);
		}
		fitting[name] = typed(field, value);
	}
	for (const { name, required, standard } of fields) {
		if (!required || name in fitting) continue;
		if (standard === undefined)
			throw propertiesError(`must have "${name}": the template requires it`);
		fitting[name] = standard;
	}
	return fitting;
}

/** The organisation that the event is for: the one given, else the login's own. */
async function eventOrganisation(call: Call, given: number | undefined): Promise<number> {
	const id = given ?? (await call.login.identity()).organisationId;
	if (id !== undefined) return id;
	const rule = 'must be given: the session does not name the organisation';
	throw new InputError('organisationId', rule, 'Organisation ID');
}

export const createCustomEvent = define({
	name: 'create',
	action: 'Create custom event',
	description: 'Make an event for automations out of a template of the service and its settings',
	request: 'POST /api/v1/event/custom/configuration',
	effect: 'act',
	lane: 'single',
	done: 'the custom event was created',
	success: [200, 201],
	notice: `${BETA} It cannot be changed afterwards, only deleted.`,
	errors: [403, 404, 422],
	explains,
	fields: {
		name: { ...nameText, hint: 'Name of the event' },
		templateId: f.body('template.id', templateId),
		valuesFrom: f.choice<'columns' | 'json'>(
			{ label: 'Values From', hint: 'How the properties are given', default: 'columns' },
			[
				{ name: 'Columns', value: 'columns', description: 'One for each name of the template' },
				{ name: 'JSON', value: 'json', description: 'For expressions and AI agents' },
			],
		),
		properties: f.body(
			'configuration_properties',
			mappedValues(
				{
					label: 'Properties',
					hint: 'What the template asks for; several values separated by commas',
					showWhen: { valuesFrom: ['columns'] },
					example: { mappingMode: 'defineBelow', value: { threshold: 80 } },
				},
				'templateProperties',
				{ typed: true },
			),
		),
		propertiesJson: f.body(
			'configuration_properties',
			jsonValues({
				label: 'Properties (JSON)',
				hint: 'Values by the names of the template, which only the service knows; a list as a list',
				showWhen: { valuesFrom: ['json'] },
				example: { threshold: '80' },
			}),
		),
		...f.inGroup('options', {
			organisationId: f.narrowing(
				f.body.id('organisation.id', {
					label: 'Organisation ID',
					hint: 'Organisation that the event is for; your own unless given',
				}),
			),
		}),
		...f.single,
	},
	readBack: readBackEvent,
	run: async (call, input) => {
		const { properties, propertiesJson, name, templateId: id, simplify } = input;
		const values = properties ?? propertiesJson ?? {};
		const fields = await NAMED_FORMS.templateProperties(call, () => id);
		if (!fields) throw new InputError('templateId', 'must be one that exists', 'Template');
		const body = {
			name,
			organisation: { id: await eventOrganisation(call, input.organisationId) },
			// The service lists it as text, and shows it in a custom event as a number.
			template: { id: /^\d{1,15}$/.test(id) ? Number(id) : id },
			configuration_properties: propertiesOf(fitted(fields, values)),
		};
		const made = await makeEvent(call, input, body);
		return { ...shownEntity(customEvent, made, simplify), created: true };
	},
});
