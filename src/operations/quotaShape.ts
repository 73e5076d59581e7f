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
