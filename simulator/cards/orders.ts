import { inSeconds } from '../lives/settle';
import type { World } from '../world';
import type { Card, CardOrder, CardProfile } from './entities';
import { enabledOf, fallBackLater, isInReach, profileOf, showSoon, switchTo } from './profiles';
import { VOCABULARIES } from './vocabulary';

/* The orders of a card: a card takes them when it polls, and ends them one after the other. */

/** A new profile that finds no network is undone after seven minutes (product documentation). */
const ROLLBACK_SECONDS = 420;

const vocabularyOf = ({ options }: World) => VOCABULARIES[options.esimVocabulary];

function change(world: World, order: CardOrder, state: CardOrder['state']): void {
	const now = world.clock.now();
	order.state = state;
	order.updated = now;
	const isFinal = state === 'done' || state === 'failed';
	if (isFinal || (state === 'expired' && vocabularyOf(world).isExpiryFinal)) order.finalized = now;
	world.ledger.effect(`operation.${state}`, {}, { id: order.id, cardId: order.cardId });
}

function fail(world: World, order: CardOrder, reason: number, message: string): void {
	order.error = { reason, message };
	change(world, order, 'failed');
}

/** Adds an order, which expires unless the card polls in time. */
export function schedule(
	world: World,
	card: Card,
	given: Pick<CardOrder, 'action' | 'iccid' | 'enable' | 'rollback'>,
	validitySeconds: number,
): CardOrder {
	const now = world.clock.now();
	const order: CardOrder = {
		...given,
		id: `00000000-0000-4000-8000-${String(world.store.nextId('operation')).padStart(12, '0')}`,
		cardId: card.id,
		state: 'scheduled',
		created: now,
		updated: now,
		expires: now + validitySeconds * 1000,
		finalized: null,
		error: null,
	};
	world.store.orders.set(order.id, order);
	const { id, action, iccid } = order;
	world.ledger.effect('operation.scheduled', {}, { id, cardId: card.id, action, iccid });
	inSeconds(world, validitySeconds, () => {
		if (order.state === 'scheduled' && world.store.orders.has(order.id))
			change(world, order, 'expired');
	});
	return order;
}

/** A card polls: it takes what is scheduled, and polls again after its interval. */
export function poll(world: World, card: Card): void {
	if (!isInReach(card)) return;
	card.lastPolled = world.clock.now();
	world.ledger.effect('card.polled', {}, { cardId: card.id });
	const waiting = [...world.store.orders.values()].filter(
		({ cardId, state }) => cardId === card.id && state === 'scheduled',
	);
	for (const [index, order] of waiting.entries()) {
		change(world, order, 'running');
		inSeconds(world, card.orderSeconds * (index + 1), () => carryOut(world, card, order));
	}
}

/** Plans the next poll of a card, and those after it. */
export function pollIn(world: World, card: Card, seconds: number): void {
	card.polls += 1;
	const { polls } = card;
	inSeconds(world, seconds, () => {
		if (card.polls !== polls) return;
		poll(world, card);
		pollIn(world, card, card.pollSeconds);
	});
}

/** Why a card refuses an order, if it does. */
function refusal(
	card: Card,
	{ action, iccid }: CardOrder,
	profile?: CardProfile,
): string | undefined {
	if (action === 'audit' || action === 'unsetFallback') return undefined;
	if (action === 'download')
		return isInReach(card) ? undefined : 'There is no connection for a download';
	if (!profile) return `There is no profile ${iccid ?? ''} on the card`;
	if (action === 'enable' && profile.state !== 'disabled') return 'The profile is not disabled';
	if (action === 'disable' && profile.state !== 'enabled') return 'The profile is not enabled';
	if (action === 'delete') {
		if (profile.state === 'enabled') return 'The profile is enabled';
		if (profile.isPreloaded || profile.isFallback) return 'The profile is kept on the card';
	}
	if (action === 'setFallback' && !profile.isFallbackAllowed)
		return 'The profile may not be the fallback';
	return undefined;
}

function carryOut(world: World, card: Card, order: CardOrder): void {
	const profile = profileOf(card, order.iccid);
	if (card.kind === 'failing' && card.failTimes !== 0) {
		if (card.failTimes !== null) card.failTimes -= 1;
		return fail(world, order, card.errorReason, card.errorMessage);
	}
	const refused = refusal(card, order, profile);
	if (refused !== undefined) return fail(world, order, 3, refused);
	showSoon(world, card);
	if (order.action === 'download') return download(world, card, order);
	if (order.action === 'enable') return enable(world, card, order, profile!);
	if (order.action === 'disable') switchTo(world, card, null, 'operation');
	if (order.action === 'delete')
		card.profiles = card.profiles.filter((present) => present !== profile);
	if (order.action === 'audit') card.lastAudited = world.clock.now();
	if (order.action === 'setFallback' || order.action === 'unsetFallback')
		for (const present of card.profiles)
			present.isFallback = order.action === 'setFallback' && present === profile;
	change(world, order, 'done');
}

function download(world: World, card: Card, order: CardOrder): void {
	const serial = String(world.store.nextId('downloaded')).padStart(6, '0');
	const added: CardProfile = {
		iccid: `8949000000000000${serial.slice(-4)}`,
		name: `Downloaded ${serial}`,
		state: 'disabled',
		endpointId: null,
		operator: null,
		isPreloaded: false,
		isFallbackAllowed: false,
		isFallback: false,
		hasNetwork: card.kind !== 'noNetwork',
	};
	card.profiles.push(added);
	order.iccid = added.iccid;
	if (order.enable) enable(world, card, order, added);
	else change(world, order, 'done');
}

/**
 * Enables a profile. Where it finds no network, the former one is enabled again after seven minutes:
 * always, or only where the order says so (unknown: it depends on the vocabulary).
 */
function enable(world: World, card: Card, order: CardOrder, profile: CardProfile): void {
	const former = enabledOf(card);
	const { isRollbackByFlag } = vocabularyOf(world);
	switchTo(world, card, profile, 'operation');
	if (profile.hasNetwork) return change(world, order, 'done');
	const isUndone = former !== undefined && (order.rollback || !isRollbackByFlag);
	if (!isUndone || !isRollbackByFlag) change(world, order, 'done');
	if (!isUndone) return fallBackLater(world, card);
	const { switches } = card;
	inSeconds(world, ROLLBACK_SECONDS, () => {
		if (profile.state === 'enabled' && profile.hasNetwork) {
			if (order.state === 'running') change(world, order, 'done');
			return;
		}
		if (card.switches === switches) switchTo(world, card, former, 'rollback');
		if (order.state === 'running')
			fail(world, order, 7, 'The profile found no network, and was rolled back');
	});
}
