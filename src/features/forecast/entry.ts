import { defineFeature } from '../../run/feature';
import { rule } from '../../table/rules';
import { NOT_OURS } from '../../table/entries/usage/usageFields';
import { forecastFields } from './form';

export const forecastUsage = defineFeature({
	resource: 'usage',
	name: 'forecast',
	action: 'Forecast usage',
	description:
		'Forecast data (MB) and SMS at the end of the month as a range that holds in at least four of five months, for an organisation, a tag, a tariff profile or an endpoint, with the cost of SIMs and, at your price, of data, the biggest contributors and the devices that use far more than they did. With a chart, which the editor shows.',
	request: 'GET /api/v1/organisation/my/stats/daily',
	lane: 'list',
	errors: [403, 404, 422],
	explains: NOT_OURS,
	files: [
		// n8n's editor shows a PNG, and offers an SVG for download.
		{ from: 'png', as: 'picture', name: 'forecast.png', type: 'image/png' },
		{ from: 'svg', as: 'chart', name: 'forecast.svg', type: 'image/svg+xml' },
	],
	fields: forecastFields,
	rules: [
		rule('{currency} is that of a price', (input) => {
			const { currency, pricePerMb, pricePerSms } = input;
			return currency !== undefined && pricePerMb === undefined && pricePerSms === undefined
				? { field: 'currency', rule: 'needs {pricePerMb} or {pricePerSms}' }
				: undefined;
		}),
	],
	perform: async (client, input, call) => {
		const { forecast } = await import('./forecast');
		return await forecast(client, call, input);
	},
});
