import type { Client } from '../../run/client';
import { flatEntry } from '../../run/flat';
import type { Json } from '../../wire';
import { fieldsByPath, type PollingTrigger } from '../runtime/definition';
import { ALERTS } from '../alerts';
import { type EventForm, eventForm, readingFields } from './form';
import { type EventState, pollEvents, sampleEvents } from './poll';

const inWorkspace = async (client: Client, { workspaceId }: EventForm) =>
	await client.in({ workspaceId });

/** The items as the form wants them. */
const shaped = ({ flat }: EventForm, items: Json[]): Json[] =>
	flat ? items.map((item) => flatEntry(item, 'event')) : items;

/** New events of the organisation's feed, and alerts made of them. */
export const eventTrigger: PollingTrigger<EventForm, EventState> = {
	form: eventForm,
	pickers: Object.assign(
		{},
		...ALERTS.map(({ fields }) => fieldsByPath(fields)),
		fieldsByPath(readingFields),
	),
	within: inWorkspace,
	sample: async ({ client, now }, form) =>
		shaped(form, await sampleEvents(await inWorkspace(client, form), form, now())),
	poll: async ({ client, budgetMs, ...ports }, form, resumed) => {
		const timed = { ...form, budgetMs: budgetMs(form.budgetMs, false) };
		const polled = await pollEvents(await inWorkspace(client, form), timed, ports, resumed);
		return { ...polled, items: shaped(form, polled.items) };
	},
};
