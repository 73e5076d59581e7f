import { CellularIotError, knownOf } from '../../errors';
import type { Asking, Json } from '../../table/define';
import { type DeliveryStore, waitingIn } from '../runtime/store';
import {
	answerIn,
	catchUp,
	deliveryState,
	isSettled,
	type Question,
	type Questions,
	receiptIn,
} from './question';
import { devicesOf, type Wait, type WaitItem, type Waits } from './wait';

/*
 * The mailbox of an account: what its runs have asked devices, and what these have answered. A reply
 * stays until its run has gone on with it. It is kept in this process, or on the account's Redis,
 * which outlives a restart and serves all processes.
 */

/** One run of a node: `name` is that of its wait, `turn` distinguishes runs of the same execution. */
export interface WaitingRun {
	name: string;
	turn: number;
}

/** The result of an item of a wait. */
export type Ending =
	| { item: number; failed: Json }
	| {
			item: number;
			endpointId: number;
			/** The result of sending the SMS. */
			sent: Json;
			reply?: Json | undefined;
			delivery?: 'delivered' | 'failed' | undefined;
	  };

/** The question was put before, and whether its SMS left is not known. */
class AskedBeforeError extends CellularIotError {
	constructor() {
		super(
			'An earlier try of this item may have sent the SMS; it was not sent again',
			'Look at the messages of the endpoint before you run it again.',
			'unknown',
		);
	}
}

/**
 * The mailbox has forgotten the wait, as a Redis that was emptied or a process that was started again
 * does, or it cannot be reached once the SMS has been sent.
 */
class MailboxLostError extends CellularIotError {
	constructor(cause?: unknown) {
		super(
			'The SMS was sent, but the mailbox has lost its question: no reply would be noticed',
			'Look at the messages of the endpoint before you run it again.',
			'unknown',
			cause,
		);
	}
}

/** The mailbox has forgotten a run that is still asking: its next question would never be answered. */
class ForgottenError extends CellularIotError {
	constructor() {
		super(
			'The mailbox has forgotten this run, so that no reply could wake it; nothing was sent',
			'Run it again. A Redis must not be emptied while runs wait for replies.',
			'notSent',
		);
	}
}

/** Does what follows an SMS. @throws MailboxLostError: other errors would say that nothing was sent. */
export const afterSending = async <T>(job: Promise<T>): Promise<T> =>
	await job.catch((error: unknown) => {
		throw new MailboxLostError(error);
	});

/** Waits of one look: those that cannot be woken must not hide the others. */
const MOST_DUE_WAITS = 10_000;
/** How long a question is kept after its time: its run may still read it. Milliseconds. */
const QUESTION_KEPT_MS = 24 * 3_600_000;

/** When a run that has asked nothing yet is looked after. Milliseconds. */
const BEGUN_MS = 600_000;

const cellOfEndpoint = (endpointId: unknown): string => String(endpointId);
const itemName = ({ name, turn }: WaitingRun, item: number): string => `${name}:${turn}:${item}`;
const itemNames = (asker: WaitingRun, { items }: Wait): Set<string> =>
	new Set(items.map(({ item }) => itemName(asker, item)));

export class Mailbox {
	constructor(
		private readonly questions: DeliveryStore<Questions>,
		private readonly waits: DeliveryStore<Waits>,
	) {}

	/** Reads a wait or changes it in place; undefined for one that is not there. */
	private async onWait<T>(
		name: string,
		job: (wait: Wait, now: number) => T,
	): Promise<T | undefined> {
		return await this.waits.change(
			name,
			[],
			({ entries: [entry] }, { now }) => entry?.value && job(entry.value, now),
		);
	}

	/** Announces a run of the n8n `owner` that is going to ask; `address` resumes it. */
	async begin({ name, turn }: WaitingRun, address: string, owner?: string): Promise<void> {
		await this.waits.change(name, [], (cell, { now }) => {
			// A further try of the run asks what the one before has not.
			if (cell.entries[0]?.value?.turn !== turn) {
				const until = now + BEGUN_MS;
				const value: Wait = { turn, address, owner, isAsking: true, items: [], open: [], until };
				cell.entries = [{ keys: [name], value }];
			}
		});
	}

