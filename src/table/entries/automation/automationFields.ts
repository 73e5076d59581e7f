import type { Field, LookupName } from '../../define';
import * as f from '../../fields';
import { jsonValues, mappedValues, sayingEach } from './namedValues';

/* Fields that automations and their events share. Ids are text. Source: public reference. */

const EXAMPLE_ID = '00000000-0000-4000-8000-000000000017';
const AUTOMATION_ID = f.idsOfText('must be an ID: letters, digits, dashes', (v) =>
	/^[\w-]{1,64}$/.test(v),
);

/** A picker of a thing with a text id. */
const pickText = (label: string, hint: string, lookup: LookupName): Field<string> =>
	f.pick({ label, hint, example: EXAMPLE_ID }, lookup, AUTOMATION_ID);

export const pickedAutomation = pickText('Automation', 'The automation to work on', 'automation');
export const automationId = f.path(pickedAutomation);
export const customEventId = f.path(
	pickText('Custom Event', 'The custom event to work on', 'customEvent'),
);
export const systemEventId = f.path(
	pickText('System Event', 'The system event to read', 'systemEvent'),
);
export const templateId = pickText(
	'Template',
	'How the event is made, from the list of the service',
	'customEventTemplate',
);
export const actionId = pickText('Action', 'What to do', 'automationAction');

/** An event of either kind. */
export const eventId: Field<string> = f.body(
	'actionable_event',
	f.pick(
		{ label: 'Event', hint: 'What starts it', example: `system:${EXAMPLE_ID}` },
		'automationEvent',
		f.idsOfText('must be system: or custom: and the ID of the event', (v) =>
			/^(system|custom):[\w-]{1,64}$/.test(v),
		),
	),
);

/** The status, whose words are not documented: those of the automations that are there. */
export const automationStatus: Field<string> = {
	...f.pick(
		{
			label: 'Status',
			hint: 'As the service names it; the list shows those of other automations',
			example: 'ENABLED',
		},
		'automationStatus',
		f.idsOfText('must be a word of the service', (v) => v.trim() !== ''),
	),
	control: { kind: 'locator', lookup: 'automationStatus', textIds: true, isFree: true },
	in: 'body',
	key: 'status',
};

export const nameText = { ...f.nameOf('Name of the automation'), example: 'Device blocked' };
export const descriptionText = f.body.text('description', {
	label: 'Description',
	hint: 'What it is for',
});

type ShowWhen = Record<string, unknown[]>;

/** The action and its parameters, from columns or as JSON. */
export const actionFields = (showWhen: ShowWhen) => ({
	actionId: {
		...f.body('configured_actions.action.id', actionId),
		control: { ...actionId.control, narrowedBy: ['eventId', 'automationId'] } as Field['control'],
		showWhen: { ...showWhen, valuesFrom: ['columns', 'json'] },
	},
	properties: f.body(
		'configured_actions.properties',
		mappedValues(
			{
				label: 'Properties',
				hint: 'What the action asks for; several values separated by commas, a text with commas in quotes',
				showWhen: { ...showWhen, valuesFrom: ['columns'] },
				example: { mappingMode: 'defineBelow', value: { subject: 'Device blocked' } },
			},
			'actionProperties',
		),
	),
	propertiesJson: f.body(
		'configured_actions.properties',
		jsonValues({
			label: 'Properties (JSON)',
			hint: 'Values by the names of the action, which only the service knows; a list as a list',
			showWhen: { ...showWhen, valuesFrom: ['json'] },
			example: { subject: 'Device blocked' },
		}),
	),
});

/** The devices it is about, from columns or as JSON. */
export const targetFields = {
	targets: f.body(
		'targeting_properties',
		sayingEach(
			mappedValues(
				{
					label: 'Targets',
					hint: 'What the devices have in common; several values separated by commas',
					showWhen: { valuesFrom: ['columns'], targeting: ['some'] },
					example: { mappingMode: 'defineBelow', value: { tag: 'pumps' } },
				},
				'targets',
			),
		),
	),
	targetsJson: f.body(
		'targeting_properties',
		sayingEach(
			jsonValues({
				label: 'Targets (JSON)',
				hint: 'Values by the names of the event, which only the service knows; a list as a list',
				showWhen: { valuesFrom: ['json'], targeting: ['some'] },
				example: { tags: ['pumps'] },
			}),
		),
	),
};

export const TARGETINGS = [
	{ name: 'All Devices', value: 'all' as const },
	{ name: 'Some Devices', value: 'some' as const, description: 'Those that Targets describes' },
];

/** Where the values come from. */
export const valuesFrom = f.choice<'columns' | 'json' | 'body'>(
	{
		label: 'Values From',
		hint: 'How the properties and targets are given',
		default: 'columns',
	},
	[
		{ name: 'Columns', value: 'columns', description: 'One for each name of the service' },
		{ name: 'JSON', value: 'json', description: 'For expressions and AI agents' },
		{ name: 'Whole Body', value: 'body', description: 'For what the form does not have' },
	],
);
