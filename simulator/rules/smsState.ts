import { toIso } from '../clock';
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

const date = (ms: number | null) => (ms === null ? null : toIso(ms));

/** A message as list and get answer it (public reference). */
export function formatSms(sim: Simulation, sms: Sms) {
	isOpen(sim, sms);
	const { store } = sim;
	const endpoint = store.endpoints.get(sms.endpointId);
	const item = store.sims.get(sms.simId);
	return {
		id: sms.id,
		submit_date: toIso(sms.submitDate),
		delivery_date: sms.statusId === SmsStatus.Delivered ? date(sms.finalDate) : null,
		expiry_date: date(sms.expiryDate),
		final_date: date(sms.finalDate),
		retry_date: null,
		last_delivery_attempt: date(sms.finalDate),
		retry_count: 0,
		gsm_map_error: null,
		dcs: sms.dcs,
		pid: 0,
		source_address: sms.sourceAddress,
		source_address_type: sms.sourceAddressTypeId === null ? null : { id: sms.sourceAddressTypeId },
		endpoint: { id: sms.endpointId, name: endpoint?.name },
		sim_id: sms.simId,
		iccid: item?.iccid,
		msisdn: item?.msisdn,
		imsi: item?.imsi,
		msc: null,
		udh: sms.udh,
		payload: sms.payload,
		status: { id: sms.statusId, status: SMS_STATUS_NAMES[sms.statusId] },
		sms_type: sms.direction === 'MT' ? { id: 2, type: 'MT' } : { id: 1, type: 'MO' },
	};
}
