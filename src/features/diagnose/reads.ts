import { knownOf, UnreadableAnswer } from '../../errors';
import type { Client } from '../../run/client';
import { failsAlone } from '../../run/failsAlone';
import { askFor, learn } from '../../run/names/search';
import { entityOf, answerList } from '../../table/answers';
import type { Answer, Call, Json } from '../../table/define';
import { getConnectivity } from '../../table/entries/endpoint/connectivity';
import { readEndpoint } from '../../table/entries/endpoint/endpointRead';
import { getAllBlacklisted } from '../../table/entries/endpoint/operatorBlacklist';
import { EVENT_DAYS, INFO, SESSION_OPENED } from '../../table/entries/event/eventFacts';
import { getDataLimits, getServiceProfile } from '../../table/entries/profile/serviceProfile';
import { getAllBlocklisted } from '../../table/entries/profile/tariffProfileBlocklist';
import { getDataQuota } from '../../table/entries/quota/dataQuota';
import { getSmsQuota } from '../../table/entries/quota/smsQuota';
import { getAllTrafficLimitExtensions } from '../../table/entries/quota/trafficLimitExtension';
import { getAllEuiccs } from '../../table/entries/sim/euicc';
import { readDays, type TrafficKind, volumeOf } from '../../table/entries/usage/usageDays';
import { getDailyUsage, getUsageSummary } from '../../table/entries/usage/usageReports';
import { timeOf } from '../../table/moments';
import { at, listOrOne, unlessRefused } from '../../table/reading';
import { buildRequest } from '../../table/request';
import { isEmpty } from '../../table/values';
import { lacksEntries } from '../../table/whole';
import { DAY_MS } from '../../times';
import { answeredAt } from '../../readers/clock';
import { connectivityIn } from '../../readers/connectivity';
import { blockedIds } from '../../readers/connectivity';
import { newestEvents } from '../../readers/events';
import {
	deviceEvents,
	type Facts,
	isBlocked,
	isOnline,
	isSameIccid,
	type Location,
	signalsOf,
	SIM_STATUS,
	simStatusId,
	USAGE_DAYS,
	type UsageDay,
} from './facts';
import { type Source, SOURCES } from './verdicts';
import { dayOf, isTime } from './words';

/*
 * Reads of an endpoint what its diagnosis needs: at most twelve requests, of which those that endpoints share are
 * sent once for a run. A read that fails is named, and the others go on.
 */

/** Requests that a diagnosis of one endpoint may take. */
export const MOST_REQUESTS = 12;

/** Cards that are looked through. */
const CARDS_IN_PAGE = 1_000;
const ORGANISATION_BLOCKED = 12;
const DATA_QUOTAS_OFF = 53;
const ENABLED = 0;
const DELETED = 2;
/** A network refuses a SIM of these. */
const REFUSED_SIMS = [SIM_STATUS.issued, SIM_STATUS.suspended, SIM_STATUS.deleted];

