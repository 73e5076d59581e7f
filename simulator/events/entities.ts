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
	detail: Record<string, unknown> | null;
}
