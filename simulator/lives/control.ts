import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/v4';
import type { Simulation } from '../context';
import type { Endpoint } from '../endpoints/entities';
import { type Life, LIFE_DEFAULTS, LIFE_KINDS, REPLY_KINDS } from './entities';
import { restart, startLife } from './device';
import { assigned } from './mix';
import { sendSms } from './sms';

/* Control routes that give devices a life, act on them, and show it. */

const seconds = z.number().positive();
const span = z
	.tuple([z.number().min(0), z.number().min(0)])
	.refine(([least, most]) => least <= most, 'the shortest comes first');
const share = z.number().min(0).max(1);

const RULES = {
	returnSeconds: span.optional(),
	rat: z.int().optional(),
	operatorId: z.int().optional(),
	flaps: z.int().min(0).nullable().optional(),
	flapSeconds: span.optional(),
	sleepSeconds: seconds.optional(),
	awakeSeconds: seconds.optional(),
	smsSeconds: span.optional(),
	replySeconds: span.optional(),
	replyText: z.string().min(1).optional(),
	isAlphanumericAnswered: z.boolean().optional(),
	unprompted: z.strictObject({ everySeconds: seconds, text: z.string() }).nullable().optional(),
	isResetLoggedAsSuspension: z.boolean().optional(),
};

const LIVES = z.strictObject({
	/** Default: all endpoints. */
	endpointIds: z.array(z.int()).min(1).optional(),
	/** Which devices get which kind, and every span of time, depend on it. Default 1. */
	seed: z.int().optional(),
	/** Shares of the kinds; the other devices are of `kind`. */
	mix: z.partialRecord(z.enum(LIFE_KINDS), share).optional(),
	kind: z.enum(LIFE_KINDS).optional(),
	/** Shares of the kinds of replies; the other devices reply as `reply` says. */
	replies: z.partialRecord(z.enum(REPLY_KINDS), share).optional(),
	reply: z.enum(REPLY_KINDS).optional(),
	...RULES,
});

const ACT = z.strictObject({
	endpointIds: z.array(z.int()).min(1),
	do: z.enum(['restart', 'send']),
	/** What is sent. */
	payload: z.string().optional(),
	dest_address: z.string().optional(),
});

/** The schema's refusal in words. */
const wordsOf = (error: z.ZodError) => z.prettifyError(error);

const lifeForm = ({ endpointId, kind, reply, isAwake, isResetPending }: Life) => ({
	endpointId,
	kind,
	reply,
	isAwake,
	isResetPending,
});

/** Endpoints by id. @throws Error for one that is not there */
function endpointsOf({ store }: Simulation, ids: readonly number[]): Endpoint[] {
	return ids.map((id) => {
		const found = store.endpoints.get(id);
		if (!found) throw new Error(`endpoint ${id} is not known`);
		return found;
	});
}

function giveLives(sim: Simulation, input: z.output<typeof LIVES>): Life[] {
	const {
		endpointIds = [...sim.store.endpoints.keys()],
		seed = 1,
		mix = {},
		kind = 'awake',
		replies = {},
		reply = 'never',
		...given
	} = input;
	const rules = { ...LIFE_DEFAULTS, ...given };
	if (!sim.store.operators.has(rules.operatorId))
		throw new Error(`operator ${rules.operatorId} is not known`);
	const endpoints = endpointsOf(sim, endpointIds);
	const replyOf = new Map(
		assigned(endpoints, replies, reply, seed + 1).map((drawn) => [drawn.item.id, drawn.kind]),
	);
	const kindOf = new Map(
		assigned(endpoints, mix, kind, seed).map((drawn) => [drawn.item.id, drawn.kind]),
	);
	const lives = endpoints.map((endpoint) => {
		const kinds = { kind: kindOf.get(endpoint.id)!, reply: replyOf.get(endpoint.id)! };
		return startLife(sim, endpoint, kinds, rules, seed);
	});
	sim.store.touch();
	return lives;
}

/** `/_sim/lives`: devices that sleep, flap, stay away and answer. */
export function lifeControlRoutes(app: FastifyInstance, sim: Simulation): void {
	const bad = (reply: FastifyReply, message: string) => reply.code(400).send({ message });
	app.get('/_sim/lives', () => [...sim.store.lives.values()].map(lifeForm));
	app.post('/_sim/lives', (request, reply) => {
		const { data, error } = LIVES.safeParse(request.body ?? {});
		if (error) return bad(reply, wordsOf(error));
		try {
			return giveLives(sim, data).map(lifeForm);
		} catch (problem) {
			return bad(reply, String(problem));
		}
	});
	app.post('/_sim/lives/act', (request, reply) => {
		const { data, error } = ACT.safeParse(request.body);
		if (error) return bad(reply, wordsOf(error));
		const lives = data.endpointIds.map((id) => sim.store.lives.get(id));
		if (lives.includes(undefined)) return bad(reply, 'an endpoint has no life');
		for (const life of lives) {
			const endpoint = sim.store.endpoints.get(life!.endpointId)!;
			if (data.do === 'restart') restart(sim, life!, endpoint);
			else sendSms(sim, endpoint, life!, data.payload ?? 'status ok', data.dest_address);
		}
		sim.store.touch();
		return lives.map((life) => lifeForm(life!));
	});
}
