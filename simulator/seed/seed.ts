import { createHash } from 'node:crypto';

import type { Organisation, Role } from '../account/entities';
import { idOfRole } from '../account/roles';
import { addCard, bareProfile } from '../cards/add';
import { DAY_MS } from '../clock';
import type { SimClock } from '../clock';
import type { AddressSpace } from '../endpoints/entities';
import { eidOf, iccidOf, parseIp } from '../numbers';
import {
	allServices,
	newServiceProfile,
	PROFILE_FLAGS,
	SERVICE_IDS,
	type ServiceProfile,
} from '../profiles/entities';
import { SimStatus, type Sim } from '../sims/entities';
import { Store } from '../store';
import * as data from './data';

export * from './data';
export { eidOf, iccidOf, ICCID_PREFIX } from '../numbers';

const GERMANY = { id: 74, name: 'Germany' };
/** 15 January 2025: the production date of the first seeded SIMs; others follow on later days. */
const FIRST_PRODUCTION = 1_736_899_200_000;

/** SHA-1 hex of a password without a trailing newline, as sent on the wire. */
export const hashPassword = (password: string) =>
	createHash('sha1').update(password, 'utf8').digest('hex');

/** A store with the default seed: organisations, users, profiles, SIMs; no endpoints. */
export function defaultStore(clock: SimClock): Store {
	const store = new Store();
	seedOrganisations(store);
	seedUsers(store, clock);
	seedTokens(store, clock);
	seedProfiles(store);
	seedSpaces(store);
	seedCards(store, clock);
	for (const operator of data.OPERATORS) store.operators.set(operator.id, operator);
	for (const [name, { first, last }] of Object.entries(data.SIMS))
		for (let id = first; id <= last; id += 1)
			addSim(store, data.ORGANISATIONS[name as keyof typeof data.SIMS], id);
	store.startAt('serviceProfile', 1101);
	store.startAt('tariffProfile', 2101);
	store.startAt('addressSpace', 3101);
	store.startAt('endpoint', 10001);
	store.startAt('sms', 20001);
	// Recorded ids have 15 digits, documented ids up to 16.
	store.startAt('event', 1_000_000_000_030_001);
	store.startAt('extension', 40001);
	store.startAt('user', 21);
	return store;
}

function seedOrganisations(store: Store): void {
	const { reseller, sub, enterprise, networkOperator } = data.ORGANISATIONS;
	const add = (
		id: number,
		name: string,
		type: Organisation['type'],
		parentId: number | null,
		ftm = false,
	) =>
		store.organisations.set(id, {
			id,
			name,
			type,
			parentId,
			ftm,
			smsPerMonth: null,
			country: GERMANY,
		});
	add(reseller, 'Example Reseller', 'reseller', null);
	add(sub, 'Example Customer', 'enterprise', reseller, true);
	add(enterprise, 'Example Enterprise', 'enterprise', null);
	add(networkOperator, 'Example Network Operator', 'network_operator', null);
}

/** Three cards of which little is shown, and one without a profile, which is in no list. */
function seedCards(store: Store, clock: SimClock): void {
	const organisationId = data.ORGANISATIONS.reseller;
	for (const id of [1, 2, 3]) {
		const profiles = [bareProfile('89883030000000000171', 'Bootstrap')];
		addCard({ store, clock }, { id, organisationId, profiles });
	}
	addCard({ store, clock }, { id: 4, organisationId, profiles: [] });
}

/** One token per organisation, created by an Administrator. */
function seedTokens(store: Store, clock: SimClock): void {
	for (const [name, token] of Object.entries(data.APPLICATION_TOKENS)) {
		const organisationId = data.ORGANISATIONS[name as keyof typeof data.ORGANISATIONS];
		store.applicationTokens.set(token, {
			id: store.nextId('applicationToken'),
			organisationId,
			description: `Seeded for the ${name}`,
			created: clock.now(),
			statusId: 0,
			expiryDate: null,
			ip: null,
			creatorId: data.USERS.totp.id,
			role: 'Administrator',
		});
	}
}

/** `totp@example.com` → `Totp Example`. */
const personName = (username: string) =>
	`${username.charAt(0).toUpperCase()}${username.split('@')[0]!.slice(1)} Example`;

function seedUsers(store: Store, clock: SimClock): void {
	const { reseller, sub, enterprise } = data.ORGANISATIONS;
	const add = (
		user: { id: number; username: string; password: string },
		organisationId: number,
		role: Role,
		workspaceIds: number[],
		trial = false,
	) => {
		const member = () => ({ roleIds: new Set([idOfRole(role)]), statusId: 1 });
		store.users.set(user.id, {
			id: user.id,
			username: user.username,
			name: personName(user.username),
			statusId: 1,
			createdAt: clock.now(),
			passwordSha1: hashPassword(user.password),
			organisationId,
			trial,
			members: new Map([organisationId, ...workspaceIds].map((id) => [id, member()])),
			failures: 0,
			lockedUntil: 0,
		});
	};
	add(data.USERS.totp, reseller, 'Administrator', [sub, enterprise]);
	add(data.USERS.mail, reseller, 'User', [sub]);
	add(data.USERS.trial, enterprise, 'Administrator', [reseller], true);
	add(data.USERS.restricted, reseller, 'Restricted', []);
	store.mfaKeys.set(store.nextId('mfaKey'), {
		id: 1,
		userId: data.USERS.totp.id,
		statusId: 1,
		typeId: 0,
		secret: data.USERS.totp.totpSecret,
		createdAt: clock.now(),
		activatedAt: clock.now(),
		lastStep: 0,
	});
}

