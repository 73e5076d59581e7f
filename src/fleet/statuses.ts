/*
 * What the numbers of statuses mean. A SIM that is activated has `SimStatus.Activated`; its event has
 * the type `EventType.SimActivated`, which is another number.
 */

/** Statuses of endpoints. Source: specification, Status values. Lists show deleted endpoints, too. */
export const EndpointStatus = { Enabled: 0, Disabled: 1, Deleted: 2 } as const;

/**
 * Statuses of SIMs. Source: public reference, SIMs; specification, Status values: a change of endpoints writes Factory
 * Test as 5, which is 4 wherever else it stands.
 */
export const SimStatus = {
	Issued: 0,
	Activated: 1,
	Suspended: 2,
	Deleted: 3,
	FactoryTest: 4,
	FactoryTestOfUpdate: 5,
} as const;

/** Whether a SIM with a status is in factory test, by either of its numbers. */
export const isFactoryTest = (status: number | undefined): boolean =>
	status === SimStatus.FactoryTest || status === SimStatus.FactoryTestOfUpdate;

/** Statuses of a quota of data or SMS. Source: specification, Status values. */
export const QuotaStatus = { Active: 1, Exhausted: 2, Expired: 3 } as const;

/** Statuses of a data stream. Source: public reference, Data streams. */
export const DataStreamStatus = { Running: 1, Paused: 2, Error: 3, Pending: 4 } as const;
