/** A stream of usage or events to a destination, which is kept as the wire has it. */
export interface DataStream {
	id: string;
	organisationId: number;
	name: string;
	typeId: number;
	destination: Record<string, unknown>;
	filters: unknown[];
	/** Whose records: 1 Own, 3 Both. */
	relationId: number;
	/** 1 Running, 2 Paused, 3 Error, 4 Pending. */
	statusId: number;
	/** A change that was accepted and has not happened yet; status 0 deletes. */
	next: { statusId: number; at: number } | null;
}
