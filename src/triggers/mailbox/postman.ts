import { systemClock, systemSleep } from '../../ports';
import { inParallel } from '../../table/inParallel';
import { isObject } from '../../wire';
import { inMemory } from '../runtime/inMemory';
import type { Mailbox } from './mailbox';
import { devicesOf, type Wait } from './wait';

/*
 * How runs are woken. n8n resumes a run by a call of its signed address, and answers 409 while the
 * run has not gone to sleep yet. The node then takes its replies from the mailbox; nothing in the
 * call itself counts.
 */

interface PostAnswer {
	status: number;
	body: unknown;
}

/** Calls an address of n8n. @throws any error when there is no answer. */
export type Post = (address: string) => Promise<PostAnswer>;

/** The n8n that this process belongs to. */
export interface Home {
	/** Distinguishes it from other n8n on the account, copies of its database among them. */
	owner: string;
	/** Where it is reached, from its own settings: never from what a Redis holds. */
	origin: string;
}

/** The answer of the node to the call that wakes it. */
export type Woken = 'resumed' | 'waiting' | 'gone';

interface PostmanPorts {
	post: Post;
	home: Home;
	warn: (message: string) => void;
}

/** Pauses while n8n has not put a run to sleep: the first and the longest, and how long in all. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;
const SLEEP_WAIT_MS = 30_000;
/** Runs that a look wakes at a time: each takes n8n a call. */
const WAKES_AT_A_TIME = 10;
/** Looks after which a run that could not be woken is tried again: more each time. */
const LONGEST_BACKOFF_LOOKS = 30;
/** How long after its time a run that cannot be woken is given up. Milliseconds. */
const GIVEN_UP_MS = 24 * 3_600_000;

/**
 * The work of a process for a mailbox: the waits it is waking, by whether they are to be woken once
 * more, and those it could not wake.
 */
const workFor = inMemory(() => ({
	waking: new Map<string, boolean>(),
	failed: new Map<string, { looks: number; left: number }>(),
}));

/**
 * Whether n8n says of an execution that it is not asleep yet: by 409, as of one that has ended. One
 * that was begun in the editor has no stored data until it sleeps, at which n8n 2.40 fails.
 */
export const isUnderWay = ({ status, body }: PostAnswer): boolean =>
	isObject(body) &&
	((status === 409 && /is running already/.test(String(body.message))) ||
		(status === 500 && /undefined \(reading 'resumeToken'\)/.test(String(body.message))));

/**
 * Whether n8n says of an execution that it sleeps no more: it was resumed, ended by itself, stopped or
 * deleted. A 404 or 401 alone may be the page of a proxy, or of an n8n that is starting.
 */
const isGone = ({ status, body }: PostAnswer): boolean => {
	if (!isObject(body)) return false;
	const isAboutExecution = /^The (workflow for )?execution "/.test(String(body.message));
	return (
		([404, 409].includes(status) && isAboutExecution) ||
		(status === 401 && body.error === 'Invalid token')
	);
};

/** n8n's words for an execution that was killed while it went on: it marks it as crashed for good. */
const isCrashed = (body: unknown): boolean =>
	isObject(body) && /reading 'inputOverride'/.test(String(body.message));

const wokenIn = (body: unknown): Woken | undefined =>
	isObject(body) ? (body.state as Woken | undefined) : undefined;

/** Wakes the runs of a mailbox; `key` names the mailbox in this process. */
export class Postman {
	private readonly work: ReturnType<typeof workFor>;

	constructor(
		key: string,
		private readonly mailbox: Mailbox,
		private readonly ports: PostmanPorts,
	) {
		this.work = workFor(`postman ${key}`);
	}

	/** Whether this n8n has asked: others wake their own runs. */
	private isOwn({ owner, address }: Wait): boolean {
		const { home } = this.ports;
		return owner === undefined ? new URL(address).origin === home.origin : owner === home.owner;
	}

	/** Wakes the run of a wait as soon as n8n lets it; gives up until the next look if it does not. */
	async wake(name: string): Promise<void> {
		const { waking } = this.work;
		const isWaking = waking.has(name);
		waking.set(name, true);
		if (isWaking) return;
		const next: string[] = [];
		try {
			while (waking.get(name)) {
				waking.set(name, false);
				next.push(...(await this.call(name)));
			}
			this.work.failed.delete(name);
		} catch (error) {
			this.noteFailure(name, error);
		} finally {
			waking.delete(name);
		}
		for (const one of next) await this.wake(one);
	}

	/** @returns waits to be woken, since replies have gone over to them. */
	private async call(name: string): Promise<string[]> {
		const until = systemClock.now() + SLEEP_WAIT_MS;
		for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
			const wait = await this.mailbox.find(name);
			if (!wait || !this.isOwn(wait)) return [];
			const asker = { name, turn: wait.turn };
			const said = await this.ports.post(this.addressOf(wait));
			const { status, body } = said;
			if (status === 200) {
				if (wokenIn(body) === undefined) throw new Error('n8n answered in a form of its own');
				return wokenIn(body) === 'resumed' ? await this.mailbox.close(asker) : [];
			}
			const isAwake = isUnderWay(said);
			const isOver = isGone(said) && (!isAwake || wait.isHanded);
			const hasCrashed = status === 500 && wait.isHanded && isCrashed(body);
			if (hasCrashed) {
				this.ports.warn(
					`n8n was stopped while a run went on with its replies, and shows it as crashed: read them at the endpoints ${devicesOf(wait).join(', ')}`,
				);
			}
			// n8n fails over an execution that was killed before it slept; one of the editor may live.
			const looks = this.work.failed.get(name)?.looks ?? 0;
			const isLost =
				wait.isAsking && status === 500 && looks >= (isAwake ? LONGEST_BACKOFF_LOOKS : 4);
			if (isOver || hasCrashed || isLost) return await this.mailbox.close(asker);
			if (!isAwake) throw new Error(`n8n answered ${status}`);
			if (systemClock.now() >= until) throw new Error('the execution is still running');
			await systemSleep(pauseMs);
		}
	}

	/** The path and the signature of the address are the wait's, the origin is this n8n's. */
	private addressOf({ address, turn }: Wait): string {
		const { pathname, search } = new URL(address);
		return addressOf(this.ports.home.origin + pathname + search, turn);
	}

	private noteFailure(name: string, error: unknown): void {
		const { failed } = this.work;
		const looks = Math.min(2 * (failed.get(name)?.looks ?? 0.5), LONGEST_BACKOFF_LOOKS);
		failed.set(name, { looks, left: looks });
		if (looks > 1) this.ports.warn(`A run that waits for a reply is not woken: ${String(error)}`);
	}

	/** Wakes all runs that are due. */
	async look(): Promise<void> {
		const due = await this.mailbox.due(systemClock.now());
		const ready = due.filter((name) => {
			const failed = this.work.failed.get(name);
			return !failed || (failed.left -= 1) <= 0;
		});
		await inParallel(ready, WAKES_AT_A_TIME, async (name) => {
			const wait = await this.mailbox.find(name);
			if (wait && !this.isOwn(wait)) return;
			if (wait && wait.until + GIVEN_UP_MS < systemClock.now()) {
				await this.mailbox.close({ name, turn: wait.turn });
			} else await this.wake(name);
		});
	}
}

/** The address that resumes a run, with the turn it is for: an execution may wait several times. */
export function addressOf(address: string, turn: number): string {
	const url = new URL(address);
	url.searchParams.set('turn', String(turn));
	return url.toString();
}
