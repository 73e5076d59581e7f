import { at } from '../../../table/reading';
import { isObject, type Json } from '../../../wire';

/* Messages of devices in the list of an endpoint's SMS. Source: public reference, SMS. */

/** A message of a device; a long one is joined from its parts. */
export interface DeviceMessage {
	/** The lowest id of its parts, by which it is told from older messages. */
	id: number;
	ids: number[];
	/** Null while parts are missing. */
	text: string | null;
	/** When it, or its last part, was submitted, as the service says. */
	at: unknown;
	from: unknown;
	/** Numbers of the parts that are missing. */
	missing: number[];
}

/** The id of this type is inferred: it is used where the list has no word. */
const MO_TYPE = 2;

/** Whether a device has sent a message of the list. */
export function isFromDevice(sms: Json): boolean {
	const type = sms.sms_type;
	const word = at(type, 'description') ?? at(type, 'type');
	if (typeof word === 'string') return word.trim().toLowerCase() === 'mo';
	return Number(at(type, 'id')) === MO_TYPE;
}

/** The position of a message in a long one. */
interface PartNumber {
	reference: string;
	part: number;
	total: number;
}

/** The header of a part: a reference of 8 or of 16 bits. Source: 3GPP TS 23.040. */
const PART_HEADERS = [
	/^050003([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i,
	/^060804([0-9a-f]{4})([0-9a-f]{2})([0-9a-f]{2})$/i,
];

function partNumber(sms: Json): PartNumber | undefined {
	const info = sms.multi_part_info;
	if (isObject(info) && Number(info.total) > 1) {
		const { identifier, partno, total } = info;
		return { reference: String(identifier), part: Number(partno), total: Number(total) };
	}
	for (const header of PART_HEADERS) {
		const [, reference, total = '', part = ''] = header.exec(String(sms.udh ?? '')) ?? [];
		if (reference === undefined || parseInt(total, 16) < 2) continue;
		return { reference, part: parseInt(part, 16), total: parseInt(total, 16) };
	}
	return undefined;
}

const textOf = (sms: Json): string => String(sms.payload ?? '');

const wholeMessage = (sms: Json): DeviceMessage => ({
	id: Number(sms.id),
	ids: [Number(sms.id)],
	text: textOf(sms),
	at: sms.submit_date ?? null,
	from: sms.source_address ?? null,
	missing: [],
});

/** One long message from the parts of one reference: the first of each number. */
function joinedMessage(parts: Json[], total: number): DeviceMessage {
	const byNumber = new Map<number, Json>();
	for (const sms of parts) {
		const { part } = partNumber(sms)!;
		if (!byNumber.has(part)) byNumber.set(part, sms);
	}
	const numbers = Array.from({ length: total }, (_, i) => i + 1);
	const missing = numbers.filter((number) => !byNumber.has(number));
	const own = [...byNumber.values()];
	const text = numbers.map((number) => textOf(byNumber.get(number) ?? {})).join('');
	const ids = own.map(({ id }) => Number(id)).sort((a, b) => a - b);
	return {
		id: ids[0]!,
		ids,
		text: missing.length === 0 ? text : null,
		at: own.at(-1)?.submit_date ?? null,
		from: own[0]?.source_address ?? null,
		missing,
	};
}

/**
 * The messages of a device, the oldest first; of a list in any order. Parts belong together by their reference,
 * their number and their sender; a repeated number begins another message.
 */
export function messagesOfDevice(list: Json[]): DeviceMessage[] {
	const all = list.filter(isFromDevice).sort((a, b) => Number(a.id) - Number(b.id));
	const messages: DeviceMessage[] = [];
	const groups = new Map<string, Json[][]>();
	for (const sms of all) {
		const number = partNumber(sms);
		if (!number) {
			messages.push(wholeMessage(sms));
			continue;
		}
		const key = JSON.stringify([number.reference, number.total, sms.source_address ?? null]);
		const own = groups.get(key) ?? [];
		groups.set(key, own);
		const unfinished = own.find(
			(parts) => !parts.some((part) => partNumber(part)!.part === number.part),
		);
		if (unfinished) unfinished.push(sms);
		else own.push([sms]);
	}
	for (const own of groups.values()) {
		for (const parts of own) messages.push(joinedMessage(parts, partNumber(parts[0]!)!.total));
	}
	return messages.sort((a, b) => a.id - b.id);
}
