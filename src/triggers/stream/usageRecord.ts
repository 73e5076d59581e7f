import type { Json } from '../../table/define';
import { bareIccid } from '../../table/iccid';
import { at } from '../../table/reading';
import { DATA, type StreamRecord, recordVolumes } from './record';

/* The records of a data stream as usage rules see them. Source: public reference. */

/** Whose usage a rule adds up. */
export type Per = 'endpoint' | 'iccid' | 'tag';

const BYTES = 1_000_000;

/** Data that was used. */
export interface UsedData {
	/** Milliseconds since 1970. */
	at: number;
	/** Millionths of a megabyte, as the service counts; negative where it takes some back. */
	bytes: number;
	record: Json;
}

/**
 * The data of a record; undefined for one of SMS and for an event. It was used by the end of the
 * record, so that one that ends at midnight belongs to the day before.
 */
export function usedIn({ kind, entity, moment }: StreamRecord): UsedData | undefined {
	if (kind !== 'usage' || Number(at(entity, 'traffic_type.id')) !== DATA) return undefined;
	const bytes = Math.round((recordVolumes(entity)?.volume ?? 0) * BYTES);
	return bytes !== 0 ? { at: Date.parse(moment) - 1, bytes, record: entity } : undefined;
}

const usageTags = (tags: unknown): string[] =>
	typeof tags === 'string'
		? [...new Set(tags.split(',').map((tag) => tag.trim()))].filter(Boolean)
		: [];

/** The keys under which a record counts: an endpoint without tags counts under none. */
export function usageKeys(record: Json, per: Per): string[] {
	if (per === 'tag') return usageTags(at(record, 'endpoint.tags'));
	const value = at(record, per === 'endpoint' ? 'endpoint.id' : 'sim.iccid');
	const text = String(value ?? '');
	if (text === '') return [];
	// With or without its check digit: the same SIM.
	return [per === 'iccid' ? bareIccid(text) : text];
}

/** Bytes as megabytes. */
export const megabytes = (bytes: number): number => Math.round(bytes) / BYTES;
