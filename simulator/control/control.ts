import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseIso } from '../clock';
import type { Simulation } from '../context';
import type { FaultPlan } from '../faults/faults';
import { takeOffline } from '../faults/outage';
import { isObject } from '../http/route';
import type { SeedOptions } from '../seed/options';
import { populate } from '../seed/populate';
import { settleQuotas } from '../traffic/quota';
import type { StreamsHandle } from '../stream/handle';
import { deviceControlRoutes } from './device';
import { streamControlRoutes } from './streams';

/** Control of a simulation beyond the parts: what `index.ts` adds. */
export interface Controlled extends Simulation {
	reset: () => void;
	streams: StreamsHandle;
}

const bodyOf = (body: unknown): Record<string, unknown> => (isObject(body) ? body : {});
const bad = (reply: FastifyReply, message: string) => reply.code(400).send({ message });

/** The control routes under `/_sim`; none needs a token, none appears in the ledger. */
export function controlRoutes(app: FastifyInstance, given: Simulation): void {
	const sim = given as Controlled;
	const hide = { schema: { hide: true } };
	app.get('/_sim/ledger', hide, (request) => {
		const { since = '0', kind } = request.query as { since?: string; kind?: string };
		const after = ({ seq }: { seq: number }) => seq > Number(since);
		const { requests, effects, counters } = sim.ledger;
		const all = effects.filter(after);
		if (kind) return { requests: [], effects: all.filter((e) => e.kind === kind), counters };
		return { requests: requests.filter(after), effects: all, counters };
	});
	app.get('/_sim/ledger/summary', hide, () => sim.ledger.summary());
	app.delete('/_sim/ledger', hide, (_request, reply) => {
		sim.ledger.clear();
		return reply.code(204).send();
	});
	app.post('/_sim/reset', hide, (_request, reply) => {
		sim.reset();
		return reply.code(204).send();
	});
	app.post('/_sim/seed', hide, (request, reply) => {
		try {
			populate(sim, bodyOf(request.body) as SeedOptions);
		} catch (error) {
			return bad(reply, String(error));
		}
		return state(sim);
	});
	app.get('/_sim/clock', hide, () => ({ now: sim.clock.iso() }));
	app.post('/_sim/clock', hide, (request, reply) => {
		const { advance, now } = bodyOf(request.body);
		const at = parseIso(now);
		if (typeof advance === 'number') sim.clock.advance(advance * 1000);
		else if (at !== undefined) sim.clock.set(at);
		else return bad(reply, 'give {advance: seconds} or {now: ISO 8601}');
		settleQuotas(sim);
		return { now: sim.clock.iso() };
	});
	app.get('/_sim/faults', hide, () => sim.faults.describe());
	app.put('/_sim/faults', hide, (request, reply) => {
		try {
			sim.faults.set(request.body as FaultPlan);
		} catch (error) {
			return bad(reply, String(error));
		}
		return sim.faults.describe();
	});
	app.delete('/_sim/faults', hide, (_request, reply) => {
		sim.faults.clear();
		return reply.code(204).send();
	});
	app.post('/_sim/tokens/revoke', hide, (request, reply) => {
		sim.tokens.revoke(bodyOf(request.body).keepRefresh === true);
		return reply.code(204).send();
	});
	app.get('/_sim/codes', hide, (request, reply) => {
		const { username = '' } = request.query as { username?: string };
		const user = sim.store.userByName(username);
		if (!user) return reply.code(404).send({ message: `no user ${username}` });
		return { username, ...sim.mfa.currentCode(user) };
	});
	app.get('/_sim/state', hide, () => state(sim));
	app.post('/_sim/outage', hide, async (request, reply) => {
		const { ms } = bodyOf(request.body);
		if (typeof ms !== 'number') return await bad(reply, 'give {ms}');
		reply.raw.once('finish', () => void takeOffline(app.server, ms));
		return await reply.code(204).send();
	});
	deviceControlRoutes(app, sim);
	streamControlRoutes(app, sim.streams);
}

/** A small overview of what the simulated service holds. */
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
