import type { Operator, State } from './state';

/*
 * Small pieces of answers: times, names of statuses, operators.
 */

const isoSecond = (ms: number): string => new Date(ms).toISOString();

/** Times of endpoints, SIMs and connectivity: recorded with an offset, in the reference with `Z`. */
export const timeOf = (state: State, ms: number): string =>
	state.form === 'recorded' ? isoSecond(ms).replace('Z', '+0000') : isoSecond(ms);

/** Times of events, the same in both forms. */
export const eventTime = (ms: number): string => isoSecond(ms);

export const dayOf = (ms: number): string => isoSecond(ms).slice(0, 10);

export const oldTime = (ms: number): string => isoSecond(ms).slice(0, 19).replace('T', ' ');

export const ENDPOINT_STATUSES: Record<number, string> = {
	0: 'Enabled',
	1: 'Disabled',
	2: 'Deleted',
};
export const SIM_STATUSES: Record<number, string> = {
	0: 'Issued',
	1: 'Activated',
	2: 'Suspended',
	3: 'Deleted',
	4: 'Factory Test',
};
export const QUOTA_STATUSES: Record<number, string> = { 1: 'ACTIVE', 2: 'EXHAUSTED', 3: 'EXPIRED' };
export const RAT_TYPES: Record<number, string> = {
	0: 'Reserved',
	1: '3G',
	2: '2G',
	3: 'WLAN',
	4: 'GAN',
	5: 'HSPA+',
	6: '4G',
	8: 'NB-IoT',
	9: 'LTE-M',
};
export const SERVICES: Record<number, string> = {
	0: 'USSD',
	3: 'Voice',
	6: 'SMS MT',
	32: 'SMS MO',
	38: 'Packet Switched Data',
};

/** The check digit by Luhn. */
export function withLuhn(digits: string): string {
	let sum = 0;
	[...digits].reverse().forEach((digit, place) => {
		const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1);
		sum += doubled > 9 ? doubled - 9 : doubled;
	});
	return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Country of an operator. Codes are text with leading zeros. */
const countryOf = ({ country }: Operator): object => ({
	id: country.id,
	name: country.name,
	country_code: country.code,
	mcc: country.mcc,
	iso_code: country.iso,
});

/** An operator as events and blacklists name it. */
export const operatorWithCodes = (operator: Operator): object => ({
	id: operator.id,
	name: operator.name,
	country: countryOf(operator),
	tapcode: [{ id: operator.id * 10, tapcode: `TAP${operator.id}` }],
	mnc: operator.mnc.map((mnc, place) => ({ id: operator.id * 10 + place, mnc })),
});

/** An operator as the detail of a session names it, without codes. */
export const operatorOnly = (operator: Operator): object => ({
	id: operator.id,
	name: operator.name,
	country: countryOf(operator),
});
