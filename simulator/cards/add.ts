import { MINUTE_MS } from '../clock';
import { eidOf } from '../numbers';
import type { World } from '../world';
import { type Card, CARD_DEFAULTS, type CardProfile } from './entities';
import { pollIn } from './orders';
import { register } from './profiles';

/** Adds a card to the store. */
export function addCard(
	world: Pick<World, 'clock' | 'store'>,
	given: Pick<Card, 'id' | 'organisationId' | 'profiles'> & Partial<Card>,
): Card {
	const card: Card = {
		...CARD_DEFAULTS,
		eid: eidOf(given.id),
		created: world.clock.now() - MINUTE_MS,
		kind: 'polling',
		isInDevice: false,
		lastPolled: null,
		lastAudited: null,
		switches: 0,
		polls: 0,
		shown: given.profiles.map((profile) => ({ ...profile })),
		...given,
	};
	world.store.startAt('card', card.id + 1);
	world.store.cards.set(card.id, card);
	return card;
}

/** A profile that is in no device. */
export const bareProfile = (iccid: string, name: string): CardProfile => ({
	iccid,
	name,
	state: 'available',
	endpointId: null,
	operator: null,
	isPreloaded: true,
	isFallbackAllowed: null,
	isFallback: null,
	hasNetwork: false,
});

/** Puts a card into a device that is on: its enabled profile registers, and it polls as its kind does. */
export function putIntoDevice(world: World, card: Card, phase: number): void {
	card.isInDevice = true;
	const enabled = card.profiles.find(({ state }) => state === 'enabled');
	if (enabled?.hasNetwork) register(world, enabled);
	pollIn(
		world,
		card,
		card.kind === 'asleep' ? card.sleepSeconds : Math.max(1, phase * card.pollSeconds),
	);
}
