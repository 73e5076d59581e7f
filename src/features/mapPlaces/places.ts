import { STEP_TYPES } from '../../fleet/events';
import { listEvents } from '../../readers/events';
import type { Call, Json } from '../../table/define';
import { networkOf } from '../../table/entries/event/eventFields';
import { getAllOperators } from '../../table/entries/network/serviceLists';
import { at, flat, listOrOne } from '../../table/reading';
import { asNumber } from '../../table/values';
import { DAY_MS } from '../../times';

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

/** What a map is made from: how far back, and the endpoints whose events are read. */
interface MapInput {
	days: number;
	endpointName?: string | undefined;
	tags?: string | undefined;
}

/** The places of endpoints as GeoJSON, and the same as text for a file. */
export async function placesOnMap(call: Call, { days, ...filters }: MapInput): Promise<Json> {
	const points = pointsIn(listOrOne(await call.other(getAllOperators, {})));
	const { now } = call.env;
	const events = await listEvents(call, {
		// A location is updated, or a session is opened.
		types: STEP_TYPES,
		filters,
		fromMs: now - days * DAY_MS,
		// The clock of the service may be ahead.
		untilMs: now + DAY_MS,
	});
	const features = newestEvents(events).map((event) => featureOf(event, points));
	const geojson = { type: 'FeatureCollection', features };
	return {
		devices: features.length,
		without_point: features.filter(({ geometry }) => geometry === null).length,
		geojson,
		text: JSON.stringify(geojson),
	};
}
