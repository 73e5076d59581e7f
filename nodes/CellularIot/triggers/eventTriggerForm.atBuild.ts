import type { Field } from '../../../src/table/define';
import { everywhere } from '../../../src/table/fields';
import { ALERTS } from '../../../src/triggers/alerts';
import { eventChoiceFields, readingFields, typeFields } from '../../../src/triggers/events/form';
import { SINGLE_TYPES } from '../../../src/triggers/events/kinds';
import { subtitleOf, triggerForm } from './triggerForm';
import { triggerParts } from './triggerParts';

/* The form of the event trigger. */

/** The fields of all alerts, each once, with the events that it is shown with. */
function alertParts() {
	const parts = new Map<string, { field: Field; events: string[] }>();
	for (const { events, fields } of ALERTS) {
		for (const [name, field] of Object.entries(fields)) {
			const part = parts.get(name) ?? { field, events: [] };
			part.events.push(...events.map(({ value }) => value));
			parts.set(name, part);
		}
	}
	return [...parts].map(([name, { field, events }]) => ({
		fields: { [name]: field },
		show: { events },
	}));
}

export const eventTriggerForm = triggerForm([
	{ fields: eventChoiceFields },
	{ fields: typeFields, show: { events: [SINGLE_TYPES] } },
	...alertParts(),
	{ fields: readingFields },
	{ fields: everywhere },
]);

export const eventTriggerSubtitle = subtitleOf(eventTriggerForm, 'events');

export const eventTriggerParts = triggerParts({
	hint: 'Reads the event feed regularly and emits what is new: devices that connect or fall silent, SIMs, quotas, logins, and alerts made of them. The kinds are chosen in events. The first poll only learns. Which field is the device: endpoint_id, its SIM sim_id and iccid.',
	related: 'Reads and changes the devices concerned',
	testing: 'Reading an example from the service',
	published:
		'n8n now polls the event feed regularly. Events from now on start this workflow; earlier ones do not.',
	header: 'See what an event looks like',
	building:
		': it shows the newest event of the chosen kind. If there is none, it shows a sample about no device, marked as such; nodes that change something refuse it.',
	onceOn: 'n8n then polls at the times above and emits new events.',
	nowOn: 'new events start it.',
	starts: ['events', 'New events'],
});
