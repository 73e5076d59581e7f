import type { Simulation } from '../context';
import { pathEndpoint } from '../endpoints/common';
import { notFound, conflict } from '../http/envelopes';
import { pathId, type Route, type ApiCall, ok, routesOf } from '../http/route';
import { takeByLife } from '../lives/sms';
import { finishSms } from './device';
import { type Sms, SmsStatus } from './entities';
import { isOpen, acceptSms, SMS_BODY } from './send';

function findSms(sim: Simulation, call: ApiCall): Sms {
	const endpoint = pathEndpoint(sim, call);
	const id = pathId(call, 'smsId');
	const sms = sim.store.smsById.get(id);
	if (sms?.endpointId !== endpoint.id) throw notFound(`SMS ${id} not found`);
	return sms;
}

const route = routesOf({ tag: 'SMS', lane: 'single' });

/** Messages of an endpoint: send, list, get and cancel. The list has no paging headers. */
export const smsRoutes = (sim: Simulation): Route[] => [
	route(
		'POST /api/v1/endpoint/:endpointId/sms',
		{ summary: 'Send an SMS to the device', source: 'specification', body: SMS_BODY },
		(call) => {
			const endpoint = pathEndpoint(sim, call);
			const sms = acceptSms(sim, endpoint, call.body);
			if (
				!takeByLife(sim, endpoint, sms) &&
				endpoint.connectivity === 'ONLINE' &&
				!endpoint.blocked
			)
				void finishSms(sim, sms);
			return sim.forms.smsAccepted(sim, `/api/v1/endpoint/${endpoint.id}/sms/${sms.id}`);
		},
	),
	route('GET /api/v1/endpoint/:endpointId/sms', 'List the SMS of an endpoint', (call) => {
		const endpoint = pathEndpoint(sim, call);
		const messages = sim.forms.smsOrder(sim.store.sms.get(endpoint.id) ?? []);
		return ok(messages.map((sms) => sim.forms.sms(sim, sms)));
	}),
	route('GET /api/v1/endpoint/:endpointId/sms/:smsId', 'Get an SMS', (call) =>
		ok(sim.forms.sms(sim, findSms(sim, call))),
	),
	route(
		'DELETE /api/v1/endpoint/:endpointId/sms/:smsId',
		'Cancel an SMS that was not delivered yet',
		(call) => {
			const sms = findSms(sim, call);
			if (sms.statusId === SmsStatus.Cancelled) return sim.forms.changed;
			if (!isOpen(sim, sms)) throw conflict(`SMS ${sms.id} can no longer be cancelled`);
			sms.statusId = SmsStatus.Cancelled;
			sms.finalDate = sim.clock.now();
			const ids = { endpointId: sms.endpointId, simId: sms.simId };
			sim.ledger.effect('sms.cancelled', ids, { smsId: sms.id });
			return sim.forms.changed;
		},
	),
];
