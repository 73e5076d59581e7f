import type { SimulatorHandle } from '../../../../simulator';
import { addCard, bareProfile } from '../../../../simulator/cards/add';
import { eidOf } from '../../../../simulator/numbers';
import type { Endpoint } from '../../../../simulator/endpoints/entities';
import type { Connection } from '../../../../simulator/events/connections';
import { allServices, newServiceProfile } from '../../../../simulator/profiles/entities';
import { fullQuota } from '../../../../simulator/seed/populate';
import { iccidWithLuhn } from '../../../../simulator/sims/entities';
import type { VerdictName } from '../../../../src/features/diagnose/verdicts';
import { control } from '../../../../demo/lib/everyEvent';

/* Causes for which a device is offline, or is not, planted in the simulator. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ORGANISATION = 1001;
const TARIFF_PROFILE = 201;

export interface Plant {
	name: string;
	/** The verdict that comes first. */
	first: VerdictName;
	/** Its facts contradict each other: nothing wrong may be called certain. */
	isContradictory?: true;
	plant(device: Device): void | Promise<void>;
}

/** A device with an endpoint, a SIM and a service profile of its own, without a past. */
export class Device {
	readonly endpoint: Endpoint;
	readonly now: number;

	constructor(readonly sim: SimulatorHandle) {
		const { store } = sim;
		// What an earlier plant has left is about the organisation, too.
		store.events.length = 0;
		store.blocklist.clear();
		sim.seed({ endpoints: 1 });
		this.endpoint = [...store.endpoints.values()].at(-1)!;
		this.now = sim.clock.now();
		this.endpoint.created = this.now - 90 * DAY_MS;
		this.endpoint.lastUpdated = this.endpoint.created;
		const id = store.nextId('serviceProfile');
		const given = { id, organisationId: ORGANISATION, name: `profile ${id}`, description: '' };
		store.serviceProfiles.set(id, newServiceProfile({ ...given, services: allServices() }));
		this.endpoint.serviceProfileId = id;
		store.plannedUsage.set(this.id, { isMadeUp: false, hourMb: 0 });
		store.touch();
	}

	get id(): number {
		return this.endpoint.id;
	}

	get profile() {
		return this.sim.store.serviceProfiles.get(this.endpoint.serviceProfileId)!;
	}

	get card() {
		return this.sim.store.sims.get(this.endpoint.simId!)!;
	}

	ago(hours: number): number {
		return this.now - hours * HOUR_MS;
	}

	connect(kind: Connection['kind'], hours: number, more: Partial<Connection> = {}): void {
		this.sim.connect(this.id, { kind, at: this.ago(hours), ...more });
	}

	/** Registers and opens a session. */
	online(hours: number, more: Partial<Connection> = {}): void {
		this.connect('attach', hours, more);
		this.connect('open', hours - 0.01, more);
	}

	async event(typeId: number, hours: number, more: object = {}): Promise<void> {
		const at = new Date(this.ago(hours)).toISOString();
		await control(this.sim, 'event', { endpointId: this.id, typeId, at, ...more });
	}

	async ofOrganisation(typeId: number, hours: number): Promise<void> {
		const at = new Date(this.ago(hours)).toISOString();
		await control(this.sim, 'event', { typeId, at, organisationId: ORGANISATION });
	}

	/** MB on each of some days, counted back from today. */
	async usage(days: number[], more: object = {}, mb = 1): Promise<void> {
		const dateOf = (day: number) => new Date(this.now - day * DAY_MS).toISOString().slice(0, 10);
		const all = Object.fromEntries(days.map((day) => [dateOf(day), mb]));
		const plan = { days: all, isMadeUp: false, hourMb: 0, ...more };
		await control(this.sim, 'usage', { endpointId: this.id, ...plan });
	}

	suspend(hours: number): void {
		this.card.statusId = 2;
		this.sim.tell(9, this.id);
		this.sim.store.events.at(-1)!.timestamp = this.ago(hours);
		this.sim.store.touch();
	}

	disable(hours: number): void {
		this.endpoint.statusId = 1;
		this.sim.tell(43, this.id);
		this.sim.store.events.at(-1)!.timestamp = this.ago(hours);
		this.sim.store.touch();
	}

