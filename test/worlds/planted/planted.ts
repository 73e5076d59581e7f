import type { Family } from '../plan';
import type { Replacement } from '../subject';

/** A fault, as exact texts of the sources and what stands in their place. */
export interface Planted {
	name: string;
	/** What is wrong with it. */
	says: string;
	/** Where it is looked for. */
	families: Family[];
	replacements: Replacement[];
}
