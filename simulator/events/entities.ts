export interface ServiceEvent {
	id: number;
	timestamp: number;
	organisationId: number;
	typeId: number;
	description: string;
	endpointId: number | null;
	simId: number | null;
	/** Events caused by a user. */
	userId?: number;
	/** A session that Policy Control refused: a warning, unlike an event of its type that succeeds. */
	isRefusal?: boolean;
	detail: Record<string, unknown> | null;
}
