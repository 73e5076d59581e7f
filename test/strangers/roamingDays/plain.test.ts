import { FIRST_DAY, type RoamingFleet } from './fleet';
import { fleetOf, optionsOf } from './cases';
import { judged, report, type Count, type PlayOptions, type Played } from './judge';
import { DAY, type ServiceEvent } from '../incidents/world';

/*
 * A plain count of the events: it shows that what is asked can be reached from the feed alone. Each day
 * without a sign is possible to it.
 */

const plain = (fleet: RoamingFleet, options: PlayOptions): Played => {
	const counter = new Counter(options);
	const moments = [...options.moments];
	const counted: Count[] = [];
	const told: Count[] = [];
	let last = options.from - 30 * DAY;
	for (
		let midnight = Math.ceil(options.from / DAY);
		midnight * DAY < options.until;
		midnight += 1
	) {
		const at = midnight * DAY;
		while (moments[0] !== undefined && moments[0] < at) {
			const moment = moments.shift()!;
			counter.read(fleet, last, moment);
			last = moment;
			counted.push(...counter.counts(moment));
		}
		if (options.away.some(({ from, until }) => at >= from && at < until)) continue;
		counter.read(fleet, last, at);
		last = at;
		told.push(...counter.warnings(at));
	}
	return { told, counted, bytes: [0], windowEnds: 'today' };
};

class Counter {
	private readonly days = new Map<string, Set<number>>();
	private readonly open = new Map<string, number>();
	private readonly warned = new Map<string, number>();

	constructor(private readonly options: PlayOptions) {}

	read(fleet: RoamingFleet, after: number, until: number): void {
		for (const { event } of fleet.appeared(after, until)) this.take(event);
	}

	private take({ event_type: type, timestamp, sim, detail }: ServiceEvent): void {
		const { country, session_id, pdp_context } = detail as {
			country: { iso_code: string };
			session_id?: string;
			pdp_context?: { imeisv: string };
		};
		const at = Date.parse(timestamp);
		const began = session_id === undefined ? undefined : this.open.get(session_id);
		if (type.id === 3) this.open.set(session_id!, at);
		if (type.id === 5) this.open.delete(session_id!);
		if (type.id === 5 && began === undefined) return;
		if (![1, 2, 3, 5].includes(type.id)) return;
		for (const { name, country: iso, by } of this.options.rules) {
			if (iso !== country.iso_code) continue;
			// A registration names the device of before.
			if (by === 'imei' && !pdp_context) continue;
			const key = `${name} ${by === 'imei' ? pdp_context!.imeisv.slice(0, 14) : sim!.id}`;
			const days = this.days.get(key) ?? new Set();
			this.days.set(key, days);
			const first = Math.floor((began ?? at) / DAY);
			for (let day = first; day * DAY <= at; day += 1) days.add(day);
		}
	}

	counts(at: number): Count[] {
		return [...this.days].map(([word, days]) => this.count(word, days, at, null));
	}

	private count(word: string, days: Set<number>, at: number, on: number | null): Count {
		const [name, key] = word.split(' ') as [string, string];
		const { window } = this.options.rules.find((each) => each.name === name)!;
		const today = Math.floor(at / DAY);
		let certain = 0;
		for (let day = today - window + 1; day <= today; day += 1) if (days.has(day)) certain += 1;
		return {
			at,
			rule: name,
			key,
			days_certain: certain,
			days_possible: window,
			reaches_limit_on: on === null ? null : new Date(on * DAY).toISOString().slice(0, 10),
		};
	}

	/** Each that reaches its limit if it goes on as in the last 28 days. */
	warnings(at: number): Count[] {
		const today = Math.floor(at / DAY);
		return [...this.days].flatMap(([word, days]) => {
			const rule = this.options.rules.find(({ name }) => word.startsWith(`${name} `))!;
			const inLast = (length: number, until: number): number =>
				[...days].filter((day) => day > until - length && day <= until).length;
			if (today - (this.warned.get(word) ?? -Infinity) < rule.window / 2) return [];
			const rhythm = inLast(28, today - 1) / 28;
			let count = inLast(rule.window, today - 1);
			if (rhythm === 0) return [];
			for (let next = today; next <= today + this.options.warnDaysAhead + 3; next += 1) {
				count += rhythm - (days.has(next - rule.window) ? 1 : 0);
				if (count < rule.days) continue;
				this.warned.set(word, today);
				return [this.count(word, days, at, next)];
			}
			return [];
		});
	}
}

it('a plain count of the events is never above the truth, and warns in time', () => {
	const fleet = fleetOf(200, 8, 1);
	const options = optionsOf(fleet, 28);
	const result = judged(fleet, plain(fleet, options), options);
	console.log(report('a plain count, 200 devices, 8 months', result));
	const { above, below, untold, wrong, missed } = result;
	expect({ above, below, untold, wrong, missed }).toEqual({
		above: [],
		below: [],
		untold: [],
		wrong: [],
		missed: [],
	});
	expect(options.moments.every((at) => at > FIRST_DAY * DAY)).toBe(true);
});
