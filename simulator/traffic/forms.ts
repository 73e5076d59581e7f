import type { DayUsage } from '../forms/forms';

/** Traffic of a kind: megabytes or messages. */
interface Traffic {
	tx: number;
	rx: number;
}

const KINDS = {
	data: { type: { id: 5, description: 'Data', unit: 'MB' }, price: 0.05, digits: 6 },
	sms: { type: { id: 6, description: 'SMS', unit: 'SMS' }, price: 0.04, digits: 0 },
} as const;

/** Volumes and cost of one kind; without traffic numbers, and neither type nor currency. */
function entry(kind: keyof typeof KINDS, { tx, rx }: Traffic, total: boolean, asNumbers: boolean) {
	const { type, price, digits } = KINDS[kind];
	const volume = tx + rx;
	if (volume === 0)
		return {
			volume: 0,
			volume_tx: 0,
			volume_rx: 0,
			...(total ? { cost: 0, traffic_type: '', currency: '' } : { cost: null }),
		};
	const number = (value: number, places: number) =>
		asNumbers ? Number(value.toFixed(places)) : value.toFixed(places);
	return {
		volume: number(volume, digits),
		volume_tx: number(tx, digits),
		volume_rx: number(rx, digits),
		cost: number(volume * price, 4),
		traffic_type: type,
		currency: { id: 1, code: 'EUR', symbol: '€' },
	};
}

/**
 * Daily statistics in the form of the older samples: newest first, then a row whose `date` is the
 * word `TOTAL`; text with traffic, the number 0 without.
 */
export function recordedUsage(days: DayUsage[], asNumbers: boolean): unknown[] {
	const inMegabytes = days.map(({ date, data, sms }) => ({
		date,
		data: { tx: data.tx / 1000, rx: data.rx / 1000 },
		sms,
	}));
	const sum = (kind: 'data' | 'sms'): Traffic => ({
		tx: inMegabytes.reduce((all, day) => all + day[kind].tx, 0),
		rx: inMegabytes.reduce((all, day) => all + day[kind].rx, 0),
	});
	const row = (date: string, data: Traffic, sms: Traffic, total = false) => ({
		date,
		data: entry('data', data, total, asNumbers),
		sms: entry('sms', sms, total, asNumbers),
	});
	return [
		...inMegabytes.map(({ date, data, sms }) => row(date, data, sms)),
		row('TOTAL', sum('data'), sum('sms'), true),
	];
}
