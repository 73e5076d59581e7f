import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

/** The secret with which the service signs what it sends to a callback, without an account. */
export class CellularIotCallbackApi implements ICredentialType {
	name = 'cellularIotCallbackApi';
	displayName = 'Cellular IoT Callback Secret API';
	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-cellular-iot#triggers';
	icon: Icon = {
		light: 'file:../icons/cellularIotCredential.svg',
		dark: 'file:../icons/cellularIotCredential.dark.svg',
	};
	properties: INodeProperties[] = [
		{
			displayName: 'Signing Secret',
			name: 'secret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'The text set as API secret of the service profile: 32 random characters or more. Set the same text in both places.',
		},
		{
			displayName: 'Trigger Address',
			name: 'address',
			type: 'string',
			default: '',
			placeholder: 'https://n8n.example.com/webhook/…/sms',
			description:
				'For the test of this credential only: the production address of a published trigger that has this secret',
		},
		{
			displayName:
				'The service returns no secret, so that the test cannot compare the two. Without a Trigger Address it only proves that the secret is long enough. With one, it calls the trigger as the service does, with a signature, and proves that the trigger accepts it. Nothing is started.',
			name: 'testNotice',
			type: 'notice',
			default: '',
		},
	];

	/** Signs a call to the trigger address; refuses a secret that is too short. */
	authenticate: IAuthenticate = async (credentials, options) =>
		await (await import('./callbackTest')).authenticate(credentials, options);

	/** Calls the trigger that is to accept the secret; without an address, nothing leaves this n8n. */
	test: ICredentialTestRequest = {
		request: {
			url: '={{ $credentials.address?.trim() || "data:application/json,{}" }}',
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The trigger at the Trigger Address has another secret. Choose this credential there, or enter its secret here.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message:
						'No published trigger listens at the Trigger Address. Publish its workflow, and copy the production address from its form.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 503,
					message:
						'The trigger at the Trigger Address has no secret to compare, or cannot read it now. Look into the log of its n8n.',
				},
			},
		],
	};
}
