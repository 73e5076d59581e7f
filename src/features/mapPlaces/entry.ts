import { defineFeature } from '../../run/feature';
import { eventFilters } from '../../table/entries/event/eventFields';
import * as f from '../../table/fields';
import { BAD_FILTER, unknownNames } from '../../table/filters';

export const mapPlaces = defineFeature({
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
	perform: async (_, { days, endpointName, tags }, call) => {
		const { placesOnMap } = await import('./places');
		return await placesOnMap(call, { days, endpointName, tags });
	},
});
