import { EVENT_DAYS } from '../../fleet/events';
import { eventTime } from '../../readers/events';
import { networkOf } from '../../table/entries/event/eventFields';
import { at } from '../../table/reading';
import { DAY_MS } from '../../times';
import type { Json } from '../../wire';
import { type StoredMap, storedMap } from '../runtime/storedForm';
import { type Factor, type Share, shareKey, shareNamed } from './shares';

/*
 * The last place of each SIM: operator, country, radio access type, the address by which its data leaves, and its
 * workspace, as events of the feed name them. Many SIMs are in one place, so that each keeps a number alone.
 */

/** The place of a SIM: its number in the list of places, and the day on which an event named it, since 1970. */
export interface Placed {
	in: number;
	day: number;
}

/** Places above this number are thinned out. */
const MANY_PLACES = 500;

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** By which address and region the data of a session leaves; undefined where the event names neither. */
function breakoutIn(event: Json): Share | undefined {
	const ip = String(at(event, 'detail.pdp_context.breakout_ip') ?? '').trim();
	const region = String(at(event, 'detail.pdp_context.region') ?? '').trim();
	const isAddress = /^[0-9a-f.:]+$/i.test(ip);
	const name = isAddress && region !== '' ? `${ip} (${region})` : isAddress ? ip : region;
	return shareNamed('cloudConnect', name);
}

/** An operator by its name and country: operators of one name are in several countries. */
const operatorNamed = (operator: string, country: string): Share | undefined =>
	shareNamed('operator', operator, `${operator.trim()}, ${country.trim()}`.toLowerCase());

/** What an event says of the place of its SIM. */
function placeIn(event: Json): Share[] {
	const { country, operator, rat } = networkOf(event);
	const countryName = country?.name ?? country?.iso_code;
	const operatorId = country === null ? undefined : at(event, 'detail.id');
	const shares = [
		operator === null
			? shareNamed('operator', '', operatorId)
			: operatorNamed(String(operator), String(countryName ?? '')),
		shareNamed('country', countryName),
		breakoutIn(event),
		shareNamed('rat', rat?.name),
		shareNamed('workspace', at(event, 'organisation.name'), at(event, 'organisation.id')),
	];
	return shares.filter((share) => share !== undefined);
}

const shareOf = (place: readonly Share[], wanted: Factor): Share | undefined =>
	place.find(({ factor }) => factor === wanted);

/** A place with what was known of it before, where the SIM has stayed with its operator. */
function completed(place: Share[], before: readonly Share[]): Share[] {
	const [now, then] = [shareOf(place, 'operator'), shareOf(before, 'operator')];
	const hasStayed = now !== undefined && then !== undefined && shareKey(now) === shareKey(then);
	if (!hasStayed) return place;
	const named = new Set(place.map(({ factor }) => factor));
	return [...place, ...before.filter(({ factor }) => !named.has(factor))];
}

/** Keys of places that were made already: a poll looks through the list several times. */
const keys = new WeakMap<readonly Share[], string>();

function placeKey(place: readonly Share[]): string {
	const known = keys.get(place);
	if (known !== undefined) return known;
	const key = place
		.map(shareKey)
		.sort((a, b) => (a < b ? -1 : 1))
		.join('\n');
	keys.set(place, key);
	return key;
}

/** The places of a fleet. */
export class Places {
	private readonly numbers: Map<string, number>;

	/** @param list the places by their numbers, which grows */
	constructor(readonly list: Share[][]) {
		this.numbers = new Map(list.map((place, i) => [placeKey(place), i]));
	}

	/** The place of a SIM by an event about it; what it was before where the event names no operator. */
	after(event: Json, before: Placed | undefined): Placed | undefined {
		const place = placeIn(event);
		if (shareOf(place, 'operator') === undefined) return before;
		const whole = completed(place, this.list[before?.in ?? -1] ?? []);
		const key = placeKey(whole);
		const number = this.numbers.get(key) ?? this.list.push(whole) - 1;
		this.numbers.set(key, number);
		return { in: number, day: dayOf(eventTime(event)) };
	}

	/** What is known of a place; undefined for none, and for one that is older than the feed. */
	of(placed: Placed | undefined, now: number): readonly Share[] | undefined {
		const isOld = placed !== undefined && dayOf(now) - placed.day > EVENT_DAYS;
		return placed === undefined || isOld ? undefined : this.list[placed.in];
	}
}

/** Most SIMs whose places are remembered; those with the oldest places are forgotten first. */
const MOST_SIMS = 50_000;

/** The places of SIMs, as they are written. */
export const storedPlaces = (placed: ReadonlyMap<number, Placed>): StoredMap<Placed> =>
	storedMap(new Map([...placed].sort(([, a], [, b]) => b.day - a.day).slice(0, MOST_SIMS)));

/** Drops places in which no SIM is, where they are many; changes the numbers of those that have one. */
export function thinOut(list: Share[][], placed: Iterable<Placed>): Share[][] {
	if (list.length <= MANY_PLACES) return list;
	const kept: Share[][] = [];
	const numbers = new Map<number, number>();
	// Two SIMs, or two memories of one, may hold the same place.
	for (const own of new Set(placed)) {
		const place = list[own.in];
		if (place === undefined) continue;
		const number = numbers.get(own.in) ?? kept.push(place) - 1;
		numbers.set(own.in, number);
		own.in = number;
	}
	return kept;
}