/** Reads about one endpoint, and counts the requests that they take. */
class Reads {
	constructor(
		private readonly facts: Facts,
		/** Those that were sent before: the list, which endpoints share, and the search for a name. */
		public requests: number,
	) {}

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
			const result = await ask();
			this.facts.read.add(source);
			return result;
		} catch (error) {
			if (!failsAlone(error)) throw error;
			this.note(source, knownOf(error).message);
			return undefined;
		}
	}

	note(source: Source, why: string): void {
		this.facts.read.delete(source);
		this.facts.notRead.push({ source, what: SOURCES[source], why });
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

/** The location of a device in its connectivity; undefined for none, or for that of a former SIM. */
function locationIn(body: Json, endpoint: Json | null): Location | undefined {
	const location = at(body, 'location') ?? undefined;
	if (location === undefined) return undefined;
	const [iccid, own] = [at(location, 'iccid'), at(endpoint, 'sim.iccid')];
	if (iccid && own && !isSameIccid(iccid, own)) return undefined;
	const times = ['last_updated', 'last_updated_gprs'].map((name) => timeOf(at(location, name)));
	const name = at(location, 'operator.name');
	return {
		operatorId: Number(at(location, 'operator.id') ?? NaN),
		operator: typeof name === 'string' ? name : null,
		at: times.filter(isTime).reduce((newest, time) => Math.max(newest || 0, time), NaN),
	};
}

/** Whether the session in a connectivity names another SIM than the endpoint has. */
function isFormerSession(body: Json, endpoint: Json | null): boolean {
	const ids = [at(body, 'pdp_context.sim_id'), at(endpoint, 'sim.id')];
	const [named, own] = ids.map((id) => Number(id ?? NaN));
	return !Number.isNaN(named) && !Number.isNaN(own) && named !== own;
}

/** What an answer of the connectivity says of the present SIM of an endpoint; `now`: when it was given. */
export function connectivityFacts(
	body: Json,
	endpoint: Json | null,
	now: number,
): Pick<Facts, 'connectivity' | 'location' | 'isFormerSession' | 'sessionImei'> {
	const location = locationIn(body, endpoint);
	const reading = connectivityIn(body, now);
	const isFormer = isFormerSession(body, endpoint);
	const imei = isFormer ? null : at(body, 'pdp_context.imeisv');
	return {
		connectivity: isFormer ? { ...reading, session: null, sessionAt: NaN } : reading,
		isFormerSession: isFormer,
		sessionImei: typeof imei === 'string' ? imei : null,
		...(location && { location }),
	};
}

/** The connectivity, and the time of the service at which it was read. */
async function readConnectivity(call: Call, endpointId: number, endpoint: Json | null) {
	const answer = await call.other(getConnectivity, { endpointId });
	const now = answeredAt(answer, call.env.now);
	return { ...connectivityFacts(entityOf(answer), endpoint, now), now };
}

/** When the newest of some events of one organisation was made; undefined for none. */
function newestMoment(events: Json[], organisationId: number, type: number): number | undefined {
	const isOwn = (event: Json) => {
		const of = Number(at(event, 'organisation.id') ?? NaN);
		return Number.isNaN(of) || Number.isNaN(organisationId) || of === organisationId;
	};
	const times = events
		.filter((event) => Number(at(event, 'event_type.id') ?? NaN) === type && isOwn(event))
		.map(({ timestamp }) => timeOf(timestamp))
		.filter(isTime);
	return times.length > 0 ? Math.max(...times) : undefined;
}

/**
 * What the feed tells of the whole organisation: when it was blocked without a session that was accepted since, and when
 * data quotas were switched off in a profile; null where that was not.
 */
async function readOrganisation(call: Call, facts: Facts, reads: Reads): Promise<void> {
	const from = facts.now - EVENT_DAYS * DAY_MS;
	const named = facts.events?.find(({ organisationId }) => !Number.isNaN(organisationId));
	const own = named?.organisationId ?? NaN;
	const feed = await reads.of('organisationEvents', () =>
		call.once('diagnose: events of the organisation', () =>
			newestEvents(call, {
				types: [ORGANISATION_BLOCKED, DATA_QUOTAS_OFF],
				fromMs: from,
			}),
		),
	);
	if (!feed) return;
	facts.quotasOffAt = newestMoment(feed.events, own, DATA_QUOTAS_OFF) ?? null;
	const blockedAt = newestMoment(feed.events, own, ORGANISATION_BLOCKED);
	facts.organisationBlockedAt = blockedAt ?? null;
	facts.organisationWasBlockedAt = blockedAt ?? null;
	if (blockedAt === undefined) {
		if (!feed.isWhole)
			reads.note('organisationEvents', `there are more than the ${feed.events.length} newest`);
		return;
	}
	const sessions = await reads.of('organisationEvents', () =>
		call.once(`diagnose: sessions since ${blockedAt}`, () =>
			newestEvents(call, { types: [SESSION_OPENED], fromMs: blockedAt, severity: INFO }),
		),
	);
	const newest = sessions && newestMoment(sessions.events, own, SESSION_OPENED);
	if (newest !== undefined && newest > blockedAt) facts.organisationBlockedAt = null;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** MB or messages of a kind of traffic. @throws UnreadableAnswer for a volume that is no number: it may be traffic */
function amountOf(day: Json, kind: TrafficKind, answer: Answer): number {
	const traffic = day[kind];
	const amount = isEmpty(at(traffic, 'volume')) ? 0 : volumeOf(traffic);
	if (amount === null) throw new UnreadableAnswer('volumes that are numbers', answer);
	return amount;
}

/** The usage of each day since the endpoint was created, thirteen months at most; days that cannot be are left out. */
async function usageDays(call: Call, { id, now, endpoint }: Facts) {
	const created = timeOf(endpoint?.created);
	const oldest = now - USAGE_DAYS * DAY_MS;
	const from = isTime(created) ? Math.max(oldest, Math.min(created, now)) : oldest;
	const [startDate, endDate] = [dayOf(from), dayOf(now)];
	const answer = await call.other(getDailyUsage, { endpointId: id, startDate, endDate });
	const days = readDays(answerList(answer), false).days.map(
		(day): UsageDay => ({
			date: String(day.date).slice(0, 10),
			mb: amountOf(day, 'data', answer),
			satelliteMb: amountOf(day, 'sat_geo_data', answer),
			sms: amountOf(day, 'sms', answer) + amountOf(day, 'sat_geo_sms', answer),
		}),
	);
	const isDay = ({ date }: UsageDay) => DAY.test(date) && isTime(Date.parse(date));
	const known = days.filter((day) => isDay(day) && day.date <= endDate);
	return { days: known, usageFrom: Date.parse(startDate) };
}

/** Reads the usage of each day into the facts. */
async function readUsage({ call }: DiagnosisPorts, facts: Facts, reads: Reads): Promise<void> {
	Object.assign(facts, await reads.of('usage', async () => await usageDays(call, facts)));
}

/** MB of the last hour; undefined where the summary has none. */
async function lastHourMb(client: Client, endpointId: number) {
	const summary = (await client.perform(getUsageSummary, { endpointId, simplify: true })) as Json;
	const { last_hour_data_mb: given } = summary;
	const mb = Number(given ?? NaN);
	return { mb: Number.isNaN(mb) ? undefined : mb };
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

/** The extensions of an endpoint; none where the service has no list of them. */
async function extensionsOf(call: Call, endpointId: number): Promise<Json[]> {
	const asked = call.other(getAllTrafficLimitExtensions, { endpointId });
	const answer = await unlessRefused(asked, 404);
	return answer ? answerList(answer) : [];
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
	facts.extensions = await reads.of('extensions', async () => extensionsOf(call, facts.id));
	await readUsage(ports, facts, reads);
}

/** Reads why a device that is not online may be so: the lists that keep it off, its past, its card. */
async function readAbsence(ports: DiagnosisPorts, facts: Facts, reads: Reads): Promise<void> {
	const { call } = ports;
	const { id: endpointId, signals, location, endpoint } = facts;
	const eid = at(endpoint, 'sim.eid');
	const isPlaced = signals.placed !== undefined || location !== undefined;
	await readUsage(ports, facts, reads);
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

/** The events of the last 30 days, and what they say of the connection. */
async function readEvents(call: Call, facts: Facts, reads: Reads): Promise<void> {
	const { id: endpointId, endpoint, now } = facts;
	const from = now - EVENT_DAYS * DAY_MS;
	const newest = await reads.of('events', async () =>
		newestEvents(call, { endpointId, fromMs: from }),
	);
	facts.events = newest && deviceEvents(newest.events, { endpointId, endpoint, now });
	facts.hasAllEvents = newest?.isWhole === true;
	facts.signals = signalsOf(facts.events ?? []);
}

/** What is known before anything was asked about the endpoint alone. */
function firstFacts(call: Call, id: number, endpoint: Json | null): Facts {
	const given = String(endpoint?.name ?? '').trim();
	return {
		id,
		name: given === '' ? `endpoint ${id}` : given,
		now: call.env.now,
		read: new Set(['endpoint']),
		notRead: [],
		endpoint,
		hasAllEvents: false,
		signals: {},
	};
}

/** Whether the service serves an endpoint, as far as its status and that of its SIM tell. */
const isServed = (facts: Facts): boolean =>
	at(facts.endpoint, 'status.id') === ENABLED &&
	(at(facts.endpoint, 'sim') ?? null) !== null &&
	!REFUSED_SIMS.includes(simStatusId(facts));

/**
 * Reads an endpoint, as far as its diagnosis needs it; `entry` is that of the list, null where it has none, and
 * `requestsBefore` what it took to find that.
 */
export async function readFacts(
	ports: DiagnosisPorts,
	id: number,
	entry: Json | null,
	requestsBefore: number,
): Promise<{ facts: Facts; requests: number }> {
	const { call } = ports;
	const facts = firstFacts(call, id, entry);
	const reads = new Reads(facts, requestsBefore);
	const done = () => ({ facts, requests: reads.requests });
	const isGone = entry === null || at(entry, 'status.id') === DELETED;
	if (!isGone) {
		const ask = async () => await readConnectivity(call, id, entry);
		const read = await reads.of('connectivity', ask);
		Object.assign(facts, read);
		if (!read) facts.isListedBlocked = await reads.of('blockedList', () => listedBlocked(call, id));
	}
	await readEvents(call, facts, reads);
	if (isGone || !isServed(facts)) return done();
	facts.profile = await reads.of('profile', async () =>
		profileOf(ports, at(entry, 'service_profile.id')),
	);
	await readOrganisation(call, facts, reads);
	if (isBlocked(facts)) await readBlock(ports, facts, reads);
	await readQuotas(ports, facts, reads);
	if (isBlocked(facts)) return done();
	if (isOnline(facts)) {
		await readUsage(ports, facts, reads);
		const hour = await reads.of('lastHour', async () => await lastHourMb(ports.client, id));
		facts.hourMb = hour?.mb;
	} else await readAbsence(ports, facts, reads);
	return done();
}
