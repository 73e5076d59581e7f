import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { ACCOUNT_RESOURCES } from '../../src/table/resources';
import { actionIcon, ActionNode, actionParts } from './action/actionNode';
import { accountHints } from './shared/builderHints';
import { subtitleFor } from './shared/operationTitles';

/** The action node for the account behind a fleet: organisation, tags, people, logins, tokens. */
export class CellularIotAccount extends ActionNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Account',
		name: 'cellularIotAccount',
		icon: actionIcon('cellularIotAccount'),
		version: 1,
		subtitle: subtitleFor(ACCOUNT_RESOURCES),
		description:
			'Work with the organisation as a whole: its usage and cost, tags, people, logins and tokens. Single devices and SIMs: Cellular IoT.',
		defaults: { name: 'Cellular IoT Account' },
		usableAsTool: true,
		...actionParts(ACCOUNT_RESOURCES, accountHints),
		// With data redaction n8n hides these from everybody; the next node still gets them.
		sensitiveOutputFields: ['application_token', 'secret_key', 'otpauth'],
	};
}
