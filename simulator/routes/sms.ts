import type { Simulation } from '../context';
import { finishSms } from '../device';
import { objectBody, pathId, type Route } from '../route';
import { findEndpoint } from '../rules/common';
import { sendSms } from '../rules/smsSend';

/** MT-SMS of an endpoint. */
export const smsRoutes = (sim: Simulation): Route[] => [
	{
		method: 'POST',
		url: '/api/v1/endpoint/:endpointId/sms',
		summary: 'Send an SMS to the device',
		tag: 'SMS',
		source: 'specification',
		lane: 'single',
		fields: {
			payload: 'string, required; at most 160 characters',
			source_address: 'string; alphanumeric at most 11 characters, with type 208',
			source_address_type: 'object {id}: 145, 161 or 208',
			dest_address: 'string',
			udh: 'string 050003XXYYZZ',
			dcs: 'integer; 0 GSM 7-bit, 8 UCS2',
			expiry_date: 'ISO 8601',
		},
		handle: (call) => {
			const endpoint = findEndpoint(sim, call.caller, pathId(call, 'endpointId'));
			const sms = sendSms(sim, endpoint, objectBody(call));
			if (endpoint.connectivity === 'ONLINE' && !endpoint.blocked) void finishSms(sim, sms);
			return sim.forms.smsAccepted(sim, `/api/v1/endpoint/${endpoint.id}/sms/${sms.id}`);
		},
	},
];