/** Adds a service profile with data and SMS in both directions, without limits. */
export const addServiceProfile = (
	store: Store,
	id: number,
	organisationId: number,
	name: string,
	more: Partial<ServiceProfile> = {},
) =>
	store.serviceProfiles.set(
		id,
		newServiceProfile({
			id,
			organisationId,
			name,
			description: `Service profile ${name}`,
			services: allServices(),
			...more,
		}),
	);

/** Adds a tariff profile with one rate zone. */
export const addTariffProfile = (store: Store, id: number, organisationId: number, name: string) =>
	store.tariffProfiles.set(id, {
		id,
		organisationId,
		name,
		description: `Tariff ${name}`,
		tariffId: 31,
		ratezones: new Set([3]),
		inclusiveVolumeId: null,
	});

function seedProfiles(store: Store): void {
	const { reseller, sub, enterprise, networkOperator } = data.ORGANISATIONS;
	const service = addServiceProfile.bind(undefined, store);
	const services = data.SERVICE_PROFILES;
	service(services.standard, reseller, 'Standard');
	const metered = { flags: { ...PROFILE_FLAGS, apply_sms_quota: true } };
	service(services.metered, reseller, 'Metered SMS', metered);
	service(services.noSms, reseller, 'Data only', { services: new Map([[SERVICE_IDS.data, []]]) });
	service(services.sub, sub, 'Customer standard');
	service(services.enterprise, enterprise, 'Enterprise standard');
	service(services.enterpriseMetered, enterprise, 'Enterprise metered SMS', {
		flags: { ...metered.flags },
	});
	service(services.networkOperator, networkOperator, 'Operator standard');

	const tariff = addTariffProfile.bind(undefined, store);
	const tariffs = data.TARIFF_PROFILES;
	tariff(tariffs.standard, reseller, 'Europe');
	tariff(tariffs.roaming, reseller, 'World');
	tariff(tariffs.sub, sub, 'Customer Europe');
	tariff(tariffs.enterprise, enterprise, 'Enterprise Europe');
	tariff(tariffs.enterpriseRoaming, enterprise, 'Enterprise World');
	tariff(tariffs.networkOperator, networkOperator, 'Operator');

	const tag = (id: number, organisationId: number, name: string, colorId: number) =>
		store.tags.set(id, { id, organisationId, name, colorId });
	tag(data.TAGS.lab, reseller, 'lab', 1);
	tag(data.TAGS.field, reseller, 'field', 2);
	tag(data.TAGS.spare, reseller, 'spare', 3);
	tag(data.TAGS.enterprise, enterprise, 'fleet', 4);
	store.startAt('tag', 1001);
}

function seedSpaces(store: Store): void {
	const { reseller, sub, enterprise, networkOperator } = data.ORGANISATIONS;
	const spaces = data.ADDRESS_SPACES;
	addSpace(store, spaces.main, reseller, '10.64.0.0/12');
	addSpace(store, spaces.tiny, reseller, '10.9.0.0/29');
	addSpace(store, spaces.busy, reseller, '10.8.0.0/24').busy = true;
	addSpace(store, spaces.sub, sub, '10.32.0.0/16');
	addSpace(store, spaces.enterprise, enterprise, '10.128.0.0/12');
	addSpace(store, spaces.networkOperator, networkOperator, '10.7.0.0/24');
}

/** Adds an address space; its hosts are all addresses except the first and last of the CIDR. */
export function addSpace(
	store: Store,
	id: number,
	organisationId: number,
	cidr: string,
): AddressSpace {
	const [address, bits] = cidr.split('/');
	const space: AddressSpace = {
		id,
		organisationId,
		cidr,
		base: parseIp(address) ?? 0,
		capacity: 2 ** (32 - Number(bits)) - 2,
		used: new Set(),
		next: 1,
		busy: false,
	};
	store.addressSpaces.set(id, space);
	return space;
}

/** Adds an Issued, unassigned SIM; ICCID, IMSI and MSISDN are derived from its id. */
export function addSim(store: Store, organisationId: number, id = store.nextId('sim')): Sim {
	store.startAt('sim', id + 1);
	const serial = String(id).padStart(6, '0');
	const esim = id % 10 === 0;
	const sim: Sim = {
		id,
		organisationId,
		iccid: iccidOf(id),
		imsi: `901430000${serial}`,
		msisdn: `88236300${serial}`,
		eid: esim ? eidOf(id) : null,
		model: esim ? 'eUICC' : 'UICC',
		statusId: SimStatus.Issued,
		endpointId: null,
		profileTypeId: esim ? 2 : 1,
		productionDate: FIRST_PRODUCTION + (id % 28) * DAY_MS,
		activationDate: null,
	};
	store.sims.set(id, sim);
	return sim;
}
