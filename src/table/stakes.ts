/*
 * Stakes of operations that change something, and the changes that an agent makes without
 * being allowed to.
 */

/**
 * `access`: it changes what people, programs or the devices of a profile may do, or where data goes. The tags of
 * endpoints are a matter of it: automations, jobs and the limits of tools choose devices by them, so that a tag more
 * or less puts a device under a guard, or takes it from one. So is a pause of a data stream, which blinds what
 * watches the fleet;
 * `billed`: it can cost money; `final`: it cannot be undone.
 */
export type Stakes = 'access' | 'billed' | 'final';

/** The stakes in words that follow "because". */
export const STAKES: Record<Stakes, string> = {
	access: 'it changes who or what may do what, or where data goes',
	billed: 'it can cost money',
	final: 'it cannot be undone',
};

/**
 * Operations that set or act and are not held back from an agent, by resource and name, each with the
 * reason. All others have {@link Stakes}.
 */
export const ALLOWED_TO_AGENTS: Readonly<Record<string, string>> = {
	'applicationToken update': 'It changes a description that nothing goes by.',
	'customEvent create': 'Nothing follows an event until an automation does, which is held back.',
	'dataStream restart': 'It sends on to the destination that a person has chosen.',
	'dataStream resume': 'It sends on to the destination that a person has chosen.',
	'dns create': 'Nothing uses it until a service profile does, whose change is held back.',
	'endpoint resetConnectivity':
		'The device connects again by itself; only the factory test of its SIM would end.',
	'euicc cancelOperation': 'It withdraws a change that has not been made.',
	'ipAddressSpace create': 'It is unused until an endpoint gets an address of it.',
	'operatorBlacklist add': 'Removing it undoes it, for one endpoint.',
	'operatorBlacklist remove': 'Adding it undoes it; rates go by the rate zone, not the operator.',
	'serviceProfile create': 'No endpoint has it until Endpoint: Update, which is held back.',
	'session requestCode': 'The code goes to the owner of the credential alone.',
	'session verifyCode': 'It takes a code that a person has to give.',
	'sms cancel': 'It withdraws a message that has not arrived.',
	'tag create': 'No endpoint carries it yet.',
	'tariffProfile create': 'No endpoint has it until Endpoint: Update, which is held back.',
};
