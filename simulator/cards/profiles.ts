import { MINUTE_MS } from '../clock';
import { connect } from '../events/connections';
import { inSeconds } from '../lives/settle';
import type { World } from '../world';
import type { Card, CardProfile } from './entities';

/* Which profile of a card is enabled, and what that does to the endpoints of its profiles. */

/** From enabling a profile to its registration. */
const REGISTER_SECONDS = 10;

export const enabledOf = (card: Card): CardProfile | undefined =>
	card.profiles.find(({ state }) => state === 'enabled');

export const profileOf = (card: Card, iccid: string | null): CardProfile | undefined =>
	card.profiles.find((profile) => profile.iccid === iccid);

/** Whether the device has a connection, and with it the card. */
export const isInReach = (card: Card): boolean =>
	card.isInDevice && enabledOf(card)?.hasNetwork === true;

/** Lists show the profiles as they were at the last full minute. */
export function showSoon(world: World, card: Card): void {
	const now = world.clock.now();
	const at = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
	world.store.agenda.add(at, () => {
		card.shown = card.profiles.map((profile) => ({ ...profile }));
	});
}

function disconnect(world: World, profile: CardProfile): void {
	const endpoint = world.store.endpoints.get(profile.endpointId ?? -1);
	if (!endpoint || endpoint.connectivity === 'OFFLINE') return;
	if (endpoint.session) connect(world, endpoint, { kind: 'close', volume: 0.1 });
	connect(world, endpoint, { kind: 'purge' });
}

/** The endpoint of a profile gets a session. */
export function register(world: World, profile: CardProfile): void {
	const endpoint = world.store.endpoints.get(profile.endpointId ?? -1);
	if (!endpoint || endpoint.statusId !== 0 || endpoint.session) return;
	for (const kind of ['attach', 'attachGprs', 'open'] as const) connect(world, endpoint, { kind });
}

/** Makes a profile the enabled one; null: none. The reason is for the ledger. */
export function switchTo(
	world: World,
	card: Card,
	profile: CardProfile | null,
	reason: 'operation' | 'rollback' | 'fallback',
): void {
	const former = enabledOf(card);
	if (former === profile) return;
	card.switches += 1;
	if (former) {
		former.state = 'disabled';
		disconnect(world, former);
	}
	const detail = {
		cardId: card.id,
		from: former?.iccid ?? null,
		to: profile?.iccid ?? null,
		reason,
	};
	world.ledger.effect('profile.switched', {}, detail);
	showSoon(world, card);
	if (!profile) return fallBackLater(world, card);
	profile.state = 'enabled';
	if (!profile.hasNetwork) return;
	const { switches } = card;
	inSeconds(world, REGISTER_SECONDS, () => {
		if (card.switches === switches) register(world, profile);
	});
}

/** Without a network the device switches to the fallback by itself, where the card has another. */
export function fallBackLater(world: World, card: Card): void {
	const { switches } = card;
	inSeconds(world, card.fallbackSeconds, () => {
		if (card.switches !== switches || isInReach(card)) return;
		const fallback = card.profiles.find(
			({ isFallback, state, hasNetwork }) => isFallback && state === 'disabled' && hasNetwork,
		);
		if (fallback) switchTo(world, card, fallback, 'fallback');
	});
}

/** The enabled profile finds no network any more. */
export function loseNetwork(world: World, card: Card): void {
	const profile = enabledOf(card);
	if (!profile) return;
	profile.hasNetwork = false;
	disconnect(world, profile);
	fallBackLater(world, card);
}
