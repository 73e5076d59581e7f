import { DateTime } from 'luxon';
import { z } from 'zod/v4';
import type { Json } from '../../operations/define';
import { type Alphabet, decodeText } from './text';

/* Callback bodies. Source: public reference, Callback requests. Unknown fields pass through. */

const id = z.union([z.number().int().nonnegative(), z.string().regex(/^[\w-]{1,64}$/)]);
const short = z.union([z.string().max(200), z.number()]).nullish();
const entity = z.looseObject({ id, name: short });

const partInfo = z
	.object({
		partno: z.coerce.number().int().min(1).max(255),
		total: z.coerce.number().int().min(1).max(255),
		identifier: z.union([z.number(), z.string().max(64)]),
	})
	.refine(({ partno, total }) => partno <= total);
/** A message of one part may come with nulls or zeros: refused, it would come again and again. */
const namesParts = (info: unknown) => {
	const total = (info as { total?: unknown } | null | undefined)?.total;
	return total !== null && total !== 0;
};

const smsSchema = z.looseObject({
	id: id.nullish(),
	payload: z.string().max(20_000),
	submit_date: short,
	source_address: short,
	dest_address: short,
	dcs: z.coerce.number().int().min(0).max(255).nullish(),
	pid: short,
	endpoint: entity,
	organisation: entity.nullish(),
	multi_part_info: z.preprocess(
		(info) => (namesParts(info) ? info : undefined),
		partInfo.nullish(),
	),
});
const receiptSchema = z.looseObject({
	id,
	submit_date: short,
	final_date: short,
	status: z.looseObject({ id: id.nullish(), status: short }),
	endpoint: entity,
	organisation: entity.nullish(),
});

export type SmsBody = z.infer<typeof smsSchema>;
export type ReceiptBody = z.infer<typeof receiptSchema>;

/** A callback that could be read. */
export type Callback = { type: 'sms'; body: SmsBody } | { type: 'receipt'; body: ReceiptBody };

/** Longest payload of one part: no part of an SMS comes near it. */
const MOST_PART = 1000;

/** Reads a callback by its method; undefined for a body that is none. */
export function readCallback(method: string, body: unknown): Callback | undefined {
	if (method === 'PATCH') {
		const receipt = receiptSchema.safeParse(body);
		return receipt.success ? { type: 'receipt', body: receipt.data } : undefined;
	}
	const sms = smsSchema.safeParse(body);
	if (!sms.success) return undefined;
	const isLongPart =
		(sms.data.multi_part_info?.total ?? 1) > 1 && sms.data.payload.length > MOST_PART;
	return isLongPart ? undefined : { type: 'sms', body: sms.data };
}

/**
 * A time of a callback as ISO 8601 in UTC, or null. `YYYY-MM-DD HH:MM:SS` carries no zone and
 * means UTC (inferred).
 */
export function toUtc(text: unknown): string | null {
	if (typeof text !== 'string') return null;
	const at = [DateTime.fromISO, DateTime.fromSQL]
		.map((parse) => parse(text.trim(), { zone: 'utc' }))
		.find(({ isValid }) => isValid);
	return at?.toISO({ suppressMilliseconds: true }) ?? null;
}

/** A message as an item; long ones are put together before. */
export function smsItem(body: SmsBody, text: string | null, encoding: Alphabet): Json {
	const rest: Json = { ...body };
	delete rest.multi_part_info;
	return {
		type: 'sms',
		...rest,
		text,
		encoding,
		submitted_at: toUtc(body.submit_date),
		complete: true,
	};
}

/** A message of one part as an item. */
export function singleItem(body: SmsBody): Json {
	const { text, encoding } = decodeText(body.payload, body.dcs ?? 0);
	return { ...smsItem(body, text, encoding), type: 'sms' };
}

/** A delivery receipt as an item. */
export const receiptItem = (body: ReceiptBody): Json => ({
	...body,
	type: 'receipt',
	submitted_at: toUtc(body.submit_date),
	final_at: toUtc(body.final_date),
});

export interface CallbackFilters {
	/** Destination addresses; a message to another starts nothing. Receipts carry none. */
	destinations: string[];
	endpointIds: number[];
	organisationIds: number[];
}

const digits = (address: unknown) => String(address ?? '').replace(/^\+|\s/g, '');

/** Whether a callback is one that was asked for. */
export function isWanted({ type, body }: Callback, filters: CallbackFilters): boolean {
	const { destinations, endpointIds, organisationIds } = filters;
	if (type === 'sms' && destinations.length > 0) {
		if (!destinations.some((address) => digits(address) === digits(body.dest_address)))
			return false;
	}
	if (endpointIds.length > 0 && !endpointIds.includes(Number(body.endpoint.id))) return false;
	return organisationIds.length === 0 || organisationIds.includes(Number(body.organisation?.id));
}
