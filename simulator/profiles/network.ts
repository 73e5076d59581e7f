import * as z from 'zod/v4';
import { type Simulation, isReferenceGeneration } from '../context';
import { jsonBody, readBody, required } from '../http/body';
import { cannotBeDeleted, notFound } from '../http/envelopes';
import { listRoute, requireWriteRole, pathId, type Route, routesOf } from '../http/route';

export const BREAKOUT_REGIONS = [
	{ id: 1, name: 'eu-west-1', ip_address: '192.0.2.1' },
	{ id: 2, name: 'us-east-1', ip_address: '192.0.2.2' },
];

/** The sources disagree on the ids: 1 was recorded as RestAPI; an older list calls it SMPP. */
export const smsInterfacesOf = (sim: Simulation) =>
	(isReferenceGeneration(sim)
		? ['SMPP', 'RestApi', 'Console']
		: ['RestAPI', 'SMPP', 'Console']
	).map((description, index) => ({ id: index + 1, description }));

const serverText = (name: string) => z.ipv4({ error: required(`${name} must be an IPv4 address`) });
const NEW_DNS = jsonBody({
	primary: serverText('primary'),
	secondary: serverText('secondary'),
	ip_address_version: z
		.literal([4, 6], required('ip_address_version is required'))
		.describe('6 is accepted and ignored'),
});

/** DNS servers, breakout regions and SMS interfaces that service profiles can use. */
export function networkRoutes(sim: Simulation): Route[] {
	const tag = 'network';
	const route = routesOf({ tag });
	const dns = '/api/v1/dns';
	const mine = (organisationId: number) =>
		[...sim.store.dns.values()].filter((entry) => entry.organisationId === organisationId);
	return [
		listRoute(tag, '/api/v1/esme_interface_type', 'List SMS interfaces', () =>
			smsInterfacesOf(sim),
		),
		listRoute(tag, '/api/v1/breakout_region', 'List breakout regions', () => BREAKOUT_REGIONS),
		listRoute(tag, dns, 'List DNS servers', ({ caller }) =>
			mine(caller.organisationId).map(({ id, primary, secondary }) => ({
				id,
				primary,
				secondary,
				ip_address_version: 4,
			})),
		),
		route(`POST ${dns}`, { summary: 'Create DNS servers', body: NEW_DNS }, (call) => {
			requireWriteRole(call);
			const { primary, secondary } = readBody(NEW_DNS, call.body);
			const id = sim.store.nextId('dns');
			const { organisationId } = call.caller;
			sim.store.dns.set(id, { id, organisationId, primary, secondary });
			sim.ledger.effect('dns.created', {}, { id, primary, secondary });
			// Without a body; no source mentions a Location.
			return { status: 201 };
		}),
		route(`DELETE ${dns}/:dnsId`, 'Delete DNS servers', (call) => {
			requireWriteRole(call);
			const id = pathId(call, 'dnsId');
			if (!mine(call.caller.organisationId).some((entry) => entry.id === id))
				throw notFound(`No DNS ${id}`, 1201);
			for (const { dnsId } of sim.store.serviceProfiles.values())
				if (dnsId === id) throw cannotBeDeleted(`DNS ${id} is used by a service profile`);
			sim.store.dns.delete(id);
			sim.ledger.effect('dns.deleted', {}, { id });
			return sim.forms.changed;
		}),
	];
}
