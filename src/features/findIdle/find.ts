import { EVENT_DAYS } from '../../fleet/events';
import { SimStatus } from '../../fleet/statuses';
import { CellularIotError, knownOf, UnreadableAnswer } from '../../errors';
import type { Client } from '../../run/client';
import { failsAlone } from '../../run/failsAlone';
import { answerList } from '../../table/answers';
import type { Call, Json } from '../../table/define';
import { getAllSims } from '../../table/entries/sim/sim';
import { readDays, TRAFFIC_KINDS, volumeOf, VOLUMES } from '../../table/entries/usage/usageDays';
import { getSimDailyUsage } from '../../table/entries/usage/usageReports';
import { inParallel } from '../../table/inParallel';
import { timeOf } from '../../table/moments';
import { at } from '../../table/reading';
import { isEmpty, toId } from '../../table/values';
import { readWhole } from '../../table/whole';
import { DAY_MS } from '../../times';
import { signsOfSims, type SimSigns } from './feed';
import { type Fees, feesByProfile, NO_FEES, tariffProfilesOf } from './fees';
import type { IdleInput } from './form';

/*
 * Activated SIMs without traffic: the list of SIMs, one pass of the event feed, and the usage of those in doubt. That
 * of the SIM, and not of its endpoint: an endpoint has the usage of the SIMs that were in it before, and a SIM that is
 * in none may have usage all the same.
 */

/** Reads of usage at a time; the lanes decide how fast. */
const READS_AT_A_TIME = 25;

/** A SIM of the list, as far as it is needed. */
interface ListedSim {
	id: number;
	iccid: unknown;
	endpointId: number | undefined;
	endpointName: unknown;
	tariffProfileId: number | undefined;
	/** Milliseconds since 1970; NaN where the list does not say. */
	activatedAt: number;
}

const listedSim = (sim: Json): ListedSim => ({
	id: Number(sim.id),
	iccid: sim.iccid,
	endpointId: toId(at(sim, 'endpoint.id')),
	endpointName: at(sim, 'endpoint.name') ?? null,
	tariffProfileId: toId(at(sim, 'endpoint.tariff_profile_id')),
	activatedAt: timeOf(sim.activation_date),
});

/** A SIM that no event shows to be alive in the days. */
interface Candidate {
	sim: ListedSim;
	signs: SimSigns;
}

/** A SIM that is named, and what shows it. */
interface Idle extends Candidate {
	/** The last sign of life; undefined where the time that was looked at shows none. */
	lastAt: number | undefined;
	proof: string;
}

