import { profilesOf, profileState } from '../../table/entries/sim/cardProfiles';
import { timeOf } from '../../table/moments';
import { at } from '../../table/reading';
import { DAY_MS } from '../../times';
import type { Json } from '../../wire';
import type { Fit } from './certainty';
import { evidence, statusEvidence, statusOf } from './evidence';
import { activeDays, type Facts, isOnline } from './facts/facts';
import { isSameIccid } from './facts/sims';
import { dayOf, isTime } from './facts/words';

/* A card on which the SIM of the endpoint is not the enabled profile. */

/** A card polls at every restart and once a day: what it said earlier is old. Source: public reference, eSIM. */
const FRESH_MS = 2 * DAY_MS;

/** Whether a profile of a card is the present SIM of the endpoint, by its ICCID where both have one. */
function isOwnProfile(profile: Json, { id, endpoint }: Facts): boolean {
	const iccid = at(endpoint, 'sim.iccid') ?? at(endpoint, 'sim.iccid_with_luhn');
	const isNumbered = typeof iccid === 'string' && typeof profile.iccid_with_luhn === 'string';
	if (isNumbered) return isSameIccid(profile.iccid_with_luhn, iccid);
	return Number(at(profile, 'endpoint.id') ?? NaN) === id;
}

/**
 * When the device was last active under this endpoint: it tried to connect, was registered or moved data. A session
 * that the network closes later, or a location that it deletes, is no sign of that.
 */
function lastOwnSign(facts: Facts): number {
	const { attached, rejected, opened, refused } = facts.signals;
	const events = [attached, rejected, opened, refused].map((event) => event?.at);
	const [day] = activeDays(facts);
	const traffic = day === undefined ? undefined : Date.parse(day);
	return Math.max(0, ...[...events, facts.location?.at, traffic].filter(isTime));
}

export function otherProfileFit(facts: Facts): Fit | undefined {
	if (isOnline(facts)) return undefined;
	const isOwn = (profile: Json) => isOwnProfile(profile, facts);
	const card = (facts.cards ?? []).find((known) => profilesOf(known).some(isOwn));
	const own = card && profilesOf(card).find(isOwn);
	const active =
		card &&
		profilesOf(card).find((profile) => !isOwn(profile) && profileState(profile) === 'enabled');
	if (!own || !active || profileState(own) === 'enabled') return undefined;
	const synced = timeOf(card.last_synced);
	const last = lastOwnSign(facts);
	// What the card said before the device was seen under this endpoint is over.
	if (isTime(synced) ? synced <= last : last > 0) return undefined;
	const name = active.name ?? at(active, 'operator.name') ?? active.iccid_with_luhn;
	const isOld = !isTime(synced) || facts.now - synced > FRESH_MS;
	const isSameDay = isTime(synced) && activeDays(facts)[0] === dayOf(synced);
	return {
		concluded:
			profileState(own) === 'disabled' ? undefined : 'the state of its own profile is not shown',
		aged: isOld
			? 'the card has not synchronised in the last two days'
			: isSameDay
				? 'this endpoint has moved data on the day on which the card synchronised'
				: undefined,
		words: { active: String(name) },
		evidence: [
			evidence('cards', 'EID', card.eid, synced),
			evidence('cards', 'profile of this endpoint', statusOf(own), synced),
			evidence('cards', 'enabled profile', active.iccid_with_luhn ?? name, synced),
			...statusEvidence(facts),
		],
	};
}
