import type { Source } from './facts/sources';
import {
	ACTIVATION_BILLS,
	AWAIT,
	LIVE,
	LOOK_AT_DEVICE,
	type NextStep,
	READ_AGAIN,
	RESET,
	SERVICE_DESK,
	step,
	TEST_ENDS_BILLS,
	TRAFFIC_BILLS,
} from './steps';

/* The verdicts of a diagnosis, as data: their order, the reason for it, their words and what follows. */

/** A verdict, as it is written down. */
export interface VerdictRule {
	verdict: string;
	/** The verdict in a few words. */
	title: string;
	/** When it fits, in words. */
	when: string;
	/** Why it stands before those that follow. */
	before: string;
	/** One sentence for a person; `{name}`, `{since}`, `{on}` and the names of a finding's words are filled in. */
	reason: string;
	/**
	 * What it is seen in: it is certain only where all of that was read. A verdict that follows is less certain where
	 * one of these was asked for in vain.
	 */
	seenIn: readonly Source[];
	/**
	 * No data can flow where it is true: a session or traffic that is newer than it contradicts it, and it is not
	 * certain then.
	 */
	stopsData: boolean;
	next: readonly NextStep[];
}

/** All verdicts in their order: the first that fits is the cause. */
export const VERDICTS = [
	{
		verdict: 'deleted',
		title: 'Endpoint deleted',
		when: 'The list of endpoints shows it as deleted, or it is in no list and events of the last 30 days are about it',
		before: 'Nothing else matters of an endpoint that is gone',
		reason: 'The endpoint of {name} was deleted{since}, so that nothing connects by it any more.',
		seenIn: ['endpoint', 'events'],
		stopsData: true,
		next: [
			step('Endpoint: Create', 'Create an endpoint with its SIM', ACTIVATION_BILLS),
			step('Event: Get Many', 'See in its events who deleted it'),
		],
	},
	{
		verdict: 'disabled',
		title: 'Endpoint disabled',
		when: 'The status of the endpoint is Disabled',
		before: 'The service refuses a disabled endpoint whatever else is right',
		reason: 'The endpoint of {name} is disabled{since}: the service refuses every connection.',
		seenIn: ['endpoint'],
		stopsData: true,
		next: [
			step(
				'Endpoint: Update',
				'Enable the endpoint',
				`its traffic; the SIM is billed while it is activated, enabled or not; ${TEST_ENDS_BILLS}`,
			),
		],
	},
	{
		verdict: 'noSim',
		title: 'No SIM',
		when: 'The endpoint has no SIM',
		before: 'Without a SIM no network knows the endpoint',
		reason:
			'The endpoint {name} has no SIM{since}, so that no device can connect as this endpoint.',
		seenIn: ['endpoint'],
		stopsData: true,
		next: [step('Endpoint: Update', 'Assign a SIM', ACTIVATION_BILLS)],
	},
	{
		verdict: 'simSuspended',
		title: 'SIM suspended',
		when: 'The status of the SIM is Suspended',
		before: 'The network refuses the SIM whatever limits and quotas allow',
		reason: 'The SIM of {name} is suspended{since}: networks refuse it until it is activated.',
		seenIn: ['endpoint'],
		stopsData: true,
		next: [step('SIM: Activate', 'Activate the SIM', ACTIVATION_BILLS)],
	},
	{
		verdict: 'simIssued',
		title: 'SIM never activated',
		when: 'The status of the SIM is Issued',
		before: 'The network refuses the SIM whatever limits and quotas allow',
		reason: 'The SIM of {name} was never activated: networks refuse it until it is.',
		seenIn: ['endpoint'],
		stopsData: true,
		next: [step('SIM: Activate', 'Activate the SIM', ACTIVATION_BILLS)],
	},
	{
		verdict: 'simDeleted',
		title: 'SIM deleted',
		when: 'The status of the SIM is Deleted',
		before: 'The network refuses the SIM whatever limits and quotas allow',
		reason: 'The SIM of {name} was deleted{since}, which cannot be undone: it needs another SIM.',
		seenIn: ['endpoint'],
		stopsData: true,
		next: [step('SIM: Swap', 'Give the endpoint another SIM', ACTIVATION_BILLS)],
	},
	{
		verdict: 'organisationBlocked',
		title: 'Organisation blocked',
		when: 'Event 12 (organisation blocked) of this month, or of the last two days, and no session of any of its devices was accepted since',
		before: 'It stops all devices of the organisation, whatever is true of this one',
		reason:
			'The service has blocked the whole organisation{since} (cost limit or prepaid balance): {name} cannot connect until that is lifted.',
		seenIn: ['organisationEvents'],
		stopsData: true,
		next: [
			step('Organisation: Get', 'Read the monthly cost limit of the organisation'),
			{ ...SERVICE_DESK, step: 'Ask the connectivity service to lift the block: no operation can' },
		],
	},
	{
		verdict: 'dataLimit',
		title: 'Data limit of the profile reached',
		when: 'The connectivity is BLOCKED, and the usage of the month has reached the data limit of the service profile with its extensions, or event 11 of this month without a session since, or event 65 of this month, tells of it',
		before: 'Either limit blocks all data; of blocks the one that its own figures show comes first',
		reason: '{name} is blocked{since}: {figures}.',
		seenIn: ['connectivity', 'limits', 'extensions', 'usage'],
		stopsData: true,
		next: [
			step(
				'Traffic Limit Extension: Create',
				'Extend the limit of this endpoint until the month ends',
				TRAFFIC_BILLS,
			),
			step(
				'Endpoint: Update',
				'Give it another service profile, with a higher limit or none',
				TRAFFIC_BILLS,
			),
			step(null, 'Wait for the 1st of the month, 00:00 UTC, when limits begin anew'),
		],
	},
	{
		verdict: 'satelliteLimit',
		title: 'Satellite limit of the profile reached',
		when: 'The connectivity is BLOCKED, and the satellite usage of the month has reached the satellite limit of the service profile with its extensions',
		before: 'Either limit blocks all data, cellular and satellite',
		reason: '{name} is blocked{since}: {figures}, which blocks all of its data.',
		seenIn: ['connectivity', 'limits', 'extensions', 'usage'],
		stopsData: true,
		next: [
			step(
				'Traffic Limit Extension: Create',
				'Extend the satellite limit of this endpoint until the month ends',
				TRAFFIC_BILLS,
			),
			step(null, 'Wait for the 1st of the month, 00:00 UTC, when limits begin anew'),
		],
	},
	{
		verdict: 'dataQuota',
		title: 'No data quota left',
		when: 'The service profile applies data quotas, and the endpoint has none, or it is used up or expired',
		before: 'Without a quota the profile denies data',
		reason: 'The data of {name} is denied{since}: {cause}.',
		seenIn: ['profile', 'dataQuota'],
		stopsData: true,
		next: [
			step('Data Quota: Top Up', 'Top up its data quota', TRAFFIC_BILLS),
			step('Data Quota: Set', 'Set a data quota with its date', TRAFFIC_BILLS),
		],
	},
	{
		verdict: 'smsQuota',
		title: 'No SMS quota left',
		when: 'The service profile applies SMS quotas, and the endpoint has none, or it is used up or expired',
		before: 'SMS are denied until it is topped up, whatever the device does',
		reason: 'The SMS of {name} are denied{since}, which keeps no data off: {cause}.',
		seenIn: ['profile', 'smsQuota'],
		stopsData: false,
		next: [
			step('SMS Quota: Top Up', 'Top up its SMS quota', 'the SMS'),
			step('SMS Quota: Set', 'Set an SMS quota with its date', 'the SMS'),
		],
	},
	{
		verdict: 'imeiLock',
		title: 'Locked to another IMEI',
		when: 'The IMEI lock is on, and the newest device that is seen in the SIM has another IMEI and was refused or blocked since, not longer ago than a refusal counts; or BLOCKED with the lock on, where no limit, quota or IMEI that is seen says otherwise',
		before: 'The service refuses every device but one',
		reason:
			'{name} accepts only the device with IMEI {allowed}; the SIM is in {seen}, so that the service refuses it{since}.',
		seenIn: ['endpoint', 'events', 'connectivity'],
		stopsData: true,
		next: [
			step('Endpoint: Update', 'Enter the IMEI of the device, or switch IMEI Lock off'),
			step(null, 'Put the SIM back into its device, if nobody moved it on purpose'),
		],
	},
	{
		verdict: 'blocked',
		title: 'Blocked, cause not seen',
		when: 'The connectivity is BLOCKED, and nothing above explains it',
		before: 'A block stands in the way of everything that follows',
		reason:
			'The service blocks {name}{since}; which limit, quota or lock does so is not seen in what can be read.',
		seenIn: ['connectivity'],
		stopsData: true,
		next: [
			step('Service Profile: Get Data Limits', 'Read the data limits of its service profile'),
			step('Traffic Limit Extension: Get Many', 'Read its extensions'),
			SERVICE_DESK,
		],
	},
	{
		verdict: 'noDataService',
		title: 'Data is not in the service profile',
		when: 'The service profile has no data service (38)',
		before: 'Policy refuses each session, whatever the network does',
		reason: 'The service profile {profile} of {name} has no data service: each session is refused.',
		seenIn: ['profile'],
		stopsData: true,
		next: [
			step(
				'Service Profile: Add Service',
				'Add the data service to the profile, for all its endpoints',
				'their traffic',
			),
			step('Endpoint: Update', 'Give the endpoint a service profile with data', 'its traffic'),
		],
	},
	{
		verdict: 'operatorBlocked',
		title: 'Operator on a blocklist',
		when: 'It is not online, and the operator that rejects it, or where it was last, is by its ID on the blocklist of the endpoint or of its tariff profile',
		before: 'The network would refuse it there, whatever the device does',
		reason: 'The operator {operator}, where {name} {tried}, is on {list}: it is refused there.',
		seenIn: ['events', 'connectivity', 'blacklist', 'blocklist'],
		stopsData: true,
		next: [
			step(
				'Operator Blocklist: Remove',
				'Allow the operator to the endpoint',
				'traffic at its rates',
			),
			step(
				'Tariff Profile Blocklist: Unblock Operator',
				'Allow the operator to the tariff profile',
				'traffic at its rates',
			),
		],
	},
	{
		verdict: 'ratBlocked',
		title: 'Radio access type not allowed',
		when: 'It is not online, and its last radio access type is switched off in the service profile or blocked for its operator in the tariff profile',
		before: 'The network would refuse it in this way, whatever the device does',
		reason: '{name} last connected by {rat}, which {list} does not allow.',
		seenIn: ['events', 'profile', 'blocklist'],
		stopsData: true,
		next: [
			step(
				'Service Profile: Update',
				'Allow the radio access type in the service profile, for all its endpoints',
			),
			step('Tariff Profile Blocklist: Unblock RAT Type', 'Allow it in the tariff profile'),
		],
	},
	{
		verdict: 'refused',
		title: 'Session refused by policy',
		when: 'The newest attempt to open a session was refused (a warning of type 3), none was accepted since, and the refusal counts yet',
		before: 'The device lives and tries: the cause is at the service, not at the device',
		reason: '{name} tried to open a session{on}, and Policy Control refused it: {cause}.',
		seenIn: ['events', 'connectivity'],
		stopsData: true,
		next: [
			step('Event: Get Many', 'Read the text of the refusal in its events'),
			step('Service Profile: Get', 'Read its service profile'),
		],
	},
	{
		verdict: 'otherProfile',
		title: 'Another profile of the eSIM is active',
		when: 'A card holds its SIM as a profile that is not enabled, another profile of the card is, the card has synchronised since the device was last seen under this endpoint, and it is not online',
		before:
			'Under another profile the device cannot be seen here, so that it looks lost or never connected',
		reason:
			'The eSIM of {name} has another profile enabled ({active}): under that one it connects elsewhere, and not as this endpoint.',
		seenIn: ['cards', 'connectivity', 'events', 'usage'],
		stopsData: true,
		next: [
			step('eUICC (Preview): Get', 'Read the card and its profiles'),
			step(
				'eUICC (Preview): Schedule Operations',
				'Enable the profile of this endpoint',
				'the SIM, if activated',
			),
		],
	},
	{
		verdict: 'registrationRejected',
		title: 'Registration rejected',
		when: 'The newest registration was rejected (a warning of type 1 or 2), none was accepted since on that side, and the rejection counts yet',
		before: 'The device lives and tries: it is neither lost nor asleep',
		reason: '{name} tried to register{at}{on} and was rejected: {cause}.',
		seenIn: ['events', 'connectivity'],
		stopsData: true,
		next: [
			step('Event: Get Many', 'Read the text of the rejection in its events'),
			step('Tariff Profile: Get Coverage', 'Read whether its tariff profile covers the country'),
			SERVICE_DESK,
		],
	},
	{
		verdict: 'misbehaves',
		title: 'Misbehaves: attach loop, session loop or operator ping-pong',
		when: 'Within the last hour it has registered 20 times or more (attach loop), opened 15 sessions or more that ended within a minute (session loop), or returned six times or more to an operator that it had left (operator ping-pong)',
		before: 'A device in a loop is neither lost nor healthy, and operators bar SIMs for it',
		reason:
			'{name} misbehaves: {loop}, with {count} within the last hour; operators bar SIMs for it.',
		seenIn: ['events'],
		stopsData: false,
		next: [
			step(null, 'Look at the firmware of its model, and at the APN that it uses'),
			step('Event: Get Many', 'Read what happens to it, again and again'),
			RESET,
		],
	},
	{
		verdict: 'neverConnected',
		title: 'Never connected',
		when: 'No event of the last 30 days is about a connection of its SIM, the usage since the endpoint was created or got that SIM is zero, and no network knows where it is',
		before: 'What never connected was not lost',
		reason: '{name} has never connected {beginning}: no network has reported it.',
		seenIn: ['events', 'usage', 'connectivity', 'cards'],
		stopsData: true,
		next: [
			LOOK_AT_DEVICE,
			step('SIM: Get', 'Compare the ICCID with that of the card in the device'),
		],
	},
	{
		verdict: 'attachedOnly',
		title: 'Registered without a session',
		when: 'The connectivity is ATTACHED, and the newest event is a registration that no session has followed for an hour',
		before: 'A device that registers is on and covered',
		reason:
			'{name} has registered in a network{since} but opens no data session: its APN may be wrong.',
		seenIn: ['connectivity', 'events'],
		stopsData: false,
		next: [
			step(null, 'Check the APN of the device'),
			step('SMS: Send', 'Send it an SMS, such as its command for the APN', 'the SMS'),
			RESET,
		],
	},
	{
		verdict: 'lost',
		title: 'Lost',
		when: 'It is not online, and no sign of life came in a time in which one had to come: longer than a day, and than one and a half times its usual pause',
		before: 'It has ended what it had; those that follow have a session, or pause as usual',
		reason: '{name} is lost{since}: {cause}, and {heard}.',
		seenIn: ['connectivity', 'events', 'usage', 'cards'],
		stopsData: true,
		next: [LOOK_AT_DEVICE, LIVE, RESET, AWAIT],
	},
	{
		verdict: 'asleep',
		title: 'Asleep, as far as is seen',
		when: 'It has a session or pauses between sessions, moves nothing at present, and is within one and a half times its usual pause',
		before: 'A pause that is usual for it is no fault',
		reason: '{name} may be asleep: {moved}{since}, which is usual for it; {usual}.',
		seenIn: ['connectivity', 'usage', 'lastHour', 'events'],
		stopsData: false,
		next: [AWAIT, READ_AGAIN],
	},
	{
		verdict: 'silent',
		title: 'Online and silent',
		when: 'It has a session, and moves nothing for longer than a day, and than one and a half times its usual pause',
		before: 'A session without traffic is not known to be healthy',
		reason:
			'{name} has a data session{opened} but has moved nothing{since}, as far as the statistics show, which may be hours old.',
		seenIn: ['connectivity', 'usage', 'lastHour'],
		stopsData: false,
		next: [RESET, LOOK_AT_DEVICE, AWAIT],
	},
	{
		verdict: 'healthy',
		title: 'Online and healthy',
		when: 'It has a session, and has moved data in the last hour or today',
		before: 'Nothing above fits',
		reason: '{name} is online: it has a data session{opened} and has moved data {moved}.',
		seenIn: ['connectivity', 'usage', 'lastHour'],
		stopsData: false,
		next: [],
	},
	{
		verdict: 'unknown',
		title: 'Cannot know',
		when: 'Nothing above fits what could be read, or its silence is too short to say anything',
		before: 'It is the last',
		reason: 'Whether and why {name} is offline cannot be known from what could be read: {cause}.',
		seenIn: [],
		stopsData: false,
		next: [
			step('Account: Check', 'See what this credential may not read'),
			READ_AGAIN,
			AWAIT,
			LOOK_AT_DEVICE,
		],
	},
] as const satisfies readonly VerdictRule[];

export type VerdictName = (typeof VERDICTS)[number]['verdict'];
