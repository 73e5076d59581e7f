import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseIso } from '../clock';
import { cardControlRoutes } from '../cards/control';
import type { Simulation } from '../context';
import type { FaultPlan } from '../faults/faults';
import { takeOffline } from '../faults/outage';
import { isObject } from '../http/route';
import { lifeControlRoutes } from '../lives/control';
import { ORGANISATIONS } from '../seed/data';
import type { SeedOptions } from '../seed/options';
import { populate } from '../seed/populate';
import { SimStatus } from '../sims/entities';
import type { StreamsHandle } from '../stream/handle';
import { settleQuotas } from '../traffic/quota';
import { deviceControlRoutes } from './device';
import { streamControlRoutes } from './streams';

/** The controls that `index.ts` adds to those of the context. */
export interface ControlledSimulation extends Simulation {
	reset: () => void;
	streams: StreamsHandle;
}

const bodyFields = (body: unknown): Record<string, unknown> => (isObject(body) ? body : {});
const badRequest = (reply: FastifyReply, message: string) => reply.code(400).send({ message });

/** The control routes under `/_sim`. They need no token and do not appear in the ledger. */
export function controlRoutes(app: FastifyInstance, given: Simulation): void {
	const sim = given as ControlledSimulation;
	app.get('/_sim/ledger', (request) => {
		const { since = '0', kind } = request.query as { since?: string; kind?: string };
		const after = ({ seq }: { seq: number }) => seq > Number(since);
		const { requests, effects, counters } = sim.ledger;
		const all = effects.filter(after);
		if (kind) return { requests: [], effects: all.filter((e) => e.kind === kind), counters };
		return { requests: requests.filter(after), effects: all, counters };
	});
	app.get('/_sim/ledger/summary', () => sim.ledger.summary());
	app.delete('/_sim/ledger', (_request, reply) => {
		sim.ledger.clear();
		return reply.code(204).send();
	});
	app.post('/_sim/reset', (_request, reply) => {
		sim.reset();
		return reply.code(204).send();
	});
	app.post('/_sim/seed', (request, reply) => {
		try {
			populate(sim, bodyFields(request.body) as SeedOptions);
		} catch (error) {
			return badRequest(reply, String(error));
		}
		return state(sim);
	});
	app.get('/_sim/clock', () => ({ now: sim.clock.iso() }));
	app.post('/_sim/clock', (request, reply) => {
		const { advance, now } = bodyFields(request.body);
		const at = parseIso(now);
		if (typeof advance === 'number') sim.clock.advance(advance * 1000);
		else if (at !== undefined) sim.clock.set(at);
		else return badRequest(reply, 'give {advance: seconds} or {now: ISO 8601}');
		settleQuotas(sim);
		return { now: sim.clock.iso() };
	});
	app.get('/_sim/faults', () => sim.faults.describe());
	app.put('/_sim/faults', (request, reply) => {
		try {
			sim.faults.set(request.body as FaultPlan);
		} catch (error) {
			return badRequest(reply, String(error));
		}
		return sim.faults.describe();
	});
	app.delete('/_sim/faults', (_request, reply) => {
		sim.faults.clear();
		return reply.code(204).send();
	});
	app.post('/_sim/tokens/revoke', (request, reply) => {
		sim.tokens.revoke(bodyFields(request.body).keepRefresh === true);
		return reply.code(204).send();
	});
	app.get('/_sim/codes', (request, reply) => {
		const { username = '' } = request.query as { username?: string };
		const user = sim.store.userByName(username);
		if (!user) return reply.code(404).send({ message: `no user ${username}` });
		return { username, ...sim.mfa.currentCode(user) };
	});
	app.get('/_sim/state', () => state(sim));
	app.get('/_sim/devices.csv', (request, reply) => {
		const { count = '30' } = request.query as { count?: string };
		const name = 'attachment; filename="devices.csv"';
		// Sent as a download, so that browsers save it as a file.
		reply.header('Content-Disposition', name).type('application/octet-stream');
		return reply.send(Buffer.from(newDevices(sim, Number(count))));
	});
	app.post('/_sim/outage', async (request, reply) => {
		const { ms } = bodyFields(request.body);
		if (typeof ms !== 'number') return await badRequest(reply, 'give {ms}');
		reply.raw.once('finish', () => void takeOffline(app.server, ms));
		return await reply.code(204).send();
	});
	deviceControlRoutes(app, sim);
	lifeControlRoutes(app, sim);
	cardControlRoutes(app, sim);
	streamControlRoutes(app, sim.streams);
}

/** A list of planned devices, as a user would have it: a name, a free SIM and a tag on each line. */
function newDevices({ store }: Simulation, count: number): string {
	const free = [...store.sims.values()].filter(
		({ endpointId, organisationId, statusId }) =>
			endpointId === null &&
			organisationId === ORGANISATIONS.reseller &&
			statusId === SimStatus.Issued,
	);
	const lines = free.slice(0, count).map(({ iccid }, i) => {
		const number = String(i + 1).padStart(2, '0');
		return `pump-${number},${iccid},${i % 3 === 2 ? 'lab' : 'field'}`;
	});
	return ['name,iccid,tag', ...lines, ''].join('\n');
}

/** A short overview of the state of the simulated service. */
function state(sim: Simulation) {
	const { store } = sim;
	const deleted = [...store.endpoints.values()].filter(({ statusId }) => statusId === 2).length;
	return {
		now: sim.clock.iso(),
		organisations: store.organisations.size,
		users: [...store.users.values()].map(({ username }) => username),
		endpoints: store.endpoints.size - deleted,
		deletedEndpoints: deleted,
		sims: store.sims.size,
		quotas: store.quotas.size,
		sms: store.smsById.size,
		events: store.events.length,
		options: sim.options,
	};
}
