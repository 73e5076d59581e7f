import type { INodeParameters } from 'n8n-workflow';
import type { SimulatorHandle } from '../../../../simulator';

/** A picker's value. */
export const rl = (value: unknown, mode = 'id') => ({ __rl: true, mode, value }) as INodeParameters;
export interface Row {
	parameters: INodeParameters | ((sim: SimulatorHandle) => INodeParameters);
	/** Kinds of the effects at the service for both items, in order. */
	effects: string[];
	/** Number of results, if it is not one per item. */
	results?: number;
	/** User of the simulator; without it, the reseller's application token is used. */
	user?: 'totp' | 'mail' | 'trial';
	/** Runs with one item only. */
	once?: boolean;
	/** Rows to run before this one. */
	after?: string[];
	/** Only prepares another row, and has no test of its own. */
	preparesOnly?: boolean;
}
type More = Omit<Partial<Row>, 'parameters' | 'effects' | 'once'>;

/** An operation on both items, with these effects for each item. */
export const each = (
	parameters: Row['parameters'],
	kinds: string[] = [],
	more: More = {},
): Row => ({
	parameters,
	effects: [...kinds, ...kinds],
	...more,
});
/** An operation on one item. */
export const once = (parameters: Row['parameters'], effects: string[], more: More = {}): Row => ({
	parameters,
	effects,
	once: true,
	...more,
});
/** A read for one item, with this number of results. */
export const readOnce = (parameters: Row['parameters'], results = 1, more: More = {}): Row =>
	once(parameters, [], { results, ...more });
