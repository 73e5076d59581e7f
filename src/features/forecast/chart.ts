import { type Bar, barChart, scaleOf, shortAmount } from '../../table/entries/usage/chart';
import { DAY_MS } from '../../times';
import type { MonthForecast } from './model';
import { type Calendar, dayText, type Series } from './series';

/**
 * The days of the month as a chart, as SVG and PNG: those that are over, and what the others are expected to be. The
 * PNG is made by a library that is loaded when it is needed.
 */
export async function forecastChart(
	title: string,
	{ dataMb, from }: Series,
	forecast: MonthForecast,
	{ month, nextMonth }: Calendar,
): Promise<{ svg: string; png: Uint8Array }> {
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
	const { barPicture } = await import('../../table/entries/usage/chartPicture');
	return {
		svg: barChart({ title, about, unit: 'MB', bars }),
		png: barPicture(bars, scaleOf(bars), 'MB'),
	};
}
