import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialType,
	Icon,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';
import { baseUrl, rateLimits, sessionProperties, sharedLimits, test } from './shared';

/** How a typed code gets here; a notice each, because n8n shows them without line breaks. */
const codeSteps: INodeProperties[] = [
	'1. Leave One-Time Code empty and press Save. n8n says that it could not connect: that is right, the service has just sent a code.',
	'2. Type the code into One-Time Code within 20 minutes.',
	'3. Press Save again. The service now trusts this n8n for 90 days; after that, do the same again.',
].map((displayName, i) => ({
	displayName,
	name: `codeStep${i + 1}`,
	type: 'notice',
	default: '',
	displayOptions: { show: { mfaMethod: ['code'] } },
}));

/** A person's login, with the second factor its account asks for. */
export class CellularIotUserApi implements ICredentialType {
	name = 'cellularIotUserApi';
	displayName = 'Cellular IoT User Login API';
	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-cellular-iot#credentials';
	icon: Icon = {
		light: 'file:../icons/cellularIot.svg',
		dark: 'file:../icons/cellularIot.dark.svg',
	};
	properties: INodeProperties[] = [
		baseUrl,
		{
			displayName: 'User Name',
			name: 'username',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'name@example.com',
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Only its SHA-1 hash is sent, as the service wants it',
		},
		{
			displayName: 'MFA Method',
			name: 'mfaMethod',
			type: 'options',
			default: 'totp',
			options: [
				{
					name: 'Authenticator App',
					value: 'totp',
					description: 'Codes are made from its secret; runs without a person',
				},
				{
					name: 'None',
					value: 'none',
					description: 'Trial accounts, or a device that is trusted already',
				},
				{
					name: 'One-Time Code Typed In',
					value: 'code',
					description: 'A person types a code once; the next 90 days need none',
				},
			],
		},
		{
			displayName: 'Authenticator Secret',
			name: 'totpSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			displayOptions: { show: { mfaMethod: ['totp'] } },
			description: 'Base32 secret that was shown when the authenticator app was set up',
		},
		...codeSteps,
		// eslint-disable-next-line @n8n/community-nodes/credential-unnecessary-password -- it opens the account
		{
			displayName: 'One-Time Code',
			name: 'oneTimeCode',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: '123456',
			displayOptions: { show: { mfaMethod: ['code'] } },
			description: 'The six digits the service has sent; empty to be sent new ones',
		},
		{
			displayName: 'Device Name',
			name: 'deviceName',
			type: 'string',
			default: 'n8n',
			description: 'Under this name the service lists this n8n among the trusted devices',
		},
		// eslint-disable-next-line @n8n/community-nodes/credential-unnecessary-password -- it opens the account
		{
			displayName: 'Existing Fingerprint',
			name: 'fingerprint',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Of a device the service trusts already; one is generated when this is empty',
		},
		{
			displayName: 'Workspace ID',
			name: 'workspaceId',
			type: 'string',
			default: '',
			description: 'Workspace to work in; empty for the default workspace of the user',
		},
		{
			displayName: 'User ID',
			name: 'userId',
			type: 'string',
			default: '',
			description:
				'Of this user, to list the workspaces of this login; needed only where the service does not tell it',
		},
		...rateLimits,
		...sharedLimits,
		...sessionProperties,
	];
	authenticate: IAuthenticate = async (credentials, options) =>
		await (await import('./session')).authenticate('user', credentials, options);
	test = test;

	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject) {
		return await (await import('./session')).renew('user', this, credentials);
	}
}
