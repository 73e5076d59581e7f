import { createHash } from 'node:crypto';
import type { Json } from '../../operations/define';
import * as f from '../../operations/fields';
import { at } from '../../operations/reading';
import { asNumber } from '../../operations/values';
import { digestOf } from '../runtime/digest';
import { defineAlert } from './alert';
import {
	ATTACHED,
	fromSeconds,
	InOrder,
	packSims,
	SAMPLE,
	sightings,
	toSeconds,
	unpackSims,
	whoIn,
} from './sims';

/*
 * A country or network that is not wanted: told with the first attach there, once a SIM and visit.
 * A visit ends with an attach elsewhere; where a SIM is at first is learned silently.
 */

interface Visit {
	/** Country or operator: one of its numbers; {@link ANEW} where another list judges it anew. */
	place: number;
	/** Milliseconds since 1970. */
	at: number;
}

interface State {
	/** Form and list that the visits were judged by. */
	judged: string;
	visits: Map<number, Visit>;
}

/** The place of a SIM that is known, but not where by this list. */
const ANEW = 0;
const EVENT = 'placeNotWanted';
const RULE = 'must be names, separated by commas';

/** Names hold blanks, so that only commas and lines part them. */
function namesIn(value: unknown, refuse: (message: string) => string[]): string[] {
	const parts: unknown[] = typeof value === 'string' ? value.split(/[,;\n]/) : [value].flat();
	const names = parts
		.filter((part) => typeof part === 'string' || typeof part === 'number')
		.map((part) => String(part).trim().toLowerCase())
		.filter(Boolean);
	return names.length > 0 ? [...new Set(names)] : refuse(`${RULE}, got none`);
}

const fields = {
	placeKind: f.choice<'country' | 'network'>({ label: 'List Of', hint: 'What the list names' }, [
		{ name: 'Countries', value: 'country' },
		{ name: 'Networks', value: 'network' },
	]),
	placeList: f.choice<'allowed' | 'forbidden'>(
		{ label: 'List Holds', hint: 'Whether the list names what is wanted, or what is not' },
		[
			{ name: 'Allowed Ones: Every Other Is Told', value: 'allowed' },
			{ name: 'Forbidden Ones: Only These Are Told', value: 'forbidden' },
		],
	),
	places: {
		...f.checkedBy(
			f.text({
				label: 'Countries or Networks',
				hint: 'Countries by name, ISO code or MCC; networks by name, ID or MCC with MNC. Separated by commas.',
				placeholder: 'Germany, AT, 228',
			}),
			(s) => s.readSchema(namesIn),
		),
		rule: RULE,
	},
};

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

/** A number of 21 bits made of a name: three bytes of what is stored. */
const hashOf = (...names: unknown[]): number =>
	createHash('sha256').update(names.join('|').toLowerCase()).digest().readUInt32BE() >>> 11;

/**
 * The numbers by which a place is known again: of its name, which is the one that is kept, and its id.
 * Events may name either.
 */
function numbersOf(names: unknown[], id: unknown): number[] {
	const number = asNumber(id);
	return [
		...(names.every(isGiven) ? [hashOf(...names)] : []),
		...(Number.isSafeInteger(number) ? [number as number] : []),
	];
}

/** Where an attach was; undefined when the event does not say. */
function placeIn(event: Json, kind: 'country' | 'network') {
	const detail = (event.detail ?? {}) as Json;
	const country = (at(detail, 'country') ?? {}) as Json;
	const { id, name } = kind === 'country' ? country : detail;
	if (kind === 'country') {
		const { iso_code: iso, mcc } = country;
		const numbers = numbersOf([isGiven(name) ? name : iso], id);
		return { numbers, names: [name, iso, mcc] };
	}
	const mncs = Array.isArray(detail.mnc) ? (detail.mnc as Json[]).map(({ mnc }) => mnc) : [];
	const session = (detail.pdp_context ?? {}) as Json;
	const codes = mncs.map((mnc) => `${String(country.mcc)}${String(mnc)}`);
	const own = session.mcc === undefined ? [] : [`${String(session.mcc)}${String(session.mnc)}`];
	// Networks of one name are in several countries.
	return { numbers: numbersOf([name, country.name], id), names: [id, name, ...codes, ...own] };
}

const told = (event: string, when: number, who: Json, place: Json) => ({
	event,
	reason: `The SIM is in ${String(place.country ?? 'a country without a name')}, in the network ${String(place.operator ?? 'without a name')}, which is not wanted`,
	at: when,
	fields: { ...who, ...place },
});

export const placeNotWanted = defineAlert({
	events: [
		{
			name: 'Country or Network Not Wanted',
			value: EVENT,
			description: 'A SIM attaches outside a list; told once a visit',
			action: 'On a country or network that is not wanted',
		},
	],
	fields,
	types: ATTACHED,
	unpack: (packed): State => {
		const { label, sims } = unpackSims(
			packed,
			(reader): Visit => ({ place: reader.number(), at: fromSeconds(reader.fixed(4)) }),
		);
		return { judged: label, visits: sims };
	},
	pack: ({ judged, visits }) =>
		packSims(visits, judged, (writer, { place, at: when }) =>
			writer.number(place).fixed(toSeconds(when), 4),
		),
	read: (state, { events }, { placeKind, placeList, places: list }) => {
		const judged = digestOf([placeKind, placeList, [...list].sort()], 8);
		if (state.judged !== judged) for (const visit of state.visits.values()) visit.place = ANEW;
		state.judged = judged;
		const order = new InOrder();
		return sightings(events).flatMap((sighting) => {
			const found = placeIn(sighting.event, placeKind);
			const [place] = found.numbers;
			if (place === undefined) return [];
			const known = state.visits.get(sighting.simId);
			// Whole seconds are kept.
			const second = { ...sighting, at: Math.floor(sighting.at / 1000) * 1000 };
			if (!order.isNews(second, known?.at)) return [];
			state.visits.set(sighting.simId, { place, at: second.at });
			// Where it is when it is seen first is learned: a fleet may be abroad already.
			if (!known || found.numbers.includes(known.place)) return [];
			const isListed = found.names.some(
				(name) => isGiven(name) && list.includes(String(name).toLowerCase()),
			);
			if (isListed === (placeList === 'allowed')) return [];
			const operator = at(sighting.event, 'detail.name') ?? null;
			const country = at(sighting.event, 'detail.country.name') ?? null;
			return [told(EVENT, sighting.at, whoIn(sighting.event), { country, operator })];
		});
	},
	sample: (event, when) =>
		told(event, when, SAMPLE, { country: 'Elsewhere', operator: 'Sample Mobile' }),
});
