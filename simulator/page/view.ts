import { toIso } from '../clock';
import type { Simulation } from '../context';
import { ENDPOINT_STATUS_NAMES, EndpointStatus, type Endpoint } from '../endpoints/entities';
import { thresholdVolume } from '../events/emit';
import { EVENT_TYPES } from '../events/types';
import { SIM_STATUS_NAMES } from '../sims/entities';
import { SMS_STATUS_NAMES } from '../sms/entities';
import { isOpen } from '../sms/send';
import { QUOTA_STATUS_NAMES } from '../traffic/entities';

/* The data of the page at `/`: more than the API shows, and without a token. */

/** Maximum number of messages and events shown. */
const MOST_SHOWN = 100;
const ROWS_PER_PAGE = 20;

/** An endpoint as a row of the list. */
function line(sim: Simulation, endpoint: Endpoint) {
	const { store } = sim;
	const { id, name, organisationId, connectivity, blocked } = endpoint;
	const item = store.sims.get(endpoint.simId ?? -1);
	const quota = store.quotas.get(id);
	return {
		id,
		name,
		organisation: store.organisations.get(organisationId)?.name ?? String(organisationId),
		status: ENDPOINT_STATUS_NAMES[endpoint.statusId],
		connectivity: blocked ? 'BLOCKED' : connectivity,
		sim: item ? { iccid: item.iccid, status: SIM_STATUS_NAMES[item.statusId] } : null,
		quota: quota
			? {
					volume: quota.volume,
					full: quota.fullVolume,
					threshold: thresholdVolume(quota),
					status: QUOTA_STATUS_NAMES[quota.statusId],
				}
			: null,
		waiting: (store.sms.get(id) ?? []).filter((sms) => isOpen(sim, sms)).length,
	};
}

/** A page of the endpoints; `search` is part of a name, id, ICCID or tag. */
export function endpointsView(
	sim: Simulation,
	{ search = '', page = '1' }: { search?: string; page?: string },
) {
	const { store } = sim;
	const text = search.trim().toLowerCase();
	const tagsOf = (endpoint: Endpoint) => endpoint.tagIds.map((id) => store.tags.get(id)?.name);
	const fits = (endpoint: Endpoint) =>
		[
			endpoint.name,
			String(endpoint.id),
			store.sims.get(endpoint.simId ?? -1)?.iccid,
			...tagsOf(endpoint),
		].some((value) => value?.toLowerCase().includes(text));
	const all = [...store.endpoints.values()].filter(
		(endpoint) => endpoint.statusId !== EndpointStatus.Deleted && fits(endpoint),
	);
	const pages = Math.max(1, Math.ceil(all.length / ROWS_PER_PAGE));
	const at = Math.min(Math.max(1, Math.trunc(Number(page)) || 1), pages);
	const shown = all.slice((at - 1) * ROWS_PER_PAGE, at * ROWS_PER_PAGE);
	return {
		total: all.length,
		page: at,
		pages,
		endpoints: shown.map((endpoint) => line(sim, endpoint)),
	};
}

/** One endpoint with its messages, oldest first. */
export function endpointView(sim: Simulation, endpoint: Endpoint) {
	const { store } = sim;
	const messages = (store.sms.get(endpoint.id) ?? []).slice(-MOST_SHOWN).map((sms) => ({
		id: sms.id,
		direction: sms.direction,
		payload: sms.payload,
		at: toIso(sms.submitDate),
		status: SMS_STATUS_NAMES[sms.statusId],
		waits: isOpen(sim, sms),
	}));
	const profile = store.serviceProfiles.get(endpoint.serviceProfileId);
	return {
		...line(sim, endpoint),
		network: endpoint.network,
		imei: endpoint.imei,
		profile: profile?.name ?? '',
		callback: store.callbacks.get(profile?.apiCallbackId ?? -1)?.url ?? null,
		tags: endpoint.tagIds.flatMap((id) => store.tags.get(id)?.name ?? []),
		messages,
	};
}

/** The newest events after an id, oldest first. */
export function eventsView(sim: Simulation, since: number) {
	return sim.store.events
		.filter(({ id }) => id > since)
		.slice(-MOST_SHOWN)
		.map(({ id, timestamp, typeId, endpointId, simId, description }) => ({
			id,
			at: toIso(timestamp),
			type: EVENT_TYPES[typeId]?.name ?? `Event ${typeId}`,
			endpointId,
			simId,
			description,
		}));
}
