import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

/* The credentials of the nodes. "Authentication": which of the two of an account one uses. */

export const forToken = { show: { authentication: ['cellularIotTokenApi'] } };
export const forUser = { show: { authentication: ['cellularIotUserApi'] } };

/**
 * Display of an account that the SMS trigger needs for some of its settings only. Not by `show`: n8n
 * hides what that names in a field that credentials depend on.
 */
export const ifAccount = (shown: object = {}) => ({
	displayOptions: { ...shown, hide: { registerCallback: [false] } },
});

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