	block(): void {
		this.endpoint.blocked = true;
		this.sim.store.touch();
	}

	limit(mb: number, isSatellite = false): void {
		const { dataLimits } = this.sim.store;
		const limit = {
			id: this.id,
			service: { id: 38, description: 'Data' },
			satellite_only: isSatellite,
			period: { id: 2, time_units: 1, unit: 'Month' },
			volume: mb * 1_000_000,
		};
		dataLimits.set(this.profile.id, [...(dataLimits.get(this.profile.id) ?? []), limit]);
	}

	dataQuota(statusId: number, expiresInDays = 30): void {
		this.profile.flags.apply_data_quota = true;
		this.sim.store.dataQuotas.set(this.id, {
			volume: statusId === 1 ? 50 : 0,
			expiryDate: this.now + expiresInDays * DAY_MS,
			statusId,
			actionId: 1,
			thresholdPercentage: null,
			thresholdVolume: null,
			autoRefill: 0,
			lastVolumeAdded: 100,
			lastStatusChange: this.ago(5),
		});
	}

	smsQuota(statusId: number): void {
		this.profile.flags.apply_sms_quota = true;
		const quota = fullQuota(this.id, statusId === 1 ? 10 : 0, this.now);
		this.sim.store.quotas.set(this.id, { ...quota, statusId });
	}

	lock(imei: string): void {
		this.endpoint.imei = imei;
		this.endpoint.imeiLock = true;
		this.sim.store.touch();
	}

	blacklist(operatorId: number): void {
		this.sim.store.blacklists.set(this.id, new Set([operatorId]));
	}

	/** The newest event, about a SIM that the endpoint had before. */
	ofFormerSim(): void {
		this.sim.store.events.at(-1)!.simId = [...this.sim.store.sims.keys()][0]!;
	}

	/** Extends a limit: an extension ends with the month in which it was given. */
	extend(mb: number, hours = 1): void {
		const createdAt = this.ago(hours);
		const given = new Date(createdAt);
		const expirationDate = Date.UTC(given.getUTCFullYear(), given.getUTCMonth() + 1, 1);
		const { extensions } = this.sim.store;
		const id = this.sim.store.nextId('extension');
		const own = { id, endpointId: this.id, trafficLimitId: this.id, volume: mb };
		const all = extensions.get(this.id) ?? [];
		extensions.set(this.id, [...all, { ...own, createdAt, expirationDate }]);
	}

	/** Something of the endpoint was changed, such as its profile, which no event tells. */
	changed(hours: number): void {
		this.endpoint.lastUpdated = this.ago(hours);
		this.sim.store.touch();
	}

	/** A card on which the SIM of this endpoint is a profile beside an enabled one. */
	otherProfile(syncedHours?: number): void {
		const { store, clock } = this.sim;
		const own = {
			...bareProfile(iccidWithLuhn(this.card), 'Own'),
			state: 'disabled' as const,
			endpointId: this.id,
		};
		const other = {
			...bareProfile('89012345678901234567', 'Bootstrap'),
			state: 'enabled' as const,
		};
		const id = store.nextId('card');
		this.card.eid = eidOf(id);
		const given = { id, organisationId: ORGANISATION, profiles: [own, other], isInDevice: true };
		const lastSynced = syncedHours === undefined ? {} : { lastSynced: this.ago(syncedHours) };
		addCard({ clock, store }, { ...given, ...lastSynced });
	}
}

const DAYS = Array.from({ length: 60 }, (_, day) => day);
const OWN = '3512345678901201';
const FOREIGN = '8698765432109801';

