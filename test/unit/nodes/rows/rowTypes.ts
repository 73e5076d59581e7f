import type { INodeParameters } from 'n8n-workflow';
import type { SimulatorHandle } from '../../../../simulator';

/** A picker's value. */
export const rl = (value: unknown, mode = 'id') => ({ __rl: true, mode, value }) as INodeParameters;
export interface Row {
	parameters: INodeParameters | ((sim: SimulatorHandle) => INodeParameters);
	/** Kinds of the effects, in the order the service applied them for the two items. */
	effects: string[];
	/** Results, where it is not one per item. */
	results?: number;
	/** User of the simulator; the reseller's application token unless given. */
	user?: 'totp' | 'mail' | 'trial';
	/** One item is enough, or all the service allows. */
	once?: boolean;
	/** Rows that prepare it. */
	after?: string[];
	/** Not walked by itself. */
	preparesOnly?: boolean;
	/** Its run ends asleep: `npm run test:truth` and test/unit/nodes/action/awaitReply.test.ts wake it. */
	sleeps?: boolean;
}
type More = Omit<Partial<Row>, 'parameters' | 'effects' | 'once'>;

/** An operation on both items, with these effects for each of them. */
export const each = (
	parameters: Row['parameters'],
	kinds: string[] = [],
	more: More = {},
): Row => ({
	...{ parameters, effects: [...kinds, ...kinds], ...more },
});
/** An operation on one item. */
export const once = (parameters: Row['parameters'], effects: string[], more: More = {}): Row => ({
	...{ parameters, effects, once: true, ...more },
});
/** A read for one item, which gives as many results. */
export const readOnce = (parameters: Row['parameters'], results = 1, more: More = {}): Row =>
	once(parameters, [], { results, ...more });
