import { TrafficType } from '../../fleet/traffic';
import type { Json } from '../../table/define';
import { readEvent, simplifyEvent } from '../../table/entries/event/eventFields';
import { at, flat } from '../../table/reading';
import { isObject } from '../../wire';

/*
 * Records that a data stream pushes: usage records and events. Nothing in a request says which of them
 * it holds, and one address may serve both. Source: public reference; how they differ is inferred.
 */

export type RecordKind = 'usage' | 'event';

/** A record that could be read. */
export interface StreamRecord {
	kind: RecordKind;
	/** Equal for every delivery of the same record; ids of usage and events are counted apart. */
	key: string;
	/** The record as it came, without secrets. */
	entity: Json;
	/** When it happened: an event's time, the end of what a usage record counts. ISO 8601, UTC. */
	moment: string;
}

/** Ids have up to 64 bits; those a number can't hold come as text (see `parseBody`). */
const isRecordId = (id: unknown): id is number | string =>
	typeof id === 'string' ? /^\d{1,20}$/.test(id) : Number.isSafeInteger(id) && Number(id) >= 0;

const RECORD_MOMENT =
	/^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(?:Z|([+-]\d\d):?(\d\d))?$/;

/** ISO 8601 in UTC, or undefined. Older streams write no zone, which means UTC. */
function momentIn(text: unknown): string | undefined {
	const [, day, time, hours, minutes] = RECORD_MOMENT.exec(String(text)) ?? [];
	if (day === undefined) return undefined;
	const found = new Date(`${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
	return Number.isNaN(found.getTime()) ? undefined : found.toISOString();
}

/** The kind of a record, as it came or simplified; undefined for something else. */
export function recordKind(entity: Json): RecordKind | undefined {
	if (entity.record === 'usage' || entity.record === 'event') return entity.record;
	if (isObject(entity.traffic_type) && 'start_timestamp' in entity) return 'usage';
	return isObject(entity.event_type) ? 'event' : undefined;
}

/** Key of a record, as it came or simplified, or of a usage event; undefined for something else. */
export function recordKey(entity: Json): string | undefined {
	const kind = recordKind(entity);
	// A leading zero does not make another id, and is not stored.
	if (kind) return isRecordId(entity.id) ? `${kind[0]}${BigInt(entity.id)}` : undefined;
	const { event, window, window_start: start, tag, endpoint_id: endpoint, iccid } = entity;
	if (event === undefined || start === undefined) return undefined;
	// With another limit, a window can cause another alert.
	const level = entity.limit ?? entity.factor ?? null;
	const whose = [tag ?? null, endpoint ?? null, iccid ?? null];
	return JSON.stringify([event, window, start, ...whose, level]);
}

/** Number in a field that editions write as number or text. */
const numberFrom = (value: unknown): number | undefined => {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** Reads one record. @returns its fault where it can't be read */
export function readRecord(value: unknown): StreamRecord | string {
	if (!isObject(value)) return 'is no object';
	const kind = recordKind(value);
	if (kind === undefined) return 'is neither usage nor event';
	const key = recordKey(value);
	if (key === undefined) return 'has no id';
	const moment = momentIn(kind === 'usage' ? value.end_timestamp : value.timestamp);
	if (moment === undefined) return `has no readable ${kind === 'usage' ? 'end_' : ''}timestamp`;
	if (kind === 'event') return { kind, key, moment, entity: readEvent(value) };
	return recordVolumes(value) ? { kind, key, moment, entity: value } : 'has no readable volume';
}

/**
 * The volumes a device sent and received: MB of data, or messages. For data the service counts from the
 * device (`rx` is downstream), for SMS from the network (`rx` was sent by the device).
 */
export function recordVolumes(
	entity: Json,
): { sent: number; received: number; volume: number } | undefined {
	const [rx, tx, total] = ['rx', 'tx', 'total'].map((key) =>
		numberFrom(at(entity, `volume.${key}`)),
	);
	if (rx === undefined && tx === undefined && total === undefined) return undefined;
	const isSms = Number(at(entity, 'traffic_type.id')) === TrafficType.Sms;
	const [sent = 0, received = 0] = isSms ? [rx, tx] : [tx, rx];
	return { sent, received, volume: total ?? sent + received };
}

const usage = flat(
	'endpoint_id=endpoint.id endpoint_name=endpoint.name tags=endpoint.tags',
	'imei=endpoint.imei sim_id=sim.id iccid=sim.iccid msisdn=sim.msisdn imsi',
	'operator=operator.name country=operator.country.name mcc=operator.country.mcc',
	'mnc=operator.mnc tariff=tariff.name rate_zone=tariff.ratezone.name',
	'currency=currency.code organisation_id=organisation.id session_id',
);

const TRAFFIC: Record<number, string> = {
	[TrafficType.Data]: 'data',
	[TrafficType.Sms]: 'sms',
};

/** A record in one flat object, with `record` for its kind. Volumes are MB, or messages. */
export function simplifyRecord({ kind, entity, moment }: StreamRecord): Json {
	if (kind === 'event') return { record: kind, ...simplifyEvent(entity), timestamp: moment };
	const type = Number(at(entity, 'traffic_type.id'));
	return {
		record: kind,
		id: entity.id,
		traffic: TRAFFIC[type] ?? at(entity, 'traffic_type.description') ?? null,
		start: momentIn(entity.start_timestamp) ?? null,
		end: moment,
		...recordVolumes(entity),
		cost: numberFrom(entity.cost) ?? null,
		...usage(entity),
	};
}

/** The records in a request: a list, or the one object of a stream that sends one at a time. */
export function recordsIn(body: unknown): unknown[] | undefined {
	if (Array.isArray(body)) return body;
	// An empty object may be a test of the address.
	return isObject(body) ? (Object.keys(body).length > 0 ? [body] : []) : undefined;
}

/** The records of a request by their keys, each once, and the faults of those that can't be read. */
export function readRecords(sent: unknown[]) {
	const records = new Map<string, StreamRecord>();
	const faults: string[] = [];
	for (const [index, value] of sent.entries()) {
		const record = readRecord(value);
		if (typeof record === 'string') faults.push(`record ${index + 1} ${record}`);
		else records.set(record.key, record);
	}
	return { records, faults };
}
