import { toIso } from '../clock';
import type { DayUsage } from './entities';
import { type TrafficKind, sumOf, type Traffic } from './usage';

const KIND_FORMS: Record<
	TrafficKind,
	{ type: object; typeId: number; price: number; digits: number }
> = {
	data: { type: { description: 'Data', unit: 'MB' }, typeId: 5, price: 0.05, digits: 6 },
	sms: { type: { description: 'SMS', unit: 'SMS' }, typeId: 6, price: 0.04, digits: 0 },
};
export const EUR = { id: 1, code: 'EUR', symbol: '€' };

/** `{id, description, unit}` of data or SMS. */
const kindType = (kind: TrafficKind) => ({ id: KIND_FORMS[kind].typeId, ...KIND_FORMS[kind].type });

const trafficPrice = (kind: TrafficKind, { tx, rx }: Traffic) => (tx + rx) * KIND_FORMS[kind].price;

/** Writes numbers as strings by default. */
const numberWriter = (asNumbers: boolean) => (value: number, digits: number) =>
	asNumbers ? Number(value.toFixed(digits)) : value.toFixed(digits);

function volumes({ tx, rx }: Traffic, write: (value: number) => unknown) {
	return { volume: write(tx + rx), volume_tx: write(tx), volume_rx: write(rx) };
}

/** Volumes and cost of one kind; numbers, without type and currency, when there is no traffic. */
function trafficEntry(
	kind: TrafficKind,
	traffic: Traffic,
	isTotal: boolean,
	asNumbers: boolean,
	more = {},
) {
	const write = numberWriter(asNumbers);
	if (traffic.tx + traffic.rx === 0)
		return {
			...volumes(traffic, () => 0),
			...(isTotal ? { cost: 0, traffic_type: '', currency: '' } : { cost: null }),
		};
	return {
		...volumes(traffic, (value) => write(value, KIND_FORMS[kind].digits)),
		cost: write(trafficPrice(kind, traffic), 4),
		...more,
		traffic_type: kindType(kind),
		currency: EUR,
	};
}

const kindIds = (kind: TrafficKind) => ({
	traffic_type_id: String(KIND_FORMS[kind].typeId),
	currency_id: '1',
});

/** Satellite traffic, where there is any: volumes and no type (public reference). */
function satelliteOf(days: DayUsage[]) {
	if (!days.some((day) => day.satellite !== undefined)) return {};
	const mb = days.reduce((sum, day) => sum + (day.satellite ?? 0), 0) / 1000;
	return { sat_geo_data: { volume: mb, volume_tx: 0, volume_rx: mb, cost: null } };
}

/** Newest first, then a row with the `date` `TOTAL`. */
function withTotal(
	days: DayUsage[],
	of: (kind: TrafficKind, traffic: Traffic, isTotal: boolean) => object,
) {
	const row = (date: string, summed: DayUsage[], isTotal = false) => ({
		date,
		data: of('data', sumOf(summed, 'data'), isTotal),
		sms: of('sms', sumOf(summed, 'sms'), isTotal),
		...satelliteOf(summed),
	});
	return [...days.map((day) => row(day.date, [day])), row('TOTAL', days, true)];
}

/** Daily statistics as in the older samples: strings with traffic, the number 0 without. */
export const sampledUsage = (days: DayUsage[], asNumbers: boolean): unknown[] =>
	withTotal(days, (kind, traffic, isTotal) => trafficEntry(kind, traffic, isTotal, asNumbers));

/** Daily statistics of an organisation: traffic as strings, ids beside the objects. */
export const sampledOrganisationUsage = (days: DayUsage[]): unknown[] =>
	withTotal(days, (kind, traffic, isTotal) =>
		trafficEntry(kind, traffic, isTotal, false, kindIds(kind)),
	);

/** The same as in the reference: strings also without traffic. */
export const documentedOrganisationUsage = (days: DayUsage[]): unknown[] =>
	withTotal(days, (kind, traffic) => ({
		...volumes(traffic, (value) => value.toFixed(KIND_FORMS[kind].digits)),
		cost: trafficPrice(kind, traffic).toFixed(4),
		...kindIds(kind),
		traffic_type: kindType(kind),
		currency: EUR,
	}));

