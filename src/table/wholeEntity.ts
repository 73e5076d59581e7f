import { isObject, type Json } from '../wire';
import { describeValue, toId } from './values';

/* Endpoints and SIMs that an expression gives whole, where a picker expects their ID. */

/** Kinds of things that a picker takes whole. */
export type WholeKind = 'endpoint' | 'sim';

interface Kind {
	/** As a person calls it, with its article. */
	thing: string;
	/** Fields of which it has one, simplified or not. */
	ownFields: string[];
	/** The field in which other items name it, and it names itself. */
	namedIn: string;
}

const KINDS: Record<WholeKind, Kind> = {
	endpoint: {
		thing: 'an endpoint',
		ownFields: ['service_profile', 'service_profile_id', 'tariff_profile', 'tariff_profile_id'],
		namedIn: 'endpoint_id',
	},
	sim: { thing: 'a SIM', ownFields: ['iccid'], namedIn: 'sim_id' },
};

/** Fields of events, of what a trigger found, and of SIM batches: their `id` is their own. */
const FIELDS_OF_OTHERS = ['event_type', 'type_id', 'event', 'bic'];

const hasOneOf = (value: Json, names: string[]) => names.some((name) => name in value);

/** Whether an object is an endpoint, or a SIM, so that its `id` is the ID that a picker expects. */
function isWhole(kind: WholeKind, value: Json): boolean {
	const { ownFields, namedIn } = KINDS[kind];
	if (hasOneOf(value, [kind, ...FIELDS_OF_OTHERS])) return false;
	// An endpoint may have the ICCID of its SIM.
	if (kind === 'sim' && hasOneOf(value, KINDS.endpoint.ownFields)) return false;
	if (!(namedIn in value)) return hasOneOf(value, ownFields);
	const id = toId(value.id);
	return id !== undefined && id === toId(value[namedIn]);
}

/** Where an item names its endpoint or SIM, as an expression goes on: `endpoint.id`. */
function placeIn(kind: WholeKind, value: Json): string | undefined {
	const [flat, nested] = [`${kind}_id`, value[kind]];
	if (toId(value[flat]) !== undefined) return flat;
	return isObject(nested) && toId(nested.id) !== undefined ? `${kind}.id` : undefined;
}

/**
 * The ID of an endpoint or SIM that was given whole: as the entity with its fields, or as
 * `{ endpoint: { id, … } }` alone, whose name says what it is. Undefined for every other value, even with
 * an `id`: that of another thing could be the ID of another device.
 */
export function idOfWhole(kind: WholeKind, value: unknown): number | undefined {
	if (!isObject(value)) return undefined;
	const [name, ...others] = Object.keys(value);
	const entity = name === kind && others.length === 0 ? value[kind] : undefined;
	if (isObject(entity)) return toId(entity.id);
	return isWhole(kind, value) ? toId(value.id) : undefined;
}

/** Words, to follow the field's label, for an object that is not taken; undefined for what is no object. */
export function refusedWhole(kind: WholeKind, value: unknown): string | undefined {
	if (!isObject(value)) return undefined;
	const { thing } = KINDS[kind];
	const place = placeIn(kind, value);
	const advice =
		place === undefined
			? 'use an expression that gives the ID'
			: `it names ${thing} in ${place}, so end the expression with .${place}`;
	return `must be ${thing} or its ID, got ${describeValue(value)}, which is neither; ${advice}`;
}
