import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { actionIcon, ActionNode, actionParts } from './action/actionNode';
import { accountForm, accountSubtitle } from './action/account.atBuild';

/** The action node for the account behind a fleet: organisation, tags, people, logins, tokens. */
export class CellularIotAccount extends ActionNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Account',
		name: 'cellularIotAccount',
		icon: actionIcon('cellularIotAccount'),
		version: 1,
		subtitle: accountSubtitle,
		description:
			'Work with the organisation as a whole: its usage and cost, tags, people, logins and tokens. Single devices and SIMs: Cellular IoT.',
		defaults: { name: 'Cellular IoT Account' },
		usableAsTool: true,
		...actionParts(accountForm),
		// With data redaction n8n hides these from everybody; the next node still gets them.
		sensitiveOutputFields: ['application_token', 'secret_key', 'otpauth'],
	};
}
