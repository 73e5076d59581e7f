import type { INodeTypeDescription, IParameterBuilderHint } from 'n8n-workflow';
import type { Field, Operation } from '../../src/operations/define';

/*
 * What n8n tells those who have a language model build a workflow: which node to take, and what a
 * value may be. People see none of it.
 */

const PACKAGE = 'n8n-nodes-cellular-iot';
const SMS = `${PACKAGE}.cellularIotSmsTrigger`;
const QUOTA = `${PACKAGE}.cellularIotQuotaTrigger`;
const EVENT = `${PACKAGE}.cellularIotTrigger`;
const STREAM = `${PACKAGE}.cellularIotStreamTrigger`;

type Hints = Required<Pick<INodeTypeDescription, 'builderHint'>>;

/** What a node is for, and what a node beside it does. */
const hints = (searchHint: string, related: Record<string, string>): Hints => ({
	builderHint: {
		searchHint,
		relatedNodes: Object.entries(related).map(([nodeType, relationHint]) => ({
			nodeType,
			relationHint,
		})),
	},
});

export const actionHints = hints(
	'Reads, changes and messages cellular IoT devices (called endpoints) and their SIMs. For many devices use createMany, updateMany or deleteMany on all items at once: each takes one input item per device and sends up to 2,000 in a call; never a loop. Leave retryOnFail off: it repeats items that have succeeded. An SMS to a device costs money, and so does an activated SIM. To start a workflow when something happens to a device use one of the triggers instead of polling.',
	{
		[EVENT]: 'Starts a workflow on events of devices, and on alerts',
		[SMS]: 'Starts a workflow when a device sends an SMS',
		[QUOTA]: 'Starts a workflow when an SMS quota runs low or out',
		[STREAM]: 'Starts a workflow for usage records and events as pushed',
	},
);

const besideAction = (searchHint: string, relationHint: string): Hints =>
	hints(searchHint, { [`${PACKAGE}.cellularIot`]: relationHint });

export const smsTriggerHints = besideAction(
	'Starts when a device sends an SMS, or when an SMS to a device is delivered or fails. registerCallback lets n8n enter its own address at the service; the credential cellularIotCallbackApi holds the secret that proves who calls.',
	'Sends the answer: resource sms, operation send',
);

export const quotaTriggerHints = besideAction(
	'Asks the service regularly and emits what has changed about SMS quotas: threshold reached, exhausted, expired, active again; the first poll only learns. Choose the kinds in events.',
	'Tops the quota up: resource smsQuota, operation topUp',
);

export const eventTriggerHints = besideAction(
	'Reads the event feed regularly and emits what is new: devices that connect or fall silent, SIMs, quotas, logins, and alerts made of them. The kinds are chosen in events. The first poll only learns.',
	'Reads and changes the devices concerned',
);

export const streamTriggerHints = besideAction(
	'Starts for the usage records and events that a data stream of the service pushes to n8n, many in a call. For single kinds of events of few devices the other triggers are easier.',
	'Reads and changes the devices concerned',
);

/** How a picker's value is given without a person to pick it. */
export function hintForField({ control }: Field): { builderHint?: IParameterBuilderHint } {
	if (control.kind !== 'locator') return {};
	const by = (control.alsoBy ?? []).map((mode) => `'${mode}'`).join(', ');
	const propertyHint = by
		? `Never invent an ID. Where only a device is named, use mode ${by} with what is known; it must match exactly one. Mode 'id' takes an ID from another node.`
		: "Never invent an ID: read it from the list, or take it from another node with mode 'id'.";
	return { builderHint: { propertyHint } };
}

/** What to know of an operation before it is put into a workflow. */
export function hintForOperation({ effect, bulk }: Operation): {
	builderHint?: IParameterBuilderHint;
} {
	const hints = [
		bulk && 'One input item per thing; n8n passes all items at once, so put no loop around it.',
		effect === 'act' && 'Happens again when it is repeated: leave retryOnFail off.',
	].filter(Boolean);
	return hints.length > 0 ? { builderHint: { propertyHint: hints.join(' ') } } : {};
}
