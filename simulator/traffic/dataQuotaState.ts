import { toIso } from '../clock';
import { addEvent } from '../events/emit';
import type { World } from '../world';
import { type DataQuota, QuotaStatus } from './entities';

/* Life cycle of data quotas: consumption, expiry, and their events (public reference). */

/** Status names by id. */
export const DATA_QUOTA_STATUS = ['', 'Active', 'Exhausted', 'Expired'];

/** Event types of data quotas (public reference). */
export const QuotaEventType = {
	Threshold: 18,
	UsedUp: 19,
	Assigned: 56,
	Deleted: 57,
	Expired: 60,
} as const;

/** Adds an event of a data quota; the detail holds the quota as its type requires. */
export function recordQuotaEvent(
	sim: World,
	typeId: number,
	endpointId: number,
	quota: DataQuota,
): void {
	const endpoint = sim.store.endpoints.get(endpointId);
	if (endpoint) addEvent(sim, typeId, { endpoint }, dataQuotaDetail(typeId, quota));
}

function dataQuotaDetail(typeId: number, quota: DataQuota) {
	const { volume, thresholdPercentage, thresholdVolume } = quota;
	if (typeId === QuotaEventType.Threshold || typeId === QuotaEventType.UsedUp)
		return {
			quota: {
				volume,
				threshold_percentage: thresholdPercentage,
				threshold_volume: thresholdVolume,
			},
		};
	if (typeId !== QuotaEventType.Assigned) return null;
	return {
		quota: {
			status: { id: quota.statusId, description: DATA_QUOTA_STATUS[quota.statusId] },
			action_on_exhaustion: { id: quota.actionId, description: 'Block', peak_throughput: null },
			volume,
			expiryDate: toIso(quota.expiryDate),
			lastVolumeAdded: quota.lastVolumeAdded,
			lastStatusChangeDate: quota.lastStatusChange && toIso(quota.lastStatusChange),
			autoRefill: quota.autoRefill === 1,
			thresholdPercentage,
			thresholdVolume,
		},
	};
}

/** The volume in MB at which the threshold event is sent; 0 for no threshold. */
const thresholdMegabytes = ({ thresholdVolume, thresholdPercentage, lastVolumeAdded }: DataQuota) =>
	thresholdVolume ?? ((thresholdPercentage ?? 0) * lastVolumeAdded) / 100;

function changeDataQuotaStatus(
	sim: World,
	endpointId: number,
	quota: DataQuota,
	statusId: number,
): void {
	quota.statusId = statusId;
	quota.lastStatusChange = sim.clock.now();
	sim.ledger.effect('dataQuota.status', { endpointId }, { statusId });
	const type = statusId === QuotaStatus.Expired ? QuotaEventType.Expired : QuotaEventType.UsedUp;
	recordQuotaEvent(sim, type, endpointId, quota);
}

/** Consumes MB of the endpoint's data quota, if it has an active one. */
export function consumeData(sim: World, endpointId: number, mb: number): void {
	const quota = sim.store.dataQuotas.get(endpointId);
	if (!quota || quota.statusId !== QuotaStatus.Active) return;
	const before = quota.volume;
	quota.volume = Math.max(0, Number((before - mb).toFixed(6)));
	const threshold = thresholdMegabytes(quota);
	if (before > threshold && quota.volume <= threshold)
		recordQuotaEvent(sim, QuotaEventType.Threshold, endpointId, quota);
	if (quota.volume === 0) changeDataQuotaStatus(sim, endpointId, quota, QuotaStatus.Exhausted);
}

/** Expires the data quotas that are due. */
export function settleDataQuotas(sim: World): void {
	const now = sim.clock.now();
	for (const [endpointId, quota] of sim.store.dataQuotas) {
		if (quota.statusId !== QuotaStatus.Expired && quota.expiryDate <= now)
			changeDataQuotaStatus(sim, endpointId, quota, QuotaStatus.Expired);
	}
}
