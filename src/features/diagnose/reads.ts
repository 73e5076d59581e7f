import { knownOf } from '../../errors';
import type { Client } from '../../run/client';
import { failsAlone } from '../../run/failsAlone';
import { askFor, learn } from '../../run/names/search';
import { entityOf, answerList } from '../../table/answers';
import type { Call, Json } from '../../table/define';
import { getConnectivity } from '../../table/entries/endpoint/connectivity';
import { readEndpoint } from '../../table/entries/endpoint/endpointRead';
import { getAllBlacklisted } from '../../table/entries/endpoint/operatorBlacklist';
import { EVENT_DAYS, INFO, SESSION_OPENED } from '../../table/entries/event/eventFacts';
import { getDataLimits, getServiceProfile } from '../../table/entries/profile/serviceProfile';
import { getAllBlocklisted } from '../../table/entries/profile/tariffProfileBlocklist';
import { getDataQuota } from '../../table/entries/quota/dataQuota';
import { getSmsQuota } from '../../table/entries/quota/smsQuota';
import { getAllEuiccs } from '../../table/entries/sim/euicc';
import { readDays } from '../../table/entries/usage/usageDays';
import { getDailyUsage, getUsageSummary } from '../../table/entries/usage/usageReports';
import { timeOf } from '../../table/moments';
import { at, listOrOne } from '../../table/reading';
import { buildRequest } from '../../table/request';
import { lacksEntries } from '../../table/whole';
import { DAY_MS } from '../../times';
import { answeredAt } from '../waits/clock';
import { connectivityIn } from '../waits/conditions/online';
import { blockedIds } from '../waits/looks/blocked';
import { newestEventsOf, newestOfType } from '../waits/looks/events';
import { deviceEvents, type Facts, isBlocked, isOnline, signalsOf, type UsageDay } from './facts';
import { type Source, SOURCES } from './verdicts';

/*
 * Reads of an endpoint what its diagnosis needs: at most nine requests, of which those that endpoints share are
 * sent once for a run. A read that fails is named, and the others go on.
 */

/** Requests that a diagnosis of one endpoint may take. */
export const MOST_REQUESTS = 9;

/** Days of usage that are asked for; the service keeps thirteen months. */
const USAGE_DAYS = 365;
/** Cards that are looked through. */
const CARDS_IN_PAGE = 1_000;
const ORGANISATION_BLOCKED = 12;
const ACTIVE_SIM_STATUSES = [1, 4];
const DELETED = 2;

/** What could not be read. */
export interface NotRead {
	source: Source;
	what: string;
	why: string;
}

/** Reads about one endpoint, and counts the requests that they take. */
class Reads {
	requests = 0;
	readonly notRead: NotRead[] = [];

	/**
	 * The result of a read; undefined where it failed, or where it would take too many requests.
	 * @throws where the session or the service failed, and not the reading of one thing
	 */
	async of<T>(source: Source, ask: () => Promise<T>): Promise<T | undefined> {
		if (this.requests >= MOST_REQUESTS) {
			this.note(source, `${MOST_REQUESTS} requests were spent on it before`);
			return undefined;
		}
		this.requests += 1;
		try {
			return await ask();
		} catch (error) {
			if (!failsAlone(error)) throw error;
			this.note(source, knownOf(error).message);
			return undefined;
		}
	}

	note(source: Source, why: string): void {
		this.notRead.push({ source, what: SOURCES[source], why });
	}
}

/** What a diagnosis is made with. */
export interface DiagnosisPorts {
	client: Client;
	call: Call;
}

/** Endpoints as their list has them, by id; those that it lacks are left out. */
export async function listedEndpoints(call: Call, ids: number[]): Promise<Map<number, Json>> {
	const texts = [...new Set(ids)].map(String);
	const found = await learn(call, 'endpoint', 'id', texts, (entry) => entry);
	const listed = new Map<number, Json>();
	for (const text of texts) {
		const [entry] = found.get(text) ?? (await askFor(call, 'endpoint', 'id', text));
		if (entry) listed.set(Number(text), readEndpoint(entry));
	}
	return listed;
}

/** The connectivity, the time of the service, and where it says that the device is. */
async function readConnectivity(call: Call, endpointId: number) {
	const answer = await call.other(getConnectivity, { endpointId });
	const now = answeredAt(answer, call.env.now);
	const body = entityOf(answer);
	const operator = at(body, 'location.operator');
	const location = operator !== undefined && {
		operatorId: Number(at(operator, 'id') ?? NaN),
		operator: (at(operator, 'name') ?? null) as string | null,
	};
	return { connectivity: connectivityIn(body, now), now, ...(location && { location }) };
}

