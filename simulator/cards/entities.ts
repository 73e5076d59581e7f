import type { Action, OrderState, ProfileState } from './vocabulary';

export interface CardProfile {
	/** ICCID with its check digit, 20 digits. */
	iccid: string;
	name: string;
	/** Null where the service does not show one. */
	state: ProfileState | null;
	/** Null under a foreign profile. */
	endpointId: number | null;
	operator: { id: number; name: string } | null;
	isPreloaded: boolean | null;
	isFallbackAllowed: boolean | null;
	/** Whether it is the one that the device switches to when it loses its network. */
	isFallback: boolean | null;
	/** Whether it finds a network where the device is. */
	hasNetwork: boolean;
}

/**
 * - `polling`: it polls at every restart and once in a while;
 * - `asleep`: its first poll comes after a sleep;
 * - `failing`: what is ordered fails on the card;
 * - `noNetwork`: profiles other than its first find no network.
 */
export const CARD_KINDS = ['polling', 'asleep', 'failing', 'noNetwork'] as const;
export type CardKind = (typeof CARD_KINDS)[number];

export interface CardRules {
	pollSeconds: number;
	/** To the first poll of an `asleep` card. */
	sleepSeconds: number;
	/** From the loss of the network to the switch to the fallback. */
	fallbackSeconds: number;
	/** How many orders fail on a `failing` card; null: all. */
	failTimes: number | null;
	errorReason: number;
	errorMessage: string;
	/** From a poll to the end of an order. */
	orderSeconds: number;
}

export const CARD_DEFAULTS: CardRules = {
	pollSeconds: 86_400,
	sleepSeconds: 108_000,
	fallbackSeconds: 600,
	failTimes: null,
	errorReason: 12,
	errorMessage: 'The card has refused the command',
	orderSeconds: 20,
};

export interface Card extends CardRules {
	id: number;
	eid: string;
	organisationId: number;
	created: number;
	kind: CardKind;
	/** Whether its device is in operation; cards of the default seed are in no device. */
	isInDevice: boolean;
	lastPolled: number | null;
	/** When it last synchronised; undefined for every minute while its device is in operation. */
	lastSynced?: number | null;
	lastAudited: number | null;
	profiles: CardProfile[];
	/** The profiles as lists show them: as of the last full minute. */
	shown: CardProfile[];
	/** Incremented by each switch, which makes a planned one obsolete. */
	switches: number;
	/** Incremented by each restart, which makes the planned poll obsolete. */
	polls: number;
}

export interface CardOrder {
	id: string;
	cardId: number;
	action: Action;
	state: OrderState;
	iccid: string | null;
	enable: boolean;
	rollback: boolean;
	created: number;
	updated: number;
	expires: number;
	finalized: number | null;
	error: { reason: number; message: string } | null;
}
