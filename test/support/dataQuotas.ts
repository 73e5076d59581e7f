import type { SimulatorHandle } from '../../simulator';

/** Gives an endpoint an active data quota that ends in a day: `volume` MB are left of the `added` MB. */
export function giveDataQuota(
	{ store, clock }: SimulatorHandle,
	endpointId: number,
	volume: number,
	added = volume,
): void {
	store.dataQuotas.set(endpointId, {
		volume,
		expiryDate: clock.now() + 864e5,
		statusId: 1,
		actionId: 1,
		thresholdPercentage: null,
		thresholdVolume: null,
		autoRefill: 0,
		lastVolumeAdded: added,
		lastStatusChange: null,
	});
}
