import { EventType } from '../../fleet/events';
import type { Choice } from '../../table/define';
import { ALERTS } from '../alerts';
import { compareNames } from '../../nameOrder';

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
		types: [
			EventType.UserLoginFailed,
			EventType.ApplicationLoginFailed,
			EventType.SupportAccess,
			EventType.SecondFactor,
			EventType.SelfSignup,
			EventType.OrganisationUpdated,
			EventType.BillingUpdated,
			EventType.TariffPlanUpdated,
			EventType.UsageTariffUpdated,
			EventType.Payment,
			EventType.UserInvited,
			EventType.PasswordResetRequested,
			EventType.OrderSubmitted,
			EventType.OrderUpdated,
			EventType.UserVerificationRequested,
			EventType.UserVerified,
			EventType.UserDeleted,
			EventType.UserFederationActivated,
			EventType.WorkspaceSwitched,
		],
	},
	{
		name: 'Cloud Connect',
		value: 'cloudConnect',
		action: 'On cloud connect or VPN event',
		description: 'Gateways and VPNs created, available, terminated; OpenVPN sessions',
		types: [
			EventType.GatewayShareCreated,
			EventType.GatewayAvailable,
			EventType.VpnAvailable,
			EventType.GatewayTerminated,
			EventType.VpnTerminated,
			EventType.CloudConnectStateChanged,
			EventType.OpenVpnConnected,
			EventType.OpenVpnDisconnected,
			EventType.OpenVpnLogin,
		],
	},
	{
		name: 'Connection',
		value: 'connection',
		action: 'On connection event',
		description: 'Location updates, data sessions opened, refused and closed, connectivity reset',
		types: [
			EventType.Generic,
			EventType.Registration,
			EventType.PacketRegistration,
			EventType.Session,
			EventType.SessionUpdated,
			EventType.SessionEnded,
			EventType.LocationPurged,
			EventType.PacketLocationPurged,
			EventType.DeviceOffline,
			EventType.ConnectivityReset,
		],
	},
	{
		name: 'Data Quota',
		value: 'dataQuota',
		action: 'On data quota event',
		description: 'Threshold reached, used up, expired, assigned, deleted',
		types: [
			EventType.DataQuotaThreshold,
			EventType.DataQuotaUsedUp,
			EventType.DataQuotasSwitchedOn,
			EventType.DataQuotasSwitchedOff,
			EventType.DataQuotaAssigned,
			EventType.DataQuotaDeleted,
			EventType.DataQuotaExpired,
		],
	},
	{
		name: 'Limits',
		value: 'limits',
		action: 'On limit or block event',
		description: 'Endpoint or organisation blocked, warnings of data and order limits',
		types: [
			EventType.EndpointBlocked,
			EventType.OrganisationBlocked,
			EventType.InclusiveVolumeUpdated,
			EventType.OrderLimitThreshold,
			EventType.OrderLimitReached,
			EventType.DataLimitWarning,
		],
	},
	{
		name: 'SIM Life',
		value: 'simLife',
		action: 'On SIM or endpoint change',
		description:
			'SIMs activated, suspended, assigned, released, moved; endpoints enabled, disabled',
		types: [
			EventType.SimActivated,
			EventType.SimSuspended,
			EventType.SimDeleted,
			EventType.EndpointEnabled,
			EventType.EndpointDisabled,
			EventType.SimIssued,
			EventType.SimInTest,
			EventType.SimsRegistered,
			EventType.SimReleased,
			EventType.SimAssigned,
			EventType.SimTransferred,
		],
	},
	{
		name: 'SMS Quota',
		value: 'smsQuota',
		action: 'On SMS quota event',
		description: 'Threshold reached, used up, expired, assigned, deleted',
		types: [
			EventType.SmsQuotaThreshold,
			EventType.SmsQuotaUsedUp,
			EventType.SmsQuotasSwitchedOn,
			EventType.SmsQuotasSwitchedOff,
			EventType.SmsQuotaAssigned,
			EventType.SmsQuotaDeleted,
			EventType.SmsQuotaExpired,
		],
	},
];

/** Choices of a few types out of several groups. */
const ACROSS_GROUPS: readonly EventGroup[] = [
	{
		name: 'Quota Used Up',
		value: 'quotaUsedUp',
		action: 'On quota used up',
		description: 'Nothing is left of the data quota or the SMS quota of an endpoint',
		types: [EventType.DataQuotaUsedUp, EventType.SmsQuotaUsedUp],
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
].sort((a, b) => compareNames(a.name, b.name));

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
