import type { FormedWorld } from '../forms';
import { settleLives } from '../lives/settle';
import type { DataStream } from './entities';
import {
	backoffOf,
	areRecordsAccepted,
	RECORDS_KEPT_MS,
	post,
	PUSH_DEFAULTS,
	type PushOptions,
	pushTarget,
} from './push';
import {
	eventRecord,
	passes,
	type Pushed,
	type RecordShape,
	type Usage,
	usageRecord,
} from './records';

const USAGE_TYPE = 1;
const ERROR_STATUS = 3;
const RUNNING_STATUS = 1;
/** Interval between checks for records to push. Real milliseconds. */
const PUSH_POLL_MS = 100;

/** Record counts of one kind, over all streams. */
export interface RecordCounts {
	/** Records created for a running stream; a record counts once per stream. */
	made: number;
	/** Accepted records, each once. */
	taken: number;
	/** Of the accepted records, those that a page accepted, of a proxy or of a program that starts. */
	byPage: number;
	/** Records sent, repeats included. */
	sent: number;
	/** Records still waiting. */
	waiting: number;
	/** Records dropped after seven days. */
	expired: number;
}

/** The queue of one stream. */
interface Line {
	records: Pushed[];
	failures: number;
	/** Accepted ids, for the count. */
	taken: Set<number>;
	byPage: Set<number>;
	made: number;
	sent: number;
	expired: number;
}

/** Applies the pending change of a stream; status 0 deletes the stream. */
export function settleStreams(sim: FormedWorld): void {
	const { streams } = sim.store;
	for (const stream of streams.values()) {
		if (!stream.next || stream.next.at > sim.clock.now()) continue;
		if (stream.next.statusId === 0) streams.delete(stream.id);
		else stream.statusId = stream.next.statusId;
		stream.next = null;
	}
}

/**
 * Pushes usage and events to the destinations of running streams (public reference, data streams) in
 * lists of at most `size`, oldest first. A stream has one request at a time, repeated until it is
 * accepted. A stream that fails too often is in error and keeps its records, like a paused stream.
 */
export class Pusher {
	options: PushOptions = { ...PUSH_DEFAULTS };
	private readonly lines = new Map<string, Line>();
	private readonly working = new Set<string>();
	private eventsRead: number;
	private timer: NodeJS.Timeout | undefined;
	private forget = () => {};

	constructor(private readonly sim: FormedWorld) {
		this.eventsRead = sim.store.events.length;
	}

	/** Starts the periodic check for records to push. */
	open(): void {
		const look = () => this.kick();
		this.timer = setInterval(look, PUSH_POLL_MS).unref();
		this.forget = this.sim.clock.onMove(look);
	}

	close(): void {
		clearInterval(this.timer);
		this.forget();
	}

	/** Creates usage records for the existing streams. @returns their ids */
	usage(all: Usage[]): number[] {
		return all.map((usage) => {
			const record = usageRecord(this.sim, usage, this.shape());
			const endpoint = this.sim.store.endpoints.get(usage.endpointId)!;
			const { total } = record.body.volume as { total: number };
			if ((usage.trafficTypeId ?? 5) === 5) this.sim.store.addData(endpoint.id, total, record.at);
			this.offer(USAGE_TYPE, endpoint.organisationId, record);
			return record.id;
		});
	}

	/** Ids of the accepted records of a stream. */
	takenOf(streamId: string): ReadonlySet<number> {
		return this.lineOf(streamId).taken;
	}

	/** Ids of the records of a stream that a page accepted. */
	takenByPage(streamId: string): ReadonlySet<number> {
		return this.lineOf(streamId).byPage;
	}

	tally(): RecordCounts {
		const all = [...this.lines.values()];
		const sum = (of: (line: Line) => number) => all.reduce((total, line) => total + of(line), 0);
		return {
			made: sum(({ made }) => made),
			taken: sum(({ taken }) => taken.size),
			byPage: sum(({ byPage }) => byPage.size),
			sent: sum(({ sent }) => sent),
			waiting: sum(({ records }) => records.length),
			expired: sum(({ expired }) => expired),
		};
	}

