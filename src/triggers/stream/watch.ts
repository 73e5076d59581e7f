import type { Json } from '../../operations/define';
import { packUsage, unpackUsage, type UsageRule, type UsageState, watchUsage } from './usage';
import { type Told, toldItem } from '../alerts/alert';
import { inMemory } from '../runtime/inMemory';
import { type MemoryWindow, windowFor } from './memoryWindow';
import type { StreamRecord } from './record';

/*
 * The usage events of a stream: records are added up as they come, and what is found waits until n8n
 * has taken a run with it. A call whose run n8n could not store is delivered again without a record
 * that is new; what was found is told then.
 */

/** What a test shows: the event as each device of these records would make it. */
export function sampleOf(records: StreamRecord[], rule: UsageRule, now: number): Json[] {
	const { per, zone, event } = rule;
	const span = rule.event === 'usageSpike' ? 'day' : rule.span;
	const anything: UsageRule = { event: 'usageAboveLimit', per, zone, span, limit: 0 };
	const told = watchUsage(unpackUsage(undefined, anything), records, anything, now);
	const example = (one: Told) => ({ ...one, event, reason: `Example: ${one.reason}` });
	return told.map((one) => toldItem(example(one)));
}

/** What a call came to. */
export interface Found {
	items: Json[];
	/** Records that could not be added up: more devices, SIMs or tags than there is room for. */
	left: number;
	/** To be called with what n8n made of the call, before its answer leaves. */
	settle(taken: boolean): Promise<void>;
}

/** Where usage is added up: in this process, or on a Redis (redisWatch.ts). */
export interface UsageWatch {
	/**
	 * Adds records up, each once however often it comes. `now`: milliseconds since 1970.
	 * @throws BusyError when other calls leave no room for this one.
	 */
	take(records: StreamRecord[], rule: UsageRule, now: number): Promise<Found>;
}

/** The usage event of one trigger in this process. */
class MemoryWatch implements UsageWatch {
	private sums: { rule: UsageRule; state: UsageState } | undefined;
	/** Stored by another process, for when the rule is known. */
	private text: string | undefined;
	private owed: Json[] = [];
	private readonly starting = new Set<Json>();

	constructor(private readonly window: MemoryWindow) {}

	async take(records: StreamRecord[], rule: UsageRule, now: number): Promise<Found> {
		const arrived = await this.window.arrive(records.map(({ key }) => key));
		const state = this.stateFor(rule);
		const fresh = records.filter(({ key }) => arrived.fresh.has(key));
		const told = watchUsage(state, fresh, rule, now);
		const { left } = state;
		state.left = 0;
		// Added up once, whatever becomes of the run.
		arrived.settle(true);
		const items = [...this.owed, ...told.map(toldItem)];
		this.owed = [];
		for (const item of items) this.starting.add(item);
		const settle = async (taken: boolean) => {
			for (const item of items) this.starting.delete(item);
			if (!taken) this.owed.push(...items);
		};
		return { items, left, settle };
	}

	private stateFor(rule: UsageRule): UsageState {
		if (!this.sums || JSON.stringify(rule) !== JSON.stringify(this.sums.rule)) {
			this.sums = { rule, state: unpackUsage(this.packed(), rule) };
		}
		return this.sums.state;
	}

	private packed(): string | undefined {
		return this.sums ? packUsage(this.sums.state, this.sums.rule) : this.text;
	}

	/** As n8n's store keeps it. `taking`: what n8n takes as this is stored. */
	pack(taking: Json[] = []): Json {
		const owed = [...this.owed, ...this.starting].filter((item) => !taking.includes(item));
		// Text, because n8n wraps each object of the store.
		return { ...this.window.pack(), usage: this.packed() ?? '', owed: JSON.stringify(owed) };
	}

	/** Takes in what {@link pack} wrote before a restart. */
	adopt(stored: Json): void {
		this.window.adopt(stored);
		const { usage, owed } = stored;
		if (typeof usage !== 'string' || this.sums) return;
		this.text = usage === '' ? undefined : usage;
		this.owed = typeof owed === 'string' ? (JSON.parse(owed) as Json[]) : [];
	}
}

/** The watch of a trigger in this process; the key names workflow and node. */
export const watchFor = inMemory((key) => new MemoryWatch(windowFor(key)));
