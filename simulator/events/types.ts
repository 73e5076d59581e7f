/** Everything known of an event type (public reference). */
interface EventTypeFacts {
	name: string;
	/** 0 Network, 1 Policy Control, 2 API. */
	source: 0 | 1 | 2;
	/** Severity 1 instead of 0. */
	warn?: true;
	alert?: true;
}

const [network, policy, api] = [0, 1, 2] as const;

/** The event types, by id. Those known by name only come from the API here (inferred). */
export const EVENT_TYPES: Record<number, EventTypeFacts> = {
	0: { name: 'Generic', source: policy, warn: true, alert: true },
	1: { name: 'Update location', source: network },
	2: { name: 'Update GPRS location', source: network },
	3: { name: 'Create PDP Context', source: network },
	4: { name: 'Update PDP Context', source: network },
	5: { name: 'Delete PDP Context', source: network },
	6: { name: 'User authentication failed', source: api, warn: true },
	7: { name: 'Application authentication failed', source: api, warn: true },
	8: { name: 'SIM activation', source: api },
	9: { name: 'SIM suspension', source: api },
	10: { name: 'SIM deletion', source: api },
	11: { name: 'Endpoint blocked', source: policy, warn: true, alert: true },
	12: { name: 'Organisation blocked', source: policy, warn: true, alert: true },
	13: { name: 'Support access', source: api, warn: true },
	14: { name: 'Multi-factor authentication', source: api },
	15: { name: 'Purge location', source: network },
	16: { name: 'Purge GPRS location', source: network },
	17: { name: 'Self-signup', source: api },
	18: { name: 'Threshold reached', source: policy, warn: true, alert: true },
	19: { name: 'Quota used up', source: policy, warn: true, alert: true },
	20: { name: 'SMS quota threshold reached', source: policy, warn: true, alert: true },
	21: { name: 'SMS quota used up', source: policy, warn: true, alert: true },
	22: { name: 'Cloud connect gateway share created', source: api },
	23: { name: 'Cloud connect gateway available', source: api },
	24: { name: 'Cloud connect VPN available', source: api },
	25: { name: 'Cloud connect gateway terminated', source: api },
	26: { name: 'Cloud connect VPN terminated', source: api },
	27: { name: 'Cloud connect connection state changed', source: api },
	28: { name: 'OpenVPN connect', source: api },
	29: { name: 'OpenVPN disconnect', source: api },
	30: { name: 'OpenVPN authentication', source: api },
	31: { name: 'Organisation updated', source: api },
	32: { name: 'Billing configuration updated', source: api, warn: true },
	33: { name: 'Tariff plan updated', source: api },
	34: { name: 'Usage tariff updated', source: api },
	35: { name: 'Payment', source: api },
	36: { name: 'User invited', source: api },
	37: { name: 'Password reset requested', source: api },
	38: { name: 'Order submitted', source: api },
	39: { name: 'Order updated', source: api },
	40: { name: 'User verification requested', source: api },
	41: { name: 'User verified', source: api },
	42: { name: 'Endpoint enabled', source: api },
	43: { name: 'Endpoint disabled', source: api },
	44: { name: 'SIM issued', source: api },
	45: { name: 'SIM factory test', source: api },
	46: { name: 'User deleted', source: api, warn: true },
	47: { name: 'User federation activated', source: api },
	48: { name: 'SIM registration', source: api },
	49: { name: 'Device offline', source: api },
	50: { name: 'SIM released', source: api },
	51: { name: 'SIM assigned', source: api },
	52: { name: 'Data quota enabled', source: api, warn: true },
	53: { name: 'Data quota disabled', source: api, warn: true },
	54: { name: 'SMS quota enabled', source: api, warn: true },
	55: { name: 'SMS quota disabled', source: api, warn: true },
	56: { name: 'Data quota assigned', source: api },
	57: { name: 'Data quota deleted', source: api },
	58: { name: 'SMS quota assigned', source: api },
	59: { name: 'SMS quota deleted', source: api },
	60: { name: 'Data quota expired', source: policy, warn: true, alert: true },
	61: { name: 'SMS quota expired', source: policy, warn: true, alert: true },
	62: { name: 'Default inclusive volume updated', source: api },
	63: { name: 'Monthly order limit threshold reached', source: api },
	64: { name: 'Monthly order limit reached', source: api },
	65: { name: 'Endpoint data traffic limit warning', source: policy, warn: true },
	67: { name: 'User switched workspaces', source: api },
	68: { name: 'Reset connectivity', source: api },
	69: { name: 'SIM migration between workspaces', source: api },
};

/** Names of the event sources, by id. */
export const EVENT_SOURCES = ['Network', 'Policy Control', 'API'] as const;