	private kick(): void {
		if (this.sim.closed) return;
		settleStreams(this.sim);
		settleLives(this.sim);
		this.readEvents();
		for (const stream of this.sim.store.streams.values()) void this.work(stream);
	}

	/** Tests the address of a new stream, as some services may. */
	async tryAddress(stream: DataStream): Promise<void> {
		if (!this.options.triesAddress) return;
		const answer = await post(this.sim, stream, [], this.options);
		if (!areRecordsAccepted(this.options, answer)) stream.next = { statusId: ERROR_STATUS, at: 0 };
	}

	private shape(): RecordShape {
		const { shape } = this.options;
		if (shape !== 'mixed') return shape;
		return this.sim.store.nextId('shape') % 2 === 0 ? 'old' : 'new';
	}

	private lineOf(id: string): Line {
		let line = this.lines.get(id);
		if (!line) {
			const counts = { failures: 0, made: 0, sent: 0, expired: 0 };
			line = { records: [], taken: new Set(), byPage: new Set(), ...counts };
			this.lines.set(id, line);
		}
		return line;
	}

	private offer(typeId: number, organisationId: number, record: Pushed): void {
		for (const stream of this.sim.store.streams.values()) {
			if (stream.typeId !== typeId || stream.organisationId !== organisationId) continue;
			if (typeId !== USAGE_TYPE && !passes(stream.filters, record.body)) continue;
			const line = this.lineOf(stream.id);
			line.records.push(record);
			line.made += 1;
		}
	}

	private readEvents(): void {
		const { events } = this.sim.store;
		for (; this.eventsRead < events.length; this.eventsRead += 1) {
			const event = events[this.eventsRead]!;
			this.offer(2, event.organisationId, eventRecord(this.sim, event, this.shape()));
		}
	}

	private isAlive(stream: DataStream): boolean {
		settleStreams(this.sim);
		const { closed, store } = this.sim;
		return !closed && store.streams.has(stream.id) && stream.statusId === RUNNING_STATUS;
	}

	private async work(stream: DataStream): Promise<void> {
		if (this.working.has(stream.id)) return;
		this.working.add(stream.id);
		try {
			const line = this.lineOf(stream.id);
			while (this.isAlive(stream) && line.records.length > 0) await this.push(stream, line);
		} finally {
			this.working.delete(stream.id);
		}
	}

	private async push(stream: DataStream, line: Line): Promise<void> {
		const { sim, options } = this;
		const oldest = sim.clock.now() - RECORDS_KEPT_MS;
		const kept = line.records.findIndex(({ at }) => at >= oldest);
		const gone = kept < 0 ? line.records.length : kept;
		line.expired += gone;
		line.records.splice(0, gone);
		const { size } = pushTarget(stream);
		const list = line.records.slice(0, size);
		if (list.length === 0) return;
		line.sent += list.length;
		const answer = await post(sim, stream, list, options);
		if (areRecordsAccepted(options, answer)) {
			line.failures = 0;
			for (const { id } of list) line.taken.add(id);
			for (const { id } of answer.byPage ? list : []) line.byPage.add(id);
			line.records.splice(0, list.length);
			if (sim.store.nextId('push') % 100 < options.repeatPercent) {
				line.sent += list.length;
				await post(sim, stream, list, options);
			}
			if (line.records.length < size) await sim.clock.wait(options.intervalMs);
			return;
		}
		line.failures += 1;
		if (line.failures < options.attempts) {
			return await sim.clock.wait(backoffOf(options, line.failures));
		}
		line.failures = 0;
		// The stream may have been deleted or paused in the meantime.
		if (!this.isAlive(stream)) return;
		stream.statusId = ERROR_STATUS;
		sim.ledger.effect('stream.failed', {}, { id: stream.id });
	}
}
