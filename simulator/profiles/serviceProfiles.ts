import * as z from 'zod/v4';
import { type Simulation, isReferenceGeneration } from '../context';
import { jsonBody, readFields, required, unknown } from '../http/body';
import { cannotBeDeleted, notFound, Problems } from '../http/envelopes';
import {
	listRoute,
	requireWriteRole,
	ok,
	pathId,
	type ApiCall,
	type Route,
	routesOf,
} from '../http/route';
import { callbackForm } from '../sms/callbacks';
import {
	newServiceProfile,
	PROFILE_FLAGS,
	type ProfileFlag,
	type ServiceProfile,
} from './entities';
import { BREAKOUT_REGIONS, smsInterfacesOf } from './network';
import { servicesOf } from './services';

const noSuchReference = (name: string) => `${name}.id does not exist`;
const usedReference = (name: string) =>
	z
		.object(
			{ id: z.int(unknown(noSuchReference(name))).nullable() },
			unknown(noSuchReference(name)),
		)
		.optional()
		.describe('null takes it off');
const optionalString = (name: string) => z.string(`${name} must be a string`).optional();

const FLAG_NAMES = Object.keys(PROFILE_FLAGS) as ProfileFlag[];
const flagOf = (name: string) => z.boolean(`${name} must be true or false`).optional();
const flagFields = Object.fromEntries(FLAG_NAMES.map((name) => [name, flagOf(name)])) as Record<
	ProfileFlag,
	ReturnType<typeof flagOf>
>;
const PROFILE_REFERENCES = {
	api_callback: usedReference('api_callback'),
	api_secret: usedReference('api_secret'),
	moc_callback: usedReference('moc_callback'),
	dns: usedReference('dns'),
	esme_interface_type: usedReference('esme_interface_type'),
	breakout_region: usedReference('breakout_region'),
};
const SERVICE_PROFILE_CHANGE = jsonBody({
	name: optionalString('name'),
	description: optionalString('description'),
	...flagFields,
	...PROFILE_REFERENCES,
});
const NEW_SERVICE_PROFILE = SERVICE_PROFILE_CHANGE.extend({
	name: z.string(required('name is required')).min(1, required('name is required')),
});
type ProfileChange = Partial<z.output<typeof SERVICE_PROFILE_CHANGE>>;
/** The switches that the list includes. */
const LISTED = FLAG_NAMES.slice(0, 6);

const switches = ({ flags }: ServiceProfile, names: ProfileFlag[]) =>
	Object.fromEntries(names.map((name) => [name, flags[name]]));

/** A profile of the caller. @throws 404 */
export function findServiceProfile(
	{ store }: Simulation,
	call: ApiCall,
	name = 'id',
): ServiceProfile {
	const id = pathId(call, name);
	const profile = store.serviceProfiles.get(id);
	if (profile?.organisationId !== call.caller.organisationId)
		throw notFound(`Service profile ${id} not found`);
	return profile;
}