/** When the organisation was blocked without a session that was accepted since; null if it was not. */
async function organisationBlock(reads: Reads, call: Call, from: number) {
	const block = await reads.of('organisationEvents', async () => {
		const event = await call.once('diagnose: organisation blocked', async () => ({
			newest: await newestOfType(call, ORGANISATION_BLOCKED, from),
		}));
		return { at: event.newest ? timeOf(event.newest.timestamp) : undefined };
	});
	if (block?.at === undefined) return block && null;
	const { at: blockedAt } = block;
	const session = await reads.of('organisationEvents', async () => ({
		found: await call.once('diagnose: session after the block', async () => ({
			newest: await newestOfType(call, SESSION_OPENED, blockedAt, { severity: INFO }),
		})),
	}));
	if (session === undefined) return blockedAt;
	const newest = session.found.newest;
	return newest && timeOf(newest.timestamp) > blockedAt ? null : blockedAt;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const mbOf = (day: Json, kind: string): number => Number(at(day, `${kind}.volume`) ?? 0) || 0;

/** The usage of each day since the endpoint was created, a year at most. */
async function usageDays(call: Call, { id, now, endpoint }: Facts): Promise<UsageDay[]> {
	const created = timeOf(endpoint?.created);
	const oldest = now - USAGE_DAYS * DAY_MS;
	const from = Number.isNaN(created) ? oldest : Math.max(oldest, Math.min(created, now));
	const span = { startDate: dayOf(from), endDate: dayOf(now) };
	const answer = await call.other(getDailyUsage, { endpointId: id, ...span });
	return readDays(answerList(answer), false).days.map((day) => ({
		date: String(day.date).slice(0, 10),
		mb: mbOf(day, 'data'),
		satelliteMb: mbOf(day, 'sat_geo_data'),
	}));
}

/** MB of the last hour. */
async function lastHourMb(client: Client, endpointId: number): Promise<number> {
	const summary = (await client.perform(getUsageSummary, { endpointId, simplify: true })) as Json;
	return Number(summary.last_hour_data_mb ?? 0) || 0;
}

/** The cards of an account, or those of one EID. */
async function cardsOf(call: Call, eid: unknown): Promise<{ cards: Json[]; isWhole: boolean }> {
	const known = typeof eid === 'string' && eid !== '';
	const query = { ...(known && { q: `eid:${eid}` }), page: 1, per_page: CARDS_IN_PAGE };
	const ask = async () => {
		const answer = await call.other(getAllEuiccs, {}, { query });
		const cards = listOrOne(answer);
		return { cards, isWhole: !lacksEntries(answer, cards) };
	};
	return known ? await ask() : await call.once('diagnose: eUICCs', ask);
}

/** Reads the profile, once for all endpoints that have it. */
async function profileOf({ client, call }: DiagnosisPorts, serviceProfileId: unknown) {
	return await call.once(`diagnose: service profile ${String(serviceProfileId)}`, async () => {
		const input = { serviceProfileId, simplify: false };
		return (await client.perform(getServiceProfile, input)) as Json;
	});
}

async function limitsOf(call: Call, serviceProfileId: unknown): Promise<Json[]> {
	return await call.once(`diagnose: data limits ${String(serviceProfileId)}`, async () =>
		listOrOne(await call.other(getDataLimits, { serviceProfileId })),
	);
}

async function blocklistOf(call: Call, tariffProfileId: unknown): Promise<Json[]> {
	return await call.once(`diagnose: blocklist ${String(tariffProfileId)}`, async () => {
		const input = { tariffProfileId };
		const { query } = buildRequest(getAllBlocklisted, input);
		return listOrOne(await call.other(getAllBlocklisted, input, { ...(query && { query }) }));
	});
}

/** Reads the quotas that the profile applies; each of them where it could not be read. */
async function readQuotas({ client }: DiagnosisPorts, facts: Facts, reads: Reads): Promise<void> {
	const { id: endpointId, profile } = facts;
	const input = { endpointId, simplify: false };
	if (profile?.apply_data_quota !== false && (profile || !isOnline(facts))) {
		facts.dataQuota = await reads.of(
			'dataQuota',
			async () => (await client.perform(getDataQuota, input)) as Json,
		);
	}
	if (profile?.apply_sms_quota !== false && profile) {
		facts.smsQuota = await reads.of(
			'smsQuota',
			async () => (await client.perform(getSmsQuota, input)) as Json,
		);
	}
}

/** Reads what explains a block. */
async function readBlock(ports: DiagnosisPorts, facts: Facts, reads: Reads): Promise<void> {
	const { call } = ports;
	facts.limits = await reads.of('limits', async () =>
		limitsOf(call, at(facts.endpoint, 'service_profile.id')),
	);
	facts.days = await reads.of('usage', async () => await usageDays(call, facts));
}

/** Reads why a device that is not online may be so: the lists that keep it off, its past, its card. */
async function readAbsence(ports: DiagnosisPorts, facts: Facts, reads: Reads): Promise<void> {
	const { call } = ports;
	const { id: endpointId, signals, location, endpoint } = facts;
	const eid = at(endpoint, 'sim.eid');
	const isPlaced = signals.placed !== undefined || location !== undefined;
	if (signals.newest === undefined) {
		facts.days = await reads.of('usage', async () => await usageDays(call, facts));
	}
	if (isPlaced || signals.rejected) {
		facts.blacklist = await reads.of('blacklist', async () =>
			answerList(await call.other(getAllBlacklisted, { endpointId })),
		);
		facts.blocklist = await reads.of('blocklist', async () =>
			blocklistOf(call, at(endpoint, 'tariff_profile.id')),
		);
	}
	const cards = await reads.of('cards', async () => await cardsOf(call, eid));
	facts.cards = cards?.cards;
	if (cards && !cards.isWhole)
		reads.note('cards', `there are more than the ${cards.cards.length} that were read`);
}

/** Whether the service lists the endpoint as blocked, for one whose connectivity cannot be read. */
async function listedBlocked(call: Call, endpointId: number): Promise<boolean | undefined> {
	const blocked = await call.once('diagnose: blocked endpoints', async () => ({
		ids: await blockedIds(call),
	}));
	return blocked.ids?.has(endpointId);
}

/** Reads an endpoint, as far as its diagnosis needs it; `entry` is that of the list, null where it has none. */
export async function readFacts(
	ports: DiagnosisPorts,
	id: number,
	entry: Json | null,
): Promise<{ facts: Facts; notRead: NotRead[]; requests: number }> {
	const { call } = ports;
	const reads = new Reads();
	// The list, which endpoints share.
	reads.requests = 1;
	const given = String(entry?.name ?? '').trim();
	const facts: Facts = {
		id,
		name: given === '' ? `endpoint ${id}` : given,
		now: call.env.now,
		endpoint: entry,
		hasAllEvents: false,
		signals: {},
	};
	const done = () => ({ facts, notRead: reads.notRead, requests: reads.requests });
	const isGone = entry === null || at(entry, 'status.id') === DELETED;
	if (!isGone) {
		const read = await reads.of('connectivity', async () => await readConnectivity(call, id));
		Object.assign(facts, read);
		if (!read) {
			facts.isListedBlocked = await reads.of('connectivity', async () => listedBlocked(call, id));
		}
	}
	const from = facts.now - EVENT_DAYS * DAY_MS;
	const newest = await reads.of('events', async () => await newestEventsOf(call, id, from));
	facts.events = newest && deviceEvents(newest.events);
	facts.hasAllEvents = newest?.isWhole === true;
	facts.signals = signalsOf(facts.events ?? []);
	const status = Number(at(entry, 'sim.status.id') ?? NaN);
	const isServed = at(entry, 'status.id') === 0 && ACTIVE_SIM_STATUSES.includes(status);
	if (isGone || !isServed) return done();
	facts.profile = await reads.of('profile', async () =>
		profileOf(ports, at(entry, 'service_profile.id')),
	);
	if (!isOnline(facts)) facts.organisationBlockedAt = await organisationBlock(reads, call, from);
	if (isBlocked(facts)) await readBlock(ports, facts, reads);
	await readQuotas(ports, facts, reads);
	if (isBlocked(facts)) return done();
	if (isOnline(facts)) {
		facts.days = await reads.of('usage', async () => await usageDays(call, facts));
		facts.hourMb = await reads.of('lastHour', async () => await lastHourMb(ports.client, id));
	} else await readAbsence(ports, facts, reads);
	return done();
}
