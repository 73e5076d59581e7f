/** Master organisations act on their whole hierarchy, enterprises on their own endpoints only. */
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
export type Role = 'Administrator' | 'User' | 'Observer' | 'Restricted';

/** The roles and the status of a user in a workspace. */
export interface Membership {
	/** Ids of roles; see `ROLES`. */
	roleIds: Set<number>;
	/** 1 Active, 2 Suspended (public reference). */
	statusId: number;
}

export interface User {
	id: number;
	/** E-mail address. */
	username: string;
	name: string;
	/** 0 Activation Pending, 1 Active, 2 Suspended (public reference). */
	statusId: number;
	createdAt: number;
	/** SHA-1 hex of the password, as it travels on the wire. */
	passwordSha1: string;
	/** The default workspace. */
	organisationId: number;
	/** Trial accounts are the only ones without MFA (specification). */
	trial: boolean;
	/** Roles by workspace, the default workspace included. */
	members: Map<number, Membership>;
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
	/** Last RFC 6238 step whose code was accepted: a code works once. */
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

/** An application token; the store holds it under its text. */
export interface ApplicationToken {
	id: number;
	organisationId: number;
	description: string;
	created: number;
	/** 0 Activated, 1 Revoked (public reference). */
	statusId: number;
	expiryDate: number | null;
	/** CIDR. */
	ip: string | null;
	/** Null once the creator is deleted. */
	creatorId: number | null;
	/** Role of a login with this token: its creator's role. */
	role: Role;
}
