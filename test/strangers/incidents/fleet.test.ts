import {
	END,
	HOURS,
	START,
	type Fleet,
	lastGood,
	lastSign,
	operatorAt,
	serviceProfileAt,
	type Device,
} from './fleet';
import { fleetWithIncidents, quietFleet, wordOf, type Factor, type Incident } from './incidents';
import { isCauseRight } from './judge';
import { DAY, HOUR, MINUTE, type ServiceEvent } from './world';

/* The fleets are what they say they are, by their events alone. */

const GATHER = 10 * MINUTE;
const planted = fleetWithIncidents({ devices: 2_000, seed: 1 });
const hoursOf = ({ tags }: Device): number =>
	HOURS.find(({ tag }) => tags.includes(tag))!.hours * HOUR;
const SIGNS = [1, 2, 3];

/** Spans without a registration, a session or traffic that are longer than the hours of a device. */
function spansOf(fleet: Fleet): Map<number, { last: number; next: number }[]> {
	const last = new Map<number, number>();
	const spans = new Map<number, { last: number; next: number }[]>();
	const heard = (device: Device, at: number): void => {
		const before = last.get(device.id);
		// Traffic may go on without an event.
		const traffic = lastGood(device, at);
		const sign = Math.max(before ?? traffic, traffic);
		if (at - sign > hoursOf(device)) {
			const of = spans.get(device.id) ?? [];
			of.push({ last: sign, next: at });
			spans.set(device.id, of);
		}
		last.set(device.id, Math.max(at, before ?? 0));
	};
	for (let day = Math.floor(START / DAY); day * DAY < END; day += 1)
		for (const { at, event } of fleet.day(day))
			if (SIGNS.includes(event.event_type.id) && at >= START && at < END)
				heard(fleet.device(event.endpoint!.id)!, at);
	return spans;
}

describe('the feed', () => {
	it('shows each silence that the truth knows, and no other', () => {
		const { fleet } = fleetWithIncidents({ devices: 300, seed: 3 });
		const spans = spansOf(fleet);
		const silences = fleet.silences().filter(({ back, last }) => back < END && last > START);
		const missing = silences.filter(
			({ device, last, back }) =>
				!spans.get(device.id)?.some((span) => span.next === back || span.last === last),
		);
		// A device that sleeps by its plan shows that it is back by traffic alone.
		expect(missing.filter(({ device }) => device.kind !== 'psmMeter')).toEqual([]);
		const of = new Set(fleet.silences().map(({ device }) => device.id));
		expect([...spans.keys()].filter((id) => !of.has(id))).toEqual([]);
	});

	it('has each id once, and the forms of the service', () => {
		const ids = new Set<number>();
		let count = 0;
		let wrong = 0;
		const kinds = new Map<string, ServiceEvent>();
		for (let day = Math.floor(START / DAY); day < Math.floor(START / DAY) + 8; day += 1)
			for (const { at, shownAt, event } of planted.fleet.day(day)) {
				ids.add(event.id);
				count += 1;
				if (shownAt < at || Date.parse(event.timestamp) !== Math.floor(at)) wrong += 1;
				kinds.set(`${event.event_type.id} ${event.event_severity.description}`, event);
			}
		expect(ids.size).toBe(count);
		expect(wrong).toBe(0);
		expect([...ids].every((id) => Number.isSafeInteger(id))).toBe(true);
		expect([...kinds.keys()]).toEqual(
			expect.arrayContaining(['1 Info', '2 Info', '3 Info', '5 Info', '3 Warn']),
		);
		const refused = kinds.get('3 Warn')!;
		expect(refused).toMatchObject({ alert: true, event_source: { id: 1 } });
		expect(refused.detail).toBeUndefined();
		expect(kinds.get('3 Info')!.detail).toMatchObject({ country: {}, pdp_context: {} });
	});

	it('is the same in whatever order it is asked for', () => {
		const again = fleetWithIncidents({ devices: 2_000, seed: 1 }).fleet;
		const day = Math.floor(START / DAY) + 9;
		again.day(day + 3);
		expect(again.day(day)).toEqual(planted.fleet.day(day));
		const now = START + 9 * DAY + 7 * HOUR;
		const inSteps = [0, 1, 2, 3].flatMap((step) =>
			again.appeared(now + step * 5 * MINUTE, now + (step + 1) * 5 * MINUTE),
		);
		const atOnce = again.appeared(now, now + 20 * MINUTE);
		expect(inSteps).toEqual(atOnce);
	});
});

