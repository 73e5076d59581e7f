import { messagesOfParts, type PartReading } from '../../../table/entries/sms/longMessages';
import { type PartNumber, partNumberIn } from '../../../table/entries/sms/udh';
import { timeOf } from '../../../table/moments';
import { at } from '../../../table/reading';
import { groupedBy } from '../../../table/values';
import { isObject, type Json } from '../../../wire';

/* Messages of devices in the list of an endpoint's SMS. Source: public reference, SMS. */

/** A message of a device; a long one is joined from its parts. */
export interface DeviceMessage {
	/** The lowest id of its parts, which distinguishes it from older messages. */
	id: number;
	ids: number[];
	/** Null while parts are missing. */
	text: string | null;
	/** When it, or its last part, was submitted, as the service says. */
	at: unknown;
	/** When it, or the first of its parts, was submitted; milliseconds since 1970, NaN where nothing says so. */
	begunAt: number;
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

function partNumber(sms: Json): PartNumber | undefined {
	const info = sms.multi_part_info;
	if (isObject(info) && Number(info.total) > 1) {
		const { identifier, partno, total } = info;
		return { reference: String(identifier), part: Number(partno), total: Number(total) };
	}
	return partNumberIn(String(sms.udh ?? ''));
}

const submittedAt = ({ submit_date }: Json): number => timeOf(submit_date);

const textOf = (sms: Json): string => String(sms.payload ?? '');

/** When the first of some messages was submitted; NaN where none says so. Milliseconds since 1970. */
function firstSubmittedAt(messages: Json[]): number {
	const times = messages.map(submittedAt).filter((time) => !Number.isNaN(time));
	return times.length > 0 ? Math.min(...times) : NaN;
}

/** When the last of some messages was submitted; NaN where none says so. Milliseconds since 1970. */
export function lastSubmittedAt(messages: Json[]): number {
	const times = messages.map(submittedAt).filter((time) => !Number.isNaN(time));
	return times.length > 0 ? Math.max(...times) : NaN;
}

/**
 * How much earlier than a moment a message may have been submitted and still be newer: the moment may be one of
 * whole seconds, and the message of another machine of the service. Chosen; milliseconds.
 */
const CLOCKS_OF_SERVICE_MS = 5_000;

/**
 * Whether what was submitted at a time is newer than a moment by the service's clock. Messages may be listed late, with
 * a higher id than newer ones. Where one of the two is not known, nothing says that it is older. Milliseconds
 * since 1970.
 */
export const isNewerThan = (submitted: number, moment: number): boolean =>
	!(submitted < moment - CLOCKS_OF_SERVICE_MS);

const wholeMessage = (sms: Json): DeviceMessage => ({
	id: Number(sms.id),
	ids: [Number(sms.id)],
	text: textOf(sms),
	at: sms.submit_date ?? null,
	begunAt: submittedAt(sms),
	from: sms.source_address ?? null,
	missing: [],
});

/** One long message from its parts, the oldest first. */
function joinedMessage(parts: Json[]): DeviceMessage {
	const { total } = partNumber(parts[0]!)!;
	const byNumber = new Map(parts.map((sms) => [partNumber(sms)!.part, sms]));
	const numbers = Array.from({ length: total }, (_, i) => i + 1);
	const missing = numbers.filter((number) => !byNumber.has(number));
	const text = numbers.map((number) => textOf(byNumber.get(number) ?? {})).join('');
	const ids = parts.map(({ id }) => Number(id));
	return {
		id: ids[0]!,
		ids,
		text: missing.length === 0 ? text : null,
		at: parts.at(-1)?.submit_date ?? null,
		begunAt: firstSubmittedAt(parts),
		from: parts[0]?.source_address ?? null,
		missing,
	};
}

/** A part of a number that a message has already begins another message, whatever it says. */
const PARTS: PartReading<Json> = {
	sentAt: submittedAt,
	excludes: (part, other) => partNumber(part)!.part === partNumber(other)!.part,
	isWhole: (parts) => parts.length === partNumber(parts[0]!)!.total,
};

/** What all parts of one message have in common. */
const commonOf = (sms: Json): string => {
	const { reference, total } = partNumber(sms)!;
	return JSON.stringify([reference, total, sms.source_address ?? null]);
};

/**
 * The messages of a device, the oldest first; of a list in any order. Parts belong together by their sender,
 * reference and total, and by the time between them.
 */
export function messagesOfDevice(list: Json[]): DeviceMessage[] {
	const all = list.filter(isFromDevice).sort((a, b) => Number(a.id) - Number(b.id));
	const messages = all.filter((sms) => !partNumber(sms)).map(wholeMessage);
	const parts = all.filter((sms) => partNumber(sms));
	for (const own of groupedBy(parts, commonOf).values()) {
		messages.push(...messagesOfParts(own, PARTS).map(joinedMessage));
	}
	return messages.sort((a, b) => a.id - b.id);
}
