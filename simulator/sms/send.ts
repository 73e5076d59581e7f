import * as z from 'zod/v4';
import { dayOf, parseIso } from '../clock';
import { EndpointStatus, type Endpoint } from '../endpoints/entities';
import { jsonBody, readFields, reference, required, timestamp } from '../http/body';
import { forbidden, Problems, unprocessable } from '../http/envelopes';
import { gsmLength } from '../numbers';
import { SERVICE_IDS } from '../profiles/entities';
import { SimStatus } from '../sims/entities';
import { QuotaStatus } from '../traffic/entities';
import { consumeQuota } from '../traffic/quota';
import type { World } from '../world';
import { SmsStatus, type Sms } from './entities';

/** A message without an expiry date expires after a day (recorded). */
const STANDARD_VALIDITY_MS = 24 * 60 * 60_000;

const UDH = /^050003[0-9a-f]{2}([0-9a-f]{2})([0-9a-f]{2})$/i;
const UDH_FORM = 'udh must be 050003 and three hex pairs';
const DCS = 'dcs must be an integer from 0 to 255';
const SOURCE = 'source_address must be a string';

/** An SMS to send (specification). */
export const SMS_BODY = jsonBody({
	payload: z
		.string(required('payload is required and must be a string'))
		.describe('at most 160 characters'),
	udh: z.string(UDH_FORM).regex(UDH, UDH_FORM).optional(),
	dcs: z.int(DCS).min(0, DCS).max(255, DCS).optional().describe('0 GSM 7-bit, 8 UCS2'),
	source_address_type: reference('source_address_type.id must be 145, 161 or 208', {
		among: [145, 161, 208],
	}).optional(),
	source_address: z
		.string(SOURCE)
		.min(1, SOURCE)
		.optional()
		.describe('alphanumeric: at most 11 characters, with type 208'),
	dest_address: z.string('dest_address must be a string').optional(),
	expiry_date: timestamp('expiry_date must be an ISO 8601 timestamp').optional(),
});
type SmsFields = Partial<z.output<typeof SMS_BODY>>;

/** Maximum length of one message: 160 or 70 characters, 153 or 67 with a `udh`. */
function checkSmsLength(
	payload: string,
	dcs: number | undefined,
	hasUdh: boolean,
	problems: Problems,
): void {
	const septets = gsmLength(payload);
	if (dcs === 0 && septets === undefined)
		return problems.invalid('payload has characters that dcs 0 (GSM 7-bit) cannot carry');
	const ucs2 = (dcs !== undefined && (dcs & 0x0c) === 8) || septets === undefined;
	const most = ucs2 ? (hasUdh ? 67 : 70) : hasUdh ? 153 : 160;
	const length = ucs2 ? payload.length : septets;
	if (length > most)
		problems.invalid(`payload is ${length} characters long, at most ${most} are allowed`);
}

function checkSource(
	{ source_address: source, source_address_type: type }: SmsFields,
	problems: Problems,
): void {
	const typeId = type?.id;
	if (source === undefined) return;
	if (!/^\+?\d+$/.test(source) && typeId !== 208)
		problems.required('source_address_type 208 is required for an alphanumeric source_address');
	if (typeId === 208 && source.length > 11)
		problems.invalid('an alphanumeric source_address has at most 11 characters');
}

/** Reads an SMS to send. @throws 422 with all problems */
function readSmsBody(body: unknown) {
	const problems = new Problems();
	const fields = readFields(SMS_BODY, body, problems);
	const { payload = '', udh, dcs } = fields;
	const parts = UDH.exec(udh ?? '');
	if (parts) {
		const [total, part] = [parseInt(parts[1] ?? '', 16), parseInt(parts[2] ?? '', 16)];
		if (part < 1 || part > total) problems.invalid(`udh says part ${part} of ${total}`);
	}
	checkSmsLength(payload, dcs, udh !== undefined, problems);
	checkSource(fields, problems);
	problems.finish();
	return {
		payload,
		udh: udh ?? null,
		dcs: dcs ?? (gsmLength(payload) === undefined ? 8 : 0),
		sourceAddress: fields.source_address ?? null,
		sourceAddressTypeId: fields.source_address_type?.id ?? null,
		destAddress: fields.dest_address ?? null,
		expiryDate: parseIso(fields.expiry_date) ?? null,
	};
}

/**
 * The header of a part that a device sends (inferred: as of parts that are sent to one); null for a
 * message of one part.
 */
