import type { Answer } from '../../src/wire';
import { type Arrived, endpoint, pageOf } from './virtualService';

/* Answers for a fleet of any size, computed on request: nothing is stored per device. */

const DAY_MS = 86_400_000;
/** A device attaches, opens a session and closes it. */
const TYPES = [2, 3, 5];
const WORDS: Record<number, string> = {
	2: 'Update location for GPRS accepted notification',
	3: 'Create PDP Context',
	5: 'Delete PDP Context',
};
const FIRST_ID = 1_000_000_000;

type Body = Omit<Answer, 'status'> & { status?: number };

export class FleetService {
	/** Events start a day before the measurement, since polls read the past again. */
	private readonly begin: number;
	/** Milliseconds between events of the fleet. */
	private readonly gap: number;

	constructor(
		readonly devices: number,
		/** Events per device and day. */
		eventsADay: number,
		now: number,
		/** Endpoints per page of the list. */
		private readonly perPage = 1_000,
	) {
		this.begin = now - DAY_MS;
		this.gap = DAY_MS / (devices * eventsADay);
	}

	readonly answer = (request: Arrived): Body => {
		const { path, method } = request;
		if (path === '/api/v1/event') return this.events(request);
		if (path === '/api/v1/endpoint') {
			const isBlocked = (request.query.get('q') ?? '').includes('BLOCKED');
			return pageOf(request, isBlocked ? 0 : this.devices, endpoint, this.perPage);
		}
		if (path.endsWith('/quota/sms')) return ok({ volume: 100, status: { id: 1 } });
		if (path.endsWith('/stats')) return ok({ last_hour: {}, current_month: {}, last_month: {} });
		if (path.endsWith('/sms') && method === 'POST') return { ...ok({ id: 1 }), status: 201 };
		throw new Error(`nothing at ${method} ${path}`);
	};

	/** The feed, by its filters of type and time. */
	private events(request: Arrived): Body {
		const q = request.query.get('q');
		// A read that only checks the time.
		if (q === null) return ok([]);
		const [, types = '', from = '', until = ''] =
			/^type:([\d|]+),from:([^,]+),until:([^,]+)$/.exec(q) ?? [];
		const asked = types.split('|').map(Number);
		const places = TYPES.flatMap((type, place) => (asked.includes(type) ? [place] : []));
		const [first, last] = [
			Math.max(0, Math.ceil((Date.parse(from) - this.begin) / this.gap)),
			Math.floor((Math.min(Date.parse(until), Date.now()) - this.begin) / this.gap),
		];
		const before = this.ofThese(first, places);
		const count = Math.max(0, this.ofThese(last + 1, places) - before);
		const isUp = !request.query.get('sort')?.startsWith('-');
		return pageOf(request, count, (index) => {
			const nth = before + (isUp ? index : count - 1 - index);
			const [round, place] = [Math.floor(nth / places.length), places[nth % places.length]!];
			return this.event(round * TYPES.length + place);
		});
	}

	/** The number of events of the given types among the first `count`. */
	private ofThese(count: number, places: number[]): number {
		const rounds = Math.floor(count / TYPES.length);
		const rest = count - rounds * TYPES.length;
		return rounds * places.length + places.filter((place) => place < rest).length;
	}

	private event(number: number) {
		const type = TYPES[number % TYPES.length]!;
		const device = Math.floor(number / TYPES.length) % this.devices;
		const { id, name, imei, sim } = endpoint(device);
		return {
			id: FIRST_ID + number,
			timestamp: new Date(this.begin + number * this.gap).toISOString(),
			event_type: { id: type, description: WORDS[type] },
			event_source: { id: 0, description: 'Network' },
			event_severity: { id: 0, description: 'Info' },
			alert: false,
			description: WORDS[type],
			endpoint: { id, name, imei, tags: null },
			sim: { id: sim.id, iccid: sim.iccid },
			detail: {
				id: 1,
				name: 'Northern Mobile',
				country: { id: 74, name: 'Germany', iso_code: 'de', mcc: '262' },
				...(type === 3 && { pdp_context: { imeisv: imei } }),
			},
		};
	}
}

const ok = (body: unknown): Body => ({ headers: {}, body });