	/**
	 * Puts a question to a device with `send`, once: if this run has asked it before, the result of
	 * then is given. The question is open before its SMS leaves, as the device may be faster than the
	 * service's answer.
	 * @throws AskedBeforeError, MailboxLostError, and whatever `send` throws.
	 */
	async ask(
		asker: WaitingRun,
		item: number,
		{ endpointId, contains, waitMs }: Asking,
		send: () => Promise<Json>,
	): Promise<Json> {
		const { name, turn } = asker;
		const key = itemName(asker, item);
		const until = await this.onWait(name, (wait, now) => {
			wait.items = [...wait.items.filter((one) => one.item !== item), { item, endpointId }];
			wait.until = Math.max(wait.until, now + waitMs);
			return now + waitMs;
		});
		if (until === undefined) throw new ForgottenError();
		const before = await this.questions.change(cellOfEndpoint(endpointId), [], (cell, { now }) => {
			const known = cell.entries.find(({ keys }) => keys[0] === key)?.value;
			if (known) return known;
			cell.entries = cell.entries.filter(
				({ value }) => value && now < value.until + QUESTION_KEPT_MS,
			);
			cell.entries.push({ keys: [key], value: { wait: name, turn, item, contains, until } });
		});
		if (before?.sent) return before.sent;
		if (before) throw new AskedBeforeError();
		let sent: Json;
		try {
			sent = await send();
		} catch (error) {
			const isOut = ['unknown', 'partial'].includes(knownOf(error).outcome);
			// The error of sending says what happened, whatever becomes of the note.
			if (isOut) await this.note(endpointId, key, { isDoubtful: true }).catch(() => {});
			else await this.drop(endpointId, new Set([key])).catch(() => {});
			throw error;
		}
		await afterSending(this.note(endpointId, key, { sent }));
		return sent;
	}

	private async note(endpointId: number, key: string, what: Partial<Question>): Promise<void> {
		await this.questions.change(cellOfEndpoint(endpointId), [], (cell) => {
			const question = cell.entries.find(({ keys }) => keys[0] === key)?.value;
			if (question) catchUp(cell, Object.assign(question, what));
		});
	}

	/**
	 * Begins the wait of a run that has asked, with its items that did not; gives how many items are
	 * open, and for how many milliseconds at most.
	 * @throws MailboxLostError
	 */
	async open(asker: WaitingRun, failed: WaitItem[]): Promise<{ open: number; leftMs: number }> {
		return await afterSending(this.opened(asker, failed));
	}

	private async opened(asker: WaitingRun, failed: WaitItem[]) {
		const { name } = asker;
		const without = new Set(failed.map(({ item }) => item));
		const wait = await this.onWait(name, (own) => {
			const asked = own.items.filter(({ item }) => !without.has(item));
			own.open = asked.map(({ item }) => item);
			own.items = [...asked, ...failed].sort((a, b) => a.item - b.item);
			delete own.isAsking;
			return own;
		});
		if (!wait) throw new Error('the wait is not there');
		// A question settled before now says so itself; one settled from now on closes its item.
		const settled = new Set<number>();
		let until = 0;
		for (const [item, question] of await this.questionsOf(asker, wait)) {
			if (isSettled(question)) settled.add(item);
			else until = Math.max(until, question.until);
		}
		return await this.waits.change(name, [], ({ entries }, { now }) => {
			const own = entries[0]?.value ?? wait;
			own.open = own.open.filter((item) => !settled.has(item));
			own.until = until;
			return { open: own.open.length, leftMs: Math.max(0, own.until - now) };
		});
	}

	private async questionsOf(asker: WaitingRun, wait: Wait): Promise<Map<number, Question>> {
		const names = itemNames(asker, wait);
		const found = new Map<number, Question>();
		for (const endpointId of devicesOf(wait)) {
			const own = await this.questions.change(cellOfEndpoint(endpointId), [], ({ entries }) =>
				entries.flatMap(({ keys: [key], value }) => (names.has(key!) && value) || []),
			);
			for (const question of own) found.set(question.item, question);
		}
		return found;
	}

