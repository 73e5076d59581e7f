import type { Client } from '../../../src/run/client';
import type { Json } from '../../../src/table/define';
import type { EventForm } from '../../../src/triggers/events/form';
import { type EventState, pollEvents } from '../../../src/triggers/events/poll';
import type { PollPorts } from '../../../src/triggers/feed/read';
import { type PollOptions, pollQuotas, type QuotaState } from '../../../src/triggers/quota/poll';
import { pollStored, type StateStore } from '../../../src/triggers/runtime/stored';

/* Polls against a store, without a node around them. */

type Stored = { publication?: boolean };

/** One poll of the quota trigger. */
export const pollOnce = async (
	key: string,
	store: StateStore,
	client: Client,
	options: () => PollOptions,
	stored: Stored = {},
): Promise<Json[] | undefined> =>
	await pollStored<QuotaState>(
		key,
		store,
		stored,
		async (resumed) => await pollQuotas(client, options(), resumed),
	);

/** One poll of the event trigger. */
export const pollEventTrigger = async (
	key: string,
	store: StateStore,
	client: Client,
	form: EventForm,
	ports: PollPorts,
	stored: Stored = {},
): Promise<Json[] | undefined> =>
	await pollStored<EventState>(
		key,
		store,
		stored,
		async (resumed) => await pollEvents(client, form, ports, resumed),
	);
