/** An event type as documented. Source: public reference. */
interface EventTypeFacts {
	name: string;
	/** 0 Network, 1 Policy Control, 2 API. */
	source: 0 | 1 | 2;
	/** Severity 1 instead of 0. */
	warn?: true;
	alert?: true;
}

const [networkSource, policySource, apiSource] = [0, 1, 2] as const;

/** The event types by id. Types known only by name have the source API here (inferred). */
export const EVENT_TYPES: Record<number, EventTypeFacts> = {
	0: { name: 'Generic', source: policySource, warn: true, alert: true },
	1: { name: 'Update location', source: networkSource },
	2: { name: 'Update GPRS location', source: networkSource },
	3: { name: 'Create PDP Context', source: networkSource },
	4: { name: 'Update PDP Context', source: networkSource },
	5: { name: 'Delete PDP Context', source: networkSource },
	6: { name: 'User authentication failed', source: apiSource, warn: true },
	7: { name: 'Application authentication failed', source: apiSource, warn: true },
	8: { name: 'SIM activation', source: apiSource },
	9: { name: 'SIM suspension', source: apiSource },
	10: { name: 'SIM deletion', source: apiSource },
	11: { name: 'Endpoint blocked', source: policySource, warn: true, alert: true },
	12: { name: 'Organisation blocked', source: policySource, warn: true, alert: true },
	13: { name: 'Support access', source: apiSource, warn: true },
	14: { name: 'Multi-factor authentication', source: apiSource },
	15: { name: 'Purge location', source: networkSource },
	16: { name: 'Purge GPRS location', source: networkSource },
	17: { name: 'Self-signup', source: apiSource },
	18: { name: 'Threshold reached', source: policySource, warn: true, alert: true },
	19: { name: 'Quota used up', source: policySource, warn: true, alert: true },
	20: { name: 'SMS quota threshold reached', source: policySource, warn: true, alert: true },
	21: { name: 'SMS quota used up', source: policySource, warn: true, alert: true },
	22: { name: 'Cloud connect gateway share created', source: apiSource },
	23: { name: 'Cloud connect gateway available', source: apiSource },
	24: { name: 'Cloud connect VPN available', source: apiSource },
	25: { name: 'Cloud connect gateway terminated', source: apiSource },
	26: { name: 'Cloud connect VPN terminated', source: apiSource },
	27: { name: 'Cloud connect connection state changed', source: apiSource },
	28: { name: 'OpenVPN connect', source: apiSource },
	29: { name: 'OpenVPN disconnect', source: apiSource },
	30: { name: 'OpenVPN authentication', source: apiSource },
	31: { name: 'Organisation updated', source: apiSource },
	32: { name: 'Billing configuration updated', source: apiSource, warn: true },
	33: { name: 'Tariff plan updated', source: apiSource },
	34: { name: 'Usage tariff updated', source: apiSource },
	35: { name: 'Payment', source: apiSource },
	36: { name: 'User invited', source: apiSource },
	37: { name: 'Password reset requested', source: apiSource },
	38: { name: 'Order submitted', source: apiSource },
	39: { name: 'Order updated', source: apiSource },
	40: { name: 'User verification requested', source: apiSource },
	41: { name: 'User verified', source: apiSource },
	42: { name: 'Endpoint enabled', source: apiSource },
	43: { name: 'Endpoint disabled', source: apiSource },
	44: { name: 'SIM issued', source: apiSource },
	45: { name: 'SIM factory test', source: apiSource },
	46: { name: 'User deleted', source: apiSource, warn: true },
	47: { name: 'User federation activated', source: apiSource },
	48: { name: 'SIM registration', source: apiSource },
	49: { name: 'Device offline', source: apiSource },
	50: { name: 'SIM released', source: apiSource },
	51: { name: 'SIM assigned', source: apiSource },
	52: { name: 'Data quota enabled', source: apiSource, warn: true },
	53: { name: 'Data quota disabled', source: apiSource, warn: true },
	54: { name: 'SMS quota enabled', source: apiSource, warn: true },
	55: { name: 'SMS quota disabled', source: apiSource, warn: true },
	56: { name: 'Data quota assigned', source: apiSource },
	57: { name: 'Data quota deleted', source: apiSource },
	58: { name: 'SMS quota assigned', source: apiSource },
	59: { name: 'SMS quota deleted', source: apiSource },
	60: { name: 'Data quota expired', source: policySource, warn: true, alert: true },
	61: { name: 'SMS quota expired', source: policySource, warn: true, alert: true },
	62: { name: 'Default inclusive volume updated', source: apiSource },
	63: { name: 'Monthly order limit threshold reached', source: apiSource },
	64: { name: 'Monthly order limit reached', source: apiSource },
	65: { name: 'Endpoint data traffic limit warning', source: policySource, warn: true },
	// Its id is inferred: a type of this name is documented, and no other id is free.
	66: { name: 'SMS MO P2P limit reached', source: policySource, warn: true },
	67: { name: 'User switched workspaces', source: apiSource },
	68: { name: 'Reset connectivity', source: apiSource },
	69: { name: 'SIM migration between workspaces', source: apiSource },
};

/** The facts of an event: those of its type, of a refusal, or of a rejected registration. */
export const factsOf = (event: {
	typeId: number;
	isRefusal?: boolean;
	isRejection?: boolean;
}): EventTypeFacts => {
	const facts = EVENT_TYPES[event.typeId] ?? { name: '', source: apiSource };
	if (event.isRejection) return { ...facts, warn: true };
	return event.isRefusal ? { ...facts, source: policySource, warn: true } : facts;
};

/** Names of the event sources, by id. */
export const EVENT_SOURCES = ['Network', 'Policy Control', 'API'] as const;
