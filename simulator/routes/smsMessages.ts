import type { Simulation } from '../context';
import { SmsStatus } from '../entities';
import type { Sms } from '../entitiesTraffic';
import { conflict, notFound } from '../envelopes';
import { ok, pathId, type Call, type Route } from '../route';
import { findEndpoint } from '../rules/common';
import { isOpen } from '../rules/smsState';

function findSms(sim: Simulation, call: Call): Sms {
	const endpoint = findEndpoint(sim, call.caller, pathId(call, 'endpointId'));
	const id = pathId(call, 'smsId');
	const sms = sim.store.smsById.get(id);
	if (sms?.endpointId !== endpoint.id) throw notFound(`SMS ${id} not found`);
	return sms;
}

/** Messages of an endpoint: read and cancel. The list has no paging headers. */
export const smsMessageRoutes = (sim: Simulation): Route[] => [
	{
		method: 'GET',
		url: '/api/v1/endpoint/:endpointId/sms',
		summary: 'List the SMS of an endpoint',
		tag: 'SMS',
		source: 'public reference',
		lane: 'single',
		handle: (call) => {
			const endpoint = findEndpoint(sim, call.caller, pathId(call, 'endpointId'));
			const messages = sim.forms.smsOrder(sim.store.sms.get(endpoint.id) ?? []);
			return ok(messages.map((sms) => sim.forms.sms(sim, sms)));
		},
	},
	{
		method: 'GET',
		url: '/api/v1/endpoint/:endpointId/sms/:smsId',
		summary: 'Get an SMS',
		tag: 'SMS',
		source: 'public reference',
		lane: 'single',
		handle: (call) => ok(sim.forms.sms(sim, findSms(sim, call))),
	},
	{
		method: 'DELETE',
		url: '/api/v1/endpoint/:endpointId/sms/:smsId',
		summary: 'Cancel an SMS that was not delivered yet',
		tag: 'SMS',
		source: 'public reference',
		lane: 'single',
		handle: (call) => {
			const sms = findSms(sim, call);
			if (sms.statusId === SmsStatus.Cancelled) return sim.forms.changed;
			if (!isOpen(sim, sms)) throw conflict(`SMS ${sms.id} can no longer be cancelled`);
			sms.statusId = SmsStatus.Cancelled;
			sms.finalDate = sim.clock.now();
			const ids = { endpointId: sms.endpointId, simId: sms.simId };
			sim.ledger.effect('sms.cancelled', ids, { smsId: sms.id });
			return sim.forms.changed;
		},
	},
];
