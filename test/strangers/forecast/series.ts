import { Random } from './random';

/*
 * Fleets as their owners would describe them: what each day of a fleet really has, and what the statistics
 * show of it at one moment. The truth of the month is the sum of its days.
 */

const DAY = 86_400_000;
const HOUR = 3_600_000;

export const KINDS = [
	'steady',
	'weekly rhythm',
	'growing',
	'shrinking',
	'rolling out',
	'month-end traffic',
	'monthly batch uploads',
	'seasonal',
	'bursts and outliers',
	'ten times since two days',
	'silent for long, then heavy',
	'late statistics',
	// What else owners know of their fleets.
	'ten times for some days',
	'a tenth since two days',
	'half has left on the 1st',
	'twice since the 1st',
	'one sporadic device',
	'uploads on the first day',
	'weekly uploads',
] as const;
export type Kind = (typeof KINDS)[number];

export interface Series {
	/** When the forecast is asked for. */
	now: number;
	/** MB of each day as the statistics show them at that time, from the oldest. */
	shown: { date: string; mb: number }[];
	/** MB of the month when it is over. */
	truth: number;
	/** MB of the month that the statistics show already. */
	soFar: number;
}

interface Calendar {
	/** Days since 1970. */
	day: number;
	/** Days until the day of the forecast: 0 is that day, 1 the day before, -1 the day after. */
	ago: number;
	/** It is in the month of the forecast. */
	isOfMonth: boolean;
	weekday: number;
	dayOfMonth: number;
	daysOfMonth: number;
}

/** Months in which a forecast is asked for; those of 28 days have their share. */
const MONTHS = [
	[2025, 9],
	[2025, 10],
	[2025, 11],
	[2026, 0],
	[2026, 1],
	[2026, 2],
	[2026, 3],
	[2026, 4],
	[2026, 5],
	[2026, 6],
] as const;

/** A day's factor by its calendar, made once for a fleet. */
type Shape = (on: Calendar) => number;

/** A fleet without any rhythm. */
const flat: Shape = () => 1;

/** Fewer devices work at the weekend, or more. */
function weeklyShape(random: Random): Shape {
	const weekend = random.happens(0.8) ? random.between(0.1, 0.5) : random.between(1.6, 2.5);
	const monday = random.between(0.9, 1.3);
	return ({ weekday }) => (weekday === 0 || weekday === 6 ? weekend : weekday === 1 ? monday : 1);
}

/** So many percent more or fewer each month. */
function trendShape(monthly: number): Shape {
	const daily = (1 + monthly) ** (1 / 30.4);
	return ({ ago }) => daily ** -ago;
}

/** Devices are installed each working day, since so many days, and for so many more. */
function rollOutShape(random: Random): Shape {
	const began = random.whole(25, 200);
	const perDay = random.between(1, 12);
	const before = random.happens(0.5) ? random.between(2, 20) : 0;
	const ends = -random.whole(5, 120);
	return ({ ago }) => {
		const days = Math.max(began - Math.max(ago, ends), 0);
		return (before + perDay * days * (5 / 7)) / 50;
	};
}

/** Each month's last day, or the last two, have several times as much. */
function monthEndShape(random: Random): Shape {
	const times = random.between(3, 8);
	const days = random.whole(1, 2);
	return ({ dayOfMonth, daysOfMonth }) =>
		dayOfMonth > daysOfMonth - days ? times * random.between(0.9, 1.1) : 1;
}

/** On one day of each month, all devices send their batch: a third to twice what the other days have. */
function batchShape(random: Random): Shape {
	const on = random.whole(2, 27);
	const times = random.between(10, 45);
	return ({ dayOfMonth }) => (dayOfMonth === on ? times * random.between(0.85, 1.15) : 1);
}

/** A year of irrigation or heating. */
function seasonalShape(random: Random): Shape {
	const height = random.between(0.4, 0.85);
	const phase = random.between(0, 365);
	return ({ day }) => 1 + height * Math.sin((2 * Math.PI * (day - phase)) / 365.25);
}

/** Single days, and runs of some days, far above the others. */
function burstShape(random: Random): Shape {
	const share = random.between(0.02, 0.06);
	let left = 0;
	let times = 1;
	return () => {
		if (left === 0 && random.happens(share)) {
			left = random.happens(0.3) ? random.whole(2, 4) : 1;
			times = random.between(4, 15);
		}
		if (left === 0) return 1;
		left -= 1;
		return times * random.between(0.8, 1.2);
	};
}

/** Since two days, ten times of what it was; it stays so. */
const stepShape: Shape = ({ ago }) => (ago <= 2 ? 10 : 1);

/** Nothing for months, then a fleet that works. */
function silentShape(random: Random): Shape {
	const since = random.whole(1, 10);
	const silent = random.whole(60, 250);
	const hadLife = random.happens(0.5);
	return ({ ago }) => {
		if (ago <= since) return 5;
		return ago > since + silent && hadLife ? 0.5 : 0;
	};
}

/** Since two days ten times as much, which ends today, or in some days. */
function passingShape(random: Random): Shape {
	const ends = -random.whole(0, 2);
	return ({ ago }) => (ago <= 2 && ago >= ends ? 10 : 1);
}

