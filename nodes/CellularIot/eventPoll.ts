import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Client } from '../../src/client/client';
import { type EventForm, eventForm } from '../../src/triggers/events/form';
import { type EventState, pollEvents, sampleEvents } from '../../src/triggers/events/poll';
import { pollNode } from './polling';
import { triggerInput } from './triggerInput';

const inWorkspace = (client: Client, { workspaceId }: EventForm) => client.in({ workspaceId });

/** One poll of the event trigger. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	return await pollNode<EventForm, EventState>(context, {
		form: (read) => eventForm((...part) => triggerInput(read, ...part)),
		sample: async ({ client, now }, form) =>
			await sampleEvents(await inWorkspace(client, form), form, now()),
		poll: async ({ client, budgetMs, ...watch }, form, resumed) => {
			const timed = { ...form, budgetMs: budgetMs(form.budgetMs, false) };
			return await pollEvents(await inWorkspace(client, form), timed, watch, resumed);
		},
	});
}
