import { type Bar, barChart, shortAmount } from '../../table/entries/usage/chart';
import { DAY_MS } from '../../times';
import type { SumForecast } from './model';
import { type Calendar, dayText } from './series';

/** The days of the month as a chart: those that are over, and what the others are expected to be. */
export function forecastChart(
	title: string,
	amounts: readonly number[],
	forecast: SumForecast,
	calendar: Calendar,
): string {
	const bars: Bar[] = [];
	for (let day = calendar.month; day < calendar.nextMonth; day += DAY_MS) {
		const amount = amounts[(day - calendar.from) / DAY_MS] ?? 0;
		const expected = forecast.days[(day - calendar.open) / DAY_MS];
		bars.push({ date: dayText(day), amount, ...(expected && { expected }) });
	}
	const { low, middle, high } = forecast;
	const about = `Month end ${shortAmount(middle)} MB, between ${shortAmount(low)} and ${shortAmount(high)} MB in four of five months`;
	return barChart({ title, about, unit: 'MB', bars });
}
