import * as z from 'zod/v4';
import type { Json } from '../../table/define';
import { dateIn } from '../../table/moments';
import { asNumber } from '../../table/values';
import { type DecodedText, dcsOfName, decodeText, type PayloadEncoding } from './text';

/* Callback bodies. Source: public reference, Callback requests. Unknown fields pass through. */

/** The service repeats a refused call again and again, so anything a person could read is accepted. */
const looseId = z.union([z.number(), z.string().min(1).max(200)]);
const shortText = z.union([z.string(), z.number()]).nullish();
const entity = z.looseObject({ id: looseId, name: shortText });
const maybeEntity = z.looseObject({ id: looseId.nullish(), name: shortText }).nullish();

const partInfo = z
	.object({
		partno: z.coerce.number().int().min(1).max(255),
		total: z.coerce.number().int().min(1).max(255),
		identifier: z.union([z.number(), z.string().max(64)]),
	})
	.refine(({ partno, total }) => partno <= total);
/** A message of one part may come with nulls, zeros or nothing in it. */
const namesParts = (info: unknown) => {
	const { total, partno } = (info ?? {}) as { total?: unknown; partno?: unknown };
	return ![null, undefined, 0, '', '0'].includes((total ?? partno) as null);
};

/** A device that reports a number: a sender may write it into JSON without quotes. */
const looseText = z.union([z.string(), z.number().transform(String)]);

const smsSchema = z.looseObject({
	id: looseId.nullish(),
	payload: looseText.nullish(),
	submit_date: shortText,
	source_address: shortText,
	dest_address: shortText,
	dcs: z.preprocess(
		(dcs) => (typeof dcs === 'string' ? (dcsOfName(dcs) ?? dcs) : dcs),
		z.coerce.number().int().min(0).max(255).nullish(),
	),
	pid: shortText,
	endpoint: entity,
	organisation: maybeEntity,
	multi_part_info: z.preprocess(
		(info) => (namesParts(info) ? info : undefined),
		partInfo.nullish(),
	),
});
const receiptSchema = z.looseObject({
	id: looseId,
	submit_date: shortText,
	final_date: shortText,
	status: z.looseObject({ id: looseId.nullish(), status: shortText }),
	endpoint: entity,
	organisation: maybeEntity,
});

type SmsBody = z.infer<typeof smsSchema>;
type ReceiptBody = z.infer<typeof receiptSchema>;

/** A callback that could be read. */
export type Callback = { type: 'sms'; body: SmsBody } | { type: 'receipt'; body: ReceiptBody };

/**
 * Characters of the longest payload that is taken, and of one part's: no SMS comes near them, and
 * parts have to be kept.
 */
const MOST_PAYLOAD = { message: 100_000, part: 2_000 };

/** A callback that could not be read: why, as a sentence without its full stop. */
interface Unreadable {
	why: string;
}

const KIND_OF_CALL = { POST: 'SMS', PATCH: 'delivery receipt' };

/** The first thing that is wrong with a body, by the name of its field; it shows none of its content. */
function whyUnreadable(method: string, { issues }: z.core.$ZodError): Unreadable {
	const kind = method === 'PATCH' ? KIND_OF_CALL.PATCH : KIND_OF_CALL.POST;
	const path = issues[0]?.path.join('.') ?? '';
	return {
		why:
			path === ''
				? `The body is no ${kind}: it must be one JSON object`
				: `The body is no ${kind}: its field "${path}" is missing or not as documented`,
	};
}

/** The only entry of a list of one, as some gateways pack a body. */
const unpacked = (body: unknown): unknown =>
	Array.isArray(body) && body.length === 1 ? body[0] : body;

/** Reads a callback by its method; 'tooLarge' for a payload that no SMS has. */
export function readCallback(method: string, body: unknown): Callback | Unreadable | 'tooLarge' {
	const given = unpacked(body);
	if (method === 'PATCH') {
		const receipt = receiptSchema.safeParse(given);
		return receipt.success
			? { type: 'receipt', body: receipt.data }
			: whyUnreadable(method, receipt.error);
	}
	const sms = smsSchema.safeParse(given);
	if (!sms.success) return whyUnreadable(method, sms.error);
	const most = isPart(sms.data) ? MOST_PAYLOAD.part : MOST_PAYLOAD.message;
	if ((sms.data.payload ?? '').length > most) return 'tooLarge';
	return { type: 'sms', body: sms.data };
}

/** A body that is one part of several. */
export type PartBody = SmsBody & { multi_part_info: NonNullable<SmsBody['multi_part_info']> };

/** Whether a message is one part of several. */
export const isPart = (body: SmsBody): body is PartBody => (body.multi_part_info?.total ?? 1) > 1;

/**
 * The JSON in a request's text. Integers that a number can't hold are kept as text, so that two
 * ids never become one, and so is a payload that is a number, with the digits that were sent; a field that would become the prototype of an item is left out.
 * @throws SyntaxError
 */
export const parseBody = (text: string): unknown =>
	JSON.parse(text, (key, value: unknown, context?: { source?: string }) => {
		if (key === '__proto__') return undefined;
		if (typeof value !== 'number') return value;
		const losesDigits = Number.isInteger(value) && !Number.isSafeInteger(value);
		return losesDigits || key === 'payload' ? (context?.source ?? value) : value;
	});

/**
 * A time of a callback as ISO 8601 in UTC, or null. `YYYY-MM-DD HH:MM:SS` carries no zone and
 * means UTC (inferred).
 */
export const toUtc = (text: unknown): string | null =>
	typeof text === 'string'
		? (dateIn(text.trim())?.toISO({ suppressMilliseconds: true }) ?? null)
		: null;

/** The device under the name that all items give it; its ID as a number where that can be one. */
const deviceOf = ({ endpoint }: SmsBody | ReceiptBody): Json => ({
	endpoint_id: asNumber(endpoint.id),
});

/** A message as an item; long ones are joined before. */
export function smsItem(body: SmsBody, decoded: DecodedText): Json {
	const rest: Json = { ...body };
	delete rest.multi_part_info;
	return {
		...rest,
		...deviceOf(body),
		type: 'sms',
		...decoded,
		submitted_at: toUtc(body.submit_date),
		complete: true,
		uncertain: false,
	};
}

/** A message of one part as an item. */
export function singleItem(body: SmsBody, reading: PayloadEncoding): Json {
	return smsItem(body, decodeText([body.payload ?? ''], body.dcs ?? 0, reading));
}

/** A delivery receipt as an item. */
export const receiptItem = (body: ReceiptBody): Json => ({
	...body,
	...deviceOf(body),
	type: 'receipt',
	submitted_at: toUtc(body.submit_date),
	final_at: toUtc(body.final_date),
});

interface CallbackFilters {
	/** Destination addresses; a message to another starts nothing. Receipts carry none. */
	destinations: string[];
	endpointIds: number[];
	organisationIds: number[];
}

const digitsOf = (address: unknown) => String(address ?? '').replace(/^\+|\s/g, '');

/** Whether the filters let a callback through. */
export function passesFilters({ type, body }: Callback, filters: CallbackFilters): boolean {
	const { destinations, endpointIds, organisationIds } = filters;
	if (type === 'sms' && destinations.length > 0) {
		if (!destinations.some((address) => digitsOf(address) === digitsOf(body.dest_address)))
			return false;
	}
	if (endpointIds.length > 0 && !endpointIds.includes(Number(body.endpoint.id))) return false;
	return organisationIds.length === 0 || organisationIds.includes(Number(body.organisation?.id));
}
