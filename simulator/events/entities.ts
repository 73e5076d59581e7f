export interface ServiceEvent {
	id: number;
	timestamp: number;
	organisationId: number;
	typeId: number;
	description: string;
	endpointId: number | null;
	simId: number | null;
	/** Of events that a user made. */
	userId?: number;
	detail: Record<string, unknown> | null;
}
