import { typeOf } from '../../fleet/events';
import type { Input, Json } from '../../table/define';
import { networkOf } from '../../table/entries/event/eventFields';
import { at } from '../../table/reading';
import { ANY_TYPE } from './kinds';
import { DEVICE_FILTERS, type EventForm } from './form';

/* Filters that the service applies, and filters that are applied here. */

/** Filters that every edition of the service has. Source: public reference. */
const SERVICE_FILTERS = [...DEVICE_FILTERS, 'severity', 'alert'] as const;

const pickFilters = (input: Input, names: readonly string[]): Input =>
	Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)));

/** Filters that are about devices. */
export const deviceFilters = ({ filters }: EventForm): Input =>
	pickFilters(filters, DEVICE_FILTERS);

/** Filters for the service: alerts must also see events that are not emitted themselves. */
export const serviceFilters = ({ filters, alerts }: EventForm): Input =>
	pickFilters(filters, alerts.length > 0 ? DEVICE_FILTERS : SERVICE_FILTERS);

/** The types that are read: those that are emitted, and those that alerts look at. */
export function typesToRead({ types, alerts }: EventForm): EventForm['types'] {
	if (types === ANY_TYPE) return ANY_TYPE;
	const all = new Set([...types, ...alerts.flatMap(({ rule }) => rule.types)]);
	return [...all].sort((a, b) => a - b);
}

/** Whether one of the names in `a|b` is among the names, whatever their case; without a filter, always. */
function matchesFilter(filter: unknown, names: unknown[]): boolean {
	if (filter === undefined) return true;
	const accepted = String(filter)
		.split('|')
		.map((text) => text.trim().toLowerCase());
	return names.some(
		(name) => name !== undefined && name !== null && accepted.includes(String(name).toLowerCase()),
	);
}

/** Whether an event is emitted. */
export function isChosen(event: Json, { types, filters }: EventForm): boolean {
	if (types !== ANY_TYPE && !types.includes(typeOf(event))) return false;
	const { severity, alert, country, network, rat } = filters;
	const isAlert = event.alert === true || Number(event.alert) === 1;
	if (severity !== undefined && Number(at(event, 'event_severity.id')) !== severity) return false;
	if (alert !== undefined && isAlert !== alert) return false;
	const seen = networkOf(event);
	return (
		matchesFilter(country, [seen.country?.name, seen.country?.iso_code]) &&
		matchesFilter(network, [seen.operator]) &&
		matchesFilter(rat, [seen.rat?.id, seen.rat?.name])
	);
}

/** Whether an endpoint of the list is one of those that the filters are about. */
export function isWatched(endpoint: Json, { filters }: EventForm): boolean {
	const { endpointName, iccid } = filters;
	const own = String(at(endpoint, 'sim.iccid') ?? '');
	const prefixes = String(iccid ?? '').split('|');
	return (
		matchesFilter(endpointName, [endpoint.name]) &&
		(iccid === undefined || prefixes.some((text) => own !== '' && own.startsWith(text)))
	);
}
