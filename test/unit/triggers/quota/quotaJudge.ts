import type { Json } from '../../../../src/table/define';
import type { QuotaEvent } from '../../../../src/triggers/quota/changes';
import { type Read, THRESHOLD } from './fleet';

/* Computes independently which items polls of the status source must emit. */

interface Known {
	status?: string;
	reached: boolean;
	blocked: boolean;
	changed: number | null;
	/** Polls that did not find the endpoint. */
	gone?: number;
}

const NAMES: Record<number, string> = { 1: 'ACTIVE', 2: 'EXHAUSTED', 3: 'EXPIRED' };

/** Derives the items from the documented meaning of the events and the answers read. */
export class Judge {
	known = new Map<number, Known>();
	private begun = false;
	private seeded = false;
	/** The state when n8n last saved. */
	private saved = this.copy();

	constructor(
		private readonly events: Set<QuotaEvent>,
		private readonly emitCurrent: boolean,
	) {}

	private copy() {
		const known = new Map([...this.known].map(([id, state]) => [id, { ...state }]));
		return { known, begun: this.begun, seeded: this.seeded };
	}
	save(): void {
		this.saved = this.copy();
	}
	/** n8n restarts with the saved state; `again`: events in the feed since then. */
	restart(again: { blocked: number[]; reached: number[] }): void {
		Object.assign(this, this.saved);
		this.save();
		for (const id of again.blocked) {
			const state = this.known.get(id);
			if (state && this.events.has('blocked')) state.blocked = false;
		}
		for (const id of again.reached) {
			const state = this.known.get(id);
			if (state && this.events.has('thresholdReached')) state.reached = false;
		}
	}

	/** The items that a successful poll must emit. `whole`: it reached the end of the fleet. */
	expect(reads: Read[], whole: boolean): string[] {
		const told: string[] = [];
		const tell = (
			event: QuotaEvent,
			id: number,
			from: string | undefined,
			to: string | undefined,
		) => {
			const show = (name: string | undefined) =>
				name === undefined || name === 'none' ? '-' : name;
			if (this.events.has(event)) told.push(`${event} ${id} ${show(from)}>${show(to)}`);
		};
		const idsOf = (kind: 'list' | 'blocked') => {
			const lists = reads.flatMap((read) => (read.kind === kind ? [read.ids] : []));
			return lists.length > 0 ? new Set(lists.flat()) : undefined;
		};
		const listed = idsOf('list');
		const gone = new Set(
			reads.flatMap((read) => (read.kind === 'endpoint' && !read.exists ? [read.id] : [])),
		);
		const of = (id: number) => {
			let state = this.known.get(id);
			if (!state) this.known.set(id, (state = { reached: false, blocked: false, changed: null }));
			return state;
		};
		const now = idsOf('blocked');
		for (const id of now ?? []) {
			const state = of(id);
			if (!state.blocked && (this.begun || this.emitCurrent)) {
				tell('blocked', id, state.status, state.status);
			}
			state.blocked = true;
		}
		for (const [id, state] of now ? this.known : []) {
			if (!state.blocked || now!.has(id)) continue;
			if (gone.has(id)) {
				state.gone = (state.gone ?? 0) + 1;
				if (state.gone === 3) this.known.delete(id);
				continue;
			}
			if (listed && !listed.has(id)) continue;
			state.blocked = false;
			tell('unblocked', id, state.status, state.status);
		}
		for (const read of reads) {
			if (read.kind !== 'quota') continue;
			const { id, quota } = read;
			const before = of(id);
			if (quota === null && before.status !== undefined && gone.has(id)) continue;
			const status = quota === null ? 'none' : NAMES[quota.status]!;
			const reached =
				quota === null ? false : quota.status === 3 ? before.reached : quota.volume <= THRESHOLD;
			const changed = quota?.status === 1 ? null : (quota?.changed ?? null);
			const first = before.status === undefined;
			const current = first && !this.seeded && this.emitCurrent;
			if (reached && !before.reached && (!first || current)) {
				tell('thresholdReached', id, before.status, status);
			}
			const again =
				before.status === status &&
				before.changed !== null &&
				changed !== null &&
				Math.floor(changed / 1000) > Math.floor(before.changed / 1000);
			if (!first ? before.status !== status || again : current && status !== 'none') {
				const own =
					status === 'EXHAUSTED'
						? 'exhausted'
						: status === 'EXPIRED'
							? 'expired'
							: status === 'ACTIVE' && ['EXHAUSTED', 'EXPIRED'].includes(before.status ?? '')
								? 'activeAgain'
								: 'statusChanged';
				const name = this.events.has(own) ? own : 'statusChanged';
				tell(name, id, again ? undefined : before.status, status);
			}
			Object.assign(before, { status, reached, changed });
		}
		this.begun = true;
		if (whole) this.seeded = true;
		return told.sort();
	}
}

/** The item in the format of {@link Judge.expect}. */
export const toText = (item: Json) => {
	const { id } = item.endpoint as { id: number };
	return `${String(item.event)} ${id} ${String(item.previous_status ?? '-')}>${String(item.status ?? '-')}`;
};
