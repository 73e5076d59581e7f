import { parseIso, toIso } from '../clock';
import type { FormedWorld } from '../forms';
import type { Endpoint } from '../endpoints/entities';
import type { ServiceEvent } from '../events/entities';
import { formatIp } from '../numbers';
import { isObject } from '../http/route';

/*
 * Records in the form that streams push (public reference). `old` is the form of older streams: times
 * without a zone, `alert` as a number, `name` instead of `description` in an event's source.
 */
export type RecordShape = 'new' | 'old';

/** The usage of a device: MB of data, or messages, in the directions the service uses. */
export interface Usage {
	endpointId: number;
	/** 5 data, 6 SMS. Default 5. */
	trafficTypeId?: number;
	/** Data: to the device. SMS: from the device. */
	rx?: number;
	/** Data: from the device. SMS: to the device. */
	tx?: number;
	/** End of the counted interval, by the simulator's clock. Default: now. */
	endedAt?: number;
}

/** A record queued in a stream. */
export interface Pushed {
	id: number;
	/** Creation time. */
	at: number;
	body: Record<string, unknown>;
}

const plainTime = (ms: number) => toIso(ms).slice(0, 19).replace('T', ' ');
/** An open session produces a data record every 45 seconds. */
const RECORD_MS = 45_000;
const roundMegabytes = (volume: number) => Math.round(volume * 1e6) / 1e6;

const recordTags = (sim: FormedWorld, { tagIds }: Endpoint) =>
	tagIds.length === 0 ? null : tagIds.map((id) => sim.store.tags.get(id)?.name).join(', ');

const recordEndpoint = (sim: FormedWorld, endpoint: Endpoint) => ({
	id: endpoint.id,
	name: endpoint.name,
	ip_address: formatIp(endpoint.ip),
	tags: recordTags(sim, endpoint),
	imei: endpoint.imei,
});

/** A usage record. @throws Error for an unknown endpoint */
export function usageRecord(sim: FormedWorld, usage: Usage, shape: RecordShape): Pushed {
	const { store } = sim;
	const { endpointId, trafficTypeId = 5, rx = 0, tx = 0, endedAt = sim.clock.now() } = usage;
	const endpoint = store.endpoints.get(endpointId);
	if (!endpoint) throw new Error(`endpointId ${endpointId} is not known`);
	store.startAt('usage', 710_000_000_000_101);
	const id = store.nextId('usage');
	const item = store.sims.get(endpoint.simId ?? -1);
	const operators = [...store.operators.values()];
	const operator = operators[endpoint.id % Math.min(2, operators.length)]!;
	const tariff = store.tariffProfiles.get(endpoint.tariffProfileId);
	const total = roundMegabytes(rx + tx);
	const time = shape === 'old' ? plainTime : toIso;
	const body = {
		id,
		traffic_type:
			trafficTypeId === 6 ? { id: 6, description: 'SMS' } : { id: 5, description: 'Data' },
		start_timestamp: time(endedAt - (trafficTypeId === 6 ? 0 : RECORD_MS)),
		end_timestamp: time(endedAt),
		organisation: {
			id: endpoint.organisationId,
			name: store.organisations.get(endpoint.organisationId)?.name,
		},
		endpoint: { ...recordEndpoint(sim, endpoint), balance: null },
		sim: item && {
			id: item.id,
			iccid: item.iccid,
			msisdn: item.msisdn,
			production_date: time(item.productionDate),
		},
		imsi: item?.imsi ?? null,
		imsi_id: item?.id ?? null,
		operator: {
			id: operator.id,
			name: operator.name,
			mnc: operator.mncs[0] ?? '',
			country: {
				id: operator.country.id,
				name: operator.country.name,
				mcc: operator.country.mcc,
			},
		},
		tariff: {
			id: endpoint.tariffProfileId,
			name: tariff?.name,
			ratezone: { id: 3, name: 'Zone 1' },
		},
		volume: { rx: roundMegabytes(rx), tx: roundMegabytes(tx), total },
		cost: roundMegabytes(total / 100),
		currency: { id: 1, code: 'EUR', symbol: '€' },
		...(shape === 'new' && {
			session_id: `00000000-0000-4000-8000-${String(endpointId).padStart(12, '0')}`,
		}),
	};
	return { id, at: endedAt, body };
}

/** Keys that events in the list omit when they do not apply; records have null. */
const OBJECTS = ['user', 'endpoint', 'sim', 'imsi', 'detail'];

/** An event in the form that a stream pushes. */
export function eventRecord(sim: FormedWorld, event: ServiceEvent, shape: RecordShape): Pushed {
	const listed = sim.forms.event(sim, event) as Record<string, unknown>;
	const item = sim.store.sims.get(event.simId ?? -1);
	const body: Record<string, unknown> = {
		...Object.fromEntries(OBJECTS.map((name) => [name, null])),
		...listed,
		...(isObject(listed.sim) && { sim: { ...listed.sim, msisdn: item?.msisdn } }),
	};
	if (shape === 'old') {
		const { id, description } = body.event_source as Record<string, unknown>;
		body.event_source = { id, name: description };
		body.alert = body.alert === true || body.alert === 1 ? 1 : 0;
		body.timestamp = plainTime(parseIso(body.timestamp) ?? event.timestamp);
	}
	return { id: event.id, at: event.timestamp, body };
}

/** Whether an event passes all filters of a stream. */
export function passes(filters: unknown[], body: Record<string, unknown>): boolean {
	const holds = (filter: unknown): boolean => {
		if (!isObject(filter)) return true;
		if (Array.isArray(filter.or)) return filter.or.some(holds);
		const values = Array.isArray(filter.value) ? filter.value : [filter.value];
		const own =
			filter.field === 'alert'
				? body.alert === true || body.alert === 1
				: (body.event_type as Record<string, unknown>).id;
		return values.includes(own);
	};
	return filters.every(holds);
}
