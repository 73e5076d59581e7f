import { InputError } from '../../../errors';
import { entityOf } from '../../answers';
import { type Input, type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import {
	everyOf,
	extended,
	flat,
	type EntityKind,
	listAt,
	numeric,
	readsOne,
	wasRefused,
} from '../../reading';
import { getAllEndpoints } from '../endpoint/endpointRead';

/* Service profiles: what endpoints may do, and their limits. Source: public reference. */

const define = operationsWith({ resource: 'serviceProfile', lane: 'single' });

export const serviceProfileId = f.path(
	f.pick({ label: 'Service Profile', hint: 'The service profile to work on' }, 'serviceProfile'),
);

const AS_LISTED =
	'id name description used_count apply_data_quota apply_sms_quota allowed_3g allowed_4g allowed_nb_iot';
const serviceProfileKind: EntityKind = {
	read: numeric('id used_count api_callback.id api_secret.id'),
	simple: flat(AS_LISTED),
};

/** The names of its services and their limits, beside what the list shows. */
const wholeProfile: EntityKind = {
	read: serviceProfileKind.read,
	simple: extended(
		flat(AS_LISTED, 'callback_url=api_callback.url breakout_region=breakout_region.name'),
		(shown, entity) => ({
			...shown,
			services: listAt(entity, 'service').map(flat('id name=description traffic_limit')),
		}),
	),
};

/** Volumes in bytes, unlike quotas. */
const dataLimit: EntityKind = {
	read: numeric('id volume warning_percent service.id period.id'),
	simple: flat('id volume_bytes=volume warning_percent satellite_only period=period.unit'),
};

export const getAllServiceProfiles = define({
	name: 'getAll',
	action: 'Get many service profiles',
	description: 'List the service profiles of the organisation, with how many endpoints use each',
	request: 'GET /api/v1/service_profile',
	errors: [403],
	fields: f.many,
	result: everyOf(serviceProfileKind),
});

export const getServiceProfile = define({
	name: 'get',
	action: 'Get service profile',
	description: 'Read one service profile with its services, limits, callback and region',
	request: 'GET /api/v1/service_profile/{serviceProfileId}',
	...readsOne(wholeProfile, { serviceProfileId }),
});

export const UNKNOWN_PROFILE = {
	403: 'The service profile does not exist, is not of this organisation, or the role may not do this.',
};

export const getDataLimits = define({
	name: 'getDataLimits',
	action: 'Get service profile data limits',
	description: 'List the monthly data limits of a service profile; volumes in bytes',
	request: 'GET /api/v1/service_profile/{serviceProfileId}/traffic_limit',
	errors: [403],
	explains: UNKNOWN_PROFILE,
	fields: { serviceProfileId, ...f.many },
	result: everyOf(dataLimit, ({ serviceProfileId: id }) => ({ service_profile_id: id })),
});

/** A limit on data in a month. */
const limitBody = (
	{ volume, warningPercent, satelliteOnly = false }: Input,
	idOf: (id: number) => unknown,
): Json => ({
	service: { id: idOf(38) },
	volume,
	period: { id: idOf(2) },
	warning_percent: warningPercent,
	satellite_only: satelliteOnly,
});

export const addDataLimit = define({
	name: 'addDataLimit',
	action: 'Add data limit to service profile',
	stakes: 'access',
	description: 'Limit the data that each endpoint of a service profile may use in a calendar month',
	request: 'POST /api/v1/service_profile/{serviceProfileId}/traffic_limit',
	effect: 'act',
	done: 'the limit was added',
	success: [201],
	notice:
		'Endpoints of the profile that are over the limit are blocked. A limit cannot be changed: remove it and add another.',
	errors: [400, 403, 409],
	explains: {
		...UNKNOWN_PROFILE,
		409: 'The profile has a data limit of this kind already: remove it first.',
	},
	fields: {
		serviceProfileId,
		volume: f.unchosen(
			f.body.number(
				'volume',
				{ label: 'Volume in Bytes', hint: 'Bytes in a calendar month, UTC', default: 100_000_000 },
				{ min: 1 },
			),
		),
		...f.inGroup('options', {
			warningPercent: f.body.number(
				'warning_percent',
				{
					label: 'Warning Percentage',
					hint: 'Used percentage at which event 65 is made',
					default: 80,
				},
				{ min: 1, max: 100 },
			),
			satelliteOnly: f.narrowing(
				f.body.flag('satellite_only', {
					label: 'Satellite Only',
					hint: 'Whether it limits only data over satellites',
				}),
			),
		}),
	},
	body: (_, input) => limitBody(input, Number),
	run: async (call, input) => {
		const { serviceProfileId: id, volume } = input;
		try {
			await call.own(input);
		} catch (error) {
			// The schema types the ids as text, the specification's other ids are integers.
			if (!wasRefused(error, 400)) throw error;
			await call.own(input, { body: limitBody(input, String) });
		}
		return { service_profile_id: id, added: true, volume_bytes: volume };
	},
});

export const removeDataLimit = define({
	name: 'removeDataLimit',
	action: 'Remove data limit from service profile',
	stakes: 'billed',
	description: 'Take a monthly data limit off a service profile',
	request: 'DELETE /api/v1/service_profile/{serviceProfileId}/traffic_limit/{limitId}',
	notice: 'Endpoints of the profile may then use data without this limit, which costs money.',
	errors: [403, 404],
	fields: {
		serviceProfileId,
		limitId: f.path(
			f.id({ label: 'Data Limit ID', hint: 'ID of the limit, from Get Data Limits' }),
		),
	},
	result: (_, { serviceProfileId: id, limitId }) => ({
		service_profile_id: id,
		limit_id: limitId,
		removed: true,
	}),
});

export const removeQuotas = define({
	name: 'removeQuotas',
	action: 'Remove quotas of all endpoints of service profile',
	stakes: 'final',
	description:
		'Delete the data or SMS quotas of all endpoints of a service profile that no longer applies them',
	request: 'DELETE /api/v1/service_profile/{serviceProfileId}/quota/{kind}',
	lane: 'sequential',
	notice:
		'First switch Apply Data Quota or Apply SMS Quota off with Service Profile: Update; while it is on, nothing is deleted. This cannot be undone.',
	errors: [403, 404],
	fields: {
		serviceProfileId,
		kind: f.unchosen(
			f.path(
				f.choice(
					{ label: 'Quotas', hint: 'Which quotas to delete', default: 'data' },
					{ Data: 'data', SMS: 'sms' },
				),
			),
		),
	},
	touched: async (call, { serviceProfileId: id }) => {
		const query = { q: `service_profile:${String(id)}`, page: 1, per_page: 1 };
		const { headers } = await call.other(getAllEndpoints, {}, { query });
		const count = headers['x-total-count'];
		return { count: count === undefined ? Infinity : Number(count) };
	},
	run: async (call, input) => {
		const { serviceProfileId: id, kind } = input;
		const read = entityOf(await call.other(getServiceProfile, input));
		// One that does not say so counts as on: without a quota its endpoints would be blocked.
		if (read[`apply_${kind}_quota`] !== false) {
			const label = kind === 'data' ? 'Apply Data Quota' : 'Apply SMS Quota';
			const its = read.used_count === undefined ? 'its' : `its ${String(read.used_count)}`;
			const rule = `must no longer be applied by the profile, or ${its} endpoints are blocked: switch "${label}" off with Service Profile: Update first`;
			throw new InputError('kind', rule, 'Quotas');
		}
		await call.own(input);
		return { service_profile_id: id, kind, removed: true };
	},
});
