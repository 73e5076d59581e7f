import { isObject, type Json } from '../wire';
import { describeValue, hasLostDigits, isEmpty, toId } from './values';

/*
 * Items that a picker takes in the place of an ID: an endpoint or a SIM as a node of this package gives it, and items
 * that name one. An `id` alone says nothing: that of another thing could be the ID of another device.
 */

/** Kinds of things that a picker takes whole. */
export type WholeKind = 'endpoint' | 'sim';

interface Kind {
	/** As a person calls it, with its article. */
	thing: string;
	/** Groups of fields, of which a thing has one whole, simplified or not. */
	ownFields: Array<(item: Json) => boolean>;
}

const has =
	(...names: string[]) =>
	(item: Json) =>
		names.every((name) => name in item);

const KINDS: Record<WholeKind, Kind> = {
	endpoint: {
		thing: 'an endpoint',
		// Limits of a profile have an `id` and one of the two.
		ownFields: [
			has('service_profile_id', 'tariff_profile_id'),
			({ service_profile: service, tariff_profile: tariff }) =>
				isObject(service) && isObject(tariff),
		],
	},
	sim: {
		thing: 'a SIM',
		// A list of somebody's own may have an `id` beside an ICCID.
		ownFields: [
			has('iccid', 'iccid_with_luhn'),
			has('iccid', 'status_id'),
			({ iccid, status }) => iccid !== undefined && isObject(status),
		],
	},
};

/** Fields of events, of what a trigger found, and of SIM batches: their `id` is their own. */
const FIELDS_OF_OTHERS = ['event_type', 'type_id', 'event', 'bic'];

const isOf = (kind: WholeKind, item: Json) => KINDS[kind].ownFields.some((isIt) => isIt(item));

/** Whether an item is an endpoint, or a SIM, so that its `id` is the ID that a picker expects. */
function isWhole(kind: WholeKind, item: Json): boolean {
	if (!('id' in item) || !isOf(kind, item)) return false;
	if (FIELDS_OF_OTHERS.some((name) => name in item)) return false;
	// An endpoint may have the ICCID of its SIM.
	return kind === 'endpoint' || !isOf('endpoint', item);
}

/** Where an item names an endpoint or a SIM, as an expression goes on, and what stands there. */
function placesIn(kind: WholeKind, item: Json): Array<[place: string, value: unknown]> {
	const places: Array<[string, unknown]> = [];
	const flat = `${kind}_id`;
	if (flat in item) places.push([flat, item[flat]]);
	const nested = item[kind];
	if (isObject(nested)) places.push([`${kind}.id`, nested.id]);
	if (isWhole(kind, item)) places.push(['id', item.id]);
	if (places.length === 0 && nested === null) places.push([kind, nested]);
	return places;
}

/** The thing that an item is or names, and where; or why it is not taken, in words to follow the field's label. */
type OfItem = { id: number; from: string } | { refused: string };

/**
 * The endpoint or SIM that an item is, or names in `endpoint_id`, `endpoint.id` and the like. One that names two, or
 * has such a field without an ID, is refused; so is one that names none. Undefined for what is no item.
 */
export function ofItem(kind: WholeKind, item: unknown): OfItem | undefined {
	if (!isObject(item)) return undefined;
	const { thing } = KINDS[kind];
	const rule = `must be ${thing} or its ID, got ${describeValue(item)}`;
	const [first, ...others] = placesIn(kind, item);
	if (!first) {
		const neither = `${rule}, which is neither, and names none in ${kind}_id`;
		return { refused: `${neither}; ${adviceFor(kind, item)}` };
	}
	const [place, value] = first;
	const id = idIn(value);
	if (id === undefined) {
		const what = isEmpty(value) ? 'is empty' : `is ${describeValue(value)}`;
		return {
			refused: `${rule}, whose ${place} ${what}: it names no ${thing.replace(/^an? /, '')}${ofSample(value)}`,
		};
	}
	const another = others.find(([, other]) => idIn(other) !== id);
	if (another) {
		const both = `${place} ${id} and ${another[0]} ${describeValue(another[1])}`;
		return {
			refused: `${rule}, which names two: ${both}; say which one is meant: choose "By ID", and an expression that ends with its field`,
		};
	}
	return { id, from: place };
}

/** An ID in an item; a spreadsheet may have blanks around it. */
const idIn = (value: unknown): number | undefined =>
	toId(typeof value === 'string' ? value.trim() : value);

/** Why an ID is 0. */
const ofSample = (value: unknown): string =>
	value === 0 ? ", as in the sample of a trigger's test" : '';

/** Whether n8n has asked a person: the node that asked gives the answer, and nothing of the item before. */
const isAnswerOfPerson = ({ data }: Json): boolean =>
	isObject(data) && ('approved' in data || 'respondedAt' in data);

/** The way out for an item that neither is such a thing nor names one. */
function adviceFor(kind: WholeKind, item: Json): string {
	if (hasLostDigits(item.iccid))
		return `choose "By ICCID", and have its column read as text: ${describeValue(item.iccid)} has lost its last digits`;
	if ('iccid' in item && !isEmpty(item.iccid))
		return 'choose "By ICCID" and give {{ $json.iccid }}';
	if (isAnswerOfPerson(item))
		return `it is the answer of a person alone: choose "By ID" and give the field of a node before the question, such as {{ $('Name of that node').item.json.${kind}_id }}`;
	const ways =
		kind === 'endpoint' ? 'By ID", "By ICCID", "By IMEI" or "By Name' : 'By ID" or "By ICCID';
	const example = 'id' in item ? ', such as {{ $json.id }} if that is its ID' : '';
	return `pick one from the list, or choose "${ways}" and give the field that names it${example}`;
}
