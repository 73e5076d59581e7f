/* The resources of each action node, as its form shows them. */

/** A resource as a form shows it. */
export interface Resource {
	name: string;
	description: string;
}
type Resources = Record<string, Resource>;

const resource = (name: string, description: string): Resource => ({ name, description });

/** Resources of the node for the fleet, in the order people look for them: daily use first. */
export const FLEET_RESOURCES: Resources = {
	endpoint: resource('Endpoint', 'Devices'),
	sim: resource('SIM', 'Cards and eSIMs'),
	sms: resource('SMS', 'Messages to devices'),
	smsQuota: resource('SMS Quota', 'SMS an endpoint may use'),
	dataQuota: resource('Data Quota', 'MB an endpoint may use'),
	usage: resource('Usage', 'Data, SMS and cost'),
	event: resource('Event', 'What has happened'),
	operatorBlacklist: resource('Operator Blocklist', 'Operators kept from an endpoint'),
};

/** Resources of the node for what a fleet works with, set up once, and for the lists of choices. */
export const ADMIN_RESOURCES: Resources = {
	serviceProfile: resource('Service Profile', 'What endpoints may do'),
	trafficLimitExtension: resource(
		'Traffic Limit Extension',
		'Volume of an endpoint beyond the limit of its service profile',
	),
	tariffProfile: resource('Tariff Profile', 'Where endpoints connect, and at what price'),
	tariffProfileBlocklist: resource(
		'Tariff Profile Blocklist',
		'Operators a tariff profile keeps its endpoints from',
	),
	ipAddressSpace: resource('IP Address Space', 'Private addresses of endpoints'),
	dns: resource('DNS', 'Servers that resolve names for endpoints'),
	simBatch: resource('SIM Batch', 'SIMs of a delivery'),
	euicc: resource('eUICC (Preview)', 'Chips of eSIMs and their profiles'),
	simOperation: resource('SIM Operation (Preview)', 'Changes of SIMs that take a while'),
	lookup: resource('Lookup', 'Countries, operators, statuses, types and the like'),
};

/** Resources of the node for the account behind a fleet. */
export const ACCOUNT_RESOURCES: Resources = {
	tag: resource('Tag', 'Groups of endpoints'),
	organisation: resource(
		'Organisation',
		'The organisation, its tariff plans, inclusive volumes and cloud connects',
	),
	organisationUsage: resource('Organisation Usage', 'Data, SMS and cost of many'),
	place: resource('Place', 'Where endpoints were last seen'),
	account: resource('Account', 'What this credential may do'),
	user: resource('User', 'People of the organisation'),
	workspace: resource('Workspace', 'Where a user may act'),
	workspaceMember: resource('Workspace Member', 'Users in workspaces'),
	applicationToken: resource('Application Token', 'Logins of programs'),
	session: resource('Session', 'Login with a one-time code'),
	mfaKey: resource('MFA Key', 'Second factors of a user'),
	trustedDevice: resource('Trusted Device', 'Logins without a code'),
};

/** Resources of the node for what the service does by itself. */
export const AUTOMATION_RESOURCES: Resources = {
	dataStream: resource('Data Stream', 'Usage and events pushed to a destination'),
	automation: resource('Automation (Beta)', 'Rules of the service: an event and what is done'),
	customEvent: resource('Custom Event (Beta)', 'Events made for automations'),
	systemEvent: resource('System Event (Beta)', 'Ready-made events for automations'),
	callback: resource('Callback', 'Where SMS of devices are forwarded to'),
	callbackSecret: resource('Callback Secret', 'What calls to callbacks are signed with'),
};

/** Operations that wait for a device. */
const AWAIT_RESOURCES: Resources = {
	await: resource('Await', 'Wait until a device has done what is expected'),
};

/** Resources of the node for jobs. */
export const JOB_RESOURCES: Resources = {
	endpoint: resource(
		'Endpoint',
		'Devices brought in line or compared with a table, and why one is offline',
	),
	sim: resource('SIM', 'Exchange of SIMs, and those that are idle'),
	sms: resource('SMS', 'Messages that wait for a reply'),
	usage: resource('Usage', 'What a month will have used at its end'),
	...AWAIT_RESOURCES,
};

export const RESOURCES: Resources = {
	...FLEET_RESOURCES,
	...ADMIN_RESOURCES,
	...ACCOUNT_RESOURCES,
	...AUTOMATION_RESOURCES,
	...AWAIT_RESOURCES,
};
