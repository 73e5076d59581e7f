import { expect } from 'expect';
import { readOnce } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { EVENT, eventPage } from './shared/events';

/* Places of devices in events. The clock of the tests is at 2026-06-15. */

/** A session that a device opened in a country. */
const seen = (id: number, timestamp: string, country: object) => ({
	id: `${id}${timestamp.slice(8, 10)}`,
	timestamp,
	event_type: { id: 3 },
	endpoint: { id, name: `pump-${id}` },
	sim: { id, iccid: `89883030000000000${id}` },
	detail: {
		id: 501,
		name: 'Northern Mobile',
		country,
		pdp_context: { mcc: '262', mnc: '71', lac: 12, ci: 345, rat_type: 8 },
	},
});
const feature = (id: number, point: number[] | null, more: object) => ({
	type: 'Feature',
	geometry: point && { type: 'Point', coordinates: point },
	properties: {
		endpoint_id: id,
		endpoint_name: `pump-${id}`,
		iccid: `89883030000000000${id}`,
		mcc: '262',
		mnc: '71',
		lac: 12,
		cell_id: 345,
		operator: 'Northern Mobile',
		rat: 'NB-IoT',
		accuracy: 'country',
		...more,
	},
});

export const placeFacts: Facts = {
	operations: {
		'place map': {
			documented: 'GET /api/v1/event read list',
			cases: [
				{
					when: 'the latest place of each device, at the coordinates of its country',
					values: { days: 7, tags: 'pump', unknownName: 'nothing' },
					requests: [
						{
							request: 'GET /api/v1/operator',
							answer: [
								{ id: 501, country: { id: 74, latitude: '51.165691', longitude: '10.451526' } },
								{ id: 507, country: { id: 30, latitude: null, longitude: null } },
							],
						},
						{
							request: 'GET /api/v1/event',
							query: {
								q: 'type:1|2|3,from:2026-06-08T00:00:00Z,until:2026-06-16T00:00:00Z,tags:pump',
								...eventPage,
							},
							answer: [
								seen(17, '2026-06-14T00:00:00Z', { id: 74, name: 'Germany', iso_code: 'de' }),
								seen(18, '2026-06-14T00:00:00Z', { id: 74, name: 'Germany', iso_code: 'de' }),
								seen(17, '2026-06-15T00:00:00Z', { id: 30, name: 'Brazil', iso_code: 'br' }),
								{ ...EVENT, id: 12, detail: {} },
							],
						},
					],
					gives: expect.objectContaining({
						devices: 2,
						without_point: 1,
						geojson: {
							type: 'FeatureCollection',
							features: [
								feature(17, null, {
									country: 'Brazil',
									iso_code: 'br',
									seen: '2026-06-15T00:00:00Z',
								}),
								feature(18, [10.451526, 51.165691], {
									country: 'Germany',
									iso_code: 'de',
									seen: '2026-06-14T00:00:00Z',
								}),
							],
						},
						text: expect.stringMatching(/^\{"type":"FeatureCollection"/),
					}) as object,
					errors: [400, 403, [422, 1301]],
				},
			],
			row: readOnce({ days: 30 }),
		},
	},
};
