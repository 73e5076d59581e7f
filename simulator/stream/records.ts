import { parseIso, toIso } from '../clock';
import type { FormedWorld } from '../forms';
import type { Endpoint } from '../endpoints/entities';
import type { ServiceEvent } from '../events/entities';
import { formatIp } from '../numbers';
import { isObject } from '../http/route';

/*
 * Records as streams push them (public reference). `old` are the forms of older streams: no zone in
 * times, `alert` as a number, `name` instead of `description` in an event's source.
 */
export type RecordShape = 'new' | 'old';

/** The usage of a device: MB of data, or messages, counted as the service counts them. */
export interface Usage {
	endpointId: number;
	/** 5 data, 6 SMS. Default 5. */
	trafficTypeId?: number;
	/** Data: towards the device. SMS: from it. */
	rx?: number;
	/** Data: from the device. SMS: towards it. */
	tx?: number;
	/** End of what is counted, by the simulator's clock. Default: now. */
	endedAt?: number;
}

/** A record that waits in a stream. */
export interface Pushed {
	id: number;
	/** When it was made. */
	at: number;
	body: Record<string, unknown>;
}

const plainTime = (ms: number) => toIso(ms).slice(0, 19).replace('T', ' ');
/** A data record is made every 45 seconds of an open session. */
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

/** A usage record. @throws Error for an endpoint that is not there */
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

/** Keys that events of the list lack where they do not apply; records have null there. */
const OBJECTS = ['user', 'endpoint', 'sim', 'imsi', 'detail'];

/** An event as a stream pushes it. */
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

/** Whether the filters of a stream let an event through; several entries all have to. */
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
