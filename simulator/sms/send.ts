import { dayOf, parseIso } from '../clock';
import type { Simulation } from '../context';
import { EndpointStatus, type Endpoint } from '../endpoints/entities';
import { forbidden, Problems, unprocessable } from '../http/envelopes';
import { idOf } from '../http/route';
import { gsmLength } from '../numbers';
import { SimStatus } from '../sims/entities';
import { QuotaStatus } from '../traffic/entities';
import { consumeQuota } from '../traffic/quota';
import { SmsStatus, type Sms } from './entities';

/** A message without an expiry date waits for a day (recorded). */
const KEPT_MS = 24 * 60 * 60_000;

const UDH = /^050003[0-9a-f]{2}([0-9a-f]{2})([0-9a-f]{2})$/i;

/** Most characters of one message: 160 or 70 alone, 153 or 67 beside a `udh`. */
function checkLength(payload: string, dcs: unknown, hasUdh: boolean, problems: Problems): void {
	const septets = gsmLength(payload);
	if (dcs === 0 && septets === undefined)
		return problems.invalid('payload has characters that dcs 0 (GSM 7-bit) cannot carry');
	const ucs2 = (typeof dcs === 'number' && (dcs & 0x0c) === 8) || septets === undefined;
	const most = ucs2 ? (hasUdh ? 67 : 70) : hasUdh ? 153 : 160;
	const length = ucs2 ? payload.length : septets;
	if (length > most)
		problems.invalid(`payload is ${length} characters long, at most ${most} are allowed`);
}

function checkSource(body: Record<string, unknown>, problems: Problems): void {
	const { source_address: source, source_address_type: type } = body;
	const typeId = idOf(type);
	if (type !== undefined && ![145, 161, 208].includes(typeId ?? 0))
		problems.invalid('source_address_type.id must be 145, 161 or 208');
	if (source === undefined) return;
	if (typeof source !== 'string' || source === '')
		return problems.invalid('source_address must be a string');
	if (!/^\+?\d+$/.test(source) && typeId !== 208)
		problems.required('source_address_type 208 is required for an alphanumeric source_address');
	if (typeId === 208 && source.length > 11)
		problems.invalid('an alphanumeric source_address has at most 11 characters');
}

/** Reads an SMS to send. @throws 422 with everything that is wrong */
function readSms(body: Record<string, unknown>) {
	const problems = new Problems();
	const { payload, udh, dcs, dest_address: destination } = body;
	if (typeof payload !== 'string') problems.required('payload is required and must be a string');
	const parts = typeof udh === 'string' ? UDH.exec(udh) : undefined;
	if (udh !== undefined && !parts) problems.invalid('udh must be 050003 and three hex pairs');
	if (parts) {
		const [total, part] = [parseInt(parts[1] ?? '', 16), parseInt(parts[2] ?? '', 16)];
		if (part < 1 || part > total) problems.invalid(`udh says part ${part} of ${total}`);
	}
	if (dcs !== undefined && !(Number.isInteger(dcs) && Number(dcs) >= 0 && Number(dcs) <= 255))
		problems.invalid('dcs must be an integer from 0 to 255');
	if (typeof payload === 'string') checkLength(payload, dcs, udh !== undefined, problems);
	checkSource(body, problems);
	if (destination !== undefined && typeof destination !== 'string')
		problems.invalid('dest_address must be a string');
	const expiryDate = parseIso(body.expiry_date);
	if (body.expiry_date !== undefined && expiryDate === undefined)
		problems.invalid('expiry_date must be an ISO 8601 timestamp');
	problems.finish();
	return {
		payload: String(payload),
		udh: typeof udh === 'string' ? udh : null,
		dcs: typeof dcs === 'number' ? dcs : gsmLength(String(payload)) === undefined ? 8 : 0,
		sourceAddress: typeof body.source_address === 'string' ? body.source_address : null,
		sourceAddressTypeId: idOf(body.source_address_type) ?? null,
		destAddress: typeof destination === 'string' ? destination : null,
		expiryDate: expiryDate ?? null,
	};
}

/** Checks that the endpoint may be sent an SMS now. @throws 403, or 422 over the monthly cap */
function checkAllowed(sim: Simulation, endpoint: Endpoint): number {
	const assigned = sim.store.sims.get(endpoint.simId ?? -1);
	if (assigned?.statusId !== SimStatus.Activated && assigned?.statusId !== SimStatus.FactoryTest)
		throw forbidden('The endpoint has no active SIM');
	if (endpoint.statusId !== EndpointStatus.Enabled) throw forbidden('The endpoint is disabled');
	const profile = sim.store.serviceProfiles.get(endpoint.serviceProfileId);
	if (!profile?.sms) throw forbidden('The service profile does not allow SMS');
	const quota = sim.store.quotas.get(endpoint.id);
	if (!quota && profile.smsQuotaRequired) throw forbidden('The endpoint has no SMS quota');
	if (quota && quota.statusId !== QuotaStatus.Active)
		throw forbidden('The SMS quota is used up or expired');
	return assigned.id;
}

/** Takes an MT-SMS: checks it, counts it, and puts it among the endpoint's messages. */
export function sendSms(sim: Simulation, endpoint: Endpoint, body: Record<string, unknown>): Sms {
	const input = readSms(body);
	const simId = checkAllowed(sim, endpoint);
	const now = sim.clock.now();
	const month = `${endpoint.organisationId}/${dayOf(now).slice(0, 7)}`;
	const sent = sim.store.monthlySms.get(month) ?? 0;
	const cap = sim.store.organisations.get(endpoint.organisationId)?.smsPerMonth ?? null;
	if (cap !== null && sent >= cap)
		throw unprocessable(`Traffic limit of ${cap} MT-SMS per month exceeded`);
	sim.store.monthlySms.set(month, sent + 1);
	const sms: Sms = {
		id: sim.store.nextId('sms'),
		endpointId: endpoint.id,
		simId,
		submitDate: now,
		finalDate: null,
		statusId: SmsStatus.Pending,
		direction: 'MT',
		...input,
		expiryDate: input.expiryDate ?? now + KEPT_MS,
	};
	const messages = sim.store.sms.get(endpoint.id) ?? [];
	sim.store.sms.set(endpoint.id, messages);
	messages.push(sms);
	sim.store.smsById.set(sms.id, sms);
	sim.store.dayCount(endpoint.id, dayOf(now)).mt += 1;
	const { payload, udh } = sms;
	const detail = { smsId: sms.id, payload, ...(udh === null ? {} : { udh }) };
	sim.ledger.effect('sms.sent', { endpointId: endpoint.id, simId }, detail);
	const quota = sim.store.quotas.get(endpoint.id);
	if (quota) consumeQuota(sim, quota, sim.options.smsVolume);
	return sms;
}

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
