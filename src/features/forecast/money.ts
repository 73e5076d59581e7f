import type { Endpoint } from '../../fleet/endpoint';
import { SimStatus } from '../../fleet/statuses';
import { answerList } from '../../table/answers';
import type { Answer, Call, Json } from '../../table/define';
import { getAllTariffProfiles } from '../../table/entries/profile/tariffProfile';
import { getActiveInclusiveVolumes } from '../../table/entries/usage/usageReports';
import { tidy } from '../../table/entries/usage/usageDays';
import { at } from '../../table/reading';
import { asNumber, groupedBy } from '../../table/values';
import { failsAlone } from '../../run/failsAlone';
import type { ForecastInput } from './form';
import type { MonthForecast } from './model';

/*
 * What is known of money: fees of SIMs where a tariff has them, and inclusive volumes. Prices of data and what is used
 * of a pool are in no answer of the service. Amounts of different currencies are never added up.
 */

/**
 * Rates of a tariff by the status of a SIM. What a status without a rate costs is not known. A SIM that was activated at
 * any time in a month may be charged as that for all of it, so that a suspended one costs between nothing, its own rate
 * and that of an activated one.
 */
const RATES = [
	{ id: SimStatus.Issued, status: 'Issued', rate: 'sim_issued_rate' },
	{ id: SimStatus.Activated, status: 'Activated', rate: 'sim_activated_rate' },
	{ id: SimStatus.Suspended, status: 'Suspended', rate: 'sim_suspended_rate' },
] as const;

interface Tariff {
	currency: string | null;
	/** Rates by the ids of statuses; undefined where the tariff does not tell. */
	rates: Map<number, number>;
}

/** What one SIM costs in a month by its tariff. */
interface Fee {
	status: string;
	rate: number;
	currency: string | null;
	/** The least and the most, where its status does not tell what it was before in the month. */
	low: number;
	high: number;
}

function feeOf({
	status,
	tariff,
}: {
	status: number;
	tariff: Tariff | undefined;
}): Fee | undefined {
	const form = RATES.find(({ id }) => id === status);
	const rate = form && tariff?.rates.get(form.id);
	if (!form || rate === undefined) return undefined;
	const fee = { status: form.status, rate, currency: tariff!.currency };
	if (status !== SimStatus.Suspended) return { ...fee, low: rate, high: rate };
	const activated = tariff!.rates.get(SimStatus.Activated) ?? rate;
	return { ...fee, low: 0, high: Math.max(rate, activated) };
}

/** Reads a list that a role may be refused; undefined where it is. */
async function readable(read: () => Promise<Answer>): Promise<Json[] | undefined> {
	try {
		return answerList(await read());
	} catch (error) {
		if (!failsAlone(error)) throw error;
		return undefined;
	}
}

/**
 * The monthly fees of SIMs by status, rate and currency, as far as the tariffs of their endpoints tell, and what is not
 * known of them.
 */
export async function simFees(
	call: Call,
	endpoints: readonly Endpoint[],
): Promise<{ fees: Json[]; unknown: string[] }> {
	const profiles = await readable(async () => await call.other(getAllTariffProfiles, {}));
	if (!profiles) return { fees: [], unknown: ['SIM fees: not readable with this credential'] };
	const tariffs = new Map<number, Tariff>();
	for (const profile of profiles) {
		const rates = new Map<number, number>();
		for (const { id, rate } of RATES) {
			const amount = asNumber(at(profile, `tariff.${rate}`));
			if (typeof amount === 'number') rates.set(id, amount);
		}
		const currency = at(profile, 'tariff.currency.code');
		tariffs.set(Number(profile.id), {
			currency: typeof currency === 'string' ? currency : null,
			rates,
		});
	}
	const charged: Fee[] = [];
	const unknown: string[] = [];
	let unpriced = 0;
	for (const { sim, profiles: own } of endpoints) {
		if (!sim) continue;
		const fee = feeOf({ status: sim.status, tariff: tariffs.get(own.tariffProfileId.id) });
		if (fee) charged.push(fee);
		else unpriced += 1;
	}
	if (unpriced > 0)
		unknown.push(`Fees of ${unpriced} SIMs: their tariffs have no rate for their status`);
	const suspended = endpoints.filter(({ sim }) => sim?.status === SimStatus.Suspended).length;
	if (suspended > 0) {
		unknown.push(
			`Fees of ${suspended} suspended SIMs: one that was activated at any time in the month may be charged as activated for all of it; when they were suspended is not read`,
		);
	}
	if (charged.length > 0)
		unknown.push('SIM fees on the invoice: a tariff plan may have others than the tariffs');
	const groups = groupedBy(charged, ({ status, rate, currency, high }) =>
		[status, rate, currency, high].join(' '),
	);
	const fees = [...groups.values()].map((all) => {
		const { status, rate, currency, low, high } = all[0]!;
		const times = (fee: number) => tidy(fee * all.length);
		const amounts = { amount: times(rate), amount_low: times(low), amount_high: times(high) };
		return { status, rate, currency, sims: all.length, ...amounts };
	});
	return { fees, unknown };
}

/** An inclusive volume of a month, for all SIMs of a pool. */
interface Inclusive {
	mb: number;
	/** The volume for one SIM. */
	perSim: number;
}

