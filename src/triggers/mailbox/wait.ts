import type { Json } from '../../table/define';
import { type Cell, cellKind, type LedgerKind } from '../runtime/store';

/* Waits: runs of a node that sleep until the devices they asked have answered. */

/** An item of a run: the device it asked, or the item that it became without asking. */
export type WaitItem = { item: number } & ({ endpointId: number } | { failed: Json });

/** A run that asks, and then sleeps. */
export interface Wait {
	/** Distinguishes this run of the node from others of the same execution. */
	turn: number;
	/** The signed address that resumes it: a secret. */
	address: string;
	/** The n8n that asks; absent in waits of earlier versions, which are known by their address. */
	owner?: string | undefined;
	/** The run asks still: n8n cannot resume it. */
	isAsking?: boolean;
	items: WaitItem[];
	/** Items whose device has not answered. */
	open: number[];
	/** When the last of them is over; milliseconds since 1970, by the clock of the mailbox. */
	until: number;
	/** The node has given the endings to n8n. */
	isHanded?: boolean;
}

/** A cell holds one wait. */
export type Waits = Cell<Wait>;

export const waitKind: LedgerKind<Waits> = {
	...cellKind<Wait>('waits', 'Runs that wait for replies'),
	due: ({ entries: [entry] }) => {
		const wait = entry?.value;
		return wait?.open.length === 0 && !wait.isAsking ? 0 : wait?.until;
	},
};

/** The devices of a wait. */
export const devicesOf = (wait: Wait): number[] => [
	...new Set(wait.items.flatMap((one) => ('endpointId' in one ? one.endpointId : []))),
];
