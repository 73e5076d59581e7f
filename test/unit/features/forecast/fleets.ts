import { Random } from '../../../support/random';

/*
 * Synthetic fleets: what each device uses on each day, by what devices do and not by a formula of a forecast. A device
 * sends reports of a size at an interval, sleeps, is at work on some days, gets firmware, is installed, is tested. The
 * generator imports nothing of the product.
 */

export const FLEET_KINDS = [
	'growing',
	'weekly',
	'bursty',
	'new devices',
	'factory test',
	'two currencies',
	'firmware night',
	'steady',
] as const;
export type FleetKind = (typeof FLEET_KINDS)[number];

export interface SyntheticFleet {
	kind: FleetKind;
	/** MB of each device on each day, the oldest day first. */
	devices: number[][];
	/** Whether a device is in the second tariff, with another currency. */
	isSecond: boolean[];
}

/** Days before the month that is forecast. */
export const DAYS_BEFORE = 63;

/** A device: reports a day, their size in MB, and how reliable its work is. */
interface Device {
	reports: number;
	sizeMb: number;
	/** First day; negative for one that was always there. */
	installed: number;
	/** Share of days on which it is offline. */
	offline: number;
	/** Weekend reports as a share of those of a working day. */
	weekend: number;
	/** Probability of a transfer that is many times its day. */
	burst: number;
	/** Until this day it is in the factory, with a tenth of its traffic. */
	testedUntil: number;
}

function drawDevice(random: Random, kind: FleetKind, days: number): Device {
	const isNew = kind === 'growing' && random.chance(0.35);
	const joins = kind === 'new devices' && random.chance(0.3);
	return {
		reports: random.whole(24, 288),
		sizeMb: random.spread(0.002, 0.03),
		installed: isNew ? random.whole(0, days) : joins ? DAYS_BEFORE + random.whole(-12, 8) : -1,
		offline: random.between(0, 0.06),
		weekend:
			kind === 'weekly' || kind === 'two currencies'
				? random.between(0.1, 0.5)
				: random.between(0.9, 1.1),
		burst: kind === 'bursty' ? 0.06 : 0.002,
		testedUntil:
			kind === 'factory test' && random.chance(0.25) ? DAYS_BEFORE + random.whole(-8, 8) : -1,
	};
}

/** What a device uses on a day in MB. */
function usageOn(random: Random, device: Device, day: number, isWeekend: boolean): number {
	if (day < device.installed || random.chance(device.offline)) return 0;
	const share = isWeekend ? device.weekend : 1;
	const tested = day < device.testedUntil ? 0.1 : 1;
	const reports = device.reports * share * tested * random.between(0.8, 1.15);
	const retries = random.chance(0.1) ? random.between(1, 1.6) : 1;
	const burst = random.chance(device.burst) ? random.spread(3, 20) : 1;
	return reports * device.sizeMb * retries * burst;
}

/** A fleet for a seed; `firstWeekday` is that of the first day, 0 for Sunday. */
export function syntheticFleet(
	seed: string,
	kind: FleetKind,
	{ devices, days, firstWeekday }: { devices: number; days: number; firstWeekday: number },
): SyntheticFleet {
	const random = new Random(`${seed} ${kind}`);
	const night = kind === 'firmware night' ? random.whole(20, DAYS_BEFORE + 14) : -1;
	const firmwareMb = random.between(2, 12);
	// Weather, seasons and people move all devices of a fleet together.
	let mood = 1;
	const moods = Array.from({ length: days }, () => {
		mood = Math.max(0.8, Math.min(1.25, mood * (1 + random.between(-0.02, 0.02))));
		return mood * random.between(0.97, 1.03);
	});
	const isSecond: boolean[] = [];
	const all = Array.from({ length: devices }, () => {
		const device = drawDevice(random, kind, days);
		isSecond.push(kind === 'two currencies' && random.chance(0.4));
		return Array.from({ length: days }, (_, day) => {
			const weekday = (firstWeekday + day) % 7;
			const usual = usageOn(random, device, day, weekday === 0 || weekday === 6) * moods[day]!;
			const firmware = day === night && day >= device.installed ? firmwareMb : 0;
			return usual + firmware;
		});
	});
	return { kind, devices: all, isSecond };
}
