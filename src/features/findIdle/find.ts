import { CellularIotError, knownOf } from '../../errors';
import type { Client } from '../../run/client';
import { failsAlone } from '../../run/failsAlone';
import { answerList } from '../../table/answers';
import type { Call, Json } from '../../table/define';
import { EVENT_DAYS } from '../../table/entries/event/eventFacts';
import { getAllSims } from '../../table/entries/sim/sim';
import { readDays } from '../../table/entries/usage/usageDays';
import { getDailyUsage } from '../../table/entries/usage/usageReports';
import { inParallel } from '../../table/inParallel';
import { timeOf } from '../../table/moments';
import { at } from '../../table/reading';
import { toId } from '../../table/values';
import { readWhole } from '../../table/whole';
import { DAY_MS } from '../../times';
import { signsOfSims, type SimSigns } from './feed';
import { type Fees, feesByProfile, NO_FEES, tariffProfilesOf } from './fees';
import type { IdleInput } from './form';

/* Activated SIMs without traffic: the list of SIMs, one pass of the event feed, and the usage of those in doubt. */

const ACTIVATED = 1;
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

/** The last day with data or SMS in the days before now, and that of all that was read; undefined for none. */
async function lastActiveDay(
	call: Call,
	endpointId: number,
	fromMs: number,
	now: number,
): Promise<number | undefined> {
	const span = { startDate: dayOf(fromMs), endDate: dayOf(now) };
	const answer = await call.other(getDailyUsage, { endpointId, ...span });
	const active = readDays(answerList(answer), false).days.filter((day) =>
		['data', 'sms', 'sat_geo_data', 'sat_geo_sms'].some(
			(kind) => Number(at(day, `${kind}.volume`) ?? 0) > 0,
		),
	);
	const days = active.map(({ date }) => Date.parse(String(date).slice(0, 10)));
	return days.length > 0 ? Math.max(...days) : undefined;
}

/** Whether the last event of a SIM opened a session, which may go on without another one. */
const mayBeInSession = ({ openedAt, closedAt }: SimSigns): boolean =>
	openedAt !== undefined && openedAt > (closedAt ?? 0);

const lastSign = ({ heardAt }: SimSigns, other?: number): number | undefined => {
	const known = [heardAt, other].filter((moment) => moment !== undefined);
	return known.length > 0 ? Math.max(...known) : undefined;
};

/** Reads the usage of candidates; gives those without any, and counts those that could not be read. */
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
			const day =
				sim.endpointId === undefined
					? undefined
					: await lastActiveDay(call, sim.endpointId, fromMs, now);
			if (day === undefined) {
				const proof = 'no event, and no data or SMS in its daily usage';
				idle.push({ ...candidate, lastAt: lastSign(signs), proof });
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

function itemOf({ sim, lastAt, proof }: Idle, fees: Fees, now: number, days: number): Json {
	const { activated, suspended, reactivation, currency } = fees;
	const saves = activated === null ? null : money(activated - (suspended ?? 0));
	const unit = currency === null ? '' : ` ${currency}`;
	const again =
		reactivation === null || reactivation === 0
			? 'which the tariff may charge for'
			: `which costs ${reactivation}${unit}`;
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
		saves_per_month: saves,
		currency,
		suspending_saves:
			saves === null
				? 'Its monthly fee, which its tariff does not tell, from the 1st of the next month on'
				: `${saves}${unit} a month from the 1st of the next month on`,
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
	const ofList = { status: ACTIVATED, returnAll: true };
	const sims: ListedSim[] = [];
	const keep = (sim: Json) => {
		sims.push(listedSim(sim));
		return undefined;
	};
	await readWhole(call, 'SIMs', getAllSims, ofList, { keep });
	const simOfEndpoint = new Map(
		sims.flatMap(({ id, endpointId }) =>
			endpointId === undefined ? [] : [[endpointId, id] as const],
		),
	);
	const signs = await signsOfSims(call, now, simOfEndpoint);
	const since = now - days * DAY_MS;
	// The feed lacks its oldest hour, and knows nothing of what is older.
	const isAfter = (time: number | undefined) => time !== undefined && time > since;
	const candidates = sims
		.map((sim): Candidate => ({ sim, signs: signs.get(sim.id) ?? {} }))
		.filter(({ sim, signs: { heardAt, beganAt } }) => {
			const isNew = isAfter(beganAt) || sim.activatedAt > since;
			return !isAfter(heardAt) && !isNew;
		});
	const isInDoubt = ({ signs: own }: Candidate) =>
		verify === 'all' || days > EVENT_DAYS || (verify === 'open' && mayBeInSession(own));
	const inDoubt = candidates.filter(isInDoubt);
	const certain = candidates
		.filter((candidate) => !isInDoubt(candidate))
		.map(
			(candidate): Idle => ({ ...candidate, lastAt: lastSign(candidate.signs), proof: 'no event' }),
		);
	const idle = [...certain, ...(await verified(client, call, inDoubt, since, now))];
	if (failAbove !== undefined && idle.length > failAbove)
		throw new TooManyIdleError(idle.length, failAbove, days);
	if (idle.length === 0) return [];
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
