import type { Json } from '../../table/define';
import { at, flat } from '../../table/reading';
import { asNumber } from '../../table/values';
import { eventTime, eventType } from '../feed/feed';
import { ByteReader, ByteWriter } from '../runtime/bytes';

/* The memory that alerts have of each SIM, and the SIM of an event. */

/** Events that a device itself causes at the place they name: it attaches, or opens a session. */
export const ATTACHED: readonly number[] = [1, 2, 3];

/** An event that is about a SIM. */
export interface SimEvent {
	simId: number;
	/** Milliseconds since 1970. */
	at: number;
	event: Json;
}

/** The attaches in events, in their order; those without a SIM or a time are left out. */
export const simEvents = (events: Json[]): SimEvent[] =>
	events.flatMap((event) => {
		if (!ATTACHED.includes(eventType(event))) return [];
		const simId = asNumber(at(event, 'sim.id'));
		const when = eventTime(event);
		return Number.isSafeInteger(simId) && !Number.isNaN(when)
			? [{ simId: simId as number, at: when, event }]
			: [];
	});

/** The device that an event or a record is about, with the names of simplified events. */
export const whoIn = flat(
	...['endpoint_id=endpoint.id', 'endpoint_name=endpoint.name', 'sim_id=sim.id', 'iccid=sim.iccid'],
);

/** The device of samples. */
export const SAMPLE: Json = {
	...{ endpoint_id: 10001, endpoint_name: 'sample-device' },
	...{ sim_id: 20001, iccid: '8988303000000000017' },
};

/** The order in which a rule sees each SIM; a late event changes nothing. */
export class InOrder {
	private readonly touched = new Set<number>();

	/**
	 * Whether a sighting is newer than the last, or the first of its SIM. Events of one poll are in
	 * order, also within a moment.
	 */
	isNews({ simId, at: when }: SimEvent, last = -Infinity): boolean {
		const news = when > last || (when === last && this.touched.has(simId));
		if (news) this.touched.add(simId);
		return news;
	}
}

/** Most SIMs a rule remembers; the ones with the oldest events are forgotten first. */
const MOST_SIMS = 50_000;
/** Times are counted from here, so that they take fewer bytes. */
const BEGIN = Date.UTC(2020, 0);
const SIMS_FORMAT = 1;

/** Seconds from 2020 on in 4 bytes, milliseconds in 5. */
export const toSeconds = (ms: number): number => Math.max(0, Math.floor((ms - BEGIN) / 1000));
export const fromSeconds = (seconds: number): number => BEGIN + seconds * 1000;
export const toMs = (ms: number): number => Math.max(0, ms - BEGIN);
export const fromMs = (ms: number): number => BEGIN + ms;

/** Packs the memory of SIMs for n8n's store: IDs as distances, each before the text of `write`. */
export function packSims<T extends { at: number }>(
	sims: ReadonlyMap<number, T>,
	label: string,
	write: (writer: ByteWriter, sim: T) => void,
): string {
	const newest = [...sims].sort(([, a], [, b]) => b.at - a.at).slice(0, MOST_SIMS);
	const writer = new ByteWriter().number(SIMS_FORMAT).text(label);
	let last = 0;
	for (const [id, sim] of newest.sort(([a], [b]) => a - b)) {
		writer.number(id - last);
		last = id;
		write(writer, sim);
	}
	return writer.toString();
}

/** Reads the text of {@link packSims}; any other text holds no SIMs. */
export function unpackSims<T>(
	packed: string | undefined,
	read: (reader: ByteReader) => T,
): { label: string; sims: Map<number, T> } {
	const sims = new Map<number, T>();
	const reader = new ByteReader(packed ?? '');
	if (reader.isOver || reader.number() !== SIMS_FORMAT) return { label: '', sims };
	const label = reader.text();
	for (let id = 0; !reader.isOver; ) {
		id += reader.number();
		sims.set(id, read(reader));
	}
	return { label, sims };
}
