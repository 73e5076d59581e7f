import { runAutomations } from '../automations/run';
import { toIso } from '../clock';
import type { Endpoint } from '../endpoints/entities';
import type { Sim } from '../sims/entities';
import { type Quota, QUOTA_STATUS_NAMES } from '../traffic/entities';
import type { World } from '../world';
import type { ServiceEvent } from './entities';
import { EVENT_TYPES } from './types';

/** Event types that the simulator generates (public reference). */
export const EventType = {
	SimActivated: 8,
	SimSuspended: 9,
	SimDeleted: 10,
	EndpointBlocked: 11,
	QuotaThreshold: 20,
	QuotaUsedUp: 21,
	EndpointEnabled: 42,
	EndpointDisabled: 43,
	SimFactoryTest: 45,
	SimReleased: 50,
	SimAssigned: 51,
	QuotaAssigned: 58,
	QuotaDeleted: 59,
	QuotaExpired: 61,
	P2pLimitReached: 66,
	ConnectivityReset: 68,
} as const;

/** The subject of an event; an endpoint implies its SIM. */
interface EventSubject {
	endpoint?: Endpoint;
	sim?: Sim;
}

/** Adds an event to the feed. */
export function addEvent(
	sim: World,
	typeId: number,
	about: EventSubject,
	detail: ServiceEvent['detail'] = null,
): ServiceEvent {
	const { endpoint } = about;
	const item = about.sim ?? sim.store.sims.get(endpoint?.simId ?? -1);
	const event: ServiceEvent = {
		id: sim.store.nextId('event'),
		timestamp: sim.clock.now(),
		organisationId: endpoint?.organisationId ?? item?.organisationId ?? 0,
		typeId,
		description: `${EVENT_TYPES[typeId]?.name}: ${endpoint?.name ?? item?.iccid}`,
		endpointId: endpoint?.id ?? null,
		simId: item?.id ?? null,
		detail,
	};
	sim.store.events.push(event);
	runAutomations(sim, event);
	return event;
}

/** Adds an event of an endpoint's SMS quota; the detail holds the quota as its type requires. */
export function addQuotaEvent(sim: World, typeId: number, quota: Quota): void {
	const endpoint = sim.store.endpoints.get(quota.endpointId);
	if (endpoint) addEvent(sim, typeId, { endpoint }, quotaDetail(typeId, quota));
}

function quotaDetail(typeId: number, quota: Quota): ServiceEvent['detail'] {
	if (typeId === EventType.QuotaUsedUp || typeId === EventType.QuotaThreshold)
		return {
			quota: {
				volume: quota.volume,
				threshold_percentage: quota.thresholdPercentage,
				threshold_volume: thresholdVolume(quota),
				traffic_type: { id: 6, description: 'SMS' },
			},
		};
	if (typeId !== EventType.QuotaAssigned) return null;
	return {
		quota: {
			status: { id: quota.statusId, description: QUOTA_STATUS_NAMES[quota.statusId] },
			action_on_exhaustion: { id: 1, description: 'Block', peak_throughput: quota.peakThroughput },
			volume: quota.volume,
			expiryDate: toIso(quota.expiryDate),
			lastVolumeAdded: quota.lastVolumeAdded,
			lastStatusChangeDate: quota.lastStatusChange && toIso(quota.lastStatusChange),
			autoRefill: quota.autoRefill,
			thresholdPercentage: quota.thresholdPercentage,
			thresholdVolume: thresholdVolume(quota),
		},
	};
}

/** The volume at which the threshold event is sent. */
export const thresholdVolume = (quota: Quota) =>
	Math.round(quota.fullVolume * quota.thresholdPercentage * 1e4) / 1e6;
