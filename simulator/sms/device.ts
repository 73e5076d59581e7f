import { toIso } from '../clock';
import type { World } from '../world';
import type { Endpoint } from '../endpoints/entities';
import { shuffled } from '../lives/mix';
import { gsmLength } from '../numbers';
import {
	callbackOf,
	sendCallback,
	type CallbackOutcome,
	type DeliveryOptions,
} from './callbackSender';
import { SmsStatus, type Sms, SMS_STATUS_NAMES } from './entities';
import { takeP2p } from './p2p';
import { addSms, isOpen, partHeader } from './send';

/** An SMS sent by a device; long text becomes several parts. */
export interface DeviceSms extends DeliveryOptions {
	payload: string;
	/** Default `12345`. Only messages to numbers of at most seven digits are forwarded. */
	dest_address?: string;
	/** Default: the SIM's MSISDN. */
	source_address?: string;
	/** Default 0, or 8 when the text does not fit the GSM alphabet. */
	dcs?: number;
	/** Reference that the parts share. Default: a running number. */
	identifier?: number;
	/** Part numbers in sending order; a repeated number sends the part again. Default: in order. */
	order?: number[];
	/** Sends the parts in a random order derived from this seed. */
	shuffleSeed?: number;
}

/** `YYYY-MM-DD HH:MM:SS`, UTC, the time format of callbacks (public reference). */
const callbackTime = (ms: number) => toIso(ms).slice(0, 19).replace('T', ' ');

const callbackDevice = (sim: World, endpoint: Endpoint) => ({
	endpoint: { id: endpoint.id, name: endpoint.name },
	organisation: { id: endpoint.organisationId },
});

/** Text → parts: 160 (153) septets, or 70 (67) UCS-2 units; surrogate pairs stay together. */
export function textParts(text: string): string[] {
	const gsm = gsmLength(text);
	const [alone, part] = gsm === undefined ? [70, 67] : [160, 153];
	if ((gsm ?? text.length) <= alone) return [text];
	const parts: string[] = [];
	let current = '';
	let length = 0;
	for (const character of text) {
		const size = gsm === undefined ? character.length : (gsmLength(character) ?? 1);
		if (length + size > part) {
			parts.push(current);
			current = '';
			length = 0;
		}
		current += character;
		length += size;
	}
	return [...parts, current];
}

/** Sends an SMS from a device and forwards it to the callback of its service profile. */
export async function receiveSms(sim: World, endpoint: Endpoint, input: DeviceSms) {
	const texts = textParts(input.payload);
	const { store } = sim;
	const now = sim.clock.now();
	const destination = input.dest_address ?? '12345';
	const isForwarded = takeP2p(sim, endpoint, destination, texts.length);
	const sim1 = store.sims.get(endpoint.simId ?? -1);
	const identifier = input.identifier ?? store.nextId('multiPart');
	const dcs = input.dcs ?? (gsmLength(input.payload) === undefined ? 8 : 0);
	const source = input.source_address ?? sim1?.msisdn ?? '';
	const bodies = texts.map((payload, index) => {
		const sms = addSms(sim, {
			endpointId: endpoint.id,
			simId: endpoint.simId ?? 0,
			finalDate: now,
			// More than a device may send are acknowledged to it, counted, and stored as failed.
			statusId: isForwarded(index) ? SmsStatus.Delivered : SmsStatus.Failed,
			payload,
			dcs,
			direction: 'MO',
			...partHeader(index, texts.length, identifier),
			sourceAddress: source,
			sourceAddressTypeId: 145,
			destAddress: destination,
		});
		const detail = { smsId: sms.id, payload, destination, isForwarded: isForwarded(index) };
		sim.ledger.effect('sms.received', { endpointId: endpoint.id }, detail);
		return {
			id: sms.id,
			payload,
			submit_date: callbackTime(now),
			source_address: source,
			dest_address: destination,
			dcs,
			pid: 0,
			...callbackDevice(sim, endpoint),
			...(texts.length > 1
				? { multi_part_info: { partno: index + 1, total: texts.length, identifier } }
				: {}),
		};
	});
	const target = callbackOf(sim, endpoint);
	if (!target || !/^\+?\d{1,7}$/.test(destination))
		return { forwarded: false, parts: texts.length, deliveries: [] as CallbackOutcome[] };
	const inOrder = (input.order ?? bodies.map((_, index) => index + 1)).flatMap(
		(partno) => bodies[partno - 1] ?? [],
	);
	const queue = input.shuffleSeed === undefined ? inOrder : shuffled(inOrder, input.shuffleSeed);
	const deliveries: CallbackOutcome[] = [];
	for (const body of queue) deliveries.push(await sendCallback(sim, target, 'POST', body, input));
	return { forwarded: true, parts: texts.length, deliveries };
}

/** Sets the final status of a waiting MT-SMS and sends the receipt. */
export async function finishSms(
	sim: World,
	sms: Sms,
	statusId: number = SmsStatus.Delivered,
	options: DeliveryOptions = {},
): Promise<CallbackOutcome | undefined> {
	const endpoint = sim.store.endpoints.get(sms.endpointId);
	if (!endpoint || !isOpen(sim, sms)) return undefined;
	sms.statusId = statusId;
	sms.finalDate = sim.clock.now();
	const ids = { endpointId: endpoint.id, simId: sms.simId };
	sim.ledger.effect('sms.finished', ids, { smsId: sms.id, statusId });
	const target = callbackOf(sim, endpoint);
	if (!target) return undefined;
	const receipt = {
		id: sms.id,
		submit_date: callbackTime(sms.submitDate),
		final_date: callbackTime(sms.finalDate),
		status: { id: statusId, status: SMS_STATUS_NAMES[statusId] },
		...callbackDevice(sim, endpoint),
	};
	return await sendCallback(sim, target, 'PATCH', receipt, options);
}
