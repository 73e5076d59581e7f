import type { Simulation } from '../context';
import { notFound } from '../http/envelopes';
import { listRoute, pathId, type Call, type Route } from '../http/route';
import type { TariffProfile } from './entities';
import { countriesOf } from './operators';

const TARIFF = {
	...{ id: 31, name: 'Example plan', description: 'Pay as you go', data_throttle_id: null },
	created: '2025-01-01T00:00:00.000Z',
	currency: { id: 1, code: 'EUR', symbol: '€' },
};

/** A tariff profile of the caller. @throws 404 */
export function findTariffProfile({ store }: Simulation, call: Call): TariffProfile {
	const id = pathId(call, 'tariffId');
	const profile = store.tariffProfiles.get(id);
	if (profile?.organisationId !== call.caller.organisationId)
		throw notFound(`Tariff profile ${id} not found`, 1201);
	return profile;
}

/** Tariff profiles, and the countries they cover. */
export function tariffProfileRoutes(sim: Simulation): Route[] {
	const list = (more: string, summary: string, answer: (call: Call) => unknown) =>
		listRoute('tariff profile', `/api/v1/tariff_profile${more}`, summary, answer);
	const format = ({ id, name, description, organisationId }: TariffProfile) => ({
		...{ id, name, description },
		// Counts and ids of others are text here.
		used_count: String(sim.store.countEndpoints(({ tariffProfileId }) => tariffProfileId === id)),
		organisation_id: String(organisationId),
		tariff: TARIFF,
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
	];
}
