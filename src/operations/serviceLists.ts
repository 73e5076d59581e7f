import { operationsWith } from './define';
import * as f from './fields';
import { everyOf, flat, type Kind, many, numeric } from './reading';

/* What service profiles are made of. Source: public reference. */

const define = operationsWith({ lane: 'list', source: 'public reference', errors: [403] });

const service: Kind = {
	read: numeric('id', 'traffic_type.id'),
	simple: flat('id', 'name=description', 'traffic_type=traffic_type.description'),
};
const limit: Kind = {
	read: numeric('id', 'volume', 'period.id', 'period.time_units', 'service.id'),
	simple: flat('id', 'volume', 'period=period.unit', 'service=service.description'),
};

export const getAllServices = define({
	resource: 'service',
	name: 'getAll',
	action: 'Get many services',
	description: 'List the services a profile can have, such as data and SMS',
	request: 'GET /api/v1/service',
	fields: many,
	result: everyOf(service),
});

export const getSmsLimits = define({
	resource: 'service',
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
	resource: 'trafficLimit',
	name: 'getAll',
	action: 'Get many traffic limits',
	description: 'List the traffic limits the service knows, each with the service it is for',
	request: 'GET /api/v1/traffic_limit',
	fields: many,
	result: everyOf(limit),
});
