import { type Bar, barChart, shortAmount } from '../../table/entries/usage/chart';
import { DAY_MS } from '../../times';
import type { MonthForecast } from './model';
import { type Calendar, dayText, type Series } from './series';

/** The days of the month as a chart: those that are over, and what the others are expected to be. */
export function forecastChart(
	title: string,
	{ dataMb, from }: Series,
	forecast: MonthForecast,
	{ month, nextMonth }: Calendar,
): string {
	const bars: Bar[] = [];
	for (let ms = month; ms < nextMonth; ms += DAY_MS) {
		const day = (ms - from) / DAY_MS;
		const expected = forecast.days.find((band) => band.day === day);
		bars.push({ date: dayText(ms), amount: dataMb[day] ?? 0, ...(expected && { expected }) });
	}
	const { low, middle, high, isEarly } = forecast;
	const about =
		isEarly && high === 0
			? 'Too early to say'
			: `Month end ${shortAmount(middle)} MB, between ${shortAmount(low)} and ${shortAmount(high)} MB in at least four of five months`;
	return barChart({ title, about, unit: 'MB', bars });
}
