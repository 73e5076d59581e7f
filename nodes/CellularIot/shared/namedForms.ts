import type { INodeProperties, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import type { NamedFormName } from '../../../src/table/define';
import type { NamedField } from '../../../src/table/entries/automation/automationForm';
import { FLAGS } from './columns';

/* Forms that are made from names the service gives, in n8n's own resource mapper. */

/** The parameters that the names depend on. */
export const DEPENDENCES = ['actionId', 'automationId', 'eventId', 'templateId'].map(
	(name) => `${name}.value`,
);

/** Words of each form: a value of it, and the notice while there is none to fill in. */
const FORM_WORDS: Record<NamedFormName, { singular: string; plural: string; none: string }> = {
	actionProperties: {
		singular: 'property',
		plural: 'properties',
		none: 'Choose an action: its properties are listed here. Some actions have none.',
	},
	targets: {
		singular: 'target',
		plural: 'targets',
		none: 'Choose an event: its targets are listed here. Some events are always about all devices.',
	},
	templateProperties: {
		singular: 'property',
		plural: 'properties',
		none: 'Choose a template: its properties are listed here.',
	},
};

/** The name of the method that lists the columns of a form. */
export const methodOf = (form: NamedFormName): string => `named_${form}`;

/** The parameter of a form. */
export const mapper = (
	form: NamedFormName,
	loadOptionsDependsOn: string[],
): Pick<INodeProperties, 'type' | 'typeOptions' | 'noDataExpression'> => {
	const { singular, plural } = FORM_WORDS[form];
	return {
		type: 'resourceMapper',
		noDataExpression: true,
		typeOptions: {
			loadOptionsDependsOn,
			resourceMapper: {
				resourceMapperMethod: methodOf(form),
				mode: 'add',
				fieldWords: { singular, plural },
				addAllFields: true,
				multiKeyMatch: false,
				supportAutoMap: false,
			},
		},
	};
};

/** The mapper would fill missing booleans with false, so they are options. */
const VALUE_KINDS: Record<NamedField['kind'], Pick<ResourceMapperField, 'type' | 'options'>> = {
	flag: { type: 'options', options: FLAGS },
	list: { type: 'string' },
	number: { type: 'number' },
	text: { type: 'string' },
	unknown: { type: 'string' },
};

/** The columns of a form; none while what it depends on is not chosen. */
export const toColumns = (
	form: NamedFormName,
	fields: NamedField[] | undefined,
): ResourceMapperFields => ({
	fields: (fields ?? []).map(({ name, description, kind, required, standard }) => ({
		id: name,
		displayName: description === undefined ? name : `${name} (${description})`,
		...VALUE_KINDS[kind],
		required: required && standard === undefined,
		display: true,
		defaultMatch: false,
		canBeUsedToMatch: false,
		...(standard !== undefined && {
			defaultValue:
				kind === 'number' && Number.isFinite(Number(standard)) ? Number(standard) : standard,
		}),
	})),
	...(!fields?.length && { emptyFieldsNotice: FORM_WORDS[form].none }),
});
