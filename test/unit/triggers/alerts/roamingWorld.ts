import { Random } from '../../../support/random';
import type { Json } from '../../../../src/table/define';
import { DAY, BR, ended, on } from './roaming';
import { deviceAt, eventOf, FR } from './alerts';

/*
 * A made-up fleet whose whereabouts are known: devices that stay in a country, cross its border, are off, keep
 * sessions open for weeks, and exchange their SIMs. What the service tells of it are the events of the feed; the
 * truth is not told, and the figures of Roaming Days are held against it.
 */

const HOUR = 3_600_000;
const DE = { id: 74, name: 'Germany', iso_code: 'de', mcc: '262', country_code: '49' };
const COUNTRIES: Json[] = [BR, FR, DE];

type Kind = 'imei' | 'sim';

/** An event, and when the feed has it. */
interface Told {
	at: number;
	from: number;
	event: Json;
}

/** Days of a subject in a country: present, or at least with a session that the network has not closed yet. */
interface Truth {
	present: Set<string>;
	open: Set<string>;
}

export const truthKey = (kind: Kind, id: number, country: string, day: number): string =>
	`${kind} ${id} ${country} ${day}`;

const dayOf = (at: number): number => Math.floor(at / DAY);

export class RoamingWorld {
	readonly told: Told[] = [];
	readonly truth: Truth = { present: new Set(), open: new Set() };
	private readonly random: Random;

	constructor(
		seed: string,
		readonly devices: number,
		readonly days: number,
	) {
		this.random = new Random(seed);
		// Devices and SIMs in pairs, which exchange their SIMs now and then.
		for (let pair = 0; pair < devices / 2; pair++) this.live(pair);
		this.told.sort((a, b) => a.from - b.from);
	}

	private between(least: number, most: number): number {
		return least + this.random.next() * (most - least);
	}

	private mark(
		days: Set<string>,
		[sim, device]: [number, number],
		country: Json,
		from: number,
		to: number,
	) {
		for (let day = dayOf(from); day <= dayOf(to); day++) {
			days.add(truthKey('sim', sim, String(country.name), day));
			days.add(truthKey('imei', device, String(country.name), day));
		}
	}

	private tell(at: number, event: Json): void {
		// A few come late; the feed is read again for ten minutes.
		const late = this.random.chance(0.05) ? this.between(0, 9 * 60_000) : 0;
		this.told.push({ at, from: at + late, event });
	}

	/** The lives of two devices with two SIMs. */
	private live(pair: number): void {
		const [one, two] = [deviceAt(2 * pair), deviceAt(2 * pair + 1)];
		const homes = [0, 1].map(() => COUNTRIES[Math.floor(this.between(0, 3))]!);
		const isCrosser = this.random.chance(0.3);
		let isSwapped = false;
		let at = on(-10);
		while (at < on(this.days)) {
			// Both are off while SIMs are exchanged.
			const until = Math.min(at + this.between(5, 80) * DAY, on(this.days));
			for (const [i, device] of [one, two].entries()) {
				const sim = isSwapped ? [two, one][i]! : device;
				this.travel({ ...sim, device: device.device }, homes[i]!, at, until, isCrosser);
			}
			at = until + this.between(0.1, 3) * DAY;
			isSwapped = this.random.chance(0.5) ? !isSwapped : isSwapped;
		}
	}

	/** Stays of a device with one SIM, one after another. */
	private travel(
		device: ReturnType<typeof deviceAt>,
		home: Json,
		from: number,
		until: number,
		isCrosser: boolean,
	): void {
		let at = from + this.between(0, 1) * DAY;
		let country = home;
		while (at < until) {
			const days = isCrosser ? this.between(0.2, 1.5) : this.between(0.5, 40);
			const end = Math.min(at + days * DAY, until);
			this.stay(device, country, at, end);
			const pause = this.random.chance(0.3) ? this.between(0, 10) * DAY : 60_000;
			at = end + pause;
			country = COUNTRIES[Math.floor(this.between(0, 3))]!;
		}
	}

	/** A stay: it registers at arrival; what it does then is its own. */
	private stay(
		device: ReturnType<typeof deviceAt>,
		country: Json,
		from: number,
		until: number,
	): void {
		const who: [number, number] = [device.id, device.device];
		this.mark(this.truth.present, who, country, from, until);
		const step = (at: number, type: number) =>
			this.tell(at, eventOf(device, at, { type, country }));
		step(from, this.random.chance(0.5) ? 1 : 2);
		let at = from + this.between(0, 0.1) * HOUR;
		const isQuiet = this.random.chance(0.3);
		while (at < until) {
			const end = at + this.between(0.01, this.random.chance(0.2) ? 30 : 1) * DAY;
			if (this.random.chance(0.6)) {
				step(at, 3);
				// The network may clear up long after the device has gone.
				const closed =
					Math.min(end, until) + (this.random.chance(0.1) ? this.between(0, 2) * DAY : 1);
				const startedAt = this.random.chance(0.5) ? at : undefined;
				this.tell(closed, ended(device, closed, startedAt, country));
				this.mark(this.truth.open, who, country, at, closed);
			} else if (this.random.chance(0.5)) step(at, 1);
			at = end + this.between(0.01, isQuiet ? 12 : 2) * DAY;
		}
	}
}
