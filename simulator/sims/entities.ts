import { luhnDigit } from '../numbers';

/** SIM status ids (specification; 0 and 3 from the public reference). */
export const SimStatus = {
	Issued: 0,
	Activated: 1,
	Suspended: 2,
	Deleted: 3,
	FactoryTest: 4,
} as const;

/** Id that bulk and single endpoint updates use for Factory Test (specification). */
const FACTORY_TEST_ON_UPDATE = 5;

export interface Sim {
	id: number;
	organisationId: number;
	iccid: string;
	imsi: string;
	msisdn: string;
	eid: string | null;
	model: string;
	statusId: number;
	endpointId: number | null;
	profileTypeId: number;
	productionDate: number;
	/** Null while Issued; Factory Test does not set it (public reference). */
	activationDate: number | null;
}

/** SIMs delivered together. */
export interface SimBatch {
	id: number;
	bic: string;
	quantity: number;
	registered: boolean;
	/** Holds SIMs of another organisation. */
	foreign: boolean;
}

/** An asynchronous operation in its wire form. */
export type AsyncOperation = Record<string, unknown> & { id: string };

/** Names of SIM status ids (specification; Issued and Deleted from the public reference). */
export const SIM_STATUS_NAMES = [
	'Issued',
	'Activated',
	'Suspended',
	'Deleted',
	'Factory Test',
] as const;

/** `{id, description}` of a SIM status. */
export const simStatus = (id: number) => ({ id, description: SIM_STATUS_NAMES[id] });

/** Id in an update → stored id: Factory Test is 5 in bulk updates and 4 everywhere else. */
export const simStatusOnUpdate = (id: number) =>
	id === FACTORY_TEST_ON_UPDATE ? SimStatus.FactoryTest : id;

/** The SIM's ICCID with its Luhn digit, 20 digits. */
export const iccidWithLuhn = (sim: Sim) => sim.iccid + luhnDigit(sim.iccid);
