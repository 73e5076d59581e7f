import { toIso } from './clock';
import type { Simulation } from './context';
import type { Endpoint } from './entities';
import type { Quota, ServiceEvent } from './entitiesTraffic';
import { formatIp } from './numbers';

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

/** Descriptions of the event types. */
export const EVENT_NAMES: Record<number, string> = {
	11: 'Endpoint blocked',
	20: 'SMS quota threshold reached',
	21: 'SMS quota used up',
	54: 'SMS quota enabled',
	55: 'SMS quota disabled',
	58: 'SMS quota assigned',
	59: 'SMS quota deleted',
};

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
		description: `${EVENT_NAMES[typeId]}: ${endpoint.name}`,
		alert: typeId === 11 || typeId === 20 || typeId === 21,
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

/** An event as the feed answers it. */
export function formatEvent(sim: Simulation, event: ServiceEvent) {
	const { store } = sim;
	const endpoint = event.endpointId === null ? undefined : store.endpoints.get(event.endpointId);
	const assigned = event.simId === null ? undefined : store.sims.get(event.simId);
	return {
		id: event.id,
		timestamp: toIso(event.timestamp),
		alert: event.alert,
		description: event.description,
		event_type: { id: event.typeId, description: EVENT_NAMES[event.typeId] },
		event_source: { id: 2, description: 'Policy Control' },
		event_severity: event.alert ? { id: 1, description: 'WARN' } : { id: 0, description: 'INFO' },
		organisation: {
			id: event.organisationId,
			name: store.organisations.get(event.organisationId)?.name,
		},
		endpoint: endpoint
			? {
					id: endpoint.id,
					name: endpoint.name,
					imei: endpoint.imei,
					ip_address: formatIp(endpoint.ip),
					tags: endpoint.tagIds.flatMap((id) => store.tags.get(id)?.name ?? []).join(','),
				}
			: null,
		sim: assigned ? { id: assigned.id, iccid: assigned.iccid } : null,
		detail: event.detail,
	};
}
