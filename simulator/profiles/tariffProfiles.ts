import * as z from 'zod/v4';
import { isReferenceGeneration, type Simulation } from '../context';
import { jsonBody, readFields, required, unknown } from '../http/body';
import { cannotBeDeleted, conflict, malformed, notFound, Problems } from '../http/envelopes';
import {
	listRoute,
	requireWriteRole,
	pathId,
	type ApiCall,
	type Route,
	routesOf,
} from '../http/route';
import { EUR } from '../traffic/forms';
import { TARIFFS, type TariffProfile } from './entities';
import { findVolume, activeVolumes } from './inclusiveVolumes';
import { countriesOf } from './operators';

/** What a SIM costs by its status in a month, and once at each change; and an SMS (public reference). */
const TARIFF_RATES = {
	default_sms_mo_rate: 0.02,
	default_sms_mt_rate: 0.05,
	sim_issued_rate: 0,
	sim_activated_rate: 0.5,
	sim_suspended_rate: 0.1,
	sim_activation_rate: 0,
	sim_reactivation_rate: 0.3,
	sim_suspension_rate: 0,
};

const tariffOf = (wanted: number) => {
	const { id, name } = TARIFFS.find((tariff) => tariff.id === wanted)!;
	return {
		id,
		name,
		description: 'Pay as you go',
		created: '2025-01-01T00:00:00.000Z',
		...TARIFF_RATES,
	};
};

const NO_TARIFF = 'tariff.id does not exist';
const TARIFF_REFERENCE = {
	id: z.literal(
		TARIFFS.map(({ id }) => id),
		unknown(NO_TARIFF),
	),
};
const TARIFF_PROFILE_CHANGE = jsonBody({
	name: z.string('name must be a string').min(1, 'name must not be empty').optional(),
	description: z.string('description must be a string').optional(),
	tariff: z.object(TARIFF_REFERENCE, unknown(NO_TARIFF)).optional(),
});
/** The schema of the reference requires all three. */
const NEW_TARIFF_PROFILE = jsonBody({
	name: z.string(required('name is required')).min(1, required('name is required')),
	description: z.string(required('description is required')),
	tariff: z.object(TARIFF_REFERENCE, required('tariff is required')),
});

/** A tariff profile of the caller. @throws 404 */
export function findTariffProfile({ store }: Simulation, call: ApiCall): TariffProfile {
	const id = pathId(call, 'tariffId');
	const profile = store.tariffProfiles.get(id);
	if (profile?.organisationId !== call.caller.organisationId)
		throw notFound(`Tariff profile ${id} not found`, 1201);
	return profile;
}

