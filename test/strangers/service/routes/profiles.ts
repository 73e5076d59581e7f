import { SERVICES } from '../forms';
import { refused, type Asked, type Route } from '../answers';
import { EUR, type DataLimit, type ServiceProfile, type State, type TariffProfile } from '../state';

const PERIOD = { id: 2, time_units: 1, unit: 'month' };

const serviceProfileOf = ({ state, parts }: Asked): ServiceProfile | undefined =>
	state.serviceProfiles.find(({ id }) => id === Number(parts.profile));

export const tariffProfileOf = ({ state, parts }: Asked): TariffProfile | undefined =>
	state.tariffProfiles.find(({ id }) => id === Number(parts.tariff));

const used = (state: State, field: 'serviceProfile' | 'tariffProfile', id: number): number =>
	state.endpoints.filter((endpoint) => endpoint.status !== 2 && endpoint[field] === id).length;

const listed = (state: State, profile: ServiceProfile): object => ({
	id: profile.id,
	name: profile.name,
	description: profile.description ?? '',
	used_count:
		state.form === 'recorded'
			? used(state, 'serviceProfile', profile.id)
			: String(used(state, 'serviceProfile', profile.id)),
	allowed_3g: profile.allowed3g ?? true,
	allowed_4g: profile.allowed4g ?? true,
	allowed_nb_iot: profile.allowedNbIot ?? true,
	...(state.form === 'reference' && { allowed_nb_iot_geo: profile.allowedNbIotGeo ?? false }),
	apply_sms_quota: profile.applySmsQuota ?? false,
	apply_data_quota: profile.applyDataQuota ?? false,
});

const service = (id: number): object => ({
	id,
	description: SERVICES[id] ?? `Service ${id}`,
	teleservice_code: id,
	traffic_type:
		id === 38
			? { id: 5, description: 'Data', unit: 'MB' }
			: { id: 6, description: 'SMS', unit: 'SMS' },
	traffic_limit: [],
});

const limit = (each: DataLimit): object => ({
	id: each.id,
	service: { id: 38, description: SERVICES[38] },
	satellite_only: each.satelliteOnly ?? false,
	period: PERIOD,
	volume: each.bytes,
	...(each.warningPercent !== undefined && { warning_percent: each.warningPercent }),
});

/** A rate that the case leaves out has a default, null stays null. */
const rateOf = (given: number | null | undefined, usual: number): number | null =>
	given === undefined ? usual : given;

const tariff = (state: State, profile: TariffProfile): object => {
	const of = profile.tariff ?? {};
	return {
		id: profile.id,
		name: profile.name,
		description: null,
		used_count: String(used(state, 'tariffProfile', profile.id)),
		organisation_id: String(state.organisation.id),
		tariff: {
			id: of.id ?? 400,
			name: of.name ?? 'Example plan',
			description: '',
			created: '2024-01-01T00:00:00.000+0000',
			currency: of.currency === undefined ? EUR : of.currency,
			...(!of.lacksRates && {
				sim_issued_rate: rateOf(of.issuedRate, 0),
				sim_activated_rate: rateOf(of.activatedRate, 1),
				sim_suspended_rate: rateOf(of.suspendedRate, 0.2),
			}),
			data_blocksize_id: '1',
			data_throttle_id: null,
		},
	};
};

export const profileRoutes: Route[] = [
	{
		method: 'GET',
		path: '/api/v1/service_profile',
		answer: ({ state }) => ({
			status: 200,
			body: state.serviceProfiles.map((profile) => listed(state, profile)),
		}),
	},
	{
		method: 'GET',
		path: '/api/v1/service_profile/{profile}',
		answer: (asked) => {
			const profile = serviceProfileOf(asked);
			if (!profile) return refused(404);
			return {
				status: 200,
				body: {
					...listed(asked.state, profile),
					retail: false,
					sms_p2p_int: true,
					sms_p2p_ext: true,
					prepaid: false,
					nipdp: false,
					esme_interface_type: { id: 3, description: 'Console' },
					...(profile.services !== null && {
						service: (profile.services ?? [38, 6, 32]).map(service),
					}),
				},
			};
		},
	},
	{
		// An unknown profile answers 403.
		method: 'GET',
		path: '/api/v1/service_profile/{profile}/traffic_limit',
		answer: (asked) => {
			const profile = serviceProfileOf(asked);
			return profile ? { status: 200, body: (profile.limits ?? []).map(limit) } : refused(403);
		},
	},
	{
		method: 'GET',
		path: '/api/v1/tariff_profile',
		answer: ({ state }) => ({
			status: 200,
			body: state.tariffProfiles.map((profile) => tariff(state, profile)),
		}),
	},
	{
		method: 'GET',
		path: '/api/v1/tariff_profile/{tariff}',
		answer: (asked) => {
			const profile = tariffProfileOf(asked);
			return profile ? { status: 200, body: tariff(asked.state, profile) } : refused(404);
		},
	},
];
