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

/** An application token: recommended for automation, since it needs no MFA. */
export class CellularIotTokenApi implements ICredentialType {
	name = 'cellularIotTokenApi';
	displayName = 'Cellular IoT Application Token API';
	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-cellular-iot#credentials';
	icon: Icon = {
		light: 'file:../icons/cellularIotCredential.svg',
		dark: 'file:../icons/cellularIotCredential.dark.svg',
	};
	properties: INodeProperties[] = [
		baseUrl,
		{
			displayName: 'Application Token',
			name: 'applicationToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'Create one in the portal of your connectivity provider, usually under Integrations → Application Tokens. It is shown once; n8n exchanges it for short-lived sessions.',
		},
		...rateLimits,
		...sharedLimits,
		...callbacks,
		...sessionProperties,
	];
	authenticate: IAuthenticate = async (credentials, options) =>
		await (await import('./session')).authenticate('token', credentials, options);

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
		return await (await import('./session')).renew('token', this, credentials);
	}
}