describe('the list and the usage', () => {
	it('agree with the feed', () => {
		const now = START + 20 * DAY;
		const list = planted.fleet.endpoints(now);
		expect(list).toHaveLength(2_000);
		expect(list.some(({ status }) => status.id === 1)).toBe(true);
		expect(list.some(({ sim }) => sim === undefined)).toBe(true);
		expect(list.filter(({ imei }) => imei === null).length).toBeGreaterThan(10);
		const gateway = planted.fleet.devices.find(
			(device) => device.kind === 'gateway' && lastSign(device, now) > now - 2 * MINUTE,
		)!;
		const usage = planted.fleet.usage(gateway.id, now) as {
			last_hour: { data: { tx: [string, number][] } };
		};
		expect(usage.last_hour.data.tx.at(-2)![1]).toBeGreaterThan(0);
	});
});

describe('the incidents', () => {
	const { fleet, incidents } = planted;

	it('are 40, each with enough devices that become known', () => {
		expect(incidents).toHaveLength(40);
		const few = incidents.filter(({ known }) => known.length < 20);
		expect(few.map(({ name, known }) => `${name}: ${known.length}`)).toEqual([]);
		expect(incidents.filter(({ knowable }) => !(knowable < END))).toEqual([]);
	});

	it.each(
		incidents.filter(({ cause }) => cause.length > 0).map((each) => [each.name, each] as const),
	)('%s: what explains best is its cause', (_, incident) => {
		const { known, knowable, isGradual } = incident;
		// Where devices go one after the other, those that are still well mislead so plain a measure at first.
		const at = GATHER + (isGradual ? known[Math.floor(known.length * 0.7)]!.due : knowable);
		const best = bestOf(fleet, incident, at);
		const isRight = isCauseRight(fleet, incident, best, at, GATHER);
		expect(isRight ? '' : best.map(wordOf).join(' × ')).toBe('');
	});
});

/** The factor, or the pair of them, that agrees best with what is due among what was seen. */
function bestOf(fleet: Fleet, incident: Incident, at: number): Factor[] {
	const due = new Set(incident.known.filter((each) => each.due <= at).map(({ device }) => device));
	const factors = new Map<string, Factor>();
	const counts = new Map<string, { having: number; due: number; cause: Factor[] }>();
	const count = (key: string, cause: Factor[], isDue: boolean): void => {
		const found = counts.get(key) ?? { having: 0, due: 0, cause };
		counts.set(key, found);
		found.having += 1;
		if (isDue) found.due += 1;
	};
	for (const device of due)
		for (const factor of factorsOf(device, at)) factors.set(wordOf(factor), factor);
	for (const device of fleet.devices) {
		const isDue = due.has(device);
		if (device.state !== 'watched' || !(isDue || lastGood(device, at) >= incident.start)) continue;
		const of = factorsOf(device, at).filter((factor) => factors.has(wordOf(factor)));
		of.forEach((one, place) => {
			count(wordOf(one), [one], isDue);
			for (const other of of.slice(place + 1))
				count([wordOf(one), wordOf(other)].sort().join(), [one, other], isDue);
		});
	}
	// A pair has to be clearly better.
	const scored = [...counts.values()].map(({ having, due: inside, cause }) => ({
		cause,
		score: (2 * inside) / (having + due.size) - (cause.length - 1) * 0.02,
	}));
	return scored.sort((one, other) => other.score - one.score)[0]!.cause;
}

function factorsOf(device: Device, at: number): Factor[] {
	const on = operatorAt(device, lastGood(device, at));
	const all: Factor[] = [
		{ factor: 'operator', value: String(on.id) },
		{ factor: 'country', value: on.country.iso },
		{ factor: 'rat', value: String(device.rat) },
		{ factor: 'tac', value: device.tac },
		{ factor: 'serviceProfile', value: String(serviceProfileAt(device, at)) },
		{ factor: 'tariffProfile', value: String(device.tariffProfile) },
		{ factor: 'workspace', value: String(device.workspace) },
	];
	return [...all, ...device.tags.map((value): Factor => ({ factor: 'tag', value }))];
}

it.each([
	['without refusals', false],
	['with refusals', true],
] as const)('a nightly maintenance %s makes nobody silent', (_, refuses) => {
	const { fleet } = quietFleet({
		devices: 300,
		seed: 2,
		maintenance: { operator: 1201, refuses },
		hasNoise: false,
	});
	expect(fleet.silences()).toEqual([]);
	expect([...spansOf(fleet).values()]).toEqual([]);
});
