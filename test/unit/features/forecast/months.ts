import { Random } from '../../../support/random';

/*
 * Months of twelve kinds of fleets, as the sums of their days: what each day will have in the end, and what statistics
 * show of it at a moment. Nothing of the product is imported: a kind is what devices do, not what a forecast expects.
 */

export const MONTH_KINDS = [
	'steady',
	'weekly rhythm',
	'growing',
	'shrinking',
	'rolling out',
	'month-end peak',
	'batch uploads',
	'seasonal',
	'bursts',
	'ten times since two days',
	'silent for long',
	'late statistics',
] as const;
export type MonthKind = (typeof MONTH_KINDS)[number];

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Days of a fleet around a moment of a month. */
export interface FleetMonth {
	kind: MonthKind;
	/** The first day of the history, and the moment, in milliseconds since 1970. */
	from: number;
	now: number;
	/** What each day from {@link from} to today shows; null for a day that statistics lack. */
	shown: Array<number | null>;
	/** What the whole month has used in the end. */
	end: number;
}

/** A day as the kinds see it. */
interface Day {
	/** Days since today: 0 for today, negative before. */
	age: number;
	weekday: number;
	dayOfMonth: number;
	isLastOfMonth: boolean;
	/** Days since 1970. */
	number: number;
}

type Amounts = (day: Day) => number;

/** Noise of a day around 1: the sum of many devices. */
const noiseOf = (random: Random, share: number) => () =>
	Math.max(0, 1 + share * (random.next() + random.next() + random.next() - 1.5) * 2);

const isWeekend = ({ weekday }: Day) => weekday === 0 || weekday === 6;

/** What a fleet of a kind uses on each day, called from the oldest day to the newest. */
function amountsOf(kind: MonthKind, random: Random): Amounts {
	const base = random.spread(0.5, 20_000);
	const noise = noiseOf(random, random.between(0.02, 0.15));
	const weekend = random.chance(0.3) ? random.between(0.2, 0.9) : 1;
	const usual: Amounts = (day) => base * noise() * (isWeekend(day) ? weekend : 1);
	switch (kind) {
		case 'steady':
			return () => base * noise();
		case 'weekly rhythm': {
			const factors = random.chance(0.7)
				? [0, 1, 2, 3, 4, 5, 6].map((day) =>
						day === 0 || day === 6 ? random.between(0.05, 0.6) : random.between(0.85, 1.15),
					)
				: [0, 1, 2, 3, 4, 5, 6].map(() => random.between(0.3, 2));
			return ({ weekday }) => base * noise() * factors[weekday]!;
		}
		case 'growing':
		case 'shrinking': {
			const sign = kind === 'growing' ? 1 : -1;
			const rate = random.spread(0.002, 0.03);
			if (random.chance(0.6)) return (day) => usual(day) * Math.exp(sign * rate * day.age);
			const slope = random.spread(0.002, 0.02);
			return (day) => usual(day) * Math.max(0.05, 1 + sign * slope * day.age);
		}
		case 'rolling out': {
			const begun = -random.whole(2, 60);
			const lasts = random.whole(20, 120);
			const isCurve = random.chance(0.4);
			return (day) => {
				const done = (day.age - begun) / lasts;
				if (done <= 0) return 0;
				const share = isCurve ? 1 / (1 + Math.exp(-8 * (done - 0.5))) : Math.min(1, done);
				return usual(day) * share;
			};
		}
		case 'month-end peak': {
			const fixed = random.between(3, 8);
			const varies = random.chance(0.5);
			return (day) => {
				const factor = varies ? random.between(3, 8) : fixed * random.between(0.9, 1.1);
				return usual(day) * (day.isLastOfMonth ? factor : 1);
			};
		}
		case 'batch uploads': {
			const form = random.pick(['monthly', 'every few days', 'once a month']);
			const quiet = random.pick([0, 0.02, 1]);
			const size = random.between(5, 40);
			const on = random.whole(1, 28);
			const every = random.whole(3, 14);
			let last = -Infinity;
			return (day) => {
				const isDue =
					form === 'monthly'
						? day.dayOfMonth === on
						: form === 'every few days'
							? day.number % every === 0
							: day.dayOfMonth >= on && day.number - last > 20 && random.chance(0.4);
				if (isDue) last = day.number;
				return base * noise() * quiet + (isDue ? base * size * random.between(0.8, 1.2) : 0);
			};
		}
		case 'seasonal': {
			const swing = random.between(0.2, 0.7);
			const phase = random.between(0, 2 * Math.PI);
			return (day) => usual(day) * (1 + swing * Math.sin((2 * Math.PI * day.number) / 365 + phase));
		}
		case 'bursts': {
			const often = random.between(0.01, 0.08);
			const most = random.between(4, 25);
			return (day) => usual(day) * (random.chance(often) ? random.between(2, most) : 1);
		}
		case 'ten times since two days': {
			const factor = random.between(7, 14);
			const since = -random.pick([1, 2, 2, 2]);
			return (day) => usual(day) * (day.age >= since ? factor : 1);
		}
		case 'silent for long': {
			const since = -random.whole(0, 12);
			const before = random.pick([0, 0, 0.001]);
			const was = random.chance(0.4) ? -random.whole(90, 200) : -Infinity;
			return (day) => usual(day) * (day.age >= since || day.age < was ? 1 : before);
		}
		case 'late statistics':
			return usual;
	}
}

/** Days of history that a service shows: thirteen months, or those since a fleet began. */
const HISTORIES = [395, 395, 395, 200, 120, 75, 45];

/** A month of a kind for a seed, seen on one of its days. */
export function fleetMonth(seed: string, kind: MonthKind, dayOfMonth: number): FleetMonth {
	const random = new Random(`${seed} ${kind} ${dayOfMonth}`);
	const [year, month] = [2026, random.whole(0, 11)];
	const today = Date.UTC(year, month, dayOfMonth);
	const nextMonth = Date.UTC(year, month + 1);
	const hour = random.pick([2, 5.5, 8, 12, 17, 23]);
	const before = random.pick(HISTORIES);
	const from = today - before * DAY_MS;
	const amountOn = amountsOf(kind, random);
	const amounts: number[] = [];
	for (let ms = from; ms < nextMonth; ms += DAY_MS) {
		const date = new Date(ms);
		amounts.push(
			amountOn({
				age: (ms - today) / DAY_MS,
				weekday: date.getUTCDay(),
				dayOfMonth: date.getUTCDate(),
				isLastOfMonth: new Date(ms + DAY_MS).getUTCDate() === 1,
				number: ms / DAY_MS,
			}),
		);
	}
	const shown: Array<number | null> = amounts.slice(0, before + 1);
	// The statistics of today are some hours old.
	shown[before] = shown[before]! * (Math.max(0, hour - random.between(0, 4)) / 24);
	if (kind === 'late statistics') {
		const isLacking = random.chance(0.3);
		const share = random.pick([0, random.between(0, 0.9)]);
		for (const [back, part] of [
			[0, 0],
			[1, share * share],
			[2, random.pick([share, 1])],
		] as const) {
			const day = before - back;
			shown[day] = part === 0 && isLacking ? null : shown[day]! * part;
		}
	}
	const first = before - (dayOfMonth - 1);
	const end = amounts.slice(first).reduce((sum, amount) => sum + amount, 0);
	return { kind, from, now: today + hour * HOUR_MS, shown, end };
}
