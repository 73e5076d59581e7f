import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Json } from '../../operations/define';
import { systemClock } from '../../ports';
import { inMemory } from '../runtime/inMemory';
import { UnderWay } from '../runtime/underWay';
import {
	completedBy,
	deliveryOf,
	hasTwin,
	type Inbox,
	type InboxOptions,
	keepMinutes,
	MINUTE,
	NAME_LENGTH,
	nameOf,
	overdueIn,
	partAgain,
	type Starting,
	type Taken,
	type Telling,
	tellingOf,
	tellingsOf,
} from './inbox';
import type { Callback } from './message';
import { assemblyOf, givenUp, type Part } from './parts';

/** Deliveries remembered in memory, and of those in n8n's store, which is written at each call. */
const MOST_TOLD = { memory: 20_000, stored: 2_000 };
/** Bytes that may wait, of one endpoint (a message of 255 parts fits) and of all. */
const MOST_BYTES = { endpoint: 150_000, all: 1_000_000 };

/** As quick as deflate at its quickest, and shorter by half for texts that resemble each other. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } };

/** Short text: n8n reads the store at each call, and writes a copy of it with each run. */
const packParts = (parts: Part[]): string => {
	if (parts.length === 0) return '';
	const plain = JSON.stringify(parts.map(({ at, body }) => ({ at, body })));
	return brotliCompressSync(plain, QUICK).toString('base64');
};
const unpackParts = (packed: string): Part[] => {
	if (packed === '') return [];
	const plain = brotliDecompressSync(Buffer.from(packed, 'base64')).toString();
	return (JSON.parse(plain) as Part[]).map(partAgain);
};

const EACH_NAME = new RegExp(`.{${NAME_LENGTH}}`, 'g');

/** Names by the minute they came in, without a sign between them: `minute:namename;minute:name`. */
const packTold = (told: Array<[name: string, minute: number]>): string => {
	const minutes = new Map<number, string[]>();
	for (const [name, minute] of told) {
		const names = minutes.get(minute);
		if (names) names.push(name);
		else minutes.set(minute, [name]);
	}
	return [...minutes]
		.map(([minute, names]) => `${minute.toString(36)}:${names.join('')}`)
		.join(';');
};
const unpackTold = (packed: string): Array<[name: string, minute: number]> =>
	packed
		.split(';')
		.filter(Boolean)
		.flatMap((entry) => {
			const [minute = '', names = ''] = entry.split(':');
			const each = names.match(EACH_NAME) ?? [];
			return each.map((name): [string, number] => [name, parseInt(minute, 36)]);
		});

const bytesOf = (part: Part) => JSON.stringify(part).length;

/**
 * An inbox in this process. n8n gives every call its own copy of the stored data, so that two
 * calls at a time would each lose the other's part: memory is what counts, the store is for
 * restarts.
 */
class MemoryInbox implements Inbox {
	/** Deliveries that n8n took, with the minute (since 1970) they came in; oldest first. */
	private told = new Map<string, number>();
	/** The runs that tell them. */
	private readonly runs = new Map<string, string>();
	/** What waits, by endpoint. */
	private readonly waiting = new Map<string, { parts: Part[]; bytes: number }>();
	/** Names of the parts that wait. */
	private readonly names = new Map<string, Part>();
	/** Deliveries that n8n has not answered yet. */
	private readonly starting = new UnderWay();
	private bytes = 0;

	async receive(callback: Callback, now: number, options: InboxOptions): Promise<Taken> {
		const { names, whole, part } = deliveryOf(callback, now, options);
		for (let other; (other = this.starting.among(names)); ) await other;
		// From here to the end nothing waits, so that calls side by side can't mix their parts.
		const minute = Math.floor(now / MINUTE);
		this.forget(minute, options);
		const tellings = tellingsOf(this.overdue(now, options), options);
		const { windowMinutes } = options;
		const isTold = (name: string) =>
			windowMinutes > 0 && (this.told.get(name) ?? -Infinity) > minute - windowMinutes;
		const known = names.some(isTold);
		let repeated = known;
		if (whole && !known) tellings.push(whole);
		if (part && !known) {
			const before = names.map((name) => this.names.get(name)).find((one) => one !== undefined);
			repeated = before !== undefined || hasTwin(part, this.partsOf(part));
			if (!repeated) tellings.push(...tellingsOf(this.add(part), options));
			// A repeated part, too: n8n may have failed to take the message it completes.
			const waits = before ?? part;
			const parts = this.names.has(nameOf(waits))
				? completedBy(waits, this.free(this.partsOf(waits)))
				: undefined;
			if (parts) {
				tellings.push(tellingOf(parts, options));
				repeated = false;
			}
		}
		return { tellings, repeated, settle: this.begin(tellings, minute) };
	}

	/** Marks what a call starts; n8n's answer decides. */
	private begin(tellings: Telling[], minute: number): (taken: boolean) => Promise<void> {
		const names = tellings.flatMap(({ deliveries }) => deliveries.flat());
		const end = this.starting.begin(names);
		return async (taken) => {
			if (taken) this.take(names, minute);
			end();
		};
	}

