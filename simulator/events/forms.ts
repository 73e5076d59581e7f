import { toIso } from '../clock';
import { type Endpoint, deprecatedTags, tagText } from '../endpoints/entities';
import type { FormedWorld, Wire } from '../forms/forms';
import { formatIp } from '../numbers';
import type { ServiceEvent } from './entities';
import { EVENT_SOURCES, factsOf } from './types';

/** Event types that concern an endpoint but carry only its SIM and IMSI. */
const WITHOUT_ENDPOINT = [8, 9, 10, 45, 50, 51];

const eventEndpoint = (endpoint: Endpoint, tags: string | null, imei = endpoint.imei) => ({
	id: endpoint.id,
	name: endpoint.name,
	ip_address: formatIp(endpoint.ip),
	imei,
	tags,
});

/** An event as recorded: fields that do not apply are absent. */
export function recordedEvent(sim: FormedWorld, event: ServiceEvent) {
	const {
		store,
		forms: { time },
	} = sim;
	const facts = factsOf(event);
	const found = event.endpointId === null ? undefined : store.endpoints.get(event.endpointId);
	const endpoint = WITHOUT_ENDPOINT.includes(event.typeId) ? undefined : found;
	const item = event.simId === null ? undefined : store.sims.get(event.simId);
	const { source } = facts;
	return {
		id: event.id,
		timestamp: toIso(event.timestamp),
		event_type: { id: event.typeId, description: facts.name },
		event_source: { id: source, description: EVENT_SOURCES[source] },
		event_severity: facts.warn ? { id: 1, description: 'Warn' } : { id: 0, description: 'Info' },
		alert: facts.alert === true,
		description: event.description,
		organisation: {
			id: event.organisationId,
			name: store.organisations.get(event.organisationId)?.name,
		},
		...(endpoint && {
			endpoint: eventEndpoint(endpoint, deprecatedTags(store, endpoint), event.imei),
		}),
		...(item && {
			sim: { id: item.id, iccid: item.iccid, production_date: time(item.productionDate) },
			imsi: { id: item.id, imsi: item.imsi, import_date: time(item.productionDate) },
		}),
		...(event.detail && { detail: eventDetail(event) }),
	};
}

/** The detail; for an exhausted quota (19, 21) the volume is a string. */
function eventDetail({ typeId, detail }: ServiceEvent): ServiceEvent['detail'] {
	const quota = detail?.quota as { volume: number } | undefined;
	if (!quota || ![19, 21].includes(typeId)) return detail;
	return { ...detail, quota: { ...quota, volume: quota.volume.toFixed(6) } };
}

/** An event as in the references: null for fields that do not apply. */
export function referenceEvent(sim: FormedWorld, event: ServiceEvent): Wire {
	const { store } = sim;
	const listed = recordedEvent(sim, event);
	delete listed.imsi;
	const endpoint = store.endpoints.get(event.endpointId ?? -1);
	return {
		...listed,
		// Older editions have the source's `name`, and severities in capitals.
		event_source: { id: listed.event_source.id, name: listed.event_source.description },
		event_severity: {
			...listed.event_severity,
			description: listed.event_severity.description.toUpperCase(),
		},
		endpoint: endpoint ? eventEndpoint(endpoint, tagText(store, endpoint), event.imei) : null,
		sim: listed.sim ?? null,
		detail: event.detail,
	};
}
