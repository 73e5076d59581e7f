import { InputError } from '../errors';
import type { Json } from './define';
import { at, flat } from './reading';

/* One shape for quotas of SMS and of data: what a read, a set and a top-up give. */

/** Status ids. Source: specification, Status values. */
const STATUS: Record<number, string> = { 1: 'Active', 2: 'Exhausted', 3: 'Expired' };

const simple = flat(
	...['volume', 'expiry_date', 'status=status.description|status.id', 'status_id=status.id'],
	...['threshold_percentage', 'threshold_volume', 'auto_refill', 'last_volume_added'],
);

/** A quota in one flat object; its status in the words of the form. */
export const simpleQuota = (quota: Json): Json => ({
	...simple(quota),
	...(STATUS[Number(at(quota, 'status.id'))] !== undefined && {
		status: STATUS[Number(at(quota, 'status.id'))],
	}),
});

/** What was written, in the same shape; what it does not say is left out. */
export const writtenQuota = (quota: Json): Json =>
	Object.fromEntries(
		Object.entries(simpleQuota(quota)).filter(([, value]) => value !== null && value !== undefined),
	);

/**
 * A quota after a top-up, as far as both kinds agree: the sum, active again, until the new date or the
 * one it has. Source: specification, rule 3.
 * @throws InputError where the quota is over and no new date is given.
 */
export async function toppedUp(
	quota: Json,
	add: number,
	expiryDate: string | undefined,
	now: number,
): Promise<Json> {
	const { toMoment } = await import('./moments');
	const kept = toMoment(quota.expiry_date);
	const over = at(quota, 'status.id') === 3 || !kept || Date.parse(kept) <= now;
	if (over && expiryDate === undefined) {
		throw new InputError(
			'expiryDate',
			`must be given: the quota expired${kept ? ` on ${kept}` : ''}, and a volume alone would stay unusable`,
			'New Expiry Date',
		);
	}
	return {
		// Volumes have at most six decimals; binary fractions would add noise.
		volume: Number(((Number(quota.volume) || 0) + add).toFixed(6)),
		expiry_date: expiryDate ?? kept,
		status: { id: 1 },
	};
}
