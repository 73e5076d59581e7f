import type { Simulation } from '../context';
import { SmsStatus } from '../entities';
import type { Sms } from '../entitiesTraffic';

/** Names of SMS status ids (public reference; receipts carry them in capitals). */
export const SMS_STATUS_NAMES: Record<number, string> = {
	1: 'PENDING',
	2: 'IN PROGRESS',
	3: 'BUFFERED',
	4: 'DELIVERED',
	5: 'FAILED',
	6: 'EXPIRED',
	7: 'CANCELLED',
};

const OPEN: readonly number[] = [SmsStatus.Pending, SmsStatus.InProgress, SmsStatus.Buffered];

/** Whether a message still waits for its device. A message past its expiry date expires here. */
export function isOpen(sim: Simulation, sms: Sms): boolean {
	const { expiryDate } = sms;
	if (OPEN.includes(sms.statusId) && expiryDate !== null && expiryDate <= sim.clock.now()) {
		sms.statusId = SmsStatus.Expired;
		sms.finalDate = expiryDate;
	}
	return OPEN.includes(sms.statusId);
}
