import type { Reference } from './values';

/* Numbers and names as values in the `q` of a list. Source: specification, List endpoints. */

/** Most values in one filter: with `||` between them the address stays below 2 kB. */
export const VALUES_IN_FILTER = 60;

/** Name of the filter for a number; ICCIDs come without their check digit. */
export const referenceFilter = ({ by, value }: Reference): string =>
	by === 'imei' && value.length === 15 ? 'imei_with_luhn' : by;

/** Whether the filter language can express a name; any of these signs would change the search. */
export const isFilterable = (name: string): boolean => !/[,:|*]/.test(name);