	private take(names: string[], minute: number): void {
		for (const name of names) {
			// The newest stand last.
			this.told.delete(name);
			this.told.set(name, minute);
			this.remove(name);
		}
		for (const name of this.told.keys()) {
			if (this.told.size <= MOST_TOLD.memory) return;
			this.drop(name);
		}
	}

	private drop(name: string): void {
		this.told.delete(name);
		this.runs.delete(name);
	}

	/** For a run: whether no other has told each of these deliveries in the time given. */
	claim(deliveries: string[][], run: string, keepMs: number): boolean[] {
		const minute = Math.floor(systemClock.now() / MINUTE);
		const isTaken = (name: string) =>
			![undefined, run].includes(this.runs.get(name)) &&
			(this.told.get(name) ?? -Infinity) > minute - keepMs / MINUTE;
		return deliveries.map((names) => {
			if (names.some(isTaken)) return false;
			for (const name of names) this.runs.set(name, run);
			// Also where the answer to its call becomes an error.
			this.take(names, minute);
			return true;
		});
	}

	private partsOf({ body }: Part): Part[] {
		return this.waiting.get(String(body.endpoint.id))?.parts ?? [];
	}

	/** Parts that no call is starting a run with. */
	private readonly free = (parts: Part[]) =>
		parts.filter((part) => !this.starting.has(nameOf(part)));

	/** Stores a part; gives the messages that had to make room for it. */
	private add(part: Part): Part[][] {
		const key = String(part.body.endpoint.id);
		const waiting = this.waiting.get(key) ?? { parts: [], bytes: 0 };
		this.waiting.set(key, waiting);
		const bytes = bytesOf(part);
		waiting.parts.push(part);
		waiting.bytes += bytes;
		this.bytes += bytes;
		for (const name of part.names) this.names.set(name, part);
		const gone: Part[][] = [];
		// Who has most gives way: a device that sends endless parts pushes out its own.
		while (waiting.bytes > MOST_BYTES.endpoint || this.bytes > MOST_BYTES.all) {
			const most =
				waiting.bytes > MOST_BYTES.endpoint
					? waiting
					: [...this.waiting.values()].reduce((a, b) => (b.bytes > a.bytes ? b : a));
			const [oldest, ...rest] = this.free(most.parts).filter((one) => one !== part);
			if (!oldest) break;
			const given = givenUp(assemblyOf(oldest, [oldest, ...rest]));
			gone.push(...given);
			for (const one of given.flat()) this.remove(nameOf(one));
		}
		return gone;
	}

	private remove(name: string): void {
		const part = this.names.get(name);
		if (!part) return;
		for (const own of part.names) this.names.delete(own);
		const key = String(part.body.endpoint.id);
		const waiting = this.waiting.get(key)!;
		waiting.parts = waiting.parts.filter((other) => other !== part);
		const bytes = bytesOf(part);
		waiting.bytes -= bytes;
		this.bytes -= bytes;
		if (waiting.parts.length === 0) this.waiting.delete(key);
	}

	/** Messages whose time is over; dropped ones are forgotten. */
	private overdue(now: number, options: InboxOptions): Part[][] {
		const given = [...this.waiting.values()].flatMap(({ parts }) =>
			now - parts[0]!.at < options.giveUpMinutes * MINUTE
				? []
				: overdueIn(this.free(parts), now, options),
		);
		if (options.incomplete === 'drop') {
			for (const part of given.flat()) this.remove(nameOf(part));
		}
		return given;
	}

	private forget(minute: number, options: InboxOptions): void {
		const keep = keepMinutes(options);
		for (const [name, then] of this.told) {
			if (minute - then < keep) break;
			this.drop(name);
		}
	}

	/** As n8n's store keeps it: plain, and bounded. `starting`: what n8n takes as this is stored. */
	pack({ tellings, now }: Starting = { tellings: [], now: 0 }): Json {
		const names = tellings.flatMap(({ deliveries }) => deliveries.flat());
		const gone = new Set(names);
		const minute = Math.floor(now / MINUTE);
		const told = [
			...[...this.told].slice(-MOST_TOLD.stored),
			...names.map((name): [string, number] => [name, minute]),
		];
		const parts = [...this.waiting.values()].flatMap((one) => one.parts);
		return {
			told: packTold(told),
			parts: packParts(parts.filter((part) => !gone.has(nameOf(part)))),
		};
	}

	/** Takes in what {@link pack} wrote before a restart, or in another process. */
	adopt({ told, parts }: Json): void {
		if (typeof told !== 'string') return;
		const read = unpackTold(told);
		this.told = new Map([...read, ...this.told].sort(([, a], [, b]) => a - b));
		const waiting = typeof parts === 'string' ? unpackParts(parts) : [];
		// Used there, or here.
		for (const [name] of read) this.remove(name);
		for (const part of waiting) {
			const isKnown = part.names.some((name) => this.names.has(name) || this.told.has(name));
			if (!isKnown) this.add(part);
		}
	}
}

/** The inbox of a trigger in this process; the key names workflow and node. */
export const inboxFor = inMemory(() => new MemoryInbox());
