import { entityOf } from '../../answers';
import type { Call, Json } from '../../define';
import { at, unlessRefused } from '../../reading';
import { asNumber } from '../../values';
import { getEndpoint } from '../endpoint/endpointRead';
import { getTariffProfile } from '../profile/tariffProfile';
import { tidy } from '../usage/usageDays';

/** A tariff that does not say what an SMS costs, or cannot be read. */
const UNKNOWN = { price: null, currency: null };

/**
 * The price of parts of an SMS to an endpoint, by the default rate of its tariff; null where the tariff has none or
 * the credential may not read it. Rate zones may have others. Source: public reference, tariff.
 */
export async function priceOf(call: Call, endpointId: number, parts: number): Promise<Json> {
	const endpoint = entityOf(await call.other(getEndpoint, { endpointId }));
	const tariffProfileId = asNumber(at(endpoint, 'tariff_profile.id'));
	if (typeof tariffProfileId !== 'number') return UNKNOWN;
	const answer = await call.once(`tariff profile ${tariffProfileId}`, async () =>
		unlessRefused(call.other(getTariffProfile, { tariffProfileId }), 403, 404),
	);
	const profile = answer && entityOf(answer);
	const rate = profile && asNumber(at(profile, 'tariff.default_sms_mt_rate'));
	if (typeof rate !== 'number') return UNKNOWN;
	return { price: tidy(rate * parts), currency: at(profile!, 'tariff.currency.code') ?? null };
}
