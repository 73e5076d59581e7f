import { operationsWith } from './define';
import * as f from './fields';
import { flatList, everyOf, flat, type Kind, listAt, many, numeric } from './reading';

/*
 * The lists of choices: address spaces, operators, countries, radio access types, services and
 * their limits. Source: public reference and recorded.
 */

const define = operationsWith({ lane: 'list', source: 'public reference', errors: [403] });

const space: Kind = {
	read: numeric('id', 'ip_address_version', 'used_count', 'available_count'),
	simple: flat('id', 'ip_address_space', 'ip_address_version', 'used_count', 'available_count'),
};

export const getAllAddressSpaces = define({
	resource: 'lookup',
	name: 'getIpAddressSpaces',
	action: 'Get many IP address spaces',
	description: 'List the IP address spaces of the organisation, with used and free addresses',
	request: 'GET /api/v1/ip_address_space',
	fields: many,
	result: everyOf(space),
});

export const getAvailableAddressSpaces = define({
	resource: 'lookup',
	name: 'getAvailableIpAddressSpaces',
	action: 'Get available IP address spaces',
	description: 'List ten random IP address spaces that are free; other ones each time',
	request: 'GET /api/v1/ip_address_space/available',
	fields: {
		...many,
		...f.inGroup('filters', {
			version: f.query(
				'ip_address_version',
				f.choice({ label: 'IP Version', hint: 'Version of the addresses', default: 4 }, [
					{ name: 'IPv4', value: 4 },
					{ name: 'IPv6', value: 6 },
				]),
			),
		}),
	},
	result: everyOf(space),
});

// Codes are text with leading zeros, and stay so.
export const getAllOperators = define({
	resource: 'lookup',
	name: 'getOperators',
	action: 'Get many operators',
	description: 'List the mobile network operators with their countries and network codes',
	request: 'GET /api/v1/operator',
	fields: many,
	result: everyOf({
		read: numeric('id', 'country.id'),
		simple: (entity) => ({
			...flat('id', 'name', 'name_and_country', 'country=country.name|country_name')(entity),
			...flat('iso_code=country.iso_code', 'mcc=country.mcc')(entity),
			mnc: listAt(entity, 'mnc').map(({ mnc }) => mnc),
		}),
	}),
});

export const getAllCountries = define({
	resource: 'lookup',
	name: 'getCountries',
	action: 'Get many countries',
	description: 'List the countries with their codes; some are there once for each MCC',
	request: 'GET /api/v1/country',
	...flatList,
	fields: {
		...f.listFields,
		...f.inGroup('filters', {
			geographic: f.query(
				'geographic',
				f.flag({ label: 'Once Each', hint: 'Whether to leave out the doubles of some countries' }),
			),
		}),
	},
});

export const getAllRatTypes = define({
	resource: 'lookup',
	name: 'getRatTypes',
	action: 'Get many radio access types',
	description: 'List the radio access types such as 2G, 4G and NB-IoT',
	request: 'GET /api/v1/rat_type',
	...flatList,
});

const service: Kind = {
	read: numeric('id', 'traffic_type.id'),
	simple: flat('id', 'name=description', 'traffic_type=traffic_type.description'),
};
const limit: Kind = {
	read: numeric('id', 'volume', 'period.id', 'period.time_units', 'service.id'),
	simple: flat('id', 'volume', 'period=period.unit', 'service=service.description'),
};

export const getAllServices = define({
	resource: 'lookup',
	name: 'getServices',
	action: 'Get many services',
	description: 'List the services a profile can have, such as data and SMS',
	request: 'GET /api/v1/service',
	fields: many,
	result: everyOf(service),
});

export const getSmsLimits = define({
	resource: 'lookup',
	name: 'getSmsLimits',
	action: 'Get the limits a service can have',
	description: 'List the limits that can be set on an SMS service of a profile',
	request: 'GET /api/v1/service/{serviceId}/traffic_limit',
	errors: [403, 404],
	fields: {
		serviceId: f.path(f.pick({ label: 'Service', hint: 'The service, such as SMS MT' }, 'service')),
		...many,
	},
	result: everyOf(limit),
});

export const getAllTrafficLimits = define({
	resource: 'lookup',
	name: 'getTrafficLimits',
	action: 'Get many traffic limits',
	description: 'List the traffic limits the service knows, each with the service it is for',
	request: 'GET /api/v1/traffic_limit',
	fields: many,
	result: everyOf(limit),
});
