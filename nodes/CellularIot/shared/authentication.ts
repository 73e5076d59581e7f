import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

/* The credentials of the nodes. "Authentication": which of them one uses. */

const forToken = { show: { authentication: ['cellularIotTokenApi'] } };
const forUser = { show: { authentication: ['cellularIotUserApi'] } };

export const accountCredentials: INodeCredentialDescription[] = [
	{ name: 'cellularIotTokenApi', required: true, displayOptions: forToken },
	{ name: 'cellularIotUserApi', required: true, displayOptions: forUser },
];

export const authentication: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Application Token', value: 'cellularIotTokenApi' },
		{ name: 'User Login', value: 'cellularIotUserApi' },
	],
	default: 'cellularIotTokenApi',
};

/** The choice of a trigger that the service calls: an account, its callback secret alone, or nothing. */
export const callerAuthentication: INodeProperties = {
	...authentication,
	options: [
		{
			name: 'Application Token',
			value: 'cellularIotTokenApi',
			description:
				'An account: it can enter the address at the service, and holds the secret of calls',
		},
		{
			name: 'Callback Secret',
			value: 'cellularIotCallbackApi',
			description: 'Only verifies calls; you enter the address at the service yourself',
		},
		{
			name: 'None',
			value: 'none',
			description:
				'Anybody who knows the address can start the workflow; you enter it at the service yourself',
		},
		{
			name: 'User Login',
			value: 'cellularIotUserApi',
			description: 'An account, as with a token',
		},
	],
};

/** The choices of {@link callerAuthentication} by what they bring. */
export const withAccount = { authentication: ['cellularIotTokenApi', 'cellularIotUserApi'] };
export const withSecretAlone = { authentication: ['cellularIotCallbackApi'] };
export const withNothing = { authentication: ['none'] };
export const withoutAccount = { authentication: ['cellularIotCallbackApi', 'none'] };

/** The credentials of {@link callerAuthentication}: never two at once. */
export const callerCredentials: INodeCredentialDescription[] = [
	...accountCredentials,
	{ name: 'cellularIotCallbackApi', required: true, displayOptions: { show: withSecretAlone } },
];
