import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/v4';
import type { Simulation } from '../context';
import { assigned } from '../lives/mix';
import { randomFrom } from '../numbers';
import { ORGANISATIONS } from '../seed/data';
import { addEndpoint } from '../seed/populate';
import { iccidWithLuhn } from '../sims/entities';
import { addCard, putIntoDevice } from './add';
import { type Card, CARD_DEFAULTS, CARD_KINDS, type CardKind, type CardProfile } from './entities';
import { poll, pollIn } from './orders';
import { enabledOf, isInReach, loseNetwork, register } from './profiles';

const seconds = z.number().positive();
const share = z.number().min(0).max(1);

const CARDS = z.strictObject({
	count: z.int().min(1),
	/** Default: the reseller. */
	organisationId: z.int().optional(),
	/** Which cards get which kind, and when each polls first, depend on it. Default 1. */
	seed: z.int().optional(),
	/** Shares of the kinds; the other cards are of `kind`. */
	mix: z.partialRecord(z.enum(CARD_KINDS), share).optional(),
	kind: z.enum(CARD_KINDS).optional(),
	/** Whether the enabled profile, the bootstrap, is the fallback. Default true. */
	hasFallback: z.boolean().optional(),
	pollSeconds: seconds.optional(),
	sleepSeconds: seconds.optional(),
	fallbackSeconds: seconds.optional(),
	failTimes: z.int().min(0).nullable().optional(),
	errorReason: z.int().optional(),
	errorMessage: z.string().optional(),
	orderSeconds: seconds.optional(),
});

const ACT = z.strictObject({
	cardIds: z.array(z.int()).min(1),
	/**
	 * `restart`: the device is restarted, and polls; `loseNetwork`, `findNetwork`: the enabled profile
	 * loses or finds a network; `sleep`: the next poll comes in `seconds`.
	 */
	do: z.enum(['restart', 'loseNetwork', 'findNetwork', 'sleep']),
	seconds: seconds.optional(),
});

/** From a restart to the poll. */
const RESTART_SECONDS = 30;

/** A profile with a SIM and an endpoint of its own. */
function ownProfile(
	sim: Simulation,
	organisationId: number,
	given: Pick<CardProfile, 'name' | 'state' | 'isPreloaded' | 'isFallback' | 'hasNetwork'>,
): CardProfile {
	const endpoint = addEndpoint(sim, organisationId, {});
	const item = sim.store.sims.get(endpoint.simId!)!;
	const { id, name } = [...sim.store.operators.values()][0]!;
	return {
		...given,
		iccid: iccidWithLuhn(item),
		endpointId: endpoint.id,
		operator: { id, name },
		isFallbackAllowed: given.isFallback,
	};
}

function newCard(sim: Simulation, kind: CardKind, input: z.output<typeof CARDS>): Card {
	const { organisationId = ORGANISATIONS.reseller, hasFallback = true } = input;
	const rules = Object.fromEntries(
		Object.entries(input).filter(([name]) => Object.hasOwn(CARD_DEFAULTS, name)),
	);
	const bootstrap = ownProfile(sim, organisationId, {
		name: 'Bootstrap',
		state: 'enabled',
		isPreloaded: true,
		isFallback: hasFallback,
		hasNetwork: true,
	});
	const operational = ownProfile(sim, organisationId, {
		name: 'Operational',
		state: 'disabled',
		isPreloaded: false,
		isFallback: false,
		hasNetwork: kind !== 'noNetwork',
	});
	const profiles = [bootstrap, operational];
	const id = sim.store.nextId('card');
	return addCard(sim, { ...rules, id, organisationId, kind, profiles });
}

/** A card as it is, not as lists show it. */
function cardState(card: Card) {
	const { id, eid, kind, lastPolled, profiles } = card;
	const enabled = enabledOf(card);
	return {
		id,
		eid,
		kind,
		lastPolled,
		profiles,
		isInReach: isInReach(card),
		enabled: enabled ? { iccid: enabled.iccid, endpointId: enabled.endpointId } : null,
	};
}

function act(sim: Simulation, card: Card, input: z.output<typeof ACT>): void {
	const enabled = enabledOf(card);
	if (input.do === 'restart') {
		if (isInReach(card) && enabled) register(sim, enabled);
		pollIn(sim, card, RESTART_SECONDS);
	}
	if (input.do === 'sleep') pollIn(sim, card, input.seconds ?? card.sleepSeconds);
	if (input.do === 'loseNetwork') loseNetwork(sim, card);
	if (input.do === 'findNetwork' && enabled) {
		enabled.hasNetwork = true;
		register(sim, enabled);
		poll(sim, card);
	}
}

/** `/_sim/cards`: cards in devices that poll, sleep, fail and lose their network. */
export function cardControlRoutes(app: FastifyInstance, sim: Simulation): void {
	const bad = (reply: FastifyReply, message: string) => reply.code(400).send({ message });
	app.get('/_sim/cards', () => [...sim.store.cards.values()].map(cardState));
	app.post('/_sim/cards', (request, reply) => {
		const { data, error } = CARDS.safeParse(request.body);
		if (error) return bad(reply, z.prettifyError(error));
		const { seed = 1, mix = {}, kind = 'polling' } = data;
		try {
			const places = Array.from({ length: data.count }, (_, index) => index);
			const kinds = new Map(
				assigned(places, mix, kind, seed).map((assignment) => [assignment.item, assignment.kind]),
			);
			const random = randomFrom(seed);
			const cards = places.map((place) => {
				const card = newCard(sim, kinds.get(place)!, data);
				putIntoDevice(sim, card, random());
				return card;
			});
			sim.store.touch();
			return cards.map(cardState);
		} catch (problem) {
			return bad(reply, String(problem));
		}
	});
	app.post('/_sim/cards/act', (request, reply) => {
		const { data, error } = ACT.safeParse(request.body);
		if (error) return bad(reply, z.prettifyError(error));
		const cards = data.cardIds.map((id) => sim.store.cards.get(id));
		if (cards.includes(undefined)) return bad(reply, 'a card is not known');
		for (const card of cards) act(sim, card!, data);
		sim.store.touch();
		return cards.map((card) => cardState(card!));
	});
}