/** More SIMs are idle than there should be. */
class TooManyIdleError extends CellularIotError {
	constructor(found: number, most: number, days: number) {
		super(
			`${found} SIMs are idle for ${days} days, which is more than ${most}: an outage is more likely`,
			'Look at some of them with Endpoint: Diagnose. If they are idle, raise "Fail Above".',
			'notSent',
		);
	}
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The volumes of a day that are given, of every kind and direction; null for one that is no number. */
const volumesOf = (day: Json): Array<number | null> =>
	TRAFFIC_KINDS.flatMap((kind) =>
		VOLUMES.filter((key) => !isEmpty(at(day, `${kind}.${key}`))).map((key) =>
			volumeOf(day[kind], key),
		),
	);

/**
 * Whether a SIM had data or SMS in the days from a moment on, by its own statistics.
 * @throws UnreadableAnswer where a volume is no number, which may be traffic
 */
async function hasTraffic(
	call: Call,
	simId: number,
	fromMs: number,
	now: number,
): Promise<boolean> {
	const span = { startDate: dayOf(fromMs), endDate: dayOf(now) };
	const answer = await call.other(getSimDailyUsage, { simId, ...span });
	const volumes = readDays(answerList(answer), false).days.flatMap(volumesOf);
	if (volumes.some((volume) => volume !== null && volume > 0)) return true;
	if (volumes.includes(null)) throw new UnreadableAnswer('volumes that are numbers', answer);
	return false;
}

/** Whether a SIM has a session that was opened and of which no end is known: it may go on without another event. */
const mayBeInSession = ({ sessions }: SimSigns): boolean =>
	[...(sessions?.values() ?? [])].some(({ openedAt }) => openedAt !== undefined);

/** Reads the usage of the SIMs of candidates; gives those without any, and counts those that could not be read. */
async function verified(
	client: Client,
	call: Call,
	candidates: Candidate[],
	fromMs: number,
	now: number,
): Promise<Idle[]> {
	const idle: Idle[] = [];
	const unread: string[] = [];
	let ended = 0;
	await inParallel(candidates, READS_AT_A_TIME, async (candidate) => {
		const { sim, signs } = candidate;
		try {
			if (!(await hasTraffic(call, sim.id, fromMs, now))) {
				const proof = 'no event, and no data or SMS in the daily usage of the SIM';
				idle.push({ ...candidate, lastAt: signs.heardAt, proof });
			}
		} catch (error) {
			if (!failsAlone(error)) throw error;
			unread.push(knownOf(error).message);
		}
		ended += 1;
		client.ports.report?.progress(ended, candidates.length, 'requests');
	});
	if (unread.length > 0) {
		call.note(
			`Whether ${unread.length} more SIMs are idle is not known, and they are not listed: their usage could not be read (${unread[0]})`,
		);
	}
	return idle;
}

const money = (amount: number): number => Number(amount.toFixed(6));

const inCurrency = (amount: number, { currency }: Fees): string =>
	currency === null ? String(amount) : `${amount} ${currency}`;

/** What suspending saves in a month; null where the tariff does not tell one of the two fees. */
const savedPerMonth = ({ activated, suspended }: Fees): number | null =>
	activated === null || suspended === null ? null : money(Math.max(0, activated - suspended));

/** The charge of an activated SIM ends with the month. Source: public reference, SIMs. */
const NEXT_MONTH = 'from the 1st of the next month on';

function savedInWords(fees: Fees): string {
	const { activated, suspended, suspension } = fees;
	const once = suspension ? `; suspending costs ${inCurrency(suspension, fees)} once` : '';
	if (activated === null)
		return `Its monthly fee, which its tariff does not tell, ${NEXT_MONTH}${once}`;
	if (suspended === null)
		return `At most ${inCurrency(activated, fees)} a month ${NEXT_MONTH}: its tariff does not tell the fee of a suspended SIM${once}`;
	if (suspended >= activated) {
		const rates = `${inCurrency(suspended, fees)} a month for a suspended SIM, ${inCurrency(activated, fees)} for an activated one`;
		return `Nothing: its tariff charges ${rates}${once}`;
	}
	return `${inCurrency(money(activated - suspended), fees)} a month ${NEXT_MONTH}${once}`;
}

function itemOf({ sim, lastAt, proof }: Idle, fees: Fees, now: number, days: number): Json {
	const { activated, suspended, reactivation, currency } = fees;
	const again =
		reactivation === null
			? 'which the tariff may charge for'
			: reactivation === 0
				? 'which its tariff does not charge for'
				: `which costs ${inCurrency(reactivation, fees)}`;
	const known = Math.min(days, EVENT_DAYS);
	return {
		sim_id: sim.id,
		iccid: sim.iccid ?? null,
		endpoint_id: sim.endpointId ?? null,
		endpoint_name: sim.endpointName,
		last_sign_of_life: lastAt === undefined ? null : new Date(lastAt).toISOString(),
		days_idle: lastAt === undefined ? Math.max(days, known) : Math.floor((now - lastAt) / DAY_MS),
		is_longer: lastAt === undefined,
		proof,
		monthly_fee: activated,
		monthly_fee_suspended: suspended,
		saves_per_month: savedPerMonth(fees),
		currency,
		suspending_saves: savedInWords(fees),
		suspending_risks: `A device that wakes is refused until its SIM is activated again, ${again}`,
	};
}

/**
 * Activated SIMs without a sign of life for some days, an item each, the longest idle first.
 * @throws IncompleteListError where the list or the feed may lack entries; TooManyIdleError
 */
export async function findIdle(client: Client, call: Call, input: IdleInput): Promise<Json[]> {
	const { days, verify, failAbove } = input;
	const { now } = call.env;
	const ofList = { status: SimStatus.Activated, returnAll: true };
	const sims: ListedSim[] = [];
	const keep = (sim: Json) => {
		// A host may ignore the filter.
		const status = toId(at(sim, 'status.id')) ?? SimStatus.Activated;
		if (status === SimStatus.Activated) sims.push(listedSim(sim));
		return undefined;
	};
	await readWhole(call, 'SIMs', getAllSims, ofList, { keep });
	const simOfEndpoint = new Map(
		sims.flatMap(({ id, endpointId }) =>
			endpointId === undefined ? [] : [[endpointId, id] as const],
		),
	);
	const since = now - days * DAY_MS;
	const signs = await signsOfSims(call, { now, sinceMs: since }, simOfEndpoint);
	const isAfter = (time: number | undefined) => time !== undefined && time > since;
	const silent = sims
		.map((sim): Candidate => ({ sim, signs: signs.get(sim.id) ?? {} }))
		.filter(({ sim, signs: { heardAt, beganAt } }) => {
			const isNew = isAfter(beganAt) || sim.activatedAt > since;
			return !isAfter(heardAt) && !isNew;
		});
	const candidates = silent.filter((candidate) => !isAfter(candidate.signs.refusedAt));
	const refused = silent.length - candidates.length;
	if (refused > 0) {
		call.note(
			`${refused} more SIMs are not listed: the network or the service has refused their devices within the days, so that they try and are not let in`,
		);
	}
	const isInDoubt = ({ signs: own }: Candidate) =>
		verify === 'all' || days > EVENT_DAYS || (verify === 'open' && mayBeInSession(own));
	const inDoubt = candidates.filter(isInDoubt);
	const certain = candidates
		.filter((candidate) => !isInDoubt(candidate))
		.map(
			(candidate): Idle => ({ ...candidate, lastAt: candidate.signs.heardAt, proof: 'no event' }),
		);
	const idle = [...certain, ...(await verified(client, call, inDoubt, since, now))];
	if (failAbove !== undefined && idle.length > failAbove)
		throw new TooManyIdleError(idle.length, failAbove, days);
	if (idle.length === 0) {
		call.note(`0 of ${sims.length} activated SIMs are idle for ${days} days`);
		return [];
	}
	const fees = await feesByProfile(call);
	const unnamed = fees.size === 0 ? [] : idle.flatMap(({ sim }) => endpointToLookUp(sim));
	const profiles = await tariffProfilesOf(call, unnamed);
	idle.sort((a, b) => (a.lastAt ?? 0) - (b.lastAt ?? 0) || a.sim.id - b.sim.id);
	return idle.map((idleSim) => {
		const { tariffProfileId, endpointId } = idleSim.sim;
		const profile = tariffProfileId ?? profiles.get(endpointId ?? -1);
		return itemOf(idleSim, fees.get(profile ?? -1) ?? NO_FEES, now, days);
	});
}

/** The endpoint of a SIM whose tariff profile the list of SIMs does not name. */
const endpointToLookUp = ({ tariffProfileId, endpointId }: ListedSim): number[] =>
	tariffProfileId === undefined && endpointId !== undefined ? [endpointId] : [];
