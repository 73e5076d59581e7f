import { EndpointStatus, SimStatus } from '../../fleet/statuses';
import { at } from '../../table/reading';
import { isInMb } from '../../table/entries/usage/usageDays';
import type { Answer, Json } from '../../wire';
import type { CheckRequest } from './questions';
import type { Difference } from './report';

/*
 * Values that have the expected type and mean something else: units, numbers of statuses, digits with
 * blanks, pages that are smaller than asked for. Source: specification and public reference. No value of
 * the account leaves this file.
 */

/** In words: a value that does not mean what it should. */
interface OtherMeaning {
	what: string;
	breaks: string;
}

/** Places of the unit of data. */
const UNIT_PLACES = [
	'data.traffic_type.unit',
	'last_month.data.traffic_type.unit',
	'current_month.data.traffic_type.unit',
];
/** A unit as it can be shown: a short word of letters. */
const UNIT = /^[A-Za-z]{1,8}$/;

function unitIn(entry: Json): OtherMeaning[] {
	return UNIT_PLACES.flatMap((place) => {
		const unit = at(entry, place);
		if (isInMb(unit)) return [];
		const shown = UNIT.test(String(unit)) ? String(unit) : 'another unit';
		return [
			{
				what: `\`${place}\` is ${shown}, expected MB`,
				breaks:
					'amounts of data are not given in reports; those of the last hour and of hours name no unit and are taken for MB',
			},
		];
	});
}

/** The words of statuses by their numbers, where the package goes by the numbers. */
const STATUSES: Record<'endpoint' | 'sim', Record<number, string>> = {
	endpoint: {
		[EndpointStatus.Enabled]: 'Enabled',
		[EndpointStatus.Disabled]: 'Disabled',
		[EndpointStatus.Deleted]: 'Deleted',
	},
	sim: {
		[SimStatus.Issued]: 'Issued',
		[SimStatus.Activated]: 'Activated',
		[SimStatus.Suspended]: 'Suspended',
		[SimStatus.Deleted]: 'Deleted',
	},
};
const STATUS_BREAKS = {
	endpoint:
		'Update and Apply a Table would set the other status, and alerts watch the wrong devices',
	sim: 'activating and suspending SIMs would do something else, and alerts about SIMs',
};

/** A status whose word belongs to another number. Any other word may be a translation. */
function statusIn(kind: 'endpoint' | 'sim', status: unknown, place: string): OtherMeaning[] {
	const words = STATUSES[kind];
	const [id, word] = [Number(at(status, 'id') ?? NaN), String(at(status, 'description') ?? '')];
	const expected = words[id];
	const meant = Object.values(words).find(
		(known) => known.toLowerCase() === word.trim().toLowerCase(),
	);
	if (expected === undefined || meant === undefined || meant === expected) return [];
	return [
		{
			what: `\`${place}\` ${id} means ${meant}, expected ${expected}`,
			breaks: STATUS_BREAKS[kind],
		},
	];
}

const ICCID_PLACES = ['iccid', 'iccid_with_luhn', 'sim.iccid', 'sim.iccid_with_luhn'];
/** Digits alone, the check digit included or not. */
const ICCID = /^\d{18,22}$/;

function iccidIn(entry: Json): OtherMeaning[] {
	return ICCID_PLACES.flatMap((place) => {
		const iccid = at(entry, place);
		if (typeof iccid !== 'string' || iccid === '' || ICCID.test(iccid)) return [];
		const how = /\s/.test(iccid) ? 'holds blanks' : 'holds more than digits';
		return [
			{
				what: `\`${place}\` ${how}, expected 19 or 20 digits`,
				breaks: 'an ICCID in place of an ID finds nothing, and tables do not recognise their SIMs',
			},
		];
	});
}

/** The status of an entry, by the operation that has read it. */
function statusesIn(key: string, entry: Json): OtherMeaning[] {
	if (key === 'endpoint getAll' || key === 'endpoint get') {
		return [
			...statusIn('endpoint', entry.status, 'status.id'),
			...statusIn('sim', at(entry, 'sim.status'), 'sim.status.id'),
		];
	}
	if (key === 'sim getAll' || key === 'sim get') return statusIn('sim', entry.status, 'status.id');
	return key === 'lookup simStatuses' ? statusIn('sim', entry, 'id') : [];
}

/** The differences in meaning of an answer's entries, each once. */
export function meaningsIn(question: CheckRequest, entries: Json[]): Difference[] {
	const { key, title: operation, entry } = question;
	const found = entries.flatMap((entity) => [
		...unitIn(entity),
		...iccidIn(entity),
		...statusesIn(key, entity),
	]);
	return [...new Map(found.map((meaning) => [meaning.what, meaning])).values()].map((meaning) => ({
		operation,
		request: entry.request,
		kind: 'other meaning',
		...meaning,
	}));
}

/** The difference of a page that has fewer entries than asked for, although there are more. */
export function pageSizeIn(
	question: CheckRequest,
	{ headers }: Answer,
	{ asked, came }: { asked: number; came: number },
): Difference[] {
	const total = Number(headers['x-total-count'] ?? NaN);
	if (came === 0 || !(came < Math.min(asked, total))) return [];
	return [
		{
			operation: question.title,
			request: question.entry.request,
			kind: 'paging',
			what: `a page holds ${came} entries, although ${asked} were asked for and there are more`,
			breaks: `lists take about ${Math.ceil(asked / came)} times as many requests, and that much of the limits`,
		},
	];
}