export function partHeader(index: number, total: number, identifier: number): Pick<Sms, 'udh'> {
	if (total === 1) return { udh: null };
	const hex = (value: number) => (value % 256).toString(16).padStart(2, '0');
	return { udh: `050003${hex(identifier)}${hex(total)}${hex(index + 1)}` };
}

/** Whether a message stands alone or is the last of its parts. */
export function isLastPart({ udh }: Sms): boolean {
	const [, total, part] = UDH.exec(udh ?? '') ?? [];
	return total === part;
}

/** Checks that the endpoint may receive an SMS now. @throws 403, or 422 over the monthly cap */
function checkAllowed(sim: World, endpoint: Endpoint): number {
	const assigned = sim.store.sims.get(endpoint.simId ?? -1);
	if (assigned?.statusId !== SimStatus.Activated && assigned?.statusId !== SimStatus.FactoryTest)
		throw forbidden('The endpoint has no active SIM');
	if (endpoint.statusId !== EndpointStatus.Enabled) throw forbidden('The endpoint is disabled');
	const profile = sim.store.serviceProfiles.get(endpoint.serviceProfileId);
	if (!profile?.services.has(SERVICE_IDS.smsMt))
		throw forbidden('The service profile does not allow SMS');
	const quota = sim.store.quotas.get(endpoint.id);
	if (!quota && profile.flags.apply_sms_quota) throw forbidden('The endpoint has no SMS quota');
	if (quota && quota.statusId !== QuotaStatus.Active)
		throw forbidden('The SMS quota is used up or expired');
	return assigned.id;
}

/** Accepts an MT-SMS: checks it, counts it, and adds it to the endpoint's messages. */
export function acceptSms(sim: World, endpoint: Endpoint, body: unknown): Sms {
	const input = readSmsBody(body);
	const simId = checkAllowed(sim, endpoint);
	const now = sim.clock.now();
	const month = `${endpoint.organisationId}/${dayOf(now).slice(0, 7)}`;
	const sent = sim.store.monthlySms.get(month) ?? 0;
	const cap = sim.store.organisations.get(endpoint.organisationId)?.smsPerMonth ?? null;
	if (cap !== null && sent >= cap)
		throw unprocessable(`Traffic limit of ${cap} MT-SMS per month exceeded`);
	sim.store.monthlySms.set(month, sent + 1);
	const sms = addSms(sim, {
		endpointId: endpoint.id,
		simId,
		statusId: SmsStatus.Pending,
		direction: 'MT',
		...input,
		expiryDate: input.expiryDate ?? now + STANDARD_VALIDITY_MS,
	});
	const { payload, udh } = sms;
	const detail = { smsId: sms.id, payload, ...(udh === null ? {} : { udh }) };
	sim.ledger.effect('sms.sent', { endpointId: endpoint.id, simId }, detail);
	const quota = sim.store.quotas.get(endpoint.id);
	if (quota) consumeQuota(sim, quota, sim.options.smsVolume);
	return sms;
}

/** The fields of every SMS, without the optional ones. */
const SMS_DEFAULTS = {
	finalDate: null,
	expiryDate: null,
	udh: null,
	sourceAddress: null,
	sourceAddressTypeId: null,
	destAddress: null,
};

/** Adds a message to its endpoint and to the day's count. */
export function addSms(
	{ store, clock }: World,
	given: Omit<Sms, 'id' | 'submitDate' | keyof typeof SMS_DEFAULTS> & Partial<Sms>,
): Sms {
	const submitDate = clock.now();
	const sms: Sms = { ...SMS_DEFAULTS, id: store.nextId('sms'), submitDate, ...given };
	store.smsById.set(sms.id, sms);
	const messages = store.sms.get(sms.endpointId) ?? [];
	store.sms.set(sms.endpointId, messages);
	messages.push(sms);
	store.dayCount(sms.endpointId, dayOf(submitDate))[sms.direction === 'MT' ? 'mt' : 'mo'] += 1;
	return sms;
}

const PENDING_STATUSES: readonly number[] = [
	SmsStatus.Pending,
	SmsStatus.InProgress,
	SmsStatus.Buffered,
];

/** Whether a message is still pending. A message past its expiry date is set to expired here. */
export function isOpen(sim: World, sms: Sms): boolean {
	const { expiryDate } = sms;
	if (
		PENDING_STATUSES.includes(sms.statusId) &&
		expiryDate !== null &&
		expiryDate <= sim.clock.now()
	) {
		sms.statusId = SmsStatus.Expired;
		sms.finalDate = expiryDate;
	}
	return PENDING_STATUSES.includes(sms.statusId);
}
