import type { Client } from '../../../src/run/client';
import type { Json } from '../../../src/table/define';
import type { EventForm } from '../../../src/triggers/events/form';
import { type EventState, pollEvents } from '../../../src/triggers/events/poll';
import type { PollPorts } from '../../../src/triggers/feed/read';
import { type PollOptions, pollQuotas, type QuotaState } from '../../../src/triggers/quota/poll';
import { forgetPolls, pollStored, type StateStore } from '../../../src/triggers/runtime/stored';
import type { Tally } from './verdict';

/* Polls against a store, without a node. */

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

/** A polling trigger whose state is saved only when n8n would save it. */
export class PolledTrigger {
	store: StateStore = {};
	private saved: StateStore = {};

	/** `isDurable`: n8n saves the state of every poll, but not of a publication. */
	constructor(
		private readonly key: string,
		private readonly tally: Tally,
		private readonly isDurable = false,
	) {}

	/**
	 * Runs `times` polls concurrently; returns all items, or undefined if a poll failed.
	 * @throws Error if a failed poll has changed the state
	 */
	async poll(once: () => Promise<Json[] | undefined>, times: number): Promise<Json[] | undefined> {
		const before = this.store.state;
		const ended = await Promise.allSettled(Array.from({ length: times }, once));
		this.tally.polls += times;
		if (ended.some(({ status }) => status === 'rejected')) {
			this.tally.failed += 1;
			if (this.store.state !== before) throw new Error('a failed poll has changed the state');
			return undefined;
		}
		return ended.flatMap((end) => (end.status === 'fulfilled' ? (end.value ?? []) : []));
	}

	/** Saves the state after a poll with these items if n8n would; returns whether it was saved. */
	save(items: Json[], publication: boolean): boolean {
		const { isDurable } = this;
		if (publication && isDurable && (items.length === 0 || this.saved.state === undefined)) {
			// The next scheduled poll starts from the state before the publication.
			this.store = { ...this.saved };
			return false;
		}
		const isSaved = items.length > 0 || isDurable || publication;
		if (isSaved) this.saved = { ...this.store };
		return isSaved;
	}

	/** Restarts n8n with the saved state. */
	restart(): void {
		this.tally.restarts += 1;
		this.store = { ...this.saved };
		forgetPolls(this.key);
	}
}
