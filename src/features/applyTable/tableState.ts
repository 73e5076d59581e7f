import type { Reference } from '../../table/values';

/* What the rows of a table call things. */

/** A thing as a row names it. */
export type IdOrReference = number | Reference;
/** The way a row says which endpoint it is about. */
export type Key = Reference | { by: 'id'; value: string };
