import { type FormedWorld, type Wire, withoutNulls } from '../forms/forms';
import { SMS_STATUS_NAMES, SmsStatus, type Sms } from './entities';
import { isOpen } from './send';

/** Status ids → recorded names; CANCELED has one L. Code compares ids, not names. */
const RECORDED_STATUS_NAMES: Record<number, string> = {
	[SmsStatus.Pending]: 'PENDING',
	[SmsStatus.InProgress]: 'IN PROGRESS',
	[SmsStatus.Buffered]: 'BUFFERED',
	[SmsStatus.Delivered]: 'DELIVERED',
	[SmsStatus.Failed]: 'FAILED',
	[SmsStatus.Expired]: 'EXPIRED',
	[SmsStatus.Cancelled]: 'CANCELED',
};
const SOURCE_TYPES: Record<number, string> = {
	145: 'International',
	161: 'National',
	208: 'Alphanumeric',
};

const smsDate =
	({ forms }: FormedWorld) =>
	(ms: number | null) =>
		ms === null ? null : forms.time(ms);

/** The SIM of a message, and the fields that are the same in both generations. */
function common(sim: FormedWorld, sms: Sms) {
	isOpen(sim, sms);
	const item = sim.store.sims.get(sms.simId);
	return {
		item,
		id: sms.id,
		iccid: item?.iccid,
		msisdn: item?.msisdn,
		submit_date: sim.forms.time(sms.submitDate),
		expiry_date: smsDate(sim)(sms.expiryDate),
		payload: sms.payload,
		gsm_map_error: null,
		msc: null,
	};
}

/** A message: flat ids, ids and small numbers as strings, an unreliable `delivery_date`. */
export function recordedSms(sim: FormedWorld, sms: Sms): Wire {
	const {
		store,
		forms: { time },
	} = sim;
	const { item, ...same } = common(sim, sms);
	const delivered = sms.statusId === SmsStatus.Delivered;
	const cancelled = sms.statusId === SmsStatus.Cancelled;
	const date = smsDate(sim);
	const typeId = sms.sourceAddressTypeId ?? 161;
	return {
		...same,
		endpoint_id: String(sms.endpointId),
		organisation_id: String(store.endpoints.get(sms.endpointId)?.organisationId),
		sim_id: String(sms.simId),
		imsi: delivered ? item?.imsi : '',
		delivery_date: time(sms.submitDate),
		retry_date: time(sms.submitDate),
		final_date: cancelled ? null : date(sms.finalDate),
		last_delivery_attempt: cancelled ? null : date(sms.finalDate),
		retry_count: '0',
		dcs: String(sms.dcs),
		pid: '0',
		registered_delivery: '0',
		dlr_status_id: { [SmsStatus.Expired]: '4', [SmsStatus.Cancelled]: '1' }[sms.statusId] ?? '0',
		p2p_ext: 0,
		status: { id: sms.statusId, description: RECORDED_STATUS_NAMES[sms.statusId] },
		// MO-SMS were not recorded.
		sms_type: sms.direction === 'MT' ? { id: 1, description: 'MT' } : { id: 2, description: 'MO' },
		source_address_type: { id: typeId, description: SOURCE_TYPES[typeId] },
		esme_interface_type: { id: 1, description: 'RestAPI' },
		source_address: sms.sourceAddress ?? '',
		udh: sms.udh ?? '',
		called_party_prefix: null,
		smpp_bind_id: null,
		smpp_dlr_bind_id: null,
	};
}

/** A message as in the references; what it lacks is absent, since the schema has no null. */
export function referenceSms(sim: FormedWorld, sms: Sms): Wire {
	const { item, ...same } = common(sim, sms);
	const date = smsDate(sim);
	return withoutNulls({
		...same,
		delivery_date: sms.statusId === SmsStatus.Delivered ? date(sms.finalDate) : null,
		final_date: date(sms.finalDate),
		retry_date: null,
		last_delivery_attempt: date(sms.finalDate),
		retry_count: 0,
		dcs: sms.dcs,
		pid: 0,
		source_address: sms.sourceAddress,
		source_address_type: sms.sourceAddressTypeId === null ? null : { id: sms.sourceAddressTypeId },
		endpoint: { id: sms.endpointId, name: sim.store.endpoints.get(sms.endpointId)?.name },
		sim_id: String(sms.simId),
		imsi: item?.imsi,
		udh: sms.udh,
		status: { id: sms.statusId, status: SMS_STATUS_NAMES[sms.statusId] },
		sms_type: sms.direction === 'MT' ? { id: 1, type: 'MT' } : { id: 2, type: 'MO' },
	});
}
