import { notFound } from '../http/envelopes';
import { listRoute, pathId, type Route } from '../http/route';
import type { ServiceProfile } from './entities';

export const SERVICES = [
	{ id: 0, description: 'USSD', traffic: { id: 7, description: 'USSD', unit: 'Events' } },
	{ id: 6, description: 'SMS MT', traffic: { id: 6, description: 'SMS', unit: 'SMS' } },
	{ id: 32, description: 'SMS MO', traffic: { id: 6, description: 'SMS', unit: 'SMS' } },
	{ id: 38, description: 'Data', traffic: { id: 5, description: 'Data', unit: 'MB' } },
];
/** The period of every limit: the calendar month, UTC. */
export const MONTH = { id: 2, time_units: 1, unit: 'month' };
export const SMS_LIMITS = [10, 100, 1000].map((volume, index) => ({
	id: index + 1,
	volume,
	period: MONTH,
}));

/** The services of a profile with their SMS limits. */
export const servicesOf = ({ services }: ServiceProfile) =>
	SERVICES.filter(({ id }) => services.has(id)).map(({ id, description, traffic }) => ({
		id,
		description,
		teleservice_code: id,
		traffic_type: traffic,
		traffic_limit: SMS_LIMITS.filter((limit) => services.get(id)!.includes(limit.id)),
	}));

/** Services of a service profile, and the SMS limits available for them. */
export const serviceRoutes = (): Route[] => [
	listRoute('service', '/api/v1/service', 'List services', () =>
		SERVICES.map(({ id, description, traffic }) => ({
			id,
			description,
			teleservice_code: id,
			used_with_vlr: id !== 38,
			used_with_sgsn: true,
			traffic_type: traffic,
		})),
	),
	listRoute(
		'service',
		'/api/v1/service/:serviceId/traffic_limit',
		'List the SMS limits of a service',
		(call) => {
			const found = SERVICES.find(({ id }) => id === pathId(call, 'serviceId'));
			if (!found) throw notFound('No such service', 1201);
			return found.traffic.id === 6 ? SMS_LIMITS : [];
		},
	),
	listRoute('service', '/api/v1/traffic_limit', 'List traffic limits', () =>
		SMS_LIMITS.map((limit) => ({ ...limit, service: { id: 6, description: 'SMS MT' } })),
	),
];
