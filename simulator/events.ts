import type { Simulation } from './context';
import type { Endpoint } from './entities';
import type { Quota, ServiceEvent } from './entitiesTraffic';
import { EVENT_TYPES } from './eventTypes';

/** Event types that the simulator generates (public reference). */
export const EventType = {
	EndpointBlocked: 11,
	QuotaThreshold: 20,
	QuotaUsedUp: 21,
	QuotaEnabled: 54,
	QuotaDisabled: 55,
	QuotaAssigned: 58,
	QuotaDeleted: 59,
} as const;

/** Adds an event of an endpoint to the feed, with its quota in the detail where there is one. */
export function addEvent(
	sim: Simulation,
	typeId: number,
	endpoint: Endpoint,
	quota?: Quota,
): ServiceEvent {
	const event: ServiceEvent = {
		id: sim.store.nextId('event'),
		timestamp: sim.clock.now(),
		organisationId: endpoint.organisationId,
		typeId,
		description: `${EVENT_TYPES[typeId]?.name}: ${endpoint.name}`,
		endpointId: endpoint.id,
		simId: endpoint.simId,
		detail: quota
			? {
					quota: {
						volume: quota.volume,
						threshold_percentage: quota.thresholdPercentage,
						threshold_volume: thresholdVolume(quota),
						traffic_type: { id: 6, description: 'SMS' },
					},
				}
			: null,
	};
	sim.store.events.push(event);
	return event;
}

/** The volume at which the threshold event comes. */
export const thresholdVolume = (quota: Quota) =>
	Math.round(quota.fullVolume * quota.thresholdPercentage * 1e4) / 1e6;
