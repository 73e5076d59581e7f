import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';
import {
	baseUrl,
	callbacks,
	rateLimits,
	sessionProperties,
	sharedLimits,
	TEST_BASE_URL,
	TEST_HEADERS,
	testRules,
} from './shared';

/** How a typed code gets here; a notice each, because n8n shows them without line breaks. */
const codeSteps: INodeProperties[] = [
	'1. Leave One-Time Code empty and press Save. n8n reports that it could not connect. This is expected: the service has just sent a code.',
	'2. Type the code into One-Time Code within 20 minutes.',
	'3. Press Save again. The service now trusts this n8n for 90 days; after that, repeat these steps.',
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
		light: 'file:../icons/cellularIotCredential.svg',
		dark: 'file:../icons/cellularIotCredential.dark.svg',
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
			description: 'Only its SHA-1 hash is sent, as the service requires',
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
					description: 'Codes are generated from its secret, so that no person is needed',
				},
				{
					name: 'None',
					value: 'none',
					description: 'For trial accounts, or a device that is already trusted',
				},
				{
					name: 'One-Time Code Typed In',
					value: 'code',
					description: 'A person enters a code once; none is needed for the next 90 days',
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
			description: 'The six digits that the service has sent. Leave empty to request a new code.',
		},
		{
			displayName: 'Device Name',
			name: 'deviceName',
			type: 'string',
			default: 'n8n',
			description: 'The name under which the service lists this n8n among the trusted devices',
		},
		// eslint-disable-next-line @n8n/community-nodes/credential-unnecessary-password -- it opens the account
		{
			displayName: 'Existing Fingerprint',
			name: 'fingerprint',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Fingerprint of a device that the service already trusts. If empty, one is generated.',
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
				'ID of this user, to list the workspaces of this login. Needed only if the service does not provide it.',
		},
		...rateLimits,
		...sharedLimits,
		...callbacks,
		...sessionProperties,
	];
	authenticate: IAuthenticate = async (credentials, options) =>
		await (await import('./session')).authenticate('user', credentials, options);

	/** Reads one endpoint, and checks the length of the callback secret, if there is one. */
	test: ICredentialTestRequest = {
		request: {
			baseURL: TEST_BASE_URL,
			url: '/api/v1/endpoint?page=1&per_page=1',
			headers: TEST_HEADERS,
		},
		rules: testRules,
	};

	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject) {
		return await (await import('./session')).renew('user', this, credentials);
	}
}
