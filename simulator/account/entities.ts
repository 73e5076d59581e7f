/** Master organisation types act in their hierarchy, enterprises on their own endpoints only. */
type OrganisationType = 'master' | 'reseller' | 'enterprise' | 'network_operator';

export interface Organisation {
	id: number;
	name: string;
	type: OrganisationType;
	parentId: number | null;
	/** Factory test mode: a SIM that is activated on create starts in Factory Test. */
	ftm: boolean;
	/** Monthly cap of MT-SMS, or null for none (public reference). */
	smsPerMonth: number | null;
	/** SIMs do not move between Brazilian and other workspaces (public reference, 1505). */
	country: { id: number; name: string };
}

/** `Restricted` may act by id but not read lists; only `Administrator` reads workspaces. */
export type Role = 'Administrator' | 'User' | 'Restricted';

export interface User {
	id: number;
	username: string;
	/** SHA-1 hex of the password, as it travels on the wire. */
	passwordSha1: string;
	organisationId: number;
	role: Role;
	/** Trial accounts are the only ones without MFA (specification). */
	trial: boolean;
	/** Organisations that a workspace switch may target, besides the own one. */
	workspaceIds: number[];
	failures: number;
	lockedUntil: number;
}

export interface MfaKey {
	id: number;
	userId: number;
	/** 0 Activation Pending, 1 Active (public reference). */
	statusId: number;
	/** 0 TOTP (public reference). */
	typeId: number;
	/** Base32. */
	secret: string;
	createdAt: number;
	activatedAt: number | null;
	/** Last RFC 6238 step whose code was taken: a code works once. */
	lastStep: number;
}

export interface TrustedDevice {
	id: number;
	userId: number;
	fingerprint: string;
	operatingSystem: string | null;
	browser: string | null;
	name: string | null;
	activatedAt: number;
	/** 90 days after activation (specification). */
	expiresAt: number;
}