/** Most devices were switched off two days ago. */
const fallShape: Shape = ({ ago }) => (ago <= 2 ? 0.1 : 1);

/** A customer has left at the end of the month before the one of the forecast. */
const leavingShape: Shape = ({ isOfMonth }) => (isOfMonth ? 0.5 : 1);

/** A customer has come with as many devices as there were. */
const comingShape: Shape = ({ isOfMonth }) => (isOfMonth ? 2 : 1);

/** Nothing on most days, and much on some: a single device that sends when something happens. */
function sporadicShape(random: Random): Shape {
	const share = random.between(0.1, 0.35);
	return () => (random.happens(share) ? random.between(0.3, 3) : 0);
}

/** On the first day of each month, all devices send their batch. */
function firstDayShape(random: Random): Shape {
	const times = random.between(10, 45);
	return ({ dayOfMonth }) => (dayOfMonth === 1 ? times * random.between(0.85, 1.15) : 1);
}

/** On one day of each week. */
function weeklyBatchShape(random: Random): Shape {
	const on = random.whole(0, 6);
	const times = random.between(5, 20);
	return ({ weekday }) => (weekday === on ? times * random.between(0.9, 1.1) : 1);
}

function shapeOf(kind: Kind, random: Random): Shape {
	switch (kind) {
		case 'weekly rhythm':
			return weeklyShape(random);
		case 'growing':
			return trendShape(random.between(0.05, 0.25));
		case 'shrinking':
			return trendShape(-random.between(0.05, 0.25));
		case 'rolling out':
			return rollOutShape(random);
		case 'month-end traffic':
			return monthEndShape(random);
		case 'monthly batch uploads':
			return batchShape(random);
		case 'seasonal':
			return seasonalShape(random);
		case 'bursts and outliers':
			return burstShape(random);
		case 'ten times since two days':
			return stepShape;
		case 'silent for long, then heavy':
			return silentShape(random);
		case 'ten times for some days':
			return passingShape(random);
		case 'a tenth since two days':
			return fallShape;
		case 'half has left on the 1st':
			return leavingShape;
		case 'twice since the 1st':
			return comingShape;
		case 'one sporadic device':
			return sporadicShape(random);
		case 'uploads on the first day':
			return firstDayShape(random);
		case 'weekly uploads':
			return weeklyBatchShape(random);
		default:
			return flat;
	}
}

/**
 * The share of a day that the statistics show: they are refreshed every few hours. A fleet with late
 * statistics shows little of today, and a part of the two days before.
 */
function shownShare(kind: Kind, ago: number, hour: number, random: Random): number {
	const delay = random.between(0, 4);
	const isLate = kind === 'late statistics';
	if (ago === 0) return Math.max(hour - delay - (isLate ? 6 : 0), 0) / 24;
	if (isLate && ago === 1) return random.between(0.3, 0.8);
	if (isLate && ago === 2) return random.between(0.6, 0.95);
	return 1;
}

/** One fleet of a kind by a seed, asked on a day of a month. */
export function seriesOf(kind: Kind, dayOfMonth: number, seed: number): Series {
	const random = new Random(KINDS.indexOf(kind) * 1_000_003 + dayOfMonth * 10_007 + seed * 101);
	const [year, month] = MONTHS[random.whole(0, MONTHS.length - 1)]!;
	const hour = [7, 9, 12, 15, 18, 21][random.whole(0, 5)]!;
	const midnight = Date.UTC(year, month, dayOfMonth);
	const daysOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
	const level = Math.exp(random.between(Math.log(20), Math.log(5_000)));
	const noise = random.between(0.03, 0.15);
	const memory = random.between(0, 0.6);
	const shape = shapeOf(kind, random);
	// Most fleets have a rhythm of the week, too.
	const week = random.happens(0.4) ? weeklyShape(random) : flat;
	// A third of the fleets is younger than the statistics are kept.
	const first = random.happens(0.35) ? random.whole(20, 150) : 396;
	const shown: Series['shown'] = [];
	let drift = 0;
	let truth = 0;
	let soFar = 0;
	for (let ago = 396; ago > dayOfMonth - 1 - daysOfMonth; ago -= 1) {
		const at = new Date(midnight - ago * DAY);
		const on: Calendar = {
			day: at.getTime() / DAY,
			ago,
			isOfMonth: ago < dayOfMonth,
			weekday: at.getUTCDay(),
			dayOfMonth: at.getUTCDate(),
			daysOfMonth: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate(),
		};
		drift = memory * drift + Math.sqrt(1 - memory ** 2) * random.normal() * noise;
		const mb = ago > first ? 0 : level * shape(on) * week(on) * Math.exp(drift);
		if (on.isOfMonth) truth += mb;
		if (ago < 0) continue;
		const seen = mb * shownShare(kind, ago, hour, random);
		if (on.isOfMonth) soFar += seen;
		shown.push({ date: at.toISOString().slice(0, 10), mb: seen });
	}
	return { now: midnight + hour * HOUR, shown, truth, soFar };
}
