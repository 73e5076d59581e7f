import type { IDataObject } from 'n8n-workflow';
import { DAY, ENDPOINT, HOUR, SIM, daysOf, event, oneDevice } from '../service/builders';
import { EUR, USD, type InclusiveVolume, type State } from '../service/state';
import { picked } from '../support/operation';

/** 12 March 2026, a Thursday, at noon. */
export const NOW = Date.UTC(2026, 2, 12, 12);
/** The last day of March, before six in the morning: yesterday counts as unfinished, too. */
const LAST_MORNING = Date.UTC(2026, 2, 31, 5, 30);

export interface Case {
	name: string;
	/** A sentence, with the page on which it stands. */
	fact: string;
	state: State;
	now?: number;
	parameters: IDataObject;
	/** What is wrong with the answer, each in words. */
	broken: (item: IDataObject, asked: string[]) => (string | false)[];
	/** `must`: an error is the only right answer; `may`: it says nothing, and is as good. */
	error?: 'must' | 'may';
}

const number = (item: IDataObject, field: string): number => Number(item[field]);
const text = (value: unknown): string => JSON.stringify(value ?? null);
const isNear = (value: unknown, wanted: number): boolean =>
	typeof value === 'number' && Math.abs(value - wanted) <= 0.01 + wanted * 1e-4;

const ofOrganisation: IDataObject = { of: 'organisation', options: { contributors: 0 } };
const ofOrganisationWithDevices: IDataObject = { of: 'organisation' };
const ofEndpoint: IDataObject = { of: 'endpoint', endpointId: picked(ENDPOINT.id) };
const ofTag: IDataObject = { of: 'tag', tag: 'pumps' };

/** MB of a day, by how many days ago it is. */
type Volume = number | ((ago: number) => number);

/** One device with its tag, whose days are those of the organisation, too. */
function using(mb: Volume, now = NOW, from = 380, until = 0): State {
	const state = oneDevice();
	state.tags = [{ id: 11, name: 'pumps' }];
	state.endpoints[0]!.tags = [11];
	state.usage = [{ endpoint: ENDPOINT.id, days: daysOf(now, from, until, mb) }];
	return state;
}

/** Many devices, each with its own days. */
function fleet(count: number, mb: (device: number, ago: number) => number, now = NOW): State {
	const state = oneDevice();
	const places = Array.from({ length: count }, (_, place) => place);
	state.endpoints = places.map((place) => ({
		...ENDPOINT,
		id: ENDPOINT.id + place,
		name: `meter-${String(place).padStart(4, '0')}`,
		imei: null,
		sim: SIM.id + place,
	}));
	state.sims = places.map((place) => ({
		...SIM,
		id: SIM.id + place,
		iccid: `89000000000000${String(10_000 + place)}`,
	}));
	state.usage = places.map((place) => ({
		endpoint: ENDPOINT.id + place,
		days: daysOf(now, 380, 0, (ago) => mb(place, ago)),
	}));
	return state;
}

/** A little more and less from day to day. */
const wave = (ago: number, device = 0): number =>
	1 + 0.15 * Math.sin(ago * 2.3 + device * 1.7) + 0.1 * Math.cos(ago * 5.1 + device);
const halfOfToday = (ago: number): number => (ago === 0 ? 0.45 : 1);

const volume = (of: Partial<InclusiveVolume>): InclusiveVolume => ({
	id: 31,
	volume: 100,
	rate: 10,
	pooled: true,
	start: Date.UTC(2025, 0, 1),
	currency: EUR,
	...of,
});

const lowIsAtLeast = (item: IDataObject, mb: number): string | false =>
	!(number(item, 'data_month_end_low_mb') >= mb) &&
	`the low end ${text(item.data_month_end_low_mb)} is below ${mb}`;
const highIsAtLeast = (item: IDataObject, mb: number): string | false =>
	!(number(item, 'data_month_end_high_mb') >= mb) &&
	`the high end ${text(item.data_month_end_high_mb)} is below ${mb}`;
