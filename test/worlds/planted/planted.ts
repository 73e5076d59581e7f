import type { Family } from '../plan';
import type { Replacement } from '../subject';

/** A fault, as exact texts of the sources and what stands in their place. */
export interface Planted {
	name: string;
	/** The fault in words. */
	says: string;
	/** Where it is looked for. */
	families: Family[];
	replacements: Replacement[];
}
