import type { INodeTypeDescription } from 'n8n-workflow';
import {
	eventTriggerHints,
	quotaTriggerHints,
	smsTriggerHints,
	streamTriggerHints,
} from '../shared/builderHints';

/* Texts of the editor about the triggers outside their forms, in place of n8n's general ones. */

type PanelTexts = Required<
	Pick<INodeTypeDescription, 'triggerPanel' | 'eventTriggerDescription' | 'activationMessage'>
> &
	Pick<INodeTypeDescription, 'builderHint'>;

const TEST_SMS =
	'<b>While you build</b>, press <b>Execute step</b>, then send an SMS from a device, or from a workflow to one. The test address takes one message.';

export const smsTriggerWords: PanelTexts = {
	...smsTriggerHints,
	eventTriggerDescription: 'Waiting for an SMS or a delivery receipt at the test address',
	// n8n shows it at once, while a registration is still under way.
	activationMessage:
		'Messages and receipts that reach the production address start this workflow. With Register Callback on, n8n is setting that address in the service profile now; if it cannot, the workflow is not published and n8n says why.',
	triggerPanel: {
		header: 'Wait for an SMS or a delivery receipt',
		executionsHelp: {
			inactive: `${TEST_SMS}<br /><br /><b>For real use</b>, publish the workflow: messages to the production address then start it by themselves.`,
			active: `${TEST_SMS}<br /><br /><b>For real use</b>, the workflow is published: messages to the production address start it. They show up in the <a data-key="executions">executions list</a>, not here.`,
		},
		activationHint: {
			inactive: 'Publish the workflow to have messages start it by themselves.',
			active: 'Messages to the production address start it too; they do not show up here.',
		},
	},
};

const TEST_QUOTA =
	'<b>While you build</b>, press <b>Execute step</b>: it shows one item as this node emits them. If nothing of the chosen kind is found, the item is made up from a real endpoint.';

export const quotaTriggerWords: PanelTexts = {
	...quotaTriggerHints,
	eventTriggerDescription: 'Reading an example from the service',
	activationMessage:
		'n8n now polls the service regularly. The first poll records the current state; changes after it start this workflow.',
	triggerPanel: {
		header: 'See what an event looks like',
		executionsHelp: {
			inactive: `${TEST_QUOTA}<br /><br /><b>For real use</b>, publish the workflow: n8n then polls at the times above and emits the changes.`,
			active: `${TEST_QUOTA}<br /><br /><b>For real use</b>, the workflow is published: changes start it. They show up in the <a data-key="executions">executions list</a>, not here.`,
		},
		activationHint: {
			inactive: 'Publish the workflow to have changes start it by themselves.',
			active: 'Changes start it too; they do not show up here.',
		},
	},
};

const TEST_STREAM =
	'<b>While you build</b>, press <b>Execute step</b>: with Register Stream on, a data stream to the test address is made for as long as this listens. A device in use makes a record every 45 seconds.';

export const streamTriggerWords: PanelTexts = {
	...streamTriggerHints,
	eventTriggerDescription: 'Waiting for records of a data stream at the test address',
	activationMessage:
		'Records that reach the production address start this workflow. With Register Stream on, n8n is making the data stream now; if it cannot, the workflow is not published and n8n says why.',
	triggerPanel: {
		header: 'Wait for records of a data stream',
		executionsHelp: {
			inactive: `${TEST_STREAM}<br /><br /><b>For real use</b>, publish the workflow: records that reach the production address then start it by themselves.`,
			active: `${TEST_STREAM}<br /><br /><b>For real use</b>, the workflow is published: records start it. They show up in the <a data-key="executions">executions list</a>, not here.`,
		},
		activationHint: {
			inactive: 'Publish the workflow to have records start it by themselves.',
			active: 'Records start it too; they do not show up here.',
		},
	},
};

const TEST_EVENT =
	'<b>While you build</b>, press <b>Execute step</b>: it shows the newest event of the chosen kind, or a made-up one, marked as a sample.';

export const eventTriggerWords: PanelTexts = {
	...eventTriggerHints,
	eventTriggerDescription: 'Reading an example from the service',
	activationMessage:
		'n8n now polls the event feed regularly. Events from now on start this workflow; earlier ones do not.',
	triggerPanel: {
		header: 'See what an event looks like',
		executionsHelp: {
			inactive: `${TEST_EVENT}<br /><br /><b>For real use</b>, publish the workflow: n8n then polls at the times above and emits new events.`,
			active: `${TEST_EVENT}<br /><br /><b>For real use</b>, the workflow is published: new events start it. They show up in the <a data-key="executions">executions list</a>, not here.`,
		},
		activationHint: {
			inactive: 'Publish the workflow to have events start it by themselves.',
			active: 'New events start it too; they do not show up here.',
		},
	},
};
