import type { Client } from '../../run/client';

/*
 * One way to register an address at the service and to take it back. The service's own lists count,
 * whatever n8n has kept: a trigger finds its things there by their marks, compares them with what is
 * wanted, and changes the difference. A failure undoes the changes made before it.
 */

/** A production address, or that of a test. */
export type AddressKind = 'live' | 'test';

/** The owner of a registration. */
export interface Registrant {
	/** Names instance, workflow and node. */
	owner: string;
	kind: AddressKind;
}

/** The part that all wanted registrations share. */
export interface WantedAddress extends Registrant {
	/** The address n8n gives this workflow; tests have their own. */
	url: string;
	/** A person has confirmed that the service reaches a private address. */
	allowPrivate?: boolean | undefined;
	/** n8n is starting, and nobody is watching: only the trigger's own things are repaired. */
	isStart?: boolean;
}

/** How to undo the steps taken, the first one first; emptied once all are complete. */
export type Undo = Array<() => Promise<unknown>>;

/** Things of one kind at the service. */
interface RegisteredThings<Held> {
	/** Names the lock: one registration at a time changes these things of an account. */
	readonly what: string;
	list(): Promise<Held[]>;
}

/** Changes things of the service by its own list of them; a failure undoes the steps before it. */
export async function reconcile<Held, T>(
	client: Client,
	things: RegisteredThings<Held>,
	change: (held: Held[], undo: Undo) => Promise<T>,
): Promise<T> {
	return await client.exclusively(things.what, async () => {
		const undo: Undo = [];
		try {
			return await change(await things.list(), undo);
		} catch (error) {
			for (const step of undo.reverse()) await step().catch(() => {});
			throw error;
		}
	});
}
