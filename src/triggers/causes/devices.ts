import { isEndpointDeleted } from '../../table/entries/endpoint/endpointNumbers';
import { simplifyEndpoint } from '../../table/entries/endpoint/endpointRead';
import type { Json } from '../../wire';
import type { Compared } from './find';
import { type Share, shareNamed } from './shares';

/* What an endpoint of the list shares with others, beside its place. */

/** The fleet, for a comparison. */
export interface Fleet {
	/** Devices in their last place that might be affected and are not. */
	others: Compared[];
	/** An affected device in its last place; undefined where none is known, or the list lacks it. */
	device: (simId: number) => Compared | undefined;
	/** The names of a device. */
	who: (simId: number) => Json | undefined;
}

/** Digits of an IMEI that name the model: the type allocation code. Source: 3GPP TS 23.003, 6.2. */
const TAC_DIGITS = 8;

function modelOf(imei: unknown): string | undefined {
	const text = String(imei ?? '').trim();
	return /^\d{14,16}$/.test(text) && !/^0+$/.test(text) ? text.slice(0, TAC_DIGITS) : undefined;
}

/** What an endpoint of the list shares, as Simplify shows it. */
function sharesOfEndpoint(endpoint: Json): Share[] {
	const tags = endpoint.tags as unknown[];
	const shares = [
		shareNamed('addressSpace', endpoint.ip_address_space_id, endpoint.ip_address_space_id),
		shareNamed('model', modelOf(endpoint.imei)),
		shareNamed('serviceProfile', endpoint.service_profile, endpoint.service_profile_id),
		shareNamed('tariffProfile', endpoint.tariff_profile, endpoint.tariff_profile_id),
		...new Set(tags.map((tag) => String(tag).trim())),
	].map((share) => (typeof share === 'string' ? shareNamed('tag', share) : share));
	return shares.filter((share) => share !== undefined);
}

/** A device in its last place, by its endpoint as Simplify shows it. */
const comparedDevice = (simId: number, endpoint: Json, place: readonly Share[]): Compared => ({
	simId,
	shares: [...place, ...sharesOfEndpoint(endpoint)],
});

/** A device with the names of simplified events, by its endpoint as Simplify shows it. */
const whoOfEndpoint = ({ id, name, sim_id, iccid }: Json): Json => ({
	endpoint_id: id,
	endpoint_name: name,
	sim_id,
	iccid,
});

/** Endpoints of a list with a SIM, by their SIMs, as Simplify shows them. */
export const endpointsBySim = (entries: readonly Json[]): Map<number, Json> =>
	new Map(
		entries
			.filter((entity) => !isEndpointDeleted(entity))
			.map(simplifyEndpoint)
			.flatMap((endpoint) =>
				endpoint.sim_id === null ? [] : [[Number(endpoint.sim_id), endpoint] as const],
			),
	);

/**
 * The fleet of a list. `others` are the SIMs that might be affected and are not; `wellAt` is when one of them was last
 * seen to be well.
 */
export function fleetIn(
	endpoints: ReadonlyMap<number, Json>,
	placeOf: (simId: number) => readonly Share[] | undefined,
	others: readonly number[],
	wellAt?: (simId: number) => number,
): Fleet {
	const device = (simId: number) => {
		const place = placeOf(simId);
		const endpoint = endpoints.get(simId);
		return place && endpoint && comparedDevice(simId, endpoint, place);
	};
	return {
		others: others
			.flatMap((simId) => device(simId) ?? [])
			.map((other) => (wellAt ? { ...other, wellAt: wellAt(other.simId) } : other)),
		device,
		who: (simId) => {
			const endpoint = endpoints.get(simId);
			return endpoint && whoOfEndpoint(endpoint);
		},
	};
}
