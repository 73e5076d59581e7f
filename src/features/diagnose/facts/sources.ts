/** What is read of an endpoint, by the name that a report gives it. */
export const SOURCES = {
	endpoint: 'the list of endpoints',
	connectivity: 'the connectivity',
	blockedList: 'the list of blocked endpoints',
	events: 'the events of the endpoint',
	organisationEvents: 'the events of the organisation',
	profile: 'the service profile',
	limits: 'the data limits of the service profile',
	extensions: 'the traffic limit extensions of the endpoint',
	usage: 'the daily usage',
	lastHour: 'the usage of the last hour',
	dataQuota: 'the data quota',
	smsQuota: 'the SMS quota',
	blacklist: 'the operator blocklist of the endpoint',
	blocklist: 'the operator blocklist of the tariff profile',
	cards: 'the eUICCs',
} as const;
export type Source = keyof typeof SOURCES;
