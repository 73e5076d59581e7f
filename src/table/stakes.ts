/*
 * Stakes of operations that change something, and the changes that an agent makes without
 * being allowed to.
 */

/**
 * `access`: it changes what people, programs or the devices of a profile may do, or where data goes. The tags of
 * endpoints are a matter of it: automations, jobs and the limits of tools choose devices by them, so that a tag more
 * or less puts a device under a guard, or takes it from one. So is a pause of a data stream, which blinds what
 * watches the fleet;
 * `billed`: it can cost money; `final`: it cannot be undone.
 */
export type Stakes = 'access' | 'billed' | 'final';

/** The stakes in words that follow "because". */
export const STAKES: Record<Stakes, string> = {
	access: 'it changes who or what may do what, or where data goes',
	billed: 'it can cost money',
	final: 'it cannot be undone',
};