	/**
	 * Takes an item of the SMS trigger in, a message or a receipt; `names` are those of its deliveries,
	 * each of which is taken once. Gives whether a question has it, and the waits to be woken.
	 */
	async take(item: Json, names: string[]): Promise<{ isTaken: boolean; wakes: string[] }> {
		const { id } = (item.endpoint ?? {}) as Json;
		const put = item.type === 'receipt' ? receiptIn : answerIn;
		const { isTaken, about } = await this.questions.change(
			cellOfEndpoint(id),
			names,
			(cell, { fresh, now, deliver }) => {
				if (names.some((name) => !fresh.has(name))) {
					// The delivery before may have ended here: its waits are woken now.
					return { isTaken: true, about: waitingIn(cell) };
				}
				const found = put(cell, item, now);
				const isFound = found.length > 0;
				if (isFound) deliver(names);
				return { isTaken: isFound, about: found };
			},
		);
		const settled = about.filter(isSettled).map(async (one) => await this.settle(one));
		return { isTaken, wakes: (await Promise.all(settled)).flatMap((name) => name ?? []) };
	}

	/** Closes an item of a wait; gives the wait's name if it is to be woken. */
	private async settle({ wait: name, turn, item }: Question): Promise<string | undefined> {
		return await this.onWait(name, (wait) => {
			if (wait.turn !== turn) return undefined;
			wait.open = wait.open.filter((one) => one !== item);
			// A run that asks may have been killed: this shows when it is woken.
			return wait.open.length === 0 ? name : undefined;
		});
	}

	/** A wait; undefined for none. */
	async find(name: string): Promise<Wait | undefined> {
		return await this.onWait(name, (wait) => wait);
	}

	/**
	 * The results of the items of a wait, once none is open or its time is over; 'waiting' before
	 * that, undefined for a wait that is not there. All is kept until {@link close}.
	 */
	async endings(asker: WaitingRun): Promise<Ending[] | 'waiting' | undefined> {
		const wait = await this.onWait(asker.name, (found, now) => {
			if (found.turn !== asker.turn || found.isAsking) return undefined;
			const isOver = found.open.length === 0 || found.until <= now;
			return isOver ? found : ('waiting' as const);
		});
		if (wait === undefined || wait === 'waiting') return wait;
		const questions = await this.questionsOf(asker, wait);
		return wait.items.map((one): Ending => {
			if ('failed' in one) return one;
			const question = questions.get(one.item);
			return {
				...one,
				sent: question?.sent ?? { endpoint_id: one.endpointId },
				reply: question?.reply,
				delivery: question && deliveryState(question),
			};
		});
	}

	/** Notes that the endings of a wait were given to n8n. */
	async hand({ name, turn }: WaitingRun): Promise<void> {
		await this.onWait(name, (wait) => {
			if (wait.turn === turn) wait.isHanded = true;
		});
	}

	/**
	 * Ends a wait. A reply to a question that may never have been sent, since its execution has ended
	 * before, goes to the next question of its device; gives the waits to be woken for that. A question
	 * that was sent is kept unless its run has its ending: the run may be repeated with its key.
	 */
	async close(asker: WaitingRun): Promise<string[]> {
		const wait = await this.find(asker.name);
		if (wait?.turn !== asker.turn) return [];
		const left: Json[] = [];
		for (const endpointId of devicesOf(wait)) {
			left.push(...(await this.drop(endpointId, itemNames(asker, wait), wait.isHanded)));
		}
		await this.waits.change(asker.name, [], (cell) => {
			if (cell.entries[0]?.value?.turn === asker.turn) cell.entries = [];
		});
		if (wait.isHanded) return [];
		const taken = await Promise.all(left.map(async (reply) => await this.take(reply, [])));
		return taken.flatMap(({ wakes }) => wakes);
	}

	/**
	 * Removes questions of a device, or those alone that were not sent; gives the messages that cannot
	 * be their replies.
	 */
	private async drop(endpointId: number, names: Set<string>, all = false): Promise<Json[]> {
		return await this.questions.change(cellOfEndpoint(endpointId), [], (cell) => {
			const own = cell.entries.filter(({ keys: [key] }) => names.has(key!));
			const gone = own.filter(({ value }) => all || !value?.sent);
			cell.entries = cell.entries.filter((entry) => !gone.includes(entry));
			return gone.flatMap(({ value }) => (value?.reply && !value.sent ? [value.reply] : []));
		});
	}

	/** The names of waits that need nothing more, or whose time is over. */
	async due(now: number): Promise<string[]> {
		return await this.waits.due(now, MOST_DUE_WAITS);
	}
}
