import { isObject } from '../../../wire';
import { entityOf } from '../../answers';
import { confirming } from '../../confirmed';
import { type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import {
	defineLookup,
	type EntityKind,
	everyOf,
	flat,
	numeric,
	oneOf,
	readsList,
	readsOne,
} from '../../reading';
import { rule } from '../../rules';
import { organisation } from '../usage/usageFields';

/* The organisation of a login: itself, its tariff plans, its inclusive volumes. Source: public reference. */

const define = operationsWith({ resource: 'organisation' });

const ORGANISATION_STATES = ['Enabled', 'Suspended', 'Deleted'];

/** Two forms of one answer: nested objects in samples, flat ids as text in the newest schema. */
const own: EntityKind = {
	read: numeric(
		'id monthly_cost_limit organisation_type_id country_id currency_id organisation_status_id',
		'organisation_class_id brand_id verification_type_id default_sms_routing_id type.id',
		'status.id country.id currency.id class.id',
	),
	simple: (entity) => {
		const simple = flat(
			'id name type_id=type.id|organisation_type_id type=type.description',
			'status_id=status.id|organisation_status_id status=status.description',
			'country_id=country.id|country_id country=country.name',
			'currency_id=currency.id|currency_id currency=currency.code monthly_cost_limit created',
		)(entity);
		return {
			...simple,
			status: simple.status ?? ORGANISATION_STATES[Number(simple.status_id)] ?? null,
		};
	},
};

export const getOrganisation = define({
	name: 'get',
	action: 'Get organisation',
	description: 'Read the organisation of the login: type, status, country, currency, cost limit',
	request: 'GET /api/v1/organisation/my',
	lane: 'single',
	errors: [403],
	fields: f.single,
	result: oneOf(own),
});

export const getOrganisationStatuses = defineLookup({
	name: 'organisationStatuses',
	action: 'Get organisation statuses',
	description: 'List the statuses an organisation can have',
	request: 'GET /api/v1/organisation/status',
});

export const getServiceLevels = defineLookup({
	name: 'serviceLevels',
	action: 'Get many service levels',
	description: 'List the levels of support that tariff plans have',
	request: 'GET /api/v1/service_level',
});

const TARIFF_RATES = [
	'sim_activated_rate',
	'sim_activated_idle_rate',
	'sim_suspended_rate',
	'sim_suspended_active_rate',
];
const ORGANISATION_LIMITS = [
	'max_active_sims',
	'max_service_profiles',
	'max_tariff_profiles',
	'max_users',
];

/** The price of the month: rates times volumes of all lines; null where there are none. */
function monthlyPrice({ applied_price: applied }: Json): number | null {
	const lines = Object.values(isObject(applied) ? applied : {})
		.filter(Array.isArray)
		.flat();
	const amounts = lines
		.filter(isObject)
		.map(({ rate, volume }) => Number(rate) * Number(volume))
		.filter((amount) => !Number.isNaN(amount));
	return amounts.length === 0 ? null : Number(amounts.reduce((a, b) => a + b, 0).toFixed(10));
}

/** Prices are many: the simplified plan has its rates and limits. */
const plan: EntityKind = {
	read: numeric(
		'id organisation_id sim_activated_amount applied_rate service_level.id',
		...TARIFF_RATES,
		'tariff_plan.id tariff_plan.price tariff_plan.rate tariff_plan.yearly_rate',
		...ORGANISATION_LIMITS.map((key) => `tariff_plan.${key}`),
	),
	simple: (entity) => ({
		...flat(
			'id plan=tariff_plan.name start_date expiry_date active',
			'currency=tariff_plan.currency.code|tariff_plan.currency rate=tariff_plan.rate',
			'service_level=service_level.name',
			...TARIFF_RATES,
			'sim_activated_amount',
		)(entity),
		price_of_month: monthlyPrice(entity),
		...flat(...ORGANISATION_LIMITS.map((key) => `${key}=tariff_plan.${key}`))(entity),
	}),
};
const organisationList = {
	lane: 'list',
	errors: [403, 404],
	explains: { 404: 'There is no such organisation, or it has no active tariff plan.' },
} as const;

export const getTariffPlan = define({
	name: 'getTariffPlan',
	action: 'Get active tariff plan',
	description: 'Read the active tariff plan of an organisation: rates, price of the month, limits',
	request: 'GET /api/v1/organisation/{organisationId}/tariff_plan/active',
	...readsOne(plan, organisation),
	explains: organisationList.explains,
});

export const getTariffPlans = define({
	name: 'getTariffPlans',
	action: 'Get many tariff plans',
	description: 'List the tariff plans an organisation has had and has',
	request: 'GET /api/v1/organisation/{organisationId}/tariff_plan',
	...organisationList,
	explains: { 404: 'There is no such organisation.' },
	fields: { ...f.many, ...organisation },
	result: everyOf(plan),
});

const dayAt = (key: string, time: string, label: string, hint: string) =>
	f.becoming(f.body.date(key, { label, hint }), (day) => `${day}T${time}Z`);
/** Whether a moment lies on the last day of its month, UTC. */
const isLastDay = (moment: string) => {
	const day = new Date(moment);
	return new Date(day.getTime() + 86_400_000).getUTCMonth() !== day.getUTCMonth();
};

export const assignInclusiveVolume = define({
	name: 'assignInclusiveVolume',
	action: 'Assign inclusive volume to organisation',
	stakes: 'billed',
	description: 'Buy an inclusive volume of a rate zone for an organisation, month by month',
	request: 'PUT /api/v1/organisation/{organisationId}/inclusive_volume/{inclusiveVolumeId}',
	effect: 'act',
	done: 'the volume was assigned',
	lane: 'sequential',
	success: [200, 201],
	notice:
		'It is charged in every bill from then on, and this cannot be undone here: an enterprise may only take a larger one.',
	errors: [400, 403, 404],
	explains: {
		400: 'The volume cannot be assigned: it is smaller than the active one, of another tariff, or its dates are not whole months.',
		404: 'The organisation or the volume does not exist.',
	},
	fields: {
		inclusiveVolumeId: f.path(
			f.id({ label: 'Inclusive Volume ID', hint: 'As the price list of the tariff has it' }),
		),
		confirmVolumeId: confirming(
			f.number(
				{
					label: 'Repeat the Inclusive Volume ID',
					hint: 'Confirms that every bill is charged with it from then on',
					default: 0,
					example: 17,
				},
				{ min: 1 },
			),
		),
		...organisation,
		...f.inGroup('options', {
			startDate: f.narrowing(dayAt('start_date', '00:00:00', 'Start Date', 'First day of a month')),
			endDate: f.narrowing(
				dayAt('end_date', '23:59:59', 'End Date', 'Last day of a month; none: no end'),
			),
			pooled: f.body.flag('pooled', {
				label: 'Pooled',
				hint: 'Whether devices share it',
				default: true,
			}),
		}),
	},
	rules: [
		rule('{confirmVolumeId} is {inclusiveVolumeId}', (input) =>
			input.confirmVolumeId === input.inclusiveVolumeId
				? undefined
				: {
						field: 'confirmVolumeId',
						rule: 'must be the same ID as that of the volume, and is not: the volume is in every bill from then on',
					},
		),
		rule('{startDate} is the first and {endDate} the last day of a month', (input, { now }) => {
			const { startDate, endDate } = input;
			const month = new Date(now).toISOString().slice(0, 7);
			if (startDate !== undefined && (!/-01T/.test(startDate) || startDate < month))
				return { field: 'startDate', rule: 'must be the first day of this or a later month' };
			if (endDate !== undefined && (!isLastDay(endDate) || endDate < (startDate ?? month)))
				return { field: 'endDate', rule: 'must be the last day of a month, after the start' };
			return undefined;
		}),
	],
	result: (answer, { inclusiveVolumeId }) => ({
		inclusive_volume_id: inclusiveVolumeId,
		...flat('id start_date end_date pooled')(entityOf(answer)),
		assigned: true,
	}),
});

export const getUnlinkedProducts = define({
	resource: 'lookup',
	name: 'unlinkedProducts',
	action: 'Get unlinked eSIM products',
	description: 'List the eSIM products with their numbers of SIMs whose profile is free',
	request: 'GET /api/v1/sim/unlinked_product_stats',
	errors: [403],
	...readsList({
		read: numeric('product.id quantity'),
		simple: flat('product_id=product.id product=product.name quantity'),
	}),
});
