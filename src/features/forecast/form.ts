import type { InputOf } from '../../table/define';
import * as f from '../../table/fields';

/* The form of Usage: Forecast. */

type ForecastOf = 'endpoint' | 'organisation' | 'tag' | 'tariff';

/** Endpoints of an organisation whose usage is read unless the form says otherwise. */
export const MOST_ENDPOINTS = 500;

/** A price, which is none until somebody types it in: 0 would be a price. */
const price = (label: string, hint: string) =>
	f.unchosen(f.number({ label, hint }, { min: 0, decimals: 10 }));

export const forecastFields = {
	of: f.choice<ForecastOf>(
		{ label: 'Forecast For', hint: 'Whose usage it is', default: 'organisation' },
		{ Endpoint: 'endpoint', Organisation: 'organisation', Tag: 'tag', 'Tariff Profile': 'tariff' },
	),
	endpointId: {
		...f.pick(
			{ label: 'Endpoint', hint: 'The endpoint whose usage is forecast', example: 10001 },
			'endpoint',
		),
		showWhen: { of: ['endpoint'] },
	},
	tag: {
		...f.pickName({ label: 'Tag', hint: 'The tag whose endpoints are added up' }, 'tag', (s) =>
			s.textSchema('must be the name of a tag', (v) => v.trim() !== ''),
		),
		showWhen: { of: ['tag'] },
	},
	tariffProfileId: {
		...f.pick(
			{ label: 'Tariff Profile', hint: 'The tariff profile whose endpoints are added up' },
			'tariffProfile',
		),
		showWhen: { of: ['tariff'] },
	},
	...f.inGroup('options', {
		contributors: f.number(
			{ label: 'Contributors', hint: 'Number of the biggest contributors to show', default: 5 },
			{ min: 0, max: 100 },
		),
		currency: f.text({
			label: 'Currency',
			hint: 'The currency of the prices below',
			placeholder: 'EUR',
		}),
		mostEndpoints: f.number(
			{
				label: 'Endpoints to Read',
				hint: 'An organisation with more endpoints gets no contributors: they take a request each',
				default: MOST_ENDPOINTS,
			},
			{ min: 0, max: 100_000 },
		),
		pricePerMb: price('Price per MB', 'No answer of the service has it'),
		pricePerSms: price('Price per SMS', 'For SMS in both directions'),
	}),
};
export type ForecastInput = InputOf<typeof forecastFields>;
