import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

/** The secret with which the service signs what it sends to a callback. */
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
				'The text set as API secret of the service profile. "Register Callback" sets it there; without that, set the same text in both places. Use 32 random characters or more.',
		},
	];
}