/** The pool of the organisation, undefined where there is none, or several; and what is not known of it. */
export async function inclusivePool(
	call: Call,
	sims: number,
): Promise<{ pool?: Inclusive; unknown: string[] }> {
	const volumes = await readable(async () => await call.other(getActiveInclusiveVolumes, {}));
	if (!volumes) return { unknown: ['Inclusive volume: not readable with this credential'] };
	const [first, ...others] = volumes;
	if (!first) return { unknown: [] };
	const unknownUse = 'What is used of an inclusive volume: in no answer of the service';
	const perSim = asNumber(first.volume);
	if (others.length > 0 || first.pooled !== true || typeof perSim !== 'number') {
		const why =
			others.length > 0
				? `there are ${volumes.length}, each of a rate zone, and statistics have no zones`
				: 'it is that of each device, and not a pool';
		return { unknown: [unknownUse, `The day on which the inclusive volume runs out: ${why}`] };
	}
	const outside = 'Usage outside the rate zone of the inclusive volume, which does not count';
	return { pool: { mb: perSim * sims, perSim }, unknown: [unknownUse, outside] };
}

/** Numbers of an answer with the digits that they deserve. */
export const shown = (amount: number) => Number(amount.toFixed(3));

/** The spans for which a cost is given: so far, and at the end of the month. */
type Ends = Pick<MonthForecast, 'soFar' | 'low' | 'middle' | 'high'>;

/** A month of one kind of traffic. */
interface Traffic extends MonthForecast {
	/** Whether no day of it is known. */
	isUnknown: boolean;
	/** Whether nothing is known of its end. */
	isOpen: boolean;
}

/** Traffic of the month that a cost can be of. */
interface MonthTraffic {
	data: Traffic;
	sms: Traffic;
	/** Satellite data, which is among the data and has a price of its own. */
	satelliteMb: Traffic;
}

const cellsOf = (name: string, ends: Ends | null): Json => ({
	[`${name}_so_far`]: ends && shown(ends.soFar),
	[`${name}_month_end_low`]: ends && shown(ends.low),
	[`${name}_month_end`]: ends && shown(ends.middle),
	[`${name}_month_end_high`]: ends && shown(ends.high),
});

const timesPrice = (price: number | undefined, month: Traffic): Ends | null =>
	price === undefined || month.isUnknown || month.isOpen
		? null
		: {
				soFar: price * month.soFar,
				low: price * month.low,
				middle: price * month.middle,
				high: price * month.high,
			};

const added = (a: Ends, b: Ends): Ends => ({
	soFar: a.soFar + b.soFar,
	low: a.low + b.low,
	middle: a.middle + b.middle,
	high: a.high + b.high,
});

/** Whether there is, or may be, traffic in a month. */
const isUsed = ({ high, isUnknown, isOpen }: Traffic) => high > 0 || isUnknown || isOpen;

/**
 * The costs of a forecast: of data and of SMS at prices that were typed in, null without one; of both, null where one
 * that is used has no price; and `cost_total` with the fees of SIMs, which names what it includes and what it lacks.
 * With what is not known of them.
 */
export function costCells(
	{ pricePerMb, pricePerSms, currency }: ForecastInput,
	{ data, sms, satelliteMb }: MonthTraffic,
	fees: readonly Json[],
): { cells: Json; unknown: string[] } {
	const none: Ends = { soFar: 0, low: 0, middle: 0, high: 0 };
	const ofData = timesPrice(pricePerMb, data);
	const ofSms = timesPrice(pricePerSms, sms);
	const isWhole = (ofData ?? !isUsed(data)) && (ofSms ?? !isUsed(sms));
	const both = ofData || ofSms ? added(ofData ?? none, ofSms ?? none) : null;
	const currencies = [...new Set(fees.map((fee) => fee.currency))];
	const [ofFees] = currencies;
	const onlyFees = currencies.length === 1 && typeof ofFees === 'string' ? ofFees : undefined;
	const paidIn = currency ?? onlyFees ?? null;
	const hasFees = onlyFees !== undefined && onlyFees === paidIn;
	const feeSum = (name: 'amount' | 'amount_low' | 'amount_high') =>
		hasFees ? fees.reduce((sum, fee) => sum + Number(fee[name]), 0) : 0;
	const ofSims: Ends = {
		soFar: feeSum('amount_low'),
		low: feeSum('amount_low'),
		middle: feeSum('amount'),
		high: feeSum('amount_high'),
	};
	const isAssumed = hasFees && currency === undefined && both !== null;
	const assumed = `The currency of the prices: none was typed in, so ${paidIn} is assumed, as SIM fees have it`;
	const included = [
		...(ofData ? [`data at ${pricePerMb} per MB`] : []),
		...(ofSms ? [`SMS at ${pricePerSms} each`] : []),
		...(hasFees ? ['monthly fees of SIMs with an endpoint'] : []),
	];
	const lacks = [
		...(ofData || !isUsed(data)
			? []
			: [pricePerMb === undefined ? 'data: no price' : 'data: not known']),
		...(ofSms || !isUsed(sms)
			? []
			: [pricePerSms === undefined ? 'SMS: no price' : 'SMS: not known']),
		...(ofData && satelliteMb.high > 0 ? ['what satellite data costs more'] : []),
		...(hasFees ? [] : [fees.length > 0 ? 'SIM fees: in other currencies' : 'SIM fees: not known']),
		'one-off and fixed fees, inclusive volumes, taxes',
	];
	const total = included.length > 0 ? added(both ?? none, ofSims) : null;
	const cells = {
		...cellsOf('data_cost', ofData),
		...cellsOf('sms_cost', ofSms),
		...cellsOf('cost', isWhole ? both : null),
		cost_total_low: total && shown(total.low),
		cost_total: total && shown(total.middle),
		cost_total_high: total && shown(total.high),
		cost_total_includes: included,
		cost_total_lacks: lacks,
		cost_currency: paidIn,
	};
	return { cells, unknown: isAssumed ? [assumed] : [] };
}
