import type { Endpoint, Fleet } from './kinds';

/* Small fleets of cases: what they do not name is empty, but for a profile of each kind. */

export const endpoint = (id: number, name: string, about: Partial<Endpoint> = {}): Endpoint => ({
	id,
	name,
	status: 'Enabled',
	tags: [],
	iccid: null,
	imei: null,
	imei_lock: false,
	...about,
});

export const fleetOf = (parts: Partial<Fleet>): Fleet => ({
	endpoints: [],
	sims: [],
	tags: [],
	service_profiles: [{ id: 201, name: 'Standard' }],
	tariff_profiles: [{ id: 301, name: 'Europe' }],
	...parts,
});