/** Service profiles: read, create, update, delete, and the quotas of their endpoints. */
export function serviceProfileRoutes(sim: Simulation): Route[] {
	const url = '/api/v1/service_profile';
	const route = routesOf({ tag: 'service profile' });
	const usedBy = (id: number) =>
		sim.store.countEndpoints(({ serviceProfileId }) => serviceProfileId === id);
	const listed = (profile: ServiceProfile) => {
		const { id, name, description } = profile;
		return {
			id,
			name,
			description,
			...switches(profile, LISTED),
			// A number in samples, a string in the schema.
			used_count: isReferenceGeneration(sim) ? String(usedBy(id)) : usedBy(id),
		};
	};
	return [
		{
			...listRoute('service profile', url, 'List service profiles', ({ caller }) => {
				const { serviceProfiles } = sim.store;
				const mine = sim.store.seenBy(caller.organisationId, serviceProfiles.values());
				return mine.map(listed);
			}),
			lane: 'profile',
		},
		route(`GET ${url}/:id`, { summary: 'Get a service profile', lane: 'profile' }, (call) => {
			const profile = findServiceProfile(sim, call);
			return ok({
				...listed(profile),
				...switches(profile, FLAG_NAMES.slice(LISTED.length)),
				// A number here, also where the list has a string.
				used_count: usedBy(profile.id),
				service: servicesOf(profile),
				...referencesOf(sim, profile),
			});
		}),
		route(
			`POST ${url}`,
			{ summary: 'Create a service profile; it has no service', body: NEW_SERVICE_PROFILE },
			(call) => {
				requireWriteRole(call);
				return createProfile(sim, call);
			},
		),
		route(
			`PATCH ${url}/:id`,
			{ summary: 'Change a service profile for all its endpoints', body: SERVICE_PROFILE_CHANGE },
			(call) => {
				requireWriteRole(call);
				return changeProfile(sim, findServiceProfile(sim, call), call.body);
			},
		),
		route(`DELETE ${url}/:id`, 'Delete a service profile that no endpoint uses', (call) => {
			requireWriteRole(call);
			const { id } = findServiceProfile(sim, call);
			if (usedBy(id) > 0) throw cannotBeDeleted(`Service profile ${id} is used`);
			sim.store.serviceProfiles.delete(id);
			sim.store.dataLimits.delete(id);
			sim.ledger.effect('serviceProfile.deleted', {}, { id });
			return sim.forms.changed;
		}),
		route(
			`DELETE ${url}/:profileId/quota/:kind`,
			'Remove the quotas of a profile’s endpoints',
			(call) => {
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
		),
	];
}

/** The references of a profile; absent when there are none. */
function referencesOf(sim: Simulation, profile: ServiceProfile) {
	const { store } = sim;
	const callback = store.callbacks.get(profile.apiCallbackId ?? -1);
	const moc = store.callbacks.get(profile.mocCallbackId ?? -1);
	const secret = store.secrets.get(profile.apiSecretId ?? -1);
	const sms = smsInterfacesOf(sim).find(({ id }) => id === profile.smsInterfaceId);
	const region = BREAKOUT_REGIONS.find(({ id }) => id === profile.breakoutRegionId);
	// Neither edition of the reference shows `dns`; the product's own list of fields does.
	const shown = profile.dnsId !== null && !isReferenceGeneration(sim);
	return {
		...(callback && { api_callback: callbackForm(callback) }),
		...(moc && { moc_callback: callbackForm(moc) }),
		...(secret && { api_secret: { id: secret.id, purpose: secret.purpose } }),
		...(sms && { esme_interface_type: sms }),
		...(region && { breakout_region: region }),
		...(shown && { dns: { id: profile.dnsId } }),
	};
}

/** Checks the references of a body; returns the changes in the store's form. */
function readReferences(
	sim: Simulation,
	organisationId: number,
	fields: ProfileChange,
	problems: Problems,
): Partial<ServiceProfile> {
	const { store } = sim;
	const ids = (list: Array<{ id: number }>) =>
		new Map(list.map(({ id }) => [id, { organisationId }] as const));
	const known: Record<keyof typeof PROFILE_REFERENCES, Map<number, { organisationId: number }>> = {
		api_callback: store.callbacks,
		moc_callback: store.callbacks,
		api_secret: store.secrets,
		dns: store.dns,
		esme_interface_type: ids(smsInterfacesOf(sim)),
		breakout_region: ids(BREAKOUT_REGIONS),
	};
	const names = {
		api_callback: 'apiCallbackId',
		moc_callback: 'mocCallbackId',
		dns: 'dnsId',
		api_secret: 'apiSecretId',
		esme_interface_type: 'smsInterfaceId',
		breakout_region: 'breakoutRegionId',
	};
	const read: Record<string, number | null> = {};
	for (const name of Object.keys(PROFILE_REFERENCES) as Array<keyof typeof PROFILE_REFERENCES>) {
		const id = fields[name]?.id;
		if (id === undefined) continue;
		if (id !== null && known[name].get(id)?.organisationId !== organisationId)
			problems.unknown(noSuchReference(name));
		else read[names[name]] = id;
	}
	return read as Partial<ServiceProfile>;
}

const flagsIn = (fields: ProfileChange) =>
	Object.fromEntries(
		FLAG_NAMES.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
	);

function createProfile(sim: Simulation, call: ApiCall) {
	const { organisationId } = call.caller;
	const problems = new Problems();
	const fields = readFields(NEW_SERVICE_PROFILE, call.body, problems);
	const references = readReferences(sim, organisationId, fields, problems);
	problems.finish();
	const id = sim.store.nextId('serviceProfile');
	const { name = '', description = '' } = fields;
	const portal = smsInterfacesOf(sim).find(({ description: text }) => text === 'Console');
	const profile = newServiceProfile({
		id,
		organisationId,
		name,
		description,
		flags: { ...PROFILE_FLAGS, ...flagsIn(fields) },
		// Chosen by the service unless given.
		smsInterfaceId: portal?.id ?? null,
		breakoutRegionId: BREAKOUT_REGIONS[0]!.id,
		...references,
	});
	sim.store.serviceProfiles.set(id, profile);
	sim.ledger.effect('serviceProfile.created', {}, { id, name });
	// Without a body in both generations (public reference).
	return {
		status: 201,
		headers: { Location: sim.forms.location(`/api/v1/service_profile/${id}`) },
	};
}

function changeProfile(sim: Simulation, profile: ServiceProfile, body: unknown) {
	const problems = new Problems();
	const fields = readFields(SERVICE_PROFILE_CHANGE, body, problems);
	const references = readReferences(sim, profile.organisationId, fields, problems);
	problems.finish();
	const { name = profile.name, description = profile.description } = fields;
	const flags = flagsIn(fields);
	Object.assign(profile, { name, description, ...references });
	Object.assign(profile.flags, flags);
	const told = { id: profile.id, callbackId: references.apiCallbackId };
	const secret = { secretId: references.apiSecretId };
	sim.ledger.effect('serviceProfile.updated', {}, { ...told, ...secret, ...flags });
	return sim.forms.profileChanged;
}
