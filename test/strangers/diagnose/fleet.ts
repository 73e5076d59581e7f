import { ENDPOINT, SIM } from '../service/builders';
import { withLuhn } from '../service/forms';
import { emptyState, type Card, type State } from '../service/state';
import { NOW, type Case } from './case';

/*
 * Devices of many cases in one organisation, each with ids of its own, to see that none of them gets
 * what belongs to another.
 */

export interface Member {
	of: Case;
	/** Id of its endpoint in the fleet. */
	id: number;
}

/** Cases of one plain device at noon, whose facts do not concern the whole organisation. */
export const canJoin = ({ state, now, endpoint, zone }: Case): boolean =>
	(now ?? NOW) === NOW &&
	!endpoint &&
	!zone &&
	state.form === 'recorded' &&
	state.endpoints.length === 1 &&
	state.endpoints[0]!.organisation === undefined &&
	state.refusals.length === 0 &&
	state.absentQuota === 404 &&
	!state.hasOldEventTimes &&
	state.cards.length <= 1 &&
	state.tariffProfiles.length === 1 &&
	// Events without an endpoint are about the whole organisation, such as 12 (blocked) and 53 (quotas switched off).
	state.events.every(({ endpoint: of }) => of !== undefined);

const iccidOf = (place: number): string => `89000000000001${String(place).padStart(5, '0')}`;

/** Names that contain others: `meter-1`, `meter-10`, `meter-11`. */
const nameOf = (place: number): string => `meter-${place}`;

export function fleetOf(cases: Case[]): { state: State; members: Member[] } {
	const fleet = emptyState();
	const members = cases.map((of, place) => {
		join(fleet, of.state, place + 1);
		return { of, id: 4100 + place + 1 };
	});
	return { state: fleet, members };
}

function join(fleet: State, alone: State, place: number): void {
	const endpoint = 4100 + place;
	const simOf = (id: number): number => (id === SIM.id ? 51_000 + place : 59_000 + place);
	const profile = shared(fleet.serviceProfiles, alone.serviceProfiles[0]!, 2000 + place);
	const tariff = shared(fleet.tariffProfiles, alone.tariffProfiles[0]!, 3000 + place);
	fleet.operators = alone.operators;
	fleet.endpoints.push({
		...alone.endpoints[0]!,
		id: endpoint,
		name: nameOf(place),
		serviceProfile: profile,
		tariffProfile: tariff,
		sim: alone.endpoints[0]!.sim === undefined ? undefined : simOf(SIM.id),
	});
	for (const sim of alone.sims) {
		const isOwn = sim.id === SIM.id;
		fleet.sims.push({
			...sim,
			id: simOf(sim.id),
			iccid: isOwn ? iccidOf(place) : iccidOf(50_000 + place),
			...(sim.eid !== undefined && { eid: eidOf(place) }),
		});
	}
	fleet.connectivity.push(...alone.connectivity.map((each) => ({ ...each, endpoint })));
	fleet.usage.push(...alone.usage.map((each) => ({ ...each, endpoint })));
	fleet.events.push(
		...alone.events.map((event) => ({
			...event,
			endpoint,
			...(event.sim !== undefined && { sim: simOf(event.sim) }),
		})),
	);
	const isOwn = (each: { endpoint: number }): boolean => each.endpoint === ENDPOINT.id;
	fleet.quotas.push(...alone.quotas.filter(isOwn).map((each) => ({ ...each, endpoint })));
	fleet.extensions.push(...alone.extensions.map((each) => ({ ...each, endpoint })));
	fleet.blacklists.push(...alone.blacklists.map((each) => ({ ...each, endpoint })));
	fleet.cards.push(...alone.cards.map((card) => cardOf(card, place, endpoint)));
}

/** Id of a profile in the fleet: devices with equal ones share it. */
function shared<T extends { id: number }>(profiles: T[], profile: T, id: number): number {
	const text = JSON.stringify({ ...profile, id: 0 });
	const same = profiles.find((each) => JSON.stringify({ ...each, id: 0 }) === text);
	if (same) return same.id;
	profiles.push({ ...profile, id });
	return id;
}

const eidOf = (place: number): string =>
	`8900101201234123400000000000${String(place).padStart(4, '0')}`;

const cardOf = (card: Card, place: number, endpoint: number): Card => ({
	...card,
	id: 600 + place,
	eid: eidOf(place),
	profiles: card.profiles.map((profile) => ({
		...profile,
		...(profile.iccidWithLuhn === withLuhn(SIM.iccid) && {
			iccidWithLuhn: withLuhn(iccidOf(place)),
			endpoint: { id: endpoint, name: nameOf(place) },
		}),
	})),
});
