import * as z from 'zod/v4';
import { type Simulation, isReferenceGeneration } from '../context';
import { firstProblem, jsonBody, readBody } from '../http/body';
import { conflict, forbidden, malformed, notFound } from '../http/envelopes';
import { listRoute, pathId, type ApiCall, type Route, routesOf } from '../http/route';
import { MONTH } from './services';

const NEEDED = 'service 38, period 2 and a volume in bytes are required';

/** A limit in the body: ids as integers, or as strings, as the reference types them. */
function dataLimitSchema(texts: boolean) {
	const error = ({ input }: { input?: unknown }) =>
		texts === (typeof input === 'string') ? NEEDED : 'An id is of the wrong type';
	const only = (id: number) =>
		z.object({ id: z.literal(texts ? String(id) : id, { error }) }, { error });
	return jsonBody({
		service: only(38),
		period: only(2),
		volume: z.int(NEEDED).min(1, NEEDED).describe('bytes'),
		satellite_only: z.boolean().optional().catch(false).describe('default false'),
		warning_percent: z.int('warning_percent must be an integer').optional(),
	});
}

/** The data limits of a service profile, in bytes: one per kind of network. */
export function dataLimitRoutes(sim: Simulation): Route[] {
	const url = '/api/v1/service_profile/:profileId/traffic_limit';
	const route = routesOf({ tag: 'service profile' });
	const body = dataLimitSchema(isReferenceGeneration(sim));
	const limitsOf = (id: number) => sim.store.dataLimits.get(id) ?? [];
	const profileOf = (call: ApiCall): number => {
		const id = pathId(call, 'profileId');
		const profile = sim.store.serviceProfiles.get(id);
		if (profile?.organisationId !== call.caller.organisationId)
			throw forbidden(`Service profile ${id} is not accessible`);
		return id;
	};
	return [
		listRoute(
			'service profile',
			url,
			'List the data limits of a service profile, in bytes',
			(call) => limitsOf(profileOf(call)),
		),
		route(`POST ${url}`, { summary: 'Add a data limit', body }, (call) => {
			const profileId = profileOf(call);
			const input = readBody(body, call.body, firstProblem(malformed));
			const { volume, satellite_only = false, warning_percent } = input;
			const present = limitsOf(profileId);
			if (present.some((limit) => limit.satellite_only === satellite_only))
				throw conflict('The profile has such a limit already', 1405);
			const limit = {
				id: sim.store.nextId('dataLimit'),
				service: { id: 38, description: 'Data' },
				satellite_only,
				period: MONTH,
				volume,
				...(warning_percent !== undefined && { warning_percent }),
			};
			sim.store.dataLimits.set(profileId, [...present, limit]);
			sim.ledger.effect('dataLimit.added', {}, { profileId, volume });
			return { status: 201 };
		}),
		route(`DELETE ${url}`, 'Remove all data limits', (call) => {
			const profileId = profileOf(call);
			sim.store.dataLimits.delete(profileId);
			sim.ledger.effect('dataLimits.removed', {}, { profileId });
			return sim.forms.changed;
		}),
		route(`DELETE ${url}/:limitId`, 'Remove a data limit', (call) => {
			const profileId = profileOf(call);
			const id = pathId(call, 'limitId');
			const present = limitsOf(profileId);
			if (!present.some((limit) => limit.id === id)) throw notFound(`No limit ${id}`, 1201);
			sim.store.dataLimits.set(
				profileId,
				present.filter((limit) => limit.id !== id),
			);
			sim.ledger.effect('dataLimit.removed', {}, { profileId, id });
			return sim.forms.changed;
		}),
	];
}
