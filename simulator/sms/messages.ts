import type { Simulation } from '../context';
import { endpointOf } from '../endpoints/common';
import { notFound, conflict } from '../http/envelopes';
import { pathId, type Route, type Call, ok } from '../http/route';
import { finishSms } from './device';
import { type Sms, SmsStatus } from './entities';
import { isOpen, sendSms, SMS } from './send';

function findSms(sim: Simulation, call: Call): Sms {
	const endpoint = endpointOf(sim, call);
	const id = pathId(call, 'smsId');
	const sms = sim.store.smsById.get(id);
	if (sms?.endpointId !== endpoint.id) throw notFound(`SMS ${id} not found`);
	return sms;
}

/** Messages of an endpoint: send, read and cancel. The list has no paging headers. */
export const smsRoutes = (sim: Simulation): Route[] => [
	{
		method: 'POST',
		url: '/api/v1/endpoint/:endpointId/sms',
		summary: 'Send an SMS to the device',
		tag: 'SMS',
		source: 'specification',
		lane: 'single',
		body: SMS,
		handle: (call) => {
			const endpoint = endpointOf(sim, call);
			const sms = sendSms(sim, endpoint, call.body);
			if (endpoint.connectivity === 'ONLINE' && !endpoint.blocked) void finishSms(sim, sms);
			return sim.forms.smsAccepted(sim, `/api/v1/endpoint/${endpoint.id}/sms/${sms.id}`);
		},
	},
	{
		method: 'GET',
		url: '/api/v1/endpoint/:endpointId/sms',
		summary: 'List the SMS of an endpoint',
		tag: 'SMS',
		source: 'public reference',
		lane: 'single',
		handle: (call) => {
			const endpoint = endpointOf(sim, call);
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
