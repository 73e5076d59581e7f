import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseIso } from '../clock';
import type { Simulation } from '../context';
import { isNetworkState } from '../endpoints/connectivity';
import type { Endpoint } from '../endpoints/entities';
import { type Connection, connect, putInState } from '../events/connections';
import { addEvent, EventType } from '../events/emit';
import { isObject } from '../http/route';
import type { DeliveryOptions } from '../sms/callbackSender';
import { finishSms, receiveSms, type DeviceSms } from '../sms/device';
import { isOpen } from '../sms/send';
import { consumeData } from '../traffic/dataQuotaState';
import { consumeQuota } from '../traffic/quota';

interface DeviceChange {
	blocked?: boolean;
	connectivity?: Endpoint['connectivity'];
	network?: string;
}

/** Blocks, connects or moves an endpoint. @throws Error for an unknown value */
function changeEndpoint(sim: Simulation, endpoint: Endpoint, change: DeviceChange): void {
	const { blocked, connectivity, network } = change;
	if (connectivity !== undefined && !['ATTACHED', 'ONLINE', 'OFFLINE'].includes(connectivity))
		throw new Error(`connectivity ${String(connectivity)} is not known`);
	if (network !== undefined && !isNetworkState(network))
		throw new Error(`network ${String(network)} is not known`);
	if (connectivity !== undefined) putInState(sim, endpoint, connectivity);
	if (network !== undefined) endpoint.network = network;
	if (blocked !== undefined && blocked !== endpoint.blocked) {
		endpoint.blocked = blocked;
		const kind = blocked ? 'endpoint.blocked' : 'endpoint.unblocked';
		sim.ledger.effect(kind, { endpointId: endpoint.id });
		if (blocked) addEvent(sim, EventType.EndpointBlocked, { endpoint });
	}
	sim.store.touch();
}

/**
 * Uses up SMS quota (`volume`) and data (`data`, MB) of an endpoint. Data of another moment (`at`) is what statistics
 * catch up with.
 */
function consume(
	sim: Simulation,
	endpoint: Endpoint,
	{ volume, data, at = sim.clock.now() }: { volume?: number; data?: number; at?: number },
): void {
	const quota = sim.store.quotas.get(endpoint.id);
	if (volume !== undefined && quota) consumeQuota(sim, quota, volume);
	if (data === undefined) return;
	sim.store.addData(endpoint.id, data, at);
	consumeData(sim, endpoint.id, data);
}

interface UsagePlan {
	/** MB of days, by `YYYY-MM-DD`. */
	days?: Record<string, number>;
	/** The same by satellite. */
	satellite?: Record<string, number>;
	/** Whether it keeps the made-up traffic that every endpoint has. */
	isMadeUp?: boolean;
	hourMb?: number;
}

/** Sets the usage of an endpoint on days and in the last hour. */
function planUsage(sim: Simulation, { id }: Endpoint, plan: UsagePlan): void {
	const { days = {}, satellite = {}, isMadeUp = true, hourMb } = plan;
	sim.store.plannedUsage.set(id, { isMadeUp, ...(hourMb !== undefined && { hourMb }) });
	for (const [day, mb] of Object.entries(days)) sim.store.dayCount(id, day).data = mb;
	for (const [day, mb] of Object.entries(satellite)) sim.store.dayCount(id, day).satellite = mb;
}

/** Finishes one message, or all waiting messages of an endpoint. */
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
	return {
		finished: waiting.length,
		deliveries: deliveries.filter((delivery) => delivery !== undefined),
	};
}

/** Control routes that act as the device and the network. */
export function deviceControlRoutes(app: FastifyInstance, sim: Simulation): void {
	const bad = (reply: FastifyReply, message: string) => reply.code(400).send({ message });
	const find = (body: unknown) =>
		isObject(body) ? sim.store.endpoints.get(Number(body.endpointId)) : undefined;
	app.post('/_sim/endpoint', (request, reply) => {
		const endpoint = find(request.body);
		if (!endpoint) return bad(reply, 'endpointId is not known');
		try {
			changeEndpoint(sim, endpoint, request.body as DeviceChange);
		} catch (error) {
			return bad(reply, String(error));
		}
		return reply.code(204).send();
	});
	app.post('/_sim/connection', (request, reply) => {
		const body = isObject(request.body) ? request.body : {};
		const ids = Array.isArray(body.endpointIds) ? body.endpointIds : [body.endpointId];
		const endpoints = ids.map((endpointId) => find({ endpointId }));
		const at = body.at === undefined ? undefined : parseIso(body.at);
		if (endpoints.includes(undefined)) return bad(reply, 'endpointId is not known');
		if (body.at !== undefined && at === undefined) return bad(reply, 'at is ISO 8601');
		try {
			// eslint-disable-next-line no-restricted-syntax -- connect() checks each field
			const connection = { ...body, at } as unknown as Connection;
			for (const endpoint of endpoints) connect(sim, endpoint!, connection);
		} catch (error) {
			return bad(reply, String(error));
		}
		sim.store.touch();
		return { events: endpoints.length };
	});
	app.post('/_sim/consume', (request, reply) => {
		const endpoint = find(request.body);
		if (!endpoint) return bad(reply, 'endpointId is not known');
		const body = request.body as { volume?: number; data?: number; at?: unknown };
		const at = body.at === undefined ? undefined : parseIso(body.at);
		if (body.at !== undefined && at === undefined) return bad(reply, 'at is ISO 8601');
		consume(sim, endpoint, { ...body, at });
		const quota = sim.store.quotas.get(endpoint.id);
		return { quota: quota ? { volume: quota.volume, status: quota.statusId } : null };
	});
	app.post('/_sim/usage', (request, reply) => {
		const { simId, days = {} } = (request.body ?? {}) as UsagePlan & { simId?: number };
		if (simId !== undefined) {
			if (!sim.store.sims.has(simId)) return bad(reply, 'simId is not known');
			sim.store.simUsage.set(simId, new Map(Object.entries(days)));
			return reply.code(204).send();
		}
		const endpoint = find(request.body);
		if (!endpoint) return bad(reply, 'endpointId is not known');
		planUsage(sim, endpoint, request.body as UsagePlan);
		return reply.code(204).send();
	});
	app.post('/_sim/event', (request, reply) => {
		const body = isObject(request.body) ? request.body : {};
		const endpoint = find(body);
		if (body.endpointId !== undefined && !endpoint) return bad(reply, 'endpointId is not known');
		const { typeId, organisationId, description, userId } = body;
		if (!Number.isInteger(typeId)) return bad(reply, 'typeId is the id of an event type');
		const at = body.at === undefined ? undefined : parseIso(body.at);
		if (body.at !== undefined && at === undefined) return bad(reply, 'at is ISO 8601');
		const detail = isObject(body.detail) ? body.detail : null;
		const event = addEvent(sim, typeId as number, endpoint ? { endpoint } : {}, detail);
		if (organisationId !== undefined) event.organisationId = Number(organisationId);
		if (typeof description === 'string') event.description = description;
		if (userId !== undefined) event.userId = Number(userId);
		if (at !== undefined) event.timestamp = at;
		return { id: event.id };
	});
	app.post('/_sim/device/sms', async (request, reply) => {
		const endpoint = find(request.body);
		const input = request.body as DeviceSms;
		if (!endpoint || typeof input.payload !== 'string')
			return await bad(reply, 'give {endpointId, payload}');
		return await receiveSms(sim, endpoint, input);
	});
	app.post('/_sim/sms/finish', async (request) => {
		const which = isObject(request.body) ? request.body : {};
		return await finishWaiting(sim, which);
	});
}
