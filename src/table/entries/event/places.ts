import { eventFilterTime, STEP_TYPES } from '../../../fleet/events';
import { DAY_MS } from '../../../times';
import { defineOperation, type Json } from '../../define';
import * as f from '../../fields';
import { BAD_FILTER, unknownNames } from '../../filters';
import { at, flat, listOrOne } from '../../reading';
import { asNumber } from '../../values';
import { getAllOperators } from '../network/serviceLists';
import { eventFilters, networkOf, readEvent } from './eventFields';
import { allEvents } from './eventLists';

/*
 * Where endpoints were last seen, as GeoJSON (RFC 7946). The service has coordinates of countries
 * alone, in its list of operators; cells are known by their numbers. Source: public reference and
 * recorded.
 */

/** Longitude and latitude, in the order of GeoJSON. */
type Point = [number, number];

/** The points of countries by their ids; those without coordinates are left out. */
function pointsIn(operators: Json[]): Map<number, Point> {
	const points = new Map<number, Point>();
	for (const { country } of operators) {
		const [longitude, latitude] = ['longitude', 'latitude'].map((key) =>
			asNumber(at(country, key)),
		);
		if (typeof longitude === 'number' && typeof latitude === 'number')
			points.set(Number(at(country, 'id')), [longitude, latitude]);
	}
	return points;
}

const deviceOfEvent = flat(
	'endpoint_id=endpoint.id endpoint_name=endpoint.name iccid=sim.iccid',
	'mcc=detail.pdp_context.mcc|detail.country.mcc mnc=detail.pdp_context.mnc',
	'lac=detail.pdp_context.lac cell_id=detail.pdp_context.ci timestamp',
);

/** An event as a feature: the point of its country, or none where that is not known. */
function featureOf(event: Json, points: Map<number, Point>): Json {
	const { country, operator, rat } = networkOf(event);
	const point = points.get(Number(country?.id));
	const { timestamp, ...rest } = deviceOfEvent(event);
	const network = { country: country?.name ?? null, iso_code: country?.iso_code ?? null, operator };
	return {
		type: 'Feature',
		geometry: point ? { type: 'Point', coordinates: point } : null,
		properties: {
			...rest,
			...network,
			rat: rat?.name ?? null,
			seen: timestamp,
			accuracy: 'country',
		},
	};
}

/** The newest event of each endpoint, or of each SIM where the endpoint is not named. */
function newestEvents(events: Json[]): Json[] {
	const newest = new Map<string, Json>();
	for (const event of events) {
		if (!networkOf(event).country) continue;
		const key = `${String(at(event, 'endpoint.id'))} ${String(at(event, 'sim.id'))}`;
		const before = newest.get(key);
		if (!before || String(before.timestamp) <= String(event.timestamp)) newest.set(key, event);
	}
	return [...newest.values()];
}

export const mapPlaces = defineOperation({
	resource: 'place',
	name: 'map',
	action: 'Map endpoint locations',
	description:
		'Give the country and network each endpoint was last seen in as GeoJSON for a map, also as a file. The points are those of countries.',
	request: 'GET /api/v1/event',
	lane: 'list',
	explains: BAD_FILTER,
	errors: [400, 403, 422],
	files: [{ from: 'text', as: 'places', name: 'places.geojson', type: 'application/geo+json' }],
	fields: {
		days: f.number(
			{ label: 'Days', hint: 'Days to look back for events of each endpoint', default: 7 },
			{ min: 1, max: 30 },
		),
		...f.inGroup('filters', {
			endpointName: eventFilters.endpointName,
			tags: eventFilters.tags,
		}),
		...unknownNames,
	},
	run: async (call, { days, endpointName, tags }) => {
		const points = pointsIn(listOrOne(await call.other(getAllOperators, {})));
		const { now } = call.env;
		// The clock of the service may be ahead.
		// A location is updated, or a session is opened.
		const types = STEP_TYPES.join('|');
		const span = {
			from: eventFilterTime(now - days * DAY_MS),
			until: eventFilterTime(now + DAY_MS),
		};
		const input = { types, ...span, endpointName, tags, returnAll: true };
		const events = await call.list(allEvents, input, readEvent);
		const features = newestEvents(events).map((event) => featureOf(event, points));
		const geojson = { type: 'FeatureCollection', features };
		return {
			devices: features.length,
			without_point: features.filter(({ geometry }) => geometry === null).length,
			geojson,
			text: JSON.stringify(geojson),
		};
	},
});
