import type { Simulation } from '../context';
import { cannotBeDeleted, conflict, notFound, unprocessable } from '../http/envelopes';
import { requireWriteRole, pathId, type ApiCall, type Route, routesOf } from '../http/route';
import { SERVICE_IDS } from './entities';
import { findServiceProfile } from './serviceProfiles';
import { SERVICES, SMS_LIMITS } from './services';

const isSms = (id: number) =>
	SERVICES.some((service) => service.id === id && service.traffic.id === 6);
/** Limits answer 200 without a body (public reference). */
const EMPTY = { status: 200 };

/** Adds services to a profile and removes them, and likewise SMS limits. */
export function profileServiceRoutes(sim: Simulation): Route[] {
	const url = '/api/v1/service_profile/:profileId/service/:serviceId';
	const route = routesOf({ tag: 'service profile' });
	const profileOf = (call: ApiCall) => {
		requireWriteRole(call);
		return findServiceProfile(sim, call, 'profileId');
	};
	const told = (call: ApiCall, kind: string) => {
		const { profileId, serviceId, limitId } = call.params;
		sim.ledger.effect(kind, {}, { profileId, serviceId, ...(limitId && { limitId }) });
	};
	/** The limits of an SMS service that the profile has. @throws 422 for any other */
	const limitsOf = (call: ApiCall): number[] => {
		const { services } = profileOf(call);
		const id = pathId(call, 'serviceId');
		const limits = services.get(id);
		if (!limits || !isSms(id)) throw unprocessable('The profile has no such SMS service');
		return limits;
	};
	return [
		route(`PUT ${url}`, 'Add a service', (call) => {
			const { services } = profileOf(call);
			const id = pathId(call, 'serviceId');
			if (!SERVICES.some((service) => service.id === id)) throw notFound('No such service', 1201);
			if (services.has(id)) throw conflict('The profile has this service already', 1405);
			services.set(id, []);
			told(call, 'service.added');
			return sim.forms.changed;
		}),
		route(`DELETE ${url}`, 'Remove a service without limits', (call) => {
			const profile = profileOf(call);
			const id = pathId(call, 'serviceId');
			const limits = profile.services.get(id);
			if (!limits) throw notFound('The profile has no such service', 1201);
			const ofData = id === SERVICE_IDS.data && sim.store.dataLimits.get(profile.id)?.length;
			if (limits.length > 0 || ofData) throw cannotBeDeleted('The service has limits');
			profile.services.delete(id);
			told(call, 'service.removed');
			return sim.forms.changed;
		}),
		route(`PUT ${url}/traffic_limit/:limitId`, 'Add an SMS limit', (call) => {
			const limits = limitsOf(call);
			const id = pathId(call, 'limitId');
			if (!SMS_LIMITS.some((limit) => limit.id === id)) throw notFound('No such limit', 1201);
			if (!limits.includes(id)) limits.push(id);
			told(call, 'smsLimit.added');
			return EMPTY;
		}),
		route(`DELETE ${url}/traffic_limit/:limitId`, 'Remove an SMS limit', (call) => {
			const limits = limitsOf(call);
			const at = limits.indexOf(pathId(call, 'limitId'));
			if (at < 0) throw unprocessable('The service has no such limit');
			limits.splice(at, 1);
			told(call, 'smsLimit.removed');
			return EMPTY;
		}),
	];
}
