import type { WorldKind } from '../plan';
import type { Replacement } from '../subject';

/** A fault: exact texts of the sources and their replacements. */
export interface Planted {
	name: string;
	/** The fault in words. */
	says: string;
	/** The families to search. */
	families: WorldKind[];
	replacements: Replacement[];
}