/** Daily statistics as in the specification: days only, numbers and ids as strings. */
export function specifiedUsage(days: DayUsage[], asNumbers: boolean): unknown[] {
	const write = numberWriter(asNumbers);
	const id = (value: number) => (asNumbers ? value : String(value));
	const of = (kind: TrafficKind, day: DayUsage) => {
		const traffic = sumOf([day], kind);
		const { id: typeId, ...type } = kindType(kind);
		return {
			...volumes(traffic, (value) => write(value, KIND_FORMS[kind].digits)),
			traffic_type: { id: id(typeId), ...type },
			currency: { ...EUR, id: id(EUR.id) },
			cost: write(trafficPrice(kind, traffic), 4),
		};
	};
	return days.map((day) => ({
		date: day.date,
		data: of('data', day),
		sms: of('sms', day),
		...satelliteOf([day]),
	}));
}

/**
 * A month of a summary, or undefined without traffic: six decimals, also for SMS. `of` identifies
 * the owner; `asNumbers` and `idTexts` are the differences between samples of organisations.
 */
export function monthForm(
	month: string,
	days: DayUsage[],
	of: (typeId: number) => object = () => ({}),
	{ asNumbers = false, idTexts = false } = {},
): object | undefined {
	const write = numberWriter(asNumbers);
	const id = (value: number) => (idTexts ? String(value) : value);
	const entries = (['data', 'sms'] as const).flatMap((kind) => {
		const traffic = sumOf(days, kind);
		if (traffic.tx + traffic.rx === 0) return [];
		const cost = trafficPrice(kind, traffic);
		const { typeId } = KIND_FORMS[kind];
		const form = {
			...of(typeId),
			month,
			...volumes(traffic, (value) => write(value, 6)),
			// One answer mixes numbers and strings.
			cost: kind === 'sms' ? Number(cost.toFixed(10)) : write(cost, 10),
			traffic_type_id: id(typeId),
			currency_id: id(EUR.id),
			traffic_type: kindType(kind),
			currency: EUR,
		};
		return [[kind, form] as const];
	});
	return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Traffic of an online endpoint in the last hour, in each direction. */
const HOUR_MB = 0.25;

/**
 * The last sixty minutes, oldest first; made-up data traffic of online endpoints beside the data that was counted in
 * the minutes, by their number since 1970; no messages.
 */
export function lastHour(
	now: number,
	isOn: boolean,
	{ hourMb = isOn ? HOUR_MB : 0, counted }: { hourMb?: number; counted?: Map<number, number> } = {},
) {
	const minutes = (amountAt: (index: number, minute: number) => number) =>
		Array.from({ length: 60 }, (_, index) => {
			const at = now - (59 - index) * 60_000;
			return [toIso(at).slice(11, 16), amountAt(index, Math.floor(at / 60_000))];
		});
	const madeUp = (index: number) => (index === 30 ? hourMb : 0);
	const rx = minutes((index, minute) => madeUp(index) + (counted?.get(minute) ?? 0));
	const none = minutes(() => 0);
	return { data: { rx, tx: minutes(madeUp) }, sms: { rx: none, tx: none } };
}

/** The last sixty minutes of a SIM in the reference: sums, in the form of a month. */
export function lastHourSums(month: string, isOn: boolean, of: (typeId: number) => object) {
	const sums = (kind: TrafficKind, amount: number) => {
		const traffic = { tx: amount, rx: amount };
		return {
			...of(KIND_FORMS[kind].typeId),
			month,
			...volumes(traffic, (value) => value),
			cost: Number(trafficPrice(kind, traffic).toFixed(10)),
			traffic_type_id: KIND_FORMS[kind].typeId,
			currency_id: EUR.id,
			traffic_type: kindType(kind),
			currency: EUR,
		};
	};
	return { data: sums('data', isOn ? HOUR_MB : 0), sms: sums('sms', 0) };
}

/** A volume of workspaces: numbers, null for none. */
export const workspaceVolume = (kind: TrafficKind, days: DayUsage[]) => {
	const traffic = sumOf(days, kind);
	return {
		...volumes(traffic, (value) => value),
		cost: trafficPrice(kind, traffic),
		traffic_type: kindType(kind),
		currency: EUR,
	};
};
export const NO_VOLUME = {
	...volumes({ tx: 0, rx: 0 }, () => 0),
	cost: null,
	traffic_type: null,
	currency: null,
};

/** Satellite data of a workspace, which has the form of its other volumes. */
export function workspaceSatellite(days: DayUsage[]) {
	const mb = days.reduce((sum, day) => sum + (day.satellite ?? 0), 0) / 1000;
	return { ...NO_VOLUME, ...volumes({ tx: 0, rx: mb }, (value) => value) };
}
