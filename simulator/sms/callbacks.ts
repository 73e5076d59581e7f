import type { Simulation } from '../context';
import { cannotBeDeleted, notFound, Problems } from '../http/envelopes';
import { isObject, objectBody, ok, pathId, type Call, type Route } from '../http/route';
import type { ServiceProfile } from '../profiles/entities';

const isUrl = (value: unknown): value is string =>
	typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value);

/** Callback addresses, callback secrets, and their assignment to service profiles. */
export function callbackRoutes(sim: Simulation): Route[] {
	const source = 'public reference' as const;
	const mine = <T extends { organisationId: number }>(call: Call, items: Map<number, T>) =>
		[...items.values()].filter(
			({ organisationId }) => organisationId === call.caller.organisationId,
		);
	const find = <T extends { id: number; organisationId: number }>(
		call: Call,
		items: Map<number, T>,
		name: string,
	): T => {
		const id = pathId(call, 'id');
		const item = items.get(id);
		if (item?.organisationId !== call.caller.organisationId) throw notFound(`No ${name} ${id}`);
		return item;
	};
	const created = (path: string, id: number, body: object) =>
		sim.forms.created(sim, `${path}/${id}`, body);
	const callbacks = { tag: 'callback', source };
	return [
		...profileRoutes(sim),
		{
			...callbacks,
			method: 'GET',
			url: '/api/v1/api_callback',
			summary: 'List callback addresses',
			list: true,
			handle: (call) =>
				ok(mine(call, sim.store.callbacks).map(({ id, url, purpose }) => ({ id, url, purpose }))),
		},
		{
			...callbacks,
			method: 'POST',
			url: '/api/v1/api_callback',
			summary: 'Create a callback address',
			fields: { url: 'string', purpose: 'string' },
			handle: (call) => {
				const { url, purpose = '' } = objectBody(call);
				const problems = new Problems();
				if (!isUrl(url)) problems.invalid('url must be an http or https address');
				if (typeof purpose !== 'string') problems.invalid('purpose must be a string');
				problems.finish();
				const id = sim.store.nextId('callback');
				const { organisationId } = call.caller;
				const item = { id, organisationId, url: String(url), purpose: String(purpose) };
				sim.store.callbacks.set(id, item);
				sim.ledger.effect('callback.created', {}, { id, url });
				return created('/api/v1/api_callback', id, { id, url, purpose });
			},
		},
		{
			...callbacks,
			method: 'GET',
			url: '/api/v1/api_callback/:id',
			summary: 'Get a callback address',
			handle: (call) => {
				const { id, url, purpose } = find(call, sim.store.callbacks, 'callback');
				return ok({ id, url, purpose });
			},
		},
		{
			...callbacks,
			method: 'DELETE',
			url: '/api/v1/api_callback/:id',
			summary: 'Delete a callback address that no service profile uses',
			handle: (call) => {
				const { id } = find(call, sim.store.callbacks, 'callback');
				for (const { apiCallbackId } of sim.store.serviceProfiles.values())
					if (apiCallbackId === id)
						throw cannotBeDeleted(`Callback ${id} is used by a service profile`);
				sim.store.callbacks.delete(id);
				sim.ledger.effect('callback.deleted', {}, { id });
				return sim.forms.changed;
			},
		},
		{
			...callbacks,
			method: 'GET',
			url: '/api/v1/api_secret',
			summary: 'List callback secrets, without the secrets themselves',
			list: true,
			handle: (call) =>
				ok(mine(call, sim.store.secrets).map(({ id, purpose }) => ({ id, purpose }))),
		},
		{
			...callbacks,
			method: 'POST',
			url: '/api/v1/api_secret',
			summary: 'Create a callback secret',
			secret: true,
			fields: { secret: 'string', purpose: 'string' },
			handle: (call) => {
				const { secret, purpose = '' } = objectBody(call);
				const problems = new Problems();
				if (typeof secret !== 'string' || secret === '') problems.required('secret is required');
				if (typeof purpose !== 'string') problems.invalid('purpose must be a string');
				problems.finish();
				const id = sim.store.nextId('secret');
				const { organisationId } = call.caller;
				const item = { id, organisationId, secret: String(secret), purpose: String(purpose) };
				sim.store.secrets.set(id, item);
				sim.ledger.effect('secret.created', {}, { id });
				return created('/api/v1/api_secret', id, { id, purpose });
			},
		},
		{
			...callbacks,
			method: 'DELETE',
			url: '/api/v1/api_secret/:id',
			summary: 'Delete a callback secret that no service profile uses',
			handle: (call) => {
				const { id } = find(call, sim.store.secrets, 'secret');
				for (const { apiSecretId } of sim.store.serviceProfiles.values())
					if (apiSecretId === id)
						throw cannotBeDeleted(`Secret ${id} is used by a service profile`);
				sim.store.secrets.delete(id);
				sim.ledger.effect('secret.deleted', {}, { id });
				return sim.forms.changed;
			},
		},
	];
}

function profileRoutes(sim: Simulation): Route[] {
	const url = '/api/v1/service_profile/:id';
	const shared = { url, tag: 'callback', source: 'public reference', lane: 'profile' } as const;
	const find = (call: Call): ServiceProfile => {
		const id = pathId(call, 'id');
		const profile = sim.store.serviceProfiles.get(id);
		if (profile?.organisationId !== call.caller.organisationId)
			throw notFound(`Service profile ${id} not found`);
		return profile;
	};
	return [
		{
			...shared,
			method: 'GET',
			summary: 'Get a service profile',
			handle: (call) => {
				const profile = find(call);
				const { apiCallbackId, apiSecretId } = profile;
				const callback = sim.store.callbacks.get(apiCallbackId ?? -1);
				return ok({
					id: profile.id,
					name: profile.name,
					description: profile.description,
					api_callback: callback ? { id: callback.id, url: callback.url } : null,
					api_secret: apiSecretId === null ? null : { id: apiSecretId },
				});
			},
		},
		{
			...shared,
			method: 'PATCH',
			summary: 'Set or empty callback and secret of a service profile',
			fields: {
				api_callback: 'object {id} or {id: null}',
				api_secret: 'object {id} or {id: null}',
			},
			handle: (call) => {
				const profile = find(call);
				const body = objectBody(call);
				const problems = new Problems();
				const read = (name: string, items: Map<number, { organisationId: number }>) => {
					const value = body[name];
					if (value === undefined) return undefined;
					const id = isObject(value) ? value.id : undefined;
					if (id === null) return null;
					const item = typeof id === 'number' ? items.get(id) : undefined;
					if (item?.organisationId === profile.organisationId) return Number(id);
					problems.unknown(`${name}.id does not exist`);
					return undefined;
				};
				const callbackId = read('api_callback', sim.store.callbacks);
				const secretId = read('api_secret', sim.store.secrets);
				problems.finish();
				if (callbackId !== undefined) profile.apiCallbackId = callbackId;
				if (secretId !== undefined) profile.apiSecretId = secretId;
				const detail = { id: profile.id, callbackId, secretId };
				sim.ledger.effect('serviceProfile.updated', {}, detail);
				return sim.forms.profileChanged;
			},
		},
	];
}
