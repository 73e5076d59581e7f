import { createHash } from 'node:crypto';
import { STEP_TYPES } from '../../fleet/events';
import type { Json } from '../../table/define';
import * as f from '../../table/fields';
import { at } from '../../table/reading';
import { asNumber, isEmpty } from '../../table/values';
import { asStored, mapByNumber, mapped } from '../runtime/storedForm';
import { digestOf } from '../runtime/digest';
import { defineAlert } from './alert';
import { noteAttaches, SAMPLE, type SimEvent, storedSims, whoIn } from './sims';

/*
 * A country or network that is not wanted: an alert at the first attach there, once per SIM and visit.
 * A visit ends with an attach elsewhere; the first place of a SIM is learned silently.
 */

interface Visit {
	/** Country or operator: one of its numbers; {@link JUDGE_AGAIN} where another list judges it again. */
	location: number;
	/** Milliseconds since 1970. */
	at: number;
}

interface VisitState {
	/** The form and list by which the visits were judged. */
	judged: string;
	visits: Map<number, Visit>;
}

/** A visit as it is stored: with the whole second. */
const inSeconds = ({ location, at: ms }: Visit): Visit => ({
	location,
	at: Math.floor(ms / 1000) * 1000,
});

/** Stands for the place of a SIM that the current list has not judged yet. */
const JUDGE_AGAIN = 0;
const PLACE_NOT_WANTED = 'placeNotWanted';
const PLACES_RULE = 'must be names, separated by commas';

/** Names contain blanks, so only commas and lines separate them. */
function listedNames(value: unknown, refuse: (message: string) => string[]): string[] {
	const parts: unknown[] = typeof value === 'string' ? value.split(/[,;\n]/) : [value].flat();
	const names = parts
		.filter((part) => typeof part === 'string' || typeof part === 'number')
		.map((part) => String(part).trim().toLowerCase())
		.filter(Boolean);
	return names.length > 0 ? [...new Set(names)] : refuse(`${PLACES_RULE}, got none`);
}

const placeFields = {
	placeKind: f.choice(
		{ label: 'Match By', hint: 'Whether the list names countries or networks' },
		{ Countries: 'country', Networks: 'network' },
	),
	placeList: f.choice(
		{ label: 'List Type', hint: 'Whether the listed places are allowed or forbidden' },
		{ 'Allowed: Alert on Any Other': 'allowed', 'Forbidden: Alert on These Only': 'forbidden' },
	),
	places: {
		...f.checkedBy(
			f.text({
				label: 'Countries or Networks',
				hint: 'Countries by name, ISO code or MCC. Networks by name, ID, or MCC with MNC. Separate entries with commas.',
				placeholder: 'Germany, AT, 228',
			}),
			(s) => s.readSchema(listedNames),
		),
		rule: PLACES_RULE,
	},
};

/** A number of 21 bits from a name: three bytes of the stored state. */
const hash21 = (...names: unknown[]): number =>
	createHash('sha256').update(names.join('|').toLowerCase()).digest().readUInt32BE() >>> 11;

/**
 * The numbers by which a place is recognised: that of its name, which is kept, and its ID. Events may
 * name either.
 */
function numbersOf(names: unknown[], id: unknown): number[] {
	const number = asNumber(id);
	return [
		...(names.every((name) => !isEmpty(name)) ? [hash21(...names)] : []),
		...(Number.isSafeInteger(number) ? [number as number] : []),
	];
}

/** Where an attach was; undefined when the event does not say. */
function attachPlace(event: Json, kind: 'country' | 'network') {
	const detail = (event.detail ?? {}) as Json;
	const country = (at(detail, 'country') ?? {}) as Json;
	const { id, name } = kind === 'country' ? country : detail;
	if (kind === 'country') {
		const { iso_code: iso, mcc } = country;
		const numbers = numbersOf([!isEmpty(name) ? name : iso], id);
		return { numbers, names: [name, iso, mcc] };
	}
	const mncs = Array.isArray(detail.mnc) ? (detail.mnc as Json[]).map(({ mnc }) => mnc) : [];
	const session = (detail.pdp_context ?? {}) as Json;
	const codes = mncs.map((mnc) => `${String(country.mcc)}${String(mnc)}`);
	const own = session.mcc === undefined ? [] : [`${String(session.mcc)}${String(session.mnc)}`];
	// Networks of one name are in several countries.
	return { numbers: numbersOf([name, country.name], id), names: [id, name, ...codes, ...own] };
}

const placeAlert = (when: number, who: Json, location: Json) => ({
	event: PLACE_NOT_WANTED,
	reason: `The SIM is in ${String(location.country ?? 'a country without a name')}, in the network ${String(location.operator ?? 'without a name')}, which is not wanted`,
	at: when,
	fields: { ...who, ...location },
});

export const placeNotWanted = defineAlert({
	events: [
		{
			name: 'Country or Network Not Wanted',
			value: PLACE_NOT_WANTED,
			description:
				'A SIM attaches in a country or network that is not allowed. Emitted once per visit.',
			action: 'On unwanted country or network',
		},
	],
	fields: placeFields,
	types: STEP_TYPES,
	begin: (): VisitState => ({ judged: '', visits: new Map() }),
	memory: asStored(
		'the visits of SIMs',
		1,
		({ judged, visits }: VisitState) => ({
			judged,
			visits: storedSims(mapped(visits, inSeconds)),
		}),
		({ judged, visits }): VisitState => ({ judged, visits: mapByNumber(visits) }),
	),
	read: (state, { events }, { placeKind, placeList, places: list }) => {
		const judged = digestOf([placeKind, placeList, [...list].sort()], 8);
		if (state.judged !== judged)
			for (const visit of state.visits.values()) visit.location = JUDGE_AGAIN;
		state.judged = judged;
		const visitOf = ({ event, at: when }: SimEvent): Visit | undefined => {
			const [location] = attachPlace(event, placeKind).numbers;
			// Whole seconds are kept.
			return location === undefined ? undefined : { location, at: Math.floor(when / 1000) * 1000 };
		};
		// Its first place is only learned: a fleet may be abroad already.
		return noteAttaches(state.visits, events, visitOf).flatMap(({ attach, before }) => {
			const { event, at: when } = attach;
			const { numbers, names } = attachPlace(event, placeKind);
			if (numbers.includes(before.location)) return [];
			const isListed = names.some(
				(name) => !isEmpty(name) && list.includes(String(name).toLowerCase()),
			);
			if (isListed === (placeList === 'allowed')) return [];
			const operator = at(event, 'detail.name') ?? null;
			const country = at(event, 'detail.country.name') ?? null;
			return [placeAlert(when, whoIn(event), { country, operator })];
		});
	},
	sample: (_, when) =>
		placeAlert(when, SAMPLE, { country: 'Elsewhere', operator: 'Sample Mobile' }),
});
