import type { FastifyInstance, FastifyReply } from 'fastify';
import { dayOf } from '../clock';
import type { Simulation } from '../context';
import { isNetwork } from '../endpoints/connectivity';
import type { Endpoint } from '../endpoints/entities';
import { addEvent, EventType } from '../events/tell';
import { isObject } from '../http/route';
import type { DeliveryOptions } from '../sms/callbackSender';
import { finishSms, receiveSms, type DeviceSms } from '../sms/device';
import { isOpen } from '../sms/send';
import { consumeQuota } from '../traffic/quota';

interface Change {
	blocked?: boolean;
	connectivity?: Endpoint['connectivity'];
	network?: string;
}

/** Blocks, connects or moves an endpoint. @throws Error when a value is not known */
function changeEndpoint(sim: Simulation, endpoint: Endpoint, change: Change): void {
	const { blocked, connectivity, network } = change;
	if (connectivity !== undefined && !['ATTACHED', 'ONLINE', 'OFFLINE'].includes(connectivity))
		throw new Error(`connectivity ${String(connectivity)} is not known`);
	if (network !== undefined && !isNetwork(network))
		throw new Error(`network ${String(network)} is not known`);
	if (connectivity !== undefined) endpoint.connectivity = connectivity;
	if (network !== undefined) endpoint.network = network;
	if (blocked !== undefined && blocked !== endpoint.blocked) {
		endpoint.blocked = blocked;
		const kind = blocked ? 'endpoint.blocked' : 'endpoint.unblocked';
		sim.ledger.effect(kind, { endpointId: endpoint.id });
		if (blocked) addEvent(sim, EventType.EndpointBlocked, { endpoint });
	}
	sim.store.touch();
}

/** Uses up quota (`volume`) and data (`data`, MB) of an endpoint. */
function consume(
	sim: Simulation,
	endpoint: Endpoint,
	{ volume, data }: { volume?: number; data?: number },
): void {
	const quota = sim.store.quotas.get(endpoint.id);
	if (volume !== undefined && quota) consumeQuota(sim, quota, volume);
	if (data !== undefined) sim.store.dayCount(endpoint.id, dayOf(sim.clock.now())).data += data;
}

/** Finishes one message, or all waiting ones of an endpoint. */
async function finishWaiting(
	sim: Simulation,
	which: { smsId?: number; endpointId?: number; status?: number } & DeliveryOptions,
) {
	const { smsId, endpointId, status, ...options } = which;
	const all =
		smsId === undefined
			? (sim.store.sms.get(endpointId ?? -1) ?? [])
			: [sim.store.smsById.get(smsId)];
	const waiting = all.filter((sms) => sms !== undefined && isOpen(sim, sms));
	const deliveries = [];
	for (const sms of waiting) if (sms) deliveries.push(await finishSms(sim, sms, status, options));
	return { finished: waiting.length, deliveries: deliveries.filter((one) => one !== undefined) };
}

/** Control routes that play the device and the network. */
export function deviceControlRoutes(app: FastifyInstance, sim: Simulation): void {
	const hide = { schema: { hide: true } };
	const bad = (reply: FastifyReply, message: string) => reply.code(400).send({ message });
	const find = (body: unknown) =>
		isObject(body) ? sim.store.endpoints.get(Number(body.endpointId)) : undefined;
	app.post('/_sim/endpoint', hide, (request, reply) => {
		const endpoint = find(request.body);
		if (!endpoint) return bad(reply, 'endpointId is not known');
		try {
			changeEndpoint(sim, endpoint, request.body as Change);
		} catch (error) {
			return bad(reply, String(error));
		}
		return reply.code(204).send();
	});
	app.post('/_sim/consume', hide, (request, reply) => {
		const endpoint = find(request.body);
		if (!endpoint) return bad(reply, 'endpointId is not known');
		consume(sim, endpoint, request.body as { volume?: number; data?: number });
		const quota = sim.store.quotas.get(endpoint.id);
		return { quota: quota ? { volume: quota.volume, status: quota.statusId } : null };
	});
	app.post('/_sim/device/sms', hide, async (request, reply) => {
		const endpoint = find(request.body);
		const input = request.body as DeviceSms;
		if (!endpoint || typeof input.payload !== 'string')
			return await bad(reply, 'give {endpointId, payload}');
		return await receiveSms(sim, endpoint, input);
	});
	app.post('/_sim/sms/finish', hide, async (request) => {
		const which = isObject(request.body) ? request.body : {};
		return await finishWaiting(sim, which);
	});
}
