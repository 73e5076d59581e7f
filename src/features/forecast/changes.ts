import { LONG_SILENCE } from './outlook';
import { median } from './numbers';

/*
 * Devices that use far more than before. A day is compared with the same weekdays of the last four weeks, relative to
 * the change of the whole fleet on that day. The threshold is learned from the fleet: a change must exceed what its
 * devices have shown in four weeks, so that occasional large transfers are not reported. A device that starts again after
 * a long silence is reported at once.
 */

/** Days of the past that a day is compared with. */
const LOOK_BACK = 28;
const WEEK = 7;
/** A device with fewer days since its first use is new, and cannot have changed. */
const DAYS_KNOWN = 14;
/** Smallest factor that counts as a change, whatever the fleet shows. */
const LEAST_FACTOR = 4;
/** The logarithm of a change must exceed the fleet's by these factors: for a single day, and for two in a row. */
const ABOVE_FLEET = { alone: 1.3, inARow: 1.15 };
/** A single day must also exceed the largest earlier day of its device by this factor. */
const ABOVE_OWN = 1.5;
/** Share of the devices whose own days do not count: some may have changed before. */
const LEFT_OUT = 1 / 200;

/** Days for which a first use after a long silence is reported. */
const AWAKE_DAYS = 7;

/** A device that has changed. */
interface Change<T> {
	device: T;
	/** Index of the day on which it began, in the series. */
	since: number;
	/** The larger amount of the last two days, the usual amount of a day, and the ratio of the two. */
	amount: number;
	usual: number;
	/** null where a day usually had nothing. */
	times: number | null;
}

/** A device with its amounts by day; the last day may not be over. */
interface DeviceDays<T> {
	device: T;
	days: readonly number[];
	/** Index of the day on which it was created; 0 or less where it is older than its days. */
	created?: number;
}

/** The first day with an amount. */
const firstUse = (days: readonly number[]) => days.findIndex((amount) => amount > 0);

/** The usual amount of a day: the median of the same weekdays before, or of all days if that is larger. */
function usualOn(days: readonly number[], day: number): number {
	const weekdays = [1, 2, 3, 4].map((back) => days[day - back * WEEK] ?? 0);
	return Math.max(median(weekdays), median(days.slice(Math.max(0, day - LOOK_BACK), day)));
}

/** The change of a device that has its first use after a long silence; undefined where it has none. */
function awakened<T>({ device, days, created = 0 }: DeviceDays<T>): Change<T> | undefined {
	const since = days.findLastIndex(
		(amount, day) =>
			amount > 0 &&
			day - LONG_SILENCE >= Math.max(0, created) &&
			days.slice(day - LONG_SILENCE, day).every((before) => before === 0),
	);
	if (since < 0 || days.length - 1 - since > AWAKE_DAYS) return undefined;
	const amount = Math.max(...days.slice(since));
	const isMore = amount > ABOVE_OWN * Math.max(...days.slice(0, since));
	return isMore ? { device, since, amount, usual: 0, times: null } : undefined;
}

/** How much each device of a fleet has changed on a day, as logarithms of factors. */
class Factors<T> {
	/** Amounts below this count as nothing: a tenth of the median amount of a device's day. */
	private readonly floor: number;
	/** The median change of all devices, by day. */
	private readonly fleet = new Map<number, number>();

	constructor(private readonly all: ReadonlyArray<DeviceDays<T>>) {
		const usual = all
			.map(({ days }) => median(days.slice(-LOOK_BACK)))
			.filter((amount) => amount > 0);
		this.floor = Math.max(0.1 * median(usual), 1e-6);
	}

	isKnown({ days }: DeviceDays<T>, day: number): boolean {
		const first = firstUse(days);
		return first >= 0 && day - first >= DAYS_KNOWN;
	}

	/** The change of a device on a day, relative to that of the fleet. */
	of(device: DeviceDays<T>, day: number): number {
		return this.plain(device, day) - this.ofFleet(day);
	}

	private plain({ days }: DeviceDays<T>, day: number): number {
		return Math.log((days[day]! + this.floor) / (usualOn(days, day) + this.floor));
	}

	private ofFleet(day: number): number {
		const known = this.fleet.get(day);
		if (known !== undefined) return known;
		const all = this.all.filter((device) => this.isKnown(device, day));
		const middle = all.length < 5 ? 0 : median(all.map((device) => this.plain(device, day)));
		// A decrease of the fleet does not count as an increase of a device: the last day may not be over.
		const own = Math.max(middle, 0);
		this.fleet.set(day, own);
		return own;
	}
}

/**
 * The devices that have changed by the last days of their series; the last day counts as unfinished, so that it can
 * show more and never less. The largest change comes first.
 */
export function changesIn<T>(all: ReadonlyArray<DeviceDays<T>>): Array<Change<T>> {
	const last = (all[0]?.days.length ?? 0) - 1;
	if (last < DAYS_KNOWN) return [];
	const factors = new Factors(all);
	const before = Math.max(1, last - 1 - LOOK_BACK);
	const known = new Map(
		all.map((device) => {
			const days = Array.from({ length: last - before + 2 }, (_, i) => before - 1 + i);
			const own = days.map((day) => (factors.isKnown(device, day) ? factors.of(device, day) : 0));
			return [device, own];
		}),
	);
	const alone = (device: DeviceDays<T>, day: number) => known.get(device)![day - before + 1]!;
	const inARow = (device: DeviceDays<T>, day: number) =>
		Math.min(alone(device, day - 1), alone(device, day));
	const limitOf = (factor: typeof alone, above: number): number => {
		const mosts = all.map((device) => {
			let most = 0;
			for (let day = before; day < last - 1; day++) most = Math.max(most, factor(device, day));
			return most;
		});
		const leftOut = Math.min(Math.ceil(all.length * LEFT_OUT), all.length - 1);
		const shown = mosts.sort((a, b) => b - a)[leftOut] ?? 0;
		return Math.max(Math.log(LEAST_FACTOR), above * shown);
	};
	const aloneLimit = limitOf(alone, ABOVE_FLEET.alone);
	const inARowLimit = limitOf(inARow, ABOVE_FLEET.inARow);
	const changes: Array<Change<T>> = [];
	for (const deviceDays of all) {
		const { days, device } = deviceDays;
		const awake = awakened(deviceDays);
		if (awake) {
			changes.push(awake);
			continue;
		}
		const lasts = [last, last - 1].find((day) => inARow(deviceDays, day) > inARowLimit);
		const ownMost = (until: number) => Math.max(...days.slice(0, until), 0);
		const single = [last, last - 1].find(
			(day) => alone(deviceDays, day) > aloneLimit && days[day]! > ABOVE_OWN * ownMost(day),
		);
		const day = lasts ?? single;
		if (day === undefined) continue;
		let since = day;
		while (since > before && alone(deviceDays, since - 1) > inARowLimit) since -= 1;
		const usual = usualOn(days, since);
		const amount = Math.max(days[day]!, days[day - 1]!);
		changes.push({
			device,
			since,
			amount,
			usual,
			times: amount / Math.max(usual, 1e-6),
		});
	}
	return changes.sort((a, b) => b.amount - b.usual - (a.amount - a.usual));
}
