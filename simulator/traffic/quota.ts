import { DAY_MS } from '../clock';
import { addQuotaEvent, EventType, thresholdVolume } from '../events/emit';
import type { World } from '../world';
import { settleDataQuotas } from './dataQuotaState';
import { QuotaStatus, type Quota } from './entities';

/** Time of the next expiry or refill, by store; computed when missing. */
const due = new WeakMap<object, number>();

/** Rounds a volume to the precision of the wire. */
export const roundVolume = (volume: number) => Math.round(volume * 1e6) / 1e6;

/** Sets a status and its date, and adds the event. */
function setQuotaStatus(sim: World, quota: Quota, statusId: number): void {
	if (quota.statusId === statusId) return;
	quota.statusId = statusId;
	quota.lastStatusChange = sim.clock.now();
	sim.ledger.effect('quota.status', { endpointId: quota.endpointId }, { statusId });
	if (statusId === QuotaStatus.Exhausted) addQuotaEvent(sim, EventType.QuotaUsedUp, quota);
	if (statusId === QuotaStatus.Expired) addQuotaEvent(sim, EventType.QuotaExpired, quota);
}

/** Activates a quota at once, replacing a former one. */
export function setQuota(sim: World, quota: Quota): void {
	const former = sim.store.quotas.get(quota.endpointId);
	sim.store.quotas.set(quota.endpointId, quota);
	quota.nextRefill = sim.clock.now() + DAY_MS;
	if (!former) addQuotaEvent(sim, EventType.QuotaAssigned, quota);
	if (former && former.statusId !== quota.statusId) {
		const statusId = quota.statusId;
		quota.statusId = former.statusId;
		setQuotaStatus(sim, quota, statusId);
	}
	if (quota.volume === 0 && quota.statusId === QuotaStatus.Active)
		setQuotaStatus(sim, quota, QuotaStatus.Exhausted);
	sim.ledger.effect(
		'quota.set',
		{ endpointId: quota.endpointId },
		{ volume: quota.volume, statusId: quota.statusId },
	);
	quotasChanged(sim);
}

/** Removes a quota. @returns false when the endpoint has none */
export function deleteQuota(sim: World, endpointId: number): boolean {
	const quota = sim.store.quotas.get(endpointId);
	if (!quota) return false;
	sim.store.quotas.delete(endpointId);
	addQuotaEvent(sim, EventType.QuotaDeleted, quota);
	sim.ledger.effect('quota.deleted', { endpointId });
	return true;
}

/** Consumes volume of a quota: threshold and exhaustion each add one event. */
export function consumeQuota(sim: World, quota: Quota, volume: number): void {
	if (quota.statusId !== QuotaStatus.Active) return;
	quota.volume = Math.max(0, roundVolume(quota.volume - volume));
	const reached = quota.thresholdPercentage > 0 && quota.volume <= thresholdVolume(quota);
	if (reached && !quota.thresholdReached) {
		quota.thresholdReached = true;
		sim.ledger.effect('quota.threshold', { endpointId: quota.endpointId });
		addQuotaEvent(sim, EventType.QuotaThreshold, quota);
	}
	if (quota.volume === 0) setQuotaStatus(sim, quota, QuotaStatus.Exhausted);
}

/** Must be called when quotas were added or changed directly. */
export const quotasChanged = (sim: World) => due.delete(sim.store);

/** Expires and refills the quotas that are due. Cheap when none is due. */
export function settleQuotas(sim: World): void {
	settleDataQuotas(sim);
	const now = sim.clock.now();
	if (now < (due.get(sim.store) ?? 0)) return;
	let next = Number.POSITIVE_INFINITY;
	for (const quota of sim.store.quotas.values()) {
		if (quota.statusId !== QuotaStatus.Expired && quota.expiryDate <= now)
			setQuotaStatus(sim, quota, QuotaStatus.Expired);
		if (quota.statusId === QuotaStatus.Expired) continue;
		if (quota.autoRefill && quota.nextRefill <= now) {
			quota.volume = quota.fullVolume;
			quota.lastVolumeAdded = quota.fullVolume;
			quota.thresholdReached = false;
			while (quota.nextRefill <= now) quota.nextRefill += DAY_MS;
			sim.ledger.effect('quota.refilled', { endpointId: quota.endpointId });
			setQuotaStatus(sim, quota, QuotaStatus.Active);
		}
		next = Math.min(next, quota.expiryDate, quota.autoRefill ? quota.nextRefill : next);
	}
	due.set(sim.store, next);
}
