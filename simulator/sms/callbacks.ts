import * as z from 'zod/v4';
import { toIso } from '../clock';
import type { Simulation } from '../context';
import { jsonBody, readBody, required } from '../http/body';
import { cannotBeDeleted, notFound } from '../http/envelopes';
import { ok, pathId, type ApiCall, type Route, routesOf } from '../http/route';
import type { ApiCallback, ApiSecret } from './entities';

const optionalPurpose = z.string('purpose must be a string').optional();
const NEW_CALLBACK = jsonBody({
	url: z.url({ protocol: /^https?$/, error: 'url must be an http or https address' }),
	purpose: optionalPurpose,
});
const NEW_SECRET = jsonBody({
	secret: z.string(required('secret is required')).min(1, required('secret is required')),
	purpose: optionalPurpose,
});

/** A callback in the form that service profiles show. */
export const callbackForm = ({ id, url, purpose, created }: ApiCallback) => ({
	id,
	url,
	purpose,
	created: toIso(created),
});
const callbackEntry = (callback: ApiCallback) => ({
	...callbackForm(callback),
	organisation_id: String(callback.organisationId),
});
const secretForm = ({ id, purpose, organisationId }: ApiSecret) => ({
	id,
	purpose,
	organisation_id: String(organisationId),
});

/** Callback addresses and callback secrets; service profiles refer to those in use. */
export function callbackRoutes(sim: Simulation): Route[] {
	const mine = <T extends { organisationId: number }>(call: ApiCall, items: Map<number, T>) =>
		[...items.values()].filter(
			({ organisationId }) => organisationId === call.caller.organisationId,
		);
	const find = <T extends { id: number; organisationId: number }>(
		call: ApiCall,
		items: Map<number, T>,
		name: string,
	): T => {
		const id = pathId(call, 'id');
		const item = items.get(id);
		if (item?.organisationId !== call.caller.organisationId) throw notFound(`No ${name} ${id}`);
		return item;
	};
	/** Without a body in both generations (public reference). */
	const created = (path: string) => ({
		status: 201,
		headers: { Location: sim.forms.location(path) },
	});
	const route = routesOf({ tag: 'callback' });
	return [
		route('GET /api/v1/api_callback', { summary: 'List callback addresses', list: true }, (call) =>
			ok(mine(call, sim.store.callbacks).map(callbackEntry)),
		),
		route(
			'POST /api/v1/api_callback',
			{ summary: 'Create a callback address', body: NEW_CALLBACK },
			(call) => {
				const { url, purpose = '' } = readBody(NEW_CALLBACK, call.body);
				const id = sim.store.nextId('callback');
				const { organisationId } = call.caller;
				const item = { id, organisationId, url, purpose, created: sim.clock.now() };
				sim.store.callbacks.set(id, item);
				sim.ledger.effect('callback.created', {}, { id, url });
				return created(`/api/v1/api_callback/${id}`);
			},
		),
		route('GET /api/v1/api_callback/:id', 'Get a callback address', (call) =>
			ok(callbackEntry(find(call, sim.store.callbacks, 'callback'))),
		),
		route(
			'DELETE /api/v1/api_callback/:id',
			'Delete a callback address that no service profile uses',
			(call) => {
				const { id } = find(call, sim.store.callbacks, 'callback');
				for (const { apiCallbackId } of sim.store.serviceProfiles.values())
					if (apiCallbackId === id)
						throw cannotBeDeleted(`Callback ${id} is used by a service profile`);
				sim.store.callbacks.delete(id);
				sim.ledger.effect('callback.deleted', {}, { id });
				return { status: 200 };
			},
		),
		route(
			'GET /api/v1/api_secret',
			{ summary: 'List callback secrets, without the secrets themselves', list: true },
			(call) => ok(mine(call, sim.store.secrets).map(secretForm)),
		),
		route(
			'POST /api/v1/api_secret',
			{ summary: 'Create a callback secret', secret: true, body: NEW_SECRET },
			(call) => {
				const { secret, purpose = '' } = readBody(NEW_SECRET, call.body);
				const id = sim.store.nextId('secret');
				const { organisationId } = call.caller;
				const item = { id, organisationId, secret, purpose };
				sim.store.secrets.set(id, item);
				sim.ledger.effect('secret.created', {}, { id });
				return created(`/api/v1/api_secret/${id}`);
			},
		),
		route(
			'GET /api/v1/api_secret/:id',
			'Get a callback secret, without the secret itself',
			(call) => ok(secretForm(find(call, sim.store.secrets, 'secret'))),
		),
		route(
			'DELETE /api/v1/api_secret/:id',
			'Delete a callback secret that no service profile uses',
			(call) => {
				const { id } = find(call, sim.store.secrets, 'secret');
				for (const { apiSecretId } of sim.store.serviceProfiles.values())
					if (apiSecretId === id)
						throw cannotBeDeleted(`Secret ${id} is used by a service profile`);
				sim.store.secrets.delete(id);
				sim.ledger.effect('secret.deleted', {}, { id });
				return { status: 200 };
			},
		),
	];
}
