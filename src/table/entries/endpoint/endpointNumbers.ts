import { EndpointStatus } from '../../../fleet/statuses';
import type { Json } from '../../define';
import { imeiWithLuhn } from '../../../readings/imei';
import { at } from '../../reading';

/* The numbers and names by which endpoints are found. */

/**
 * IMEIs as part of the `q` of a list: those with a check digit have a filter of their own. Of several in both forms,
 * each is compared without its software version.
 */
export function imeiCriteria(imeis: string): string {
	const all = imeis.split(/(\|+)/);
	if (!all.some((imei) => imei.length === 15)) return `imei:${imeis}`;
	const short = all.map((part) => (/^\d{16}$/.test(part) ? imeiWithLuhn(part) : part));
	return `imei_with_luhn:${short.join('')}`;
}

/** An IMEI with its check digit, where a list has only the 16 digits with the software version. */
function completeImei({ imei, imei_with_luhn: given }: Json): unknown {
	if (typeof given === 'string' || typeof imei !== 'string') return given;
	return imeiWithLuhn(imei);
}

/** Listings show deleted endpoints too, and a name may be used again. Source: specification. */
export const isEndpointDeleted = (endpoint: Json) =>
	Number(at(endpoint, 'status.id')) === EndpointStatus.Deleted;

/** The number of an endpoint that a filter of this name compares. */
export function endpointNumber(endpoint: Json, filter: string): unknown {
	if (filter === 'id') return endpoint.id;
	if (filter === 'name') return isEndpointDeleted(endpoint) ? undefined : endpoint.name;
	if (filter === 'imei_with_luhn') return completeImei(endpoint);
	if (filter === 'ip_address') return endpoint.ip_address;
	return filter === 'iccid' ? at(endpoint, 'sim.iccid') : endpoint.imei;
}
