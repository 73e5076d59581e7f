import type { Choice } from '../../table/define';
import { ALERTS } from '../alerts';

/* The choices in Events: groups of the service's types of events, and alerts. */

/** A choice in Events; `action` is what the node panel calls it. */
type EventChoice = Choice & { value: string; action: string };

interface EventGroup extends EventChoice {
	description: string;
	/** Ids of its types. Source: public reference. */
	types: readonly number[];
}

/** Groups of event types; each type is in one. */
const EVENT_GROUPS: readonly EventGroup[] = [
	{
		name: 'Account and Security',
		value: 'account',
		action: 'On account or security event',
		description: 'Logins refused, support access, users, passwords, settings, orders and payments',
		types: [6, 7, 13, 14, 17, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 46, 47, 67],
	},
	{
		name: 'Cloud Connect',
		value: 'cloudConnect',
		action: 'On cloud connect or VPN event',
		description: 'Gateways and VPNs created, available, terminated; OpenVPN sessions',
		types: [22, 23, 24, 25, 26, 27, 28, 29, 30],
	},
	{
		name: 'Connection',
		value: 'connection',
		action: 'On connection event',
		description: 'Location updates, data sessions opened, refused and closed, connectivity reset',
		types: [0, 1, 2, 3, 4, 5, 15, 16, 49, 68],
	},
	{
		name: 'Data Quota',
		value: 'dataQuota',
		action: 'On data quota event',
		description: 'Threshold reached, used up, expired, assigned, deleted',
		types: [18, 19, 52, 53, 56, 57, 60],
	},
	{
		name: 'Limits',
		value: 'limits',
		action: 'On limit or block event',
		description: 'Endpoint or organisation blocked, warnings of data and order limits',
		types: [11, 12, 62, 63, 64, 65],
	},
	{
		name: 'SIM Life',
		value: 'simLife',
		action: 'On SIM or endpoint change',
		description:
			'SIMs activated, suspended, assigned, released, moved; endpoints enabled, disabled',
		types: [8, 9, 10, 42, 43, 44, 45, 48, 50, 51, 69],
	},
	{
		name: 'SMS Quota',
		value: 'smsQuota',
		action: 'On SMS quota event',
		description: 'Threshold reached, used up, expired, assigned, deleted',
		types: [20, 21, 54, 55, 58, 59, 61],
	},
];

/** Choices of a few types out of several groups. */
const ACROSS_GROUPS: readonly EventGroup[] = [
	{
		name: 'Quota Used Up',
		value: 'quotaUsedUp',
		action: 'On quota used up',
		description: 'Nothing is left of the data quota or the SMS quota of an endpoint',
		types: [19, 21],
	},
];

/** Types that are listed in a field of their own. */
export const SINGLE_TYPES = 'types';
/** Every type, also those not known here. */
export const ANY_TYPE = 'any';

/** The choices in Events. */
export const EVENT_CHOICES: EventChoice[] = [
	{
		name: 'Any Event',
		value: ANY_TYPE,
		action: 'On any organisation event',
		description: 'Every event of the feed',
	},
	{
		name: 'Chosen Types',
		value: SINGLE_TYPES,
		action: 'On events of chosen types',
		description: 'Single types, from the list of the service',
	},
	...[...EVENT_GROUPS, ...ACROSS_GROUPS].map(({ name, value, action, description }) => ({
		name,
		value,
		action,
		description,
	})),
	...ALERTS.flatMap(({ events }) => events),
].sort((a, b) => a.name.localeCompare(b.name));

/** The group of a type; `other` for one that is in none. */
export const groupOf = (type: number): string =>
	EVENT_GROUPS.find(({ types }) => types.includes(type))?.value ?? 'other';

/** The types behind a choice and `single` ones, in the order of their ids. */
export function eventTypesOf(
	chosen: ReadonlySet<string>,
	single: readonly number[],
): number[] | typeof ANY_TYPE {
	if (chosen.has(ANY_TYPE)) return ANY_TYPE;
	const groups = [...EVENT_GROUPS, ...ACROSS_GROUPS]
		.filter(({ value }) => chosen.has(value))
		.flatMap(({ types }) => types);
	const all = new Set([...groups, ...single]);
	return [...all].sort((a, b) => a - b);
}