export const PLANTS: Plant[] = [
	{ name: 'deleted', first: 'deleted', plant: (d) => void (d.endpoint.statusId = 2) },
	{ name: 'disabled', first: 'disabled', plant: (d) => d.disable(5) },
	{ name: 'no SIM', first: 'noSim', plant: (d) => void (d.endpoint.simId = null) },
	{ name: 'SIM suspended', first: 'simSuspended', plant: (d) => d.suspend(7) },
	{ name: 'SIM issued', first: 'simIssued', plant: (d) => void (d.card.statusId = 0) },
	{ name: 'SIM deleted', first: 'simDeleted', plant: (d) => void (d.card.statusId = 3) },
	{
		name: 'organisation blocked',
		first: 'organisationBlocked',
		plant: async (d) => {
			d.online(60);
			await d.ofOrganisation(12, 20);
			d.connect('close', 19.9);
			d.connect('refused', 19.8, { cause: 'Organisation is blocked' });
		},
	},
	{
		name: 'data limit by its usage',
		first: 'dataLimit',
		plant: async (d) => {
			await d.usage(DAYS.slice(1, 10), {}, 12);
			d.limit(100);
			d.block();
			await d.event(11, 30);
		},
	},
	{
		name: 'data limit before the statistics know',
		first: 'dataLimit',
		plant: async (d) => {
			await d.usage(DAYS.slice(1, 10), {}, 9);
			d.limit(100);
			d.block();
			await d.event(65, 30);
			await d.event(11, 2);
		},
	},
	{
		name: 'satellite limit',
		first: 'satelliteLimit',
		plant: async (d) => {
			const date = new Date(d.ago(48)).toISOString().slice(0, 10);
			await d.usage(DAYS.slice(1, 10), { satellite: { [date]: 6 } }, 1);
			d.limit(100);
			d.limit(5, true);
			d.block();
			await d.event(11, 30);
		},
	},
	{
		name: 'no data quota',
		first: 'dataQuota',
		plant: (d) => {
			d.profile.flags.apply_data_quota = true;
			d.connect('refused', 3, { cause: 'No quota assigned' });
		},
	},
	{
		name: 'data quota used up',
		first: 'dataQuota',
		plant: async (d) => {
			d.online(100);
			d.dataQuota(2);
			await d.event(19, 5);
			d.connect('close', 4.9);
			d.connect('refused', 4.8, { cause: 'Quota exhausted' });
		},
	},
	{
		name: 'data quota expired',
		first: 'dataQuota',
		plant: async (d) => {
			d.dataQuota(3, -2);
			await d.event(60, 48);
		},
	},
	{
		name: 'data quota used up and BLOCKED',
		first: 'dataQuota',
		plant: async (d) => {
			d.dataQuota(2);
			d.block();
			await d.event(19, 5);
		},
	},
	{
		name: 'no SMS quota',
		first: 'smsQuota',
		plant: (d) => void (d.profile.flags.apply_sms_quota = true),
	},
	{
		name: 'SMS quota used up',
		first: 'smsQuota',
		plant: async (d) => {
			d.smsQuota(2);
			await d.event(21, 5);
		},
	},
	{ name: 'SMS quota expired', first: 'smsQuota', plant: (d) => d.smsQuota(3) },
	{
		name: 'IMEI lock, blocked',
		first: 'imeiLock',
		plant: (d) => {
			d.lock(OWN);
			d.connect('refused', 4, { imei: FOREIGN });
			d.block();
		},
	},
	{
		name: 'IMEI lock, refused',
		first: 'imeiLock',
		plant: (d) => {
			d.lock(OWN);
			d.online(50, { imei: OWN });
			d.connect('close', 20);
			d.connect('refused', 4, { imei: FOREIGN, cause: 'Refused' });
		},
	},
	{
		name: 'IMEI lock, the IMEI not seen',
		first: 'imeiLock',
		plant: (d) => {
			d.lock(OWN);
			d.block();
		},
	},
	{ name: 'blocked, cause not seen', first: 'blocked', plant: (d) => d.block() },
	{
		name: 'no data service',
		first: 'noDataService',
		plant: (d) => {
			d.profile.services.delete(38);
			d.connect('attach', 3);
		},
	},
	{
		name: 'operator on the blocklist of the endpoint',
		first: 'operatorBlocked',
		plant: (d) => {
			d.online(50, { operatorId: 502 });
			d.connect('close', 30, { operatorId: 502 });
			d.connect('purge', 29);
			d.blacklist(502);
		},
	},
	{
		name: 'operator that rejects, on the blocklist of the endpoint',
		first: 'operatorBlocked',
		plant: (d) => {
			d.connect('rejected', 3, { operatorId: 503, cause: 'Not allowed at Alpine Cellular' });
			d.blacklist(503);
		},
	},
	{
		name: 'operator on the blocklist of the tariff profile',
		first: 'operatorBlocked',
		plant: (d) => {
			d.online(50, { operatorId: 507 });
			d.connect('purge', 29);
			const blocked = { operator: true, ratTypes: new Set<number>() };
			d.sim.store.blocklist.set(`${TARIFF_PROFILE}/507`, blocked);
		},
	},
	{
		name: '4G not in the profile',
		first: 'ratBlocked',
		plant: (d) => {
			d.online(50, { rat: 6 });
			d.connect('close', 30);
			d.connect('purge', 29);
			d.profile.flags.allowed_4g = false;
		},
	},
	{
		name: 'NB-IoT not in the profile',
		first: 'ratBlocked',
		plant: (d) => {
			d.online(80, { rat: 8 });
			d.connect('purge', 60);
			d.profile.flags.allowed_nb_iot = false;
		},
	},
	{
		name: 'radio access type on the blocklist of the tariff profile',
		first: 'ratBlocked',
		plant: (d) => {
			d.online(50, { operatorId: 504, rat: 1 });
			d.connect('purge', 29);
			const blocked = { operator: false, ratTypes: new Set([1]) };
			d.sim.store.blocklist.set(`${TARIFF_PROFILE}/504`, blocked);
		},
	},
	{
		name: 'session refused',
		first: 'refused',
		plant: (d) => {
			d.online(90);
			d.connect('close', 40);
			d.connect('refused', 3, { cause: 'PDP context rejected by policy' });
		},
	},
	{
		name: 'session refused, on and on',
		first: 'refused',
		plant: (d) => {
			for (let hour = 30; hour > 1; hour -= 1) d.connect('refused', hour, { cause: 'Rejected' });
		},
	},
	{
		name: 'registration rejected',
		first: 'registrationRejected',
		plant: (d) => {
			d.online(200);
			d.connect('purge', 100);
			d.connect('rejected', 2, { operatorId: 503, cause: 'Roaming not allowed (cause 11)' });
		},
	},
	{
		name: 'packet registration rejected',
		first: 'registrationRejected',
		plant: (d) => d.connect('rejectedGprs', 2, { cause: 'GPRS services not allowed (cause 7)' }),
	},
	{
		name: 'never connected, new',
		first: 'neverConnected',
		plant: (d) => void (d.endpoint.created = d.ago(50)),
	},
	{ name: 'never connected, for months', first: 'neverConnected', plant: () => {} },
	{
		name: 'registered without a session',
		first: 'attachedOnly',
		plant: (d) => {
			d.connect('attach', 6);
			d.connect('attachGprs', 5.9);
		},
	},
	{
		name: 'registered without a session, after months with one',
		first: 'attachedOnly',
		plant: async (d) => {
			await d.usage(DAYS.slice(5));
			d.online(300);
			d.connect('close', 120);
			d.connect('purge', 110);
			d.connect('attach', 6);
		},
	},
	{
		name: 'lost: location deleted',
		first: 'lost',
		plant: async (d) => {
			await d.usage(DAYS.slice(3));
			d.online(200);
			d.connect('close', 80);
			d.connect('purge', 50);
		},
	},
	{
		name: 'lost: packet location deleted',
		first: 'lost',
		plant: (d) => {
			d.online(200);
			d.connect('purgeGprs', 150);
		},
	},
	{
		name: 'lost: session closed',
		first: 'lost',
		plant: (d) => {
			d.online(300);
			d.connect('close', 100);
			d.endpoint.connectivity = 'OFFLINE';
			d.endpoint.location = null;
		},
	},
	{
		name: 'lost: session closed, still ATTACHED',
		first: 'lost',
		plant: (d) => {
			d.online(300);
			d.connect('close', 30);
		},
	},
	{
		name: 'lost more than 30 days ago',
		first: 'lost',
		plant: async (d) => await d.usage(DAYS.slice(40)),
	},
	{
		name: 'asleep with its session',
		first: 'asleep',
		plant: async (d) => {
			d.online(400, { rat: 8 });
			await d.usage(DAYS.slice(1), {}, 0.01);
		},
	},
	{
		name: 'asleep with its session, every third day',
		first: 'asleep',
		plant: async (d) => {
			d.online(600, { rat: 8 });
			await d.usage(
				DAYS.filter((day) => day % 3 === 2),
				{},
				0.01,
			);
		},
	},
	{
		name: 'asleep between sessions',
		first: 'asleep',
		plant: (d) => {
			for (let day = 14; day >= 0; day -= 1) {
				d.online(day * 24 + 10);
				d.connect('close', day * 24 + 9.9);
			}
		},
	},
	{
		name: 'online and silent for days',
		first: 'silent',
		plant: async (d) => {
			d.online(400);
			await d.usage(DAYS.slice(9));
		},
	},
	{ name: 'online and silent from the first', first: 'silent', plant: (d) => d.online(100) },
	{
		name: 'online and healthy',
		first: 'healthy',
		plant: async (d) => {
			d.online(20);
			await d.usage(DAYS, { hourMb: 0.2 });
		},
	},
	{
		name: 'another profile of the eSIM is enabled',
		first: 'otherProfile',
		plant: (d) => {
			d.online(100);
			d.connect('purge', 40);
			d.otherProfile();
		},
	},
	{
		name: 'disabled, and its SIM suspended',
		first: 'disabled',
		plant: (d) => {
			d.disable(5);
			d.suspend(4);
		},
	},
	{
		name: 'SIM suspended, and its data quota used up',
		first: 'simSuspended',
		plant: (d) => {
			d.dataQuota(2);
			d.suspend(4);
		},
	},
	{
		name: 'data limit reached, and its data quota used up',
		first: 'dataLimit',
		plant: async (d) => {
			await d.usage(DAYS.slice(1, 10), {}, 12);
			d.limit(100);
			d.dataQuota(2);
			d.block();
		},
	},
	{
		name: 'no data service, and a session refused',
		first: 'noDataService',
		plant: (d) => {
			d.profile.services.delete(38);
			d.connect('refused', 3, { cause: 'Data service is off' });
		},
	},
	{
		name: 'contradictory: disabled, with a session',
		first: 'disabled',
		isContradictory: true,
		plant: async (d) => {
			d.disable(30);
			d.online(5);
			await d.usage(DAYS, { hourMb: 0.2 });
		},
	},
	{
		name: 'contradictory: SIM suspended, with a session accepted later',
		first: 'simSuspended',
		isContradictory: true,
		plant: (d) => {
			d.online(5);
			d.connect('close', 4);
			d.suspend(30);
		},
	},
	{
		name: 'contradictory: told to be blocked, and online with traffic',
		first: 'healthy',
		isContradictory: true,
		plant: async (d) => {
			d.limit(100);
			await d.event(11, 10);
			d.online(5);
			await d.usage(DAYS.slice(0, 5), { hourMb: 0.2 });
		},
	},
	{
		name: 'contradictory: organisation blocked, with sessions accepted since',
		first: 'lost',
		isContradictory: true,
		plant: async (d) => {
			await d.ofOrganisation(12, 100);
			d.online(90);
			d.connect('close', 60);
			d.connect('purge', 50);
		},
	},
	{
		name: 'contradictory: data quota used up, and online with traffic',
		first: 'dataQuota',
		isContradictory: true,
		plant: async (d) => {
			d.dataQuota(2);
			d.online(5);
			await d.usage(DAYS, { hourMb: 0.2 });
		},
	},
	{
		name: 'contradictory: location deleted, and ATTACHED',
		first: 'lost',
		isContradictory: true,
		plant: (d) => {
			d.online(100);
			d.connect('purge', 40);
			d.endpoint.connectivity = 'ATTACHED';
		},
	},
	{
		name: 'contradictory: locked, another IMEI once, then its own',
		first: 'lost',
		isContradictory: true,
		plant: (d) => {
			d.lock(OWN);
			d.connect('refused', 90, { imei: FOREIGN });
			d.online(80, { imei: OWN });
			d.connect('close', 70, { imei: OWN });
			d.connect('purge', 60);
		},
	},
	{
		name: 'contradictory: online at an operator of its blocklist',
		first: 'healthy',
		isContradictory: true,
		plant: async (d) => {
			d.online(5, { operatorId: 502 });
			d.blacklist(502);
			await d.usage(DAYS, { hourMb: 0.2 });
		},
	},
];
