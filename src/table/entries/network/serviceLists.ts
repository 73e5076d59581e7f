import { operationsWith } from '../../define';
import * as f from '../../fields';
import {
	defineLookup,
	type EntityKind,
	everyOf,
	flat,
	flatList,
	listAt,
	numeric,
	readsList,
} from '../../reading';

/*
 * The lists of choices: address spaces, DNS servers, breakout regions, SMS interfaces, operators,
 * countries, radio access types, services and their limits. Source: public reference and recorded.
 */

const define = operationsWith({ resource: 'lookup', errors: [403] });

const space: EntityKind = {
	read: numeric('id ip_address_version used_count available_count'),
	simple: flat('id ip_address_space ip_address_version used_count available_count'),
};

export const getAllAddressSpaces = define({
	name: 'ipAddressSpaces',
	action: 'Get many IP address spaces',
	description: 'List the IP address spaces of the organisation, with used and free addresses',
	request: 'GET /api/v1/ip_address_space',
	...readsList(space),
});

export const getAvailableAddressSpaces = define({
	name: 'availableIpAddressSpaces',
	action: 'Get available IP address spaces',
	description: 'List ten random free IP address spaces, different ones each time',
	request: 'GET /api/v1/ip_address_space/available',
	lane: 'list',
	fields: {
		...f.many,
		...f.inGroup('filters', {
			version: f.query.choice(
				'ip_address_version',
				{ label: 'IP Version', hint: 'Version of the addresses', default: 4 },
				{ IPv4: 4, IPv6: 6 },
			),
		}),
	},
	result: everyOf(space),
});

export const getAllDns = defineLookup({
	name: 'dnsServers',
	action: 'Get many DNS servers',
	description: 'List the pairs of DNS servers that service profiles can use',
	request: 'GET /api/v1/dns',
});

export const getAllBreakoutRegions = defineLookup({
	name: 'breakoutRegions',
	action: 'Get many breakout regions',
	description: 'List the regions where data can leave the network',
	request: 'GET /api/v1/breakout_region',
});

export const getAllSmsInterfaces = defineLookup({
	name: 'smsInterfaces',
	action: 'Get many SMS interfaces',
	description: 'List where SMS of a service profile can be handed over',
	request: 'GET /api/v1/esme_interface_type',
});

// Codes are text with leading zeros, and stay so.
export const getAllOperators = define({
	name: 'operators',
	action: 'Get many operators',
	description: 'List the mobile network operators with their countries and network codes',
	request: 'GET /api/v1/operator',
	...readsList({
		read: numeric('id country.id'),
		simple: (entity) => ({
			...flat('id name name_and_country country=country.name|country_name')(entity),
			...flat('iso_code=country.iso_code mcc=country.mcc')(entity),
			mnc: listAt(entity, 'mnc').map(({ mnc }) => mnc),
		}),
	}),
});

export const getAllCountries = define({
	name: 'countries',
	action: 'Get many countries',
	description: 'List the countries with their codes; some appear once for each MCC',
	request: 'GET /api/v1/country',
	...flatList,
	fields: {
		...f.listFields,
		...f.inGroup('filters', {
			geographic: f.query.flag('geographic', {
				label: 'Remove Duplicates',
				hint: 'Whether to remove the duplicates of some countries',
				default: true,
			}),
		}),
	},
});

export const getAllRatTypes = defineLookup({
	name: 'ratTypes',
	action: 'Get many radio access types',
	description: 'List the radio access types such as 2G, 4G and NB-IoT',
	request: 'GET /api/v1/rat_type',
});

/** A service of profiles; 0 is USSD. */
export const serviceId = f.path(
	f.pick({ label: 'Service', hint: 'The service, such as SMS MT' }, 'service', f.ID_OR_ZERO),
);

const service: EntityKind = {
	read: numeric('id traffic_type.id'),
	simple: flat('id name=description traffic_type=traffic_type.description'),
};
const limit: EntityKind = {
	read: numeric('id volume period.id period.time_units service.id'),
	simple: flat('id volume period=period.unit service=service.description'),
};

export const getAllServices = define({
	name: 'services',
	action: 'Get many services',
	description: 'List the services a profile can have, such as data and SMS',
	request: 'GET /api/v1/service',
	...readsList(service),
});

export const getSmsLimits = define({
	name: 'smsLimits',
	action: 'Get limits that services can have',
	description: 'List the limits that can be set on an SMS service of a profile',
	request: 'GET /api/v1/service/{serviceId}/traffic_limit',
	...readsList(limit, { serviceId }),
	errors: [403, 404],
});

export const getAllTrafficLimits = define({
	name: 'trafficLimits',
	action: 'Get many traffic limits',
	description: 'List the traffic limits the service knows, each with the service it is for',
	request: 'GET /api/v1/traffic_limit',
	...readsList(limit),
});