const soFarIs = (item: IDataObject, mb: number): string | false =>
	!isNear(item.data_so_far_mb, mb) && `so far ${text(item.data_so_far_mb)}, not ${mb}`;
const isWide = (item: IDataObject): boolean =>
	number(item, 'data_month_end_high_mb') >= 2 * number(item, 'data_month_end_low_mb');
const saysTooEarly = (item: IDataObject): boolean => item.too_early_to_say === true;
const isNull = (item: IDataObject, ...fields: string[]): string[] =>
	fields
		.filter((field) => item[field] !== null && item[field] !== undefined)
		.map((field) => `${field} is ${text(item[field])}`);
const says = (item: IDataObject, words: RegExp): string | false =>
	!words.test(text([item.not_known, item.basis, item.cost_total_lacks])) &&
	`nothing says ${String(words)}`;
const changedNames = (item: IDataObject): string => text(item.changed);

const USED_UP = 'page: the low end is at least what has been used, today included (evidence, 5)';

const lastMorningState = using((ago) => (ago === 0 ? 500 : 250), LAST_MORNING);

export const cases: Case[] = [
	...(
		[
			['the organisation', ofOrganisation],
			['an endpoint', ofEndpoint],
			['a tag', ofTag],
		] as const
	).map(
		([name, parameters]): Case => ({
			name: `the last day at 05:30, 8,000 MB so far, for ${name}`,
			fact: USED_UP,
			state: structuredClone(lastMorningState),
			now: LAST_MORNING,
			parameters,
			broken: (item) => [
				soFarIs(item, 8000),
				lowIsAtLeast(item, 8000),
				item.days_left !== 1 && `days left: ${text(item.days_left)}`,
			],
		}),
	),
	{
		name: 'the last day at 23:59: the range is at what was used, or above',
		fact: USED_UP,
		state: using((ago) => (ago === 0 ? 3_000 : 10.123456), Date.UTC(2026, 2, 31, 23, 59)),
		now: Date.UTC(2026, 2, 31, 23, 59),
		parameters: ofOrganisation,
		broken: (item) => [soFarIs(item, 3303.70368), lowIsAtLeast(item, 3303.703)],
	},
	{
		name: 'a rounded low end is not below a number with more decimals',
		fact: `${USED_UP}; a workflow compares the two fields`,
		state: using((ago) => (ago < 5 ? 2631.7508828 : 0), NOW),
		parameters: ofOrganisation,
		broken: (item) => [lowIsAtLeast(item, number(item, 'data_so_far_mb'))],
	},
	{
		name: 'today has used more than the month before it',
		fact: `${USED_UP}; the newest days are the news`,
		state: using((ago) => (ago === 0 ? 9_000 : 10 * wave(ago))),
		parameters: ofEndpoint,
		broken: (item) => [lowIsAtLeast(item, 9_100), highIsAtLeast(item, 18_000)],
	},
	{
		name: 'the cost of the month is not below the cost so far',
		fact: 'page: cost at the prices that were typed in; a number is never below what is there (evidence, 5)',
		state: structuredClone(lastMorningState),
		now: LAST_MORNING,
		parameters: { ...ofEndpoint, options: { pricePerMb: 0.01, currency: 'EUR' } },
		broken: (item) => [
			!isNear(item.cost_so_far, 80) && `cost so far ${text(item.cost_so_far)}, not 80`,
			!(number(item, 'cost_month_end_low') >= 80) &&
				`the low cost is ${text(item.cost_month_end_low)}`,
			!(number(item, 'data_cost_month_end_low') >= 80) &&
				`the low cost of data is ${text(item.data_cost_month_end_low)}`,
			!(number(item, 'cost_total_low') >= 80) && `the low total is ${text(item.cost_total_low)}`,
		],
	},
	{
		name: 'a price with many decimals: low cost and cost so far',
		fact: 'the cost of the month is never below the cost so far (evidence, 5)',
		state: structuredClone(lastMorningState),
		now: LAST_MORNING,
		parameters: { ...ofOrganisation, options: { contributors: 0, pricePerMb: 0.0033337 } },
		broken: (item) => [
			!(number(item, 'cost_month_end_low') >= number(item, 'cost_so_far')) &&
				`low cost ${text(item.cost_month_end_low)}, so far ${text(item.cost_so_far)}`,
		],
	},
	{
		name: 'the first day of use is today',
		fact: 'page: less than two weeks of history has a wide range; evidence, 5: wide, and it says so',
		state: using(50, NOW, 0),
		parameters: ofEndpoint,
		broken: (item) => [
			lowIsAtLeast(item, 50),
			!isWide(item) && 'the range is narrow',
			!saysTooEarly(item) && 'it does not say that it is too early',
			highIsAtLeast(item, 50 * 20),
		],
	},
	{
		name: 'three days of use, the same each day',
		fact: 'page: less than two weeks of history has a wide range, however even the days are',
		state: using((ago) => 40 * halfOfToday(ago), NOW, 3),
		parameters: ofOrganisation,
		broken: (item) => [lowIsAtLeast(item, 138), !isWide(item) && 'the range is narrow'],
	},
	{
		name: 'a first use after 80 silent days is among what changed',
		fact: 'page: devices that use far more than they did; named on the morning after it began, at the latest',
		state: fleet(20, (device, ago) => {
			if (device === 7) return ago > 81 ? 1 : ago <= 1 ? 400 * halfOfToday(ago) : 0;
			return wave(ago, device) * halfOfToday(ago);
		}),
		parameters: ofOrganisationWithDevices,
		broken: (item) => [
			!changedNames(item).includes('meter-0007') && `changed: ${changedNames(item)}`,
			lowIsAtLeast(item, 580),
		],
	},
	{
		name: 'a first use after 80 silent days, for the endpoint alone',
		fact: 'page: devices that use far more than they did, since when, and what it usually was',
		state: using((ago) => (ago > 81 ? 1 : ago <= 1 ? 400 * halfOfToday(ago) : 0)),
		parameters: ofEndpoint,
		broken: (item) => [
			!changedNames(item).includes('meter-0017') && `changed: ${changedNames(item)}`,
			highIsAtLeast(item, 400 * 19),
		],
	},
	{
		name: 'a device that was never used before, created 100 days ago, and is heavy since yesterday',
		fact: 'page: devices younger than two weeks are not named; this one is older',
		state: fleet(20, (device, ago) => {
			if (device === 7) return ago <= 1 ? 400 * halfOfToday(ago) : 0;
			return wave(ago, device) * halfOfToday(ago);
		}),
		parameters: ofOrganisationWithDevices,
		broken: (item) => [
			!changedNames(item).includes('meter-0007') && `changed: ${changedNames(item)}`,
		],
	},
	{
		name: 'a night of firmware names nobody',
		fact: 'page: a device is compared beside what the whole fleet did on that day',
		state: fleet(20, (device, ago) => wave(ago, device) * halfOfToday(ago) * (ago === 1 ? 30 : 1)),
		parameters: ofOrganisationWithDevices,
		broken: (item) => [changedNames(item) !== '[]' && `changed: ${changedNames(item)}`],
	},
	{
		name: 'a fleet with large transfers now and then names none of them',
		fact: 'page: a fleet with large transfers names none of them',
		state: fleet(
			20,
			(device, ago) =>
				wave(ago, device) * halfOfToday(ago) * ((ago + device * 3) % 11 === 0 ? 20 : 1),
		),
		parameters: ofOrganisationWithDevices,
		broken: (item) => [changedNames(item) !== '[]' && `changed: ${changedNames(item)}`],
	},
	{
		name: 'a device of five days is not named',
		fact: 'page: devices that are younger than two weeks are not named',
		state: (() => {
			const state = fleet(20, (device, ago) =>
				device === 7 ? (ago <= 5 ? 90 : 0) : wave(ago, device) * halfOfToday(ago),
			);
			state.endpoints[7]!.created = NOW - 5 * DAY;
			return state;
		})(),
		parameters: ofOrganisationWithDevices,
		broken: (item) => [changedNames(item) !== '[]' && `changed: ${changedNames(item)}`],
	},
	{
		name: 'no price was given',
		fact: 'page: no answer of the service has a price per MB, otherwise no cost of data is shown',
		state: using((ago) => 10 * halfOfToday(ago)),
		parameters: ofOrganisation,
		broken: (item) => [
			...isNull(
				item,
				'cost_so_far',
				'cost_month_end_low',
				'cost_month_end',
				'cost_month_end_high',
				'data_cost_so_far',
				'data_cost_month_end',
				'sms_cost_month_end',
			),
			says(item, /price/i),
		],
	},
	{
		name: 'a price of nothing is a price',
		fact: 'specification of the form: a number of 0 or more',
		state: using((ago) => 10 * halfOfToday(ago)),
		parameters: { ...ofEndpoint, options: { pricePerMb: 0 } },
		broken: (item) => [item.data_cost_so_far !== 0 && `cost so far ${text(item.data_cost_so_far)}`],
	},
	{
		name: 'only SMS have a price',
		fact: 'page: no cost of data is shown without its price',
		state: using((ago) => 10 * halfOfToday(ago)),
		parameters: { ...ofEndpoint, options: { pricePerSms: 0.1 } },
		broken: (item) => [
			...isNull(item, 'data_cost_so_far', 'data_cost_month_end'),
			says(item, /data/i),
		],
	},
	{
		name: 'SMS of today count',
		fact: `${USED_UP}; the same of SMS`,
		state: (() => {
			const state = using(1);
			for (const day of state.usage[0]!.days) Object.assign(day, { smsMo: 1, smsMt: 2 });
			Object.assign(state.usage[0]!.days.at(-1)!, { smsMo: 700, smsMt: 7 });
			return state;
		})(),
		parameters: { ...ofEndpoint, options: { pricePerSms: 0.1 } },
		broken: (item) => [
			item.sms_so_far !== 740 && `SMS so far ${text(item.sms_so_far)}, not 740`,
			!(number(item, 'sms_month_end_low') >= 740) &&
				`the low end of SMS is ${text(item.sms_month_end_low)}`,
			!(number(item, 'sms_cost_month_end_low') >= 74) &&
				`the low cost of SMS is ${text(item.sms_cost_month_end_low)}`,
		],
	},
	...(['organisation', 'endpoint'] as const).map(
		(of): Case => ({
			name: `satellite data beside cellular data, of an ${of}`,
			fact: 'fleet-operations 5.3: satellite data is an entry of its own; what is used is counted, or said',
			state: (() => {
				const state = using((ago) => 2 * halfOfToday(ago));
				state.form = 'reference';
				for (const day of state.usage[0]!.days) day.satellite = 5;
				return state;
			})(),
			parameters: of === 'organisation' ? ofOrganisation : ofEndpoint,
			broken: (item) => [!isNear(item.data_so_far_mb, 22.9 + 60) && says(item, /satellite/i)],
		}),
	),
	{
		name: 'satellite SMS are not named as data',
		fact: 'fleet-operations 5.3: present where they apply; a fleet without satellite has none',
		state: using((ago) => 2 * halfOfToday(ago)),
		parameters: ofEndpoint,
		broken: (item) => [soFarIs(item, 22.9)],
	},
	{
		name: 'a parent with children',
		fact: 'page: for the organisation with its children; fleet-operations 5.6: a workspace has its own',
		state: {
			...using((ago) => 10 * halfOfToday(ago)),
			children: [
				{ id: 9101, name: 'North', days: daysOf(NOW, 380, 0, (ago) => 30 * halfOfToday(ago)) },
				{ id: 9102, name: 'South', days: daysOf(NOW, 100, 0, (ago) => 60 * halfOfToday(ago)) },
			],
		},
		parameters: ofOrganisationWithDevices,
		broken: (item) => [
			soFarIs(item, 1145),
			!isNear(item.own_data_so_far_mb, 114.5) && `own ${text(item.own_data_so_far_mb)}`,
			lowIsAtLeast(item, 1145),
			!text(item.contributors).includes('"share_percent":10') &&
				`the share of the own device: ${text(item.contributors)}`,
		],
	},
	{
		name: 'a parent that may not read its workspaces',
		fact: 'what was not read is not known (evidence, 4): the total is not its own usage',
		state: {
			...using((ago) => 10 * halfOfToday(ago)),
			children: [
				{ id: 9101, name: 'North', days: daysOf(NOW, 380, 0, (ago) => 30 * halfOfToday(ago)) },
			],
			refusals: [{ path: /workspace\/stats/, status: 403 }],
		},
		parameters: ofOrganisation,
		error: 'may',
		broken: (item) => [soFarIs(item, 458), ...isNull(item, 'own_data_so_far_mb')],
	},
	{
		name: 'the days of the organisation may not be read',
		fact: 'corrections 8: 403 forbidden; what was not read is not zero',
		state: {
			...using(10),
			refusals: [{ path: /organisation\/my\/stats\/daily/, status: 403 }],
		},
		parameters: ofOrganisation,
		error: 'may',
		broken: (item) => isNull(item, 'data_month_end_mb', 'data_so_far_mb'),
	},
	{
		name: 'the days of one of two devices of a tag may not be read',
		fact: 'what was not read is not zero: the answer says so, or is none (evidence, 4)',
		state: (() => {
			const state = fleet(2, () => 10);
			state.tags = [{ id: 11, name: 'pumps' }];
			for (const endpoint of state.endpoints) endpoint.tags = [11];
			state.refusals = [{ path: /endpoint\/4002\/stats/, status: 403 }];
			return state;
		})(),
		parameters: ofTag,
		error: 'may',
		broken: (item) => [says(item, /not (be )?read|refused|forbidden|not allowed|may not/i)],
	},
	{
		name: 'tariffs in two currencies',
		fact: 'page: each currency by itself; fleet-operations 5.4: currencies can differ',
		state: (() => {
			const state = fleet(2, () => 10);
			state.tariffProfiles = [
				{ id: 301, name: 'Europe' },
				{ id: 302, name: 'America', tariff: { id: 401, currency: USD, activatedRate: 3 } },
			];
			state.endpoints[1]!.tariffProfile = 302;
			return state;
		})(),
		parameters: { ...ofOrganisation, options: { contributors: 0, pricePerMb: 1, currency: 'EUR' } },
		broken: (item) => {
			const fees = item.sim_fees as { currency: string; amount: number }[];
			const sums = text(fees.map(({ currency, amount }) => `${currency} ${amount}`).sort());
			return [
				sums !== '["EUR 1","USD 3"]' && `fees: ${sums}`,
				number(item, 'cost_total') - number(item, 'cost_month_end') > 1.01 &&
					`a total of ${text(item.cost_total)} adds two currencies`,
				!/currenc|USD/i.test(text([item.not_known, item.cost_total_lacks])) &&
					item.cost_total !== null &&
					'the total does not say that it lacks a currency',
			];
		},
	},
	{
		name: 'a price in another currency than the fees',
		fact: 'page: each currency by itself',
		state: using((ago) => 10 * halfOfToday(ago)),
		parameters: { ...ofEndpoint, options: { pricePerMb: 1, currency: 'USD' } },
		broken: (item) => [
			item.cost_total !== null &&
				number(item, 'cost_total') > number(item, 'cost_month_end') + 0.5 &&
				`the total ${text(item.cost_total)} adds euros to dollars`,
			item.cost_total !== null &&
				item.cost_currency !== 'USD' &&
				number(item, 'cost_total') > 2 &&
				`dollars are called ${text(item.cost_currency)}`,
		],
	},
	{
		name: 'a price without a currency, fees in euros',
		fact: 'page: Currency is that of a price; a total of two sums needs one currency',
		state: using((ago) => 10 * halfOfToday(ago)),
		parameters: { ...ofEndpoint, options: { pricePerMb: 1 } },
		broken: (item) => [
			item.cost_total !== null &&
				number(item, 'cost_total') > number(item, 'cost_month_end') + 0.5 &&
				says(item, /currenc/i),
		],
	},
	{
		name: 'rates of the tariff are null',
		fact: 'page: fees of SIMs where a tariff tells; evidence, 8: nothing costs nothing without a source',
		state: (() => {
			const state = using((ago) => 10 * halfOfToday(ago));
			state.tariffProfiles[0]!.tariff = { activatedRate: null, suspendedRate: null };
			return state;
		})(),
		parameters: { ...ofEndpoint, options: { pricePerMb: 1, currency: 'EUR' } },
		broken: (item) => [
			/"amount":0\b|"rate":0\b/.test(text(item.sim_fees)) && `fees: ${text(item.sim_fees)}`,
			text(item.cost_total_includes).includes('fee') &&
				`the total says that it includes ${text(item.cost_total_includes)}`,
		],
	},
	{
		name: 'a suspended SIM has a rate of its own',
		fact: 'device-jobs 4: no charge from the 1st of the next month, the suspended rate may say otherwise',
		state: (() => {
			const state = using((ago) => 10 * halfOfToday(ago));
			state.sims[0]!.status = 2;
			return state;
		})(),
		parameters: ofEndpoint,
		broken: (item) => {
			const fees = item.sim_fees as { status: string; rate: number }[];
			return [fees[0]?.status !== 'Suspended' && `fees: ${text(fees)}`];
		},
	},
	{
		name: 'a SIM that was suspended on the 10th of this month',
		fact: 'device-jobs 4: any SIM that was activated at any time in the month is charged for it; evidence, 8',
		state: (() => {
			const state = using((ago) => (ago < 2 ? 0 : 10));
			state.sims[0]!.status = 2;
			state.events = [event(NOW - 2 * DAY, 9)];
			return state;
		})(),
		parameters: ofEndpoint,
		broken: (item) => [!(number(item, 'cost_total_high') >= 1) && says(item, /suspen/i)],
	},
	{
		name: 'the tariffs may not be read',
		fact: 'what was not read is not known (evidence, 4)',
		state: {
			...using((ago) => 10 * halfOfToday(ago)),
			refusals: [{ path: /tariff_profile/, status: 403 }],
		},
		parameters: ofEndpoint,
		error: 'may',
		broken: (item) => [
			soFarIs(item, 114.5),
			/"amount":\d/.test(text(item.sim_fees)) && `fees: ${text(item.sim_fees)}`,
			says(item, /fees?|tariff/i),
		],
	},
	{
		name: 'one pool, used up on the fifth',
		fact: 'page: the pool is the volume times the activated SIMs; the day on which it is used up',
		state: {
			...using((ago) => 24 * halfOfToday(ago)),
			inclusiveVolumes: [volume({ volume: 100 })],
		},
		parameters: ofOrganisation,
		broken: (item) => [
			item.inclusive_mb !== 100 && `pool ${text(item.inclusive_mb)}`,
			!text(item.inclusive_used_up_on).includes('2026-03-05') &&
				`used up on ${text(item.inclusive_used_up_on)}`,
		],
	},
	{
		name: 'inclusive volumes of two zones',
		fact: 'page: with several each belongs to a rate zone, which no statistics name: no day is given',
		state: {
			...using((ago) => 24 * halfOfToday(ago)),
			inclusiveVolumes: [volume({}), volume({ id: 32, ratezone: { id: 4, name: 'Zone 2' } })],
		},
		parameters: ofOrganisation,
		broken: (item) => [...isNull(item, 'inclusive_used_up_on'), says(item, /zone/i)],
	},
	{
		name: 'an inclusive volume that is not pooled',
		fact: 'device-jobs 4: pooled, or each its own; a sum tells nothing of each',
		state: {
			...fleet(2, (device) => (device === 0 ? 60 : 0.1)),
			inclusiveVolumes: [volume({ volume: 500, pooled: false })],
		},
		parameters: ofOrganisation,
		broken: (item) => isNull(item, 'inclusive_used_up_on'),
	},
	{
		name: 'an organisation that has never used anything',
		// Thirteen months without any use are a history: the answer has to say that it stands on them.
		fact: 'evidence, 5: too little history is wide and says so; an absence needs its span (evidence, 4)',
		state: { ...using(0), usage: [] },
		parameters: ofOrganisation,
		error: 'may',
		broken: (item) => [!saysTooEarly(item) && says(item, /no usage/i)],
	},
	{
		name: 'an organisation whose only device was made three days ago, and has used nothing yet',
		fact: 'evidence, 5: with too little history it is wide and says so',
		state: (() => {
			const state = using(0);
			state.usage = [];
			state.endpoints[0]!.created = NOW - 3 * DAY;
			return state;
		})(),
		parameters: ofOrganisation,
		error: 'may',
		broken: (item) => [!saysTooEarly(item) && 'it does not say that it is too early'],
	},
	{
		name: 'an endpoint that was made an hour ago',
		fact: 'evidence, 5: with too little history it is wide and says so',
		state: (() => {
			const state = using(0);
			state.usage = [];
			state.endpoints[0]!.created = NOW - HOUR;
			return state;
		})(),
		parameters: ofEndpoint,
		error: 'may',
		broken: (item) => [!saysTooEarly(item) && 'it does not say that it is too early'],
	},
	{
		name: 'the two days before today have not come yet',
		fact: 'evidence, 5: usage is up to two days late; where days are missing the band widens',
		state: using((ago) => (ago <= 2 ? 0 : 100 * wave(ago))),
		parameters: ofOrganisation,
		broken: (item) => [
			highIsAtLeast(item, 3_000),
			number(item, 'data_month_end_low_mb') > 3_100 && 'the low end is above the truth',
		],
	},
	{
		name: 'half an hour into the month',
		fact: 'page: today counts as unfinished: what it has used so far is its least, never a drop',
		state: using((ago) => (ago === 0 ? 0 : 100 * wave(ago)), Date.UTC(2026, 2, 1, 0, 30)),
		now: Date.UTC(2026, 2, 1, 0, 30),
		parameters: ofOrganisation,
		broken: (item) => [
			soFarIs(item, 0),
			item.days_left !== 31 && `days left: ${text(item.days_left)}`,
			highIsAtLeast(item, 3_100),
			number(item, 'data_month_end_low_mb') > 3_100 && 'the low end is above the truth',
		],
	},
	{
		name: 'a tag that no endpoint has',
		fact: 'evidence, 1: a field that narrows never widens to the whole fleet',
		state: using(10),
		parameters: { of: 'tag', tag: 'pump' },
		error: 'may',
		broken: (item) => [number(item, 'data_month_end_high_mb') > 0 && 'it adds up other endpoints'],
	},
	{
		name: 'a tag that came out empty',
		fact: 'evidence, 1: present and empty is refused before anything is sent',
		state: using(10),
		parameters: { of: 'tag', tag: '={{ $json.nothing }}' },
		error: 'must',
		broken: (_, asked) => [asked.length > 0 && `sent ${asked.join(', ')}`],
	},
	{
		name: 'a tag whose name is within another',
		fact: 'evidence, 3: by its own, never by a name found in another',
		state: (() => {
			const state = fleet(2, () => 10);
			state.tags = [
				{ id: 11, name: 'pumps' },
				{ id: 12, name: 'old pumps' },
			];
			state.endpoints[0]!.tags = [11];
			state.endpoints[1]!.tags = [12];
			return state;
		})(),
		parameters: ofTag,
		broken: (item) => [soFarIs(item, 120)],
	},
	{
		name: 'an endpoint of somebody else',
		fact: 'specification: 404 where the endpoint is not in the organisation of the caller',
		state: (() => {
			const state = using(10);
			state.endpoints[0]!.organisation = 8888;
			return state;
		})(),
		parameters: ofEndpoint,
		error: 'must',
		broken: () => [],
	},
	{
		name: 'numbers instead of texts, and no row TOTAL',
		fact: 'fleet-operations 5.3: the newest edition has numbers and no TOTAL',
		state: { ...using((ago) => 10 * halfOfToday(ago)), form: 'reference' },
		parameters: ofOrganisation,
		broken: (item) => [soFarIs(item, 114.5), lowIsAtLeast(item, 114.5)],
	},
];