/** Tariff profiles and the countries they cover. */
export function tariffProfileRoutes(sim: Simulation): Route[] {
	const list = (more: string, summary: string, answer: (call: ApiCall) => unknown) =>
		listRoute('tariff profile', `/api/v1/tariff_profile${more}`, summary, answer);
	const usedBy = (id: number) =>
		sim.store.countEndpoints(({ tariffProfileId }) => tariffProfileId === id);
	/** Samples have null where the newest schema allows only an absent value. */
	const orNull = (name: string, value: string | null) =>
		value !== null || !isReferenceGeneration(sim) ? { [name]: value } : {};
	const format = (profile: TariffProfile) => {
		const { id, name, description, organisationId, tariffId, inclusiveVolumeId } = profile;
		const volume = activeVolumes(sim, organisationId).find(
			(candidate) => candidate.id === inclusiveVolumeId,
		);
		return {
			id,
			name,
			description,
			// Counts and ids of other objects are strings here.
			used_count: String(usedBy(id)),
			organisation_id: String(organisationId),
			tariff: {
				...tariffOf(tariffId),
				...orNull('data_throttle_id', null),
				// The newest schema has no type of the id that a value fits.
				currency: isReferenceGeneration(sim) ? { code: EUR.code, symbol: EUR.symbol } : EUR,
			},
			...(volume && {
				inclusive_volume: {
					id: volume.id,
					volume: volume.volume,
					rate: 0.4,
					pooled: volume.pooled,
					start_date: volume.start,
					...orNull('end_date', volume.end),
					currency: EUR,
					ratezone: { id: volume.ratezoneId, name: `Zone ${volume.ratezoneId}` },
				},
			}),
		};
	};
	const route = routesOf({ tag: 'tariff profile' });
	const url = '/api/v1/tariff_profile';
	const changed = (call: ApiCall, kind: string) => {
		sim.ledger.effect(kind, {}, { ...call.params });
		return sim.forms.changed;
	};
	const write = (
		method: 'PATCH' | 'PUT' | 'DELETE',
		more: string,
		summary: string,
		change: (profile: TariffProfile, call: ApiCall) => ReturnType<typeof changed>,
	): Route =>
		route(`${method} ${url}/:tariffId${more}`, summary, (call) => {
			requireWriteRole(call);
			return change(findTariffProfile(sim, call), call);
		});
	return [
		{
			...list('', 'List tariff profiles', ({ caller }) =>
				sim.store.seenBy(caller.organisationId, sim.store.tariffProfiles.values()).map(format),
			),
			lane: 'profile',
		},
		list('/:tariffId', 'Get a tariff profile', (call) => format(findTariffProfile(sim, call))),
		list('/:tariffId/coverage', 'List covered countries', (call) => {
			findTariffProfile(sim, call);
			return countriesOf(sim).map(({ country: { id, name }, operators }) => ({
				country: { id, name },
				redundancy_count: operators,
			}));
		}),
		route(
			`POST ${url}`,
			{ summary: 'Create a tariff profile', body: NEW_TARIFF_PROFILE },
			(call) => {
				requireWriteRole(call);
				const problems = new Problems();
				const {
					name = '',
					description = '',
					tariff,
				} = readFields(NEW_TARIFF_PROFILE, call.body, problems);
				problems.finish();
				const id = sim.store.nextId('tariffProfile');
				sim.store.tariffProfiles.set(id, {
					id,
					organisationId: call.caller.organisationId,
					name,
					description,
					tariffId: tariff!.id,
					ratezones: new Set(),
					inclusiveVolumeId: null,
				});
				sim.ledger.effect('tariffProfile.created', {}, { id, name });
				return { status: 201, headers: { Location: sim.forms.location(`${url}/${id}`) } };
			},
		),
		{
			...write('PATCH', '', 'Change a tariff profile', (profile, call) => {
				const problems = new Problems();
				const fields = readFields(TARIFF_PROFILE_CHANGE, call.body, problems);
				problems.finish();
				const { name = profile.name, description = profile.description, tariff } = fields;
				Object.assign(profile, { name, description });
				if (tariff && tariff.id !== profile.tariffId) {
					profile.tariffId = tariff.id;
					profile.ratezones.clear();
				}
				return changed(call, 'tariffProfile.updated');
			}),
			body: TARIFF_PROFILE_CHANGE,
		},
		write('DELETE', '', 'Delete a tariff profile that no endpoint uses', ({ id }, call) => {
			if (usedBy(id) > 0) throw cannotBeDeleted(`Tariff profile ${id} is used`);
			sim.store.tariffProfiles.delete(id);
			return changed(call, 'tariffProfile.deleted');
		}),
		write('PUT', '/ratezone_selection/:ratezoneId', 'Add a rate zone', (profile, call) => {
			const id = pathId(call, 'ratezoneId');
			const { zones } = TARIFFS.find((tariff) => tariff.id === profile.tariffId)!;
			if (!zones.includes(id)) throw notFound('No such rate zone of the tariff', 1201);
			profile.ratezones.add(id);
			return changed(call, 'ratezone.added');
		}),
		write('DELETE', '/ratezone_selection/:ratezoneId', 'Remove a rate zone', (profile, call) => {
			const id = pathId(call, 'ratezoneId');
			if (!profile.ratezones.delete(id)) throw notFound('No such rate zone', 1201);
			return changed(call, 'ratezone.removed');
		}),
		write('PUT', '/inclusive_volume/:volumeId', 'Assign an inclusive volume', (profile, call) => {
			const volume = findVolume(sim, call);
			if (volume.tariffId !== profile.tariffId) throw malformed('The volume is of another tariff');
			if (profile.inclusiveVolumeId !== null) throw conflict('The profile has a volume already');
			profile.inclusiveVolumeId = volume.id;
			return changed(call, 'profileVolume.assigned');
		}),
		write(
			'DELETE',
			'/inclusive_volume/:volumeId',
			'Remove an inclusive volume',
			(profile, call) => {
				const { id } = findVolume(sim, call);
				if (profile.inclusiveVolumeId !== id) throw malformed('The volume is not assigned');
				profile.inclusiveVolumeId = null;
				return changed(call, 'profileVolume.removed');
			},
		),
	];
}
