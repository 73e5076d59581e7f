import { MINUTE_MS } from '../clock';
import type { FormedWorld, Wire } from '../forms/forms';
import type { QueryFields } from '../http/query';
import type { Card, CardOrder, CardProfile } from './entities';
import { VOCABULARIES } from './vocabulary';

const PROFILE_TYPE = { id: 5, description: 'IoT eUICC Profile' };
const ACTIVE = { id: 1, description: 'Active' };
const EIM = { id: 1, description: 'Service' };
/** Under a login; under an application token it is unknown. */
const USER = { id: 11, name: 'totp@example.com' };

const named = (items: ReadonlyMap<number, { name: string }>, id: number | null) => {
	const found = id === null ? undefined : items.get(id);
	return found ? { id, name: found.name } : null;
};

function profileForm({ store, options }: FormedWorld, card: Card, profile: CardProfile): Wire {
	const { profiles } = VOCABULARIES[options.esimVocabulary];
	const endpoint = named(store.endpoints, profile.endpointId);
	return {
		iccid_with_luhn: profile.iccid,
		name: profile.name,
		status: profile.state && profiles[profile.state],
		customer_org: endpoint && named(store.organisations, card.organisationId),
		operator: profile.operator,
		preloaded: profile.isPreloaded,
		endpoint,
		fallback_allowed: profile.isFallbackAllowed,
		fallback_attribute: profile.isFallback,
		profile_type: PROFILE_TYPE,
	};
}

/** A card with the profiles on it, as of the last full minute (public reference). */
export function cardForm(sim: FormedWorld, card: Card): Wire {
	const date = (ms: number | null) => (ms === null ? null : sim.forms.time(ms));
	const organisation = named(sim.store.organisations, card.organisationId);
	const lastMinute = Math.floor(sim.clock.now() / MINUTE_MS) * MINUTE_MS;
	const { lastSynced = card.isInDevice ? lastMinute : null } = card;
	return {
		id: card.id,
		eid: card.eid,
		issuer_org: organisation,
		customer_org: organisation,
		created: sim.forms.time(card.created),
		last_polled: date(card.lastPolled),
		last_audited: date(card.lastAudited),
		last_synced: date(lastSynced),
		status: ACTIVE,
		eim: EIM,
		supported_profile_type: PROFILE_TYPE,
		profile: card.shown.map((profile) => profileForm(sim, card, profile)),
	};
}

/** An operation: end, error and ICCID are absent until they exist (public reference). */
export function orderForm(sim: FormedWorld, order: CardOrder): Wire {
	const { actions, orders } = VOCABULARIES[sim.options.esimVocabulary];
	const { time } = sim.forms;
	return {
		id: order.id,
		action: actions[order.action],
		status: orders[order.state],
		creation_date: time(order.created),
		last_updated_at: time(order.updated),
		expiry_date: time(order.expires),
		user: USER,
		...(order.finalized !== null && { finalization_date: time(order.finalized) }),
		...(order.error && { error: order.error }),
		...(order.iccid !== null && { iccid_with_luhn: order.iccid }),
	};
}

/** Fields of `q` and `sort` in the list of cards (public reference). */
export const cardFields: QueryFields<Card> = {
	id: { values: ({ id }) => [id], numeric: true },
	eid: { values: ({ eid }) => [eid] },
	supported_profile_type: { values: () => [PROFILE_TYPE.id] },
	status: { values: () => [ACTIVE.id] },
	eim: { values: () => [EIM.id] },
	modified: { values: ({ lastPolled }) => [lastPolled] },
};

/** Fields of `q` and `sort` in the operations of a card (public reference). */
export function orderFields({ options }: FormedWorld): QueryFields<CardOrder> {
	const { actions, orders } = VOCABULARIES[options.esimVocabulary];
	return {
		id: { values: ({ id }) => [id] },
		action: { values: ({ action }) => [actions[action].id] },
		status: { values: ({ state }) => [orders[state].id] },
		iccid_with_luhn: { values: ({ iccid }) => [iccid] },
		creation_date: { values: ({ created }) => [created] },
		expiry_date: { values: ({ expires }) => [expires] },
		finalization_date: { values: ({ finalized }) => [finalized] },
	};
}
