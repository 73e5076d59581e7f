import { failsAlone } from '../../run/failsAlone';
import { learn } from '../../run/names/search';
import type { Call, Json } from '../../table/define';
import { getAllTariffProfiles } from '../../table/entries/profile/tariffProfile';
import { at, listOrOne } from '../../table/reading';
import { toId } from '../../table/values';

/*
 * What a SIM costs in a month by its status, as far as its tariff tells. Whether the tariff or the plan of the
 * organisation counts is not documented. Source: public reference, Tariff profiles.
 */

/** Fees of a tariff profile; null where it does not tell. */
export interface Fees {
	activated: number | null;
	suspended: number | null;
	/** Once, for suspending and for activating again. */
	suspension: number | null;
	reactivation: number | null;
	currency: string | null;
}

export const NO_FEES: Fees = {
	activated: null,
	suspended: null,
	suspension: null,
	reactivation: null,
	currency: null,
};

const amountAt = (tariff: unknown, key: string): number | null => {
	const value = at(tariff, key);
	if (value === undefined || value === null || value === '') return null;
	const amount = Number(value);
	return Number.isNaN(amount) ? null : amount;
};

/** The fees of each tariff profile by its id; none where the role may not read them. */
export async function feesByProfile(call: Call): Promise<Map<number, Fees>> {
	try {
		const profiles = listOrOne(await call.other(getAllTariffProfiles, {}));
		return new Map(
			profiles.map((profile) => {
				const { tariff } = profile;
				const fees: Fees = {
					activated: amountAt(tariff, 'sim_activated_rate'),
					suspended: amountAt(tariff, 'sim_suspended_rate'),
					suspension: amountAt(tariff, 'sim_suspension_rate'),
					reactivation: amountAt(tariff, 'sim_reactivation_rate'),
					currency: (at(tariff, 'currency.code') ?? null) as string | null,
				};
				return [Number(profile.id), fees];
			}),
		);
	} catch (error) {
		if (!failsAlone(error)) throw error;
		call.note('The fees of SIMs are not known: the tariff profiles could not be read');
		return new Map();
	}
}

/** The tariff profiles of endpoints by their ids, for SIMs whose list does not name them. */
export async function tariffProfilesOf(
	call: Call,
	endpointIds: number[],
): Promise<Map<number, number>> {
	const keep = ({ id, tariff_profile }: Json): Json => ({ id, tariff_profile });
	const values = endpointIds.map(String);
	const found =
		values.length === 1
			? await call.find('endpoint', 'id', values)
			: await learn(call, 'endpoint', 'id', values, keep);
	const known = new Map<number, number>();
	for (const [id, [entry]] of found) {
		const profile = toId(at(entry, 'tariff_profile.id'));
		if (profile !== undefined) known.set(Number(id), profile);
	}
	return known;
}
