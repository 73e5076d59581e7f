import { CellularIotError } from '../../errors';
import type { Client } from '../../run/client';
import { checkReachable } from './reachable';
import { type Answerer, type HostAddresses, type N8nIdentity, whoAnswers } from './whose';

/*
 * One way to register an address at the service and to take it back. The service's own lists count,
 * whatever n8n has stored: a trigger finds its things there by their marks, compares them with what is
 * wanted, and changes the difference. A failure undoes the changes made before it.
 * A mark names an owner and not a running n8n: a copy of n8n has the marks of its original. What belongs
 * to another n8n is left alone (whose.ts).
 */

/** A production address, or that of a test. */
export type AddressKind = 'live' | 'test';

/** The owner of a registration. */
export interface Registrant {
	/** Names instance, workflow and node. */
	owner: string;
	kind: AddressKind;
}

/** An owner, and its n8n: `url` is the address that n8n gives this workflow; tests have their own. */
export type RegistrantHere = Registrant & N8nIdentity;

/** The part that all wanted registrations share. */
export interface WantedAddress extends RegistrantHere {
	/** A person has confirmed that the service reaches a private address. */
	allowPrivate?: boolean | undefined;
	/** n8n is starting, and nobody is watching: only the trigger's own things are repaired. */
	isStart?: boolean;
}

/** How to undo the steps that a registration has taken. */
export class Undo {
	private steps: Array<() => Promise<unknown>> = [];

	/** Notes how to undo a step. */
	add(step: () => Promise<unknown>): void {
		this.steps.push(step);
	}

	/** Keeps what was done: all steps are complete. */
	forget(): void {
		this.steps = [];
	}

	/** Undoes the steps, the last one first, as far as that works. */
	async all(): Promise<void> {
		for (const step of this.steps.reverse()) await step().catch(() => {});
	}
}

/** Where a thing at the service makes calls to. */
interface CallAddress {
	url: string;
	kind: AddressKind;
}

/** An address without what follows its path. */
export function bareAddress(url: string): string {
	if (!URL.canParse(url)) return 'an address that cannot be read';
	const { origin, host, protocol, pathname } = new URL(url);
	return (origin === 'null' ? `${protocol}//${host}` : origin) + pathname;
}

const whereElse = (thing: string, url: string): string =>
	`${thing} of this trigger calls ${bareAddress(url)}, where another running n8n may answer`;
const COPY_HINT =
	'One n8n is probably a copy of the other. Unpublish the workflow in one of them, or duplicate it here for a registration of its own. If that address is gone for good, delete the registration at the service and publish again.';

/** Another n8n has the registration of this trigger. */
export class ElsewhereError extends CellularIotError {
	constructor(thing: string, url: string) {
		super(`${whereElse(thing, url)}. Nothing was changed`, COPY_HINT, 'refused');
	}
}

/** Things of one kind at the service, and how they are brought to what a trigger wants. */
export abstract class Registrations<Existing, Wanted extends WantedAddress, Made, How = void> {
	/** Names the lock: one registration at a time changes these things of an account. */
	protected abstract readonly what: string;

	constructor(
		protected readonly client: Client,
		private readonly addresses: HostAddresses,
	) {}

	/** All of them that the account has. */
	abstract list(): Promise<Existing[]>;
	/** Whether nothing is to be done. */
	abstract isRegistered(wanted: Wanted): Promise<boolean>;
	/** Changes the service from what exists to what is wanted. */
	protected abstract apply(wanted: Wanted, existing: Existing[], undo: Undo): Promise<Made>;
	/** Takes back what there is of a trigger; anything that is gone counts as done. */
	protected abstract withdraw(mine: RegistrantHere, existing: Existing[], how?: How): Promise<void>;
	/** Where a thing of a trigger makes calls to; undefined for one of others. */
	protected abstract addressOf(existing: Existing): CallAddress | undefined;

	/** @throws AddressError when the service can't reach the address. */
	protected check(wanted: Wanted): void {
		checkReachable(wanted, this.client.ports.baseUrl);
	}

	/** Registers an address; a failure undoes the steps before it. @throws AddressError */
	async register(wanted: Wanted): Promise<Made> {
		// Tests that were under way when n8n ended.
		const { url, run, owner, isStart } = wanted;
		if (isStart) await this.unregister({ url, run, owner, kind: 'test' });
		this.check(wanted);
		return await this.change(async (existing, undo) => await this.apply(wanted, existing, undo));
	}

	/** Undoes {@link register}. */
	async unregister(mine: RegistrantHere, how?: How): Promise<void> {
		await this.change(async (existing) => await this.withdraw(mine, existing, how));
	}

	/**
	 * Those of some things with this owner's mark that belong to another n8n: one answers at their address,
	 * or that is not known. An address of this n8n's own belongs to another only if another answers there.
	 * Any other address is given up only if this n8n, which can reach itself, finds that no connection to it
	 * can be made.
	 */
	protected async ofOthers(own: Existing[], mine: RegistrantHere): Promise<Set<Existing>> {
		const asked = new Map<string, Promise<Answerer>>();
		const who = async (url: string): Promise<Answerer> => {
			const known = asked.get(bareAddress(url));
			if (known) return await known;
			const { sleep } = this.client.ports;
			const answer = whoAnswers(url, mine, this.addresses, sleep);
			asked.set(bareAddress(url), answer);
			return await answer;
		};
		const isOurs = async ({ url, kind }: CallAddress): Promise<boolean> => {
			const answerer = await who(url);
			if (answerer === 'ourselves') return true;
			if (answerer === 'other') return false;
			const { n8nOf } = this.addresses;
			if (n8nOf(bareAddress(url)) === n8nOf(bareAddress(mine.url))) return true;
			// An n8n whose workflow is unpublished may have paused its stream; a test is over.
			const isFree = answerer === 'nobody' || (answerer === 'unused' && kind === 'test');
			return isFree && (await who(mine.url)) === 'ourselves';
		};
		const others = new Set<Existing>();
		for (const existing of own) {
			const address = this.addressOf(existing);
			if (address && !(await isOurs(address))) others.add(existing);
		}
		return others;
	}

	/** Logs that something with this owner's mark is left as it is. */
	protected leave(thing: string, url: string): void {
		this.client.ports.report?.warn(`${whereElse(thing, url)}; it is left as it is. ${COPY_HINT}`);
	}

	/** Changes things of the account, one registration at a time; an error undoes what was done before. */
	protected async change<T>(job: (existing: Existing[], undo: Undo) => Promise<T>): Promise<T> {
		return await this.client.exclusively(this.what, async () => {
			const undo = new Undo();
			try {
				return await job(await this.list(), undo);
			} catch (error) {
				await undo.all();
				throw error;
			}
		});
	}
}
