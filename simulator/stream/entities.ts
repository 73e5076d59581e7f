/** A stream of usage or events to a destination, stored in its wire form. */
export interface DataStream {
	id: string;
	organisationId: number;
	name: string;
	typeId: number;
	destination: Record<string, unknown>;
	filters: unknown[];
	/** Owner of the records: 1 Own, 3 Both. */
	relationId: number;
	/** 1 Running, 2 Paused, 3 Error, 4 Pending. */
	statusId: number;
	/** An accepted change that is still pending; status 0 deletes. */
	next: { statusId: number; at: number } | null;
}
