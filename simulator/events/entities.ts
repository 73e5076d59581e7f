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
	/** A registration that the visited network rejected: a warning of the network. */
	isRejection?: boolean;
	/** The IMEI of the device at that time, where it is not that of the endpoint. */
	imei?: string;
	detail: Record<string, unknown> | null;
}
