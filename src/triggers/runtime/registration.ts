import type { Client } from '../../run/client';
import { checkReachable } from './reachable';

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

/** Things of one kind at the service, and how they are brought to what a trigger wants. */
export abstract class Registrations<Held, Wanted extends WantedAddress, Made, How = void> {
	/** Names the lock: one registration at a time changes these things of an account. */
	protected abstract readonly what: string;

	constructor(protected readonly client: Client) {}

	/** All of them that the account has. */
	abstract list(): Promise<Held[]>;
	/** Whether nothing is to be done. */
	abstract isRegistered(wanted: Wanted): Promise<boolean>;
	/** Makes the difference between what there is and what is wanted. */
	protected abstract apply(wanted: Wanted, held: Held[], undo: Undo): Promise<Made>;
	/** Takes back what there is of a trigger; anything that is gone counts as done. */
	protected abstract withdraw(mine: Registrant, held: Held[], how?: How): Promise<void>;

	/** @throws AddressError when the service can't reach the address. */
	protected check(wanted: Wanted): void {
		checkReachable(wanted, this.client.ports.baseUrl);
	}

	/** Registers an address; a failure undoes the steps before it. @throws AddressError */
	async register(wanted: Wanted): Promise<Made> {
		// Tests that were under way when n8n ended.
		if (wanted.isStart) await this.unregister({ owner: wanted.owner, kind: 'test' });
		this.check(wanted);
		return await this.change(async (held, undo) => await this.apply(wanted, held, undo));
	}

	/** Undoes {@link register}. */
	async unregister(mine: Registrant, how?: How): Promise<void> {
		await this.change(async (held) => await this.withdraw(mine, held, how));
	}

	private async change<T>(job: (held: Held[], undo: Undo) => Promise<T>): Promise<T> {
		return await this.client.exclusively(this.what, async () => {
			const undo: Undo = [];
			try {
				return await job(await this.list(), undo);
			} catch (error) {
				for (const step of undo.reverse()) await step().catch(() => {});
				throw error;
			}
		});
	}
}
