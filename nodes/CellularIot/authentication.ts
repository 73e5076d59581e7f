import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

/* "Authentication": which of the two account credentials a node uses. */

export const accountCredentials: INodeCredentialDescription[] = (
	['cellularIotTokenApi', 'cellularIotUserApi'] as const
).map((name) => ({
	name,
	required: true,
	displayOptions: { show: { authentication: [name] } },
}));

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
