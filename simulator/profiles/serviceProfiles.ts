import * as z from 'zod/v4';
import { type Simulation, isReference } from '../context';
import { jsonBody, readFields, unknown } from '../http/body';
import { notFound, Problems } from '../http/envelopes';
import { listRoute, ok, pathId, type Call, type Route } from '../http/route';
import { callbackForm } from '../sms/callbacks';
import type { ServiceProfile } from './entities';
import { servicesOf } from './services';

const gone = (name: string) => `${name}.id does not exist`;
const used = (name: string) =>
	z
		.object({ id: z.int(unknown(gone(name))).nullable() }, unknown(gone(name)))
		.optional()
		.describe('null takes it off');
const CHANGE = jsonBody({ api_callback: used('api_callback'), api_secret: used('api_secret') });

/** Of every profile here. */
const FLAGS = {
	...{ allowed_3g: true, allowed_4g: true, allowed_nb_iot: true, allowed_nb_iot_geo: false },
	apply_data_quota: false,
};
/** Fields that the list does not show. */
const FLAGS_OF_ONE = {
	...{ retail: false, sms_p2p_int: true, sms_p2p_ext: true, prepaid: false, nipdp: false },
};

/** Service profiles: their list, their callback and secret, and the quotas of their endpoints. */
export function serviceProfileRoutes(sim: Simulation): Route[] {
	const url = '/api/v1/service_profile';
	const shared = { tag: 'service profile', source: 'public reference' } as const;
	const one = { ...shared, url: `${url}/:id` } as const;
	const listed = ({ id, name, description, smsQuotaRequired }: ServiceProfile) => {
		const used = sim.store.countEndpoints(({ serviceProfileId }) => serviceProfileId === id);
		return {
			...{ id, name, description, ...FLAGS, apply_sms_quota: smsQuotaRequired },
			// A number in samples, a text in the schema.
			used_count: isReference(sim) ? String(used) : used,
		};
	};
	const find = (call: Call): ServiceProfile => {
		const id = pathId(call, 'id');
		const profile = sim.store.serviceProfiles.get(id);
		if (profile?.organisationId !== call.caller.organisationId)
			throw notFound(`Service profile ${id} not found`);
		return profile;
	};
	return [
		{
			...listRoute(shared.tag, url, 'List service profiles', ({ caller }) => {
				const { serviceProfiles } = sim.store;
				const mine = sim.store.seenBy(caller.organisationId, serviceProfiles.values());
				return mine.map(listed);
			}),
			lane: 'profile',
		},
		{
			...{ ...one, method: 'GET', summary: 'Get a service profile' },
			lane: 'profile',
			handle: (call) => {
				const profile = find(call);
				const callback = sim.store.callbacks.get(profile.apiCallbackId ?? -1);
				const secret = sim.store.secrets.get(profile.apiSecretId ?? -1);
				return ok({
					...{ ...listed(profile), ...FLAGS_OF_ONE, service: servicesOf(profile) },
					// Absent where there is none.
					...(callback && { api_callback: callbackForm(callback) }),
					...(secret && { api_secret: { id: secret.id, purpose: secret.purpose } }),
				});
			},
		},
		{
			...{ ...one, method: 'PATCH', body: CHANGE },
			summary: 'Set or empty callback and secret of a service profile',
			handle: (call) => changeProfile(sim, find(call), call.body),
		},
		{
			...{ ...shared, method: 'DELETE', url: `${url}/:profileId/quota/:kind` },
			summary: 'Remove the quotas of a profile’s endpoints',
			handle: (call) => {
				const id = pathId(call, 'profileId');
				const { kind } = call.params;
				if (!sim.store.serviceProfiles.has(id)) throw notFound(`No profile ${id}`, 1201);
				if (kind !== 'data' && kind !== 'sms') throw notFound(`No quota ${kind}`, 1201);
				for (const endpoint of sim.store.endpoints.values()) {
					if (endpoint.serviceProfileId !== id) continue;
					if (kind === 'data') sim.store.dataQuotas.delete(endpoint.id);
					else sim.store.quotas.delete(endpoint.id);
				}
				sim.ledger.effect('quotas.removed', {}, { id, kind });
				return sim.forms.changed;
			},
		},
	];
}

function changeProfile(sim: Simulation, profile: ServiceProfile, body: unknown) {
	const problems = new Problems();
	const fields = readFields(CHANGE, body, problems);
	const read = (
		name: 'api_callback' | 'api_secret',
		items: Map<number, { organisationId: number }>,
	) => {
		const id = fields[name]?.id;
		if (id === undefined || id === null) return id;
		if (items.get(id)?.organisationId === profile.organisationId) return id;
		problems.unknown(gone(name));
		return undefined;
	};
	const callbackId = read('api_callback', sim.store.callbacks);
	const secretId = read('api_secret', sim.store.secrets);
	problems.finish();
	if (callbackId !== undefined) profile.apiCallbackId = callbackId;
	if (secretId !== undefined) profile.apiSecretId = secretId;
	sim.ledger.effect('serviceProfile.updated', {}, { id: profile.id, callbackId, secretId });
	return sim.forms.profileChanged;
}
