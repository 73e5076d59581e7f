/*
 * The imports for every n8n: a credential, manual workflows, and a workflow started by an SMS.
 */

const PACKAGE = 'n8n-nodes-cellular-iot';
const ACCOUNT = { id: 'account', name: 'Account' };
const credentials = { cellularIotTokenApi: ACCOUNT };

/** @param redisUrl the Redis for shared limits */
export const credential = (baseUrl: string, applicationToken: string, redisUrl?: string) => ({
	...ACCOUNT,
	type: 'cellularIotTokenApi',
	data: { baseUrl, applicationToken, ...(redisUrl && { shareLimits: true, redisUrl }) },
});

const workflow = (id: string, name: string, nodes: Array<{ name: string }>) => ({
	id,
	name,
	active: false,
	settings: { executionOrder: 'v1' },
	nodes,
	connections: Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name: next }, before) => [
				nodes[before]!.name,
				{ main: [[{ node: next, type: 'main', index: 0 }]] },
			]),
	),
});

const action = (parameters: object) => ({
	id: '00000000-0000-4000-8000-000000000002',
	name: 'Endpoints',
	type: `${PACKAGE}.cellularIot`,
	typeVersion: 1,
	position: [240, 0],
	parameters: { authentication: 'cellularIotTokenApi', resource: 'endpoint', ...parameters },
	credentials,
});

const byHand = {
	id: '00000000-0000-4000-8000-000000000001',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** Manual: lists the endpoints. */
export const reading = workflow('reading', 'Reading', [byHand, action({ operation: 'getAll' })]);

/** Splits the list in `id` into items. `number` is part of the ID of the node. */
const oneByOne = (number: number) =>
	({
		...byHand,
		id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
		name: 'One by One',
		type: 'n8n-nodes-base.splitOut',
		parameters: { fieldToSplitOut: 'id' },
	}) as { name: string };

/** Manual: sends an SMS to each of two endpoints, and retries failures. */
export const sending = workflow('sending', 'Sending', [
	byHand,
	{
		...byHand,
		id: '00000000-0000-4000-8000-000000000004',
		name: 'Endpoints to Tell',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: '{"id": [10001, 10002]}' },
	} as { name: string },
	oneByOne(5),
	{
		...action({
			resource: 'sms',
			operation: 'send',
			endpointId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			payload: 'hello',
		}),
		name: 'SMS',
		retryOnFail: true,
		maxTries: 3,
		waitBetweenTries: 100,
	} as { name: string },
]);

/** The devices of {@link awaiting}: the first takes its SMS, the second does not. */
export const AWAITED = { online: 10001, offline: 10002 };

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const linked = (...outputs: string[]) => ({
	main: outputs.map((node) => [{ node, type: 'main', index: 0 }]),
});
const end = (number: number, name: string) => ({
	...byHand,
	id: `00000000-0000-4000-8000-0000000000${number}`,
	name,
	type: 'n8n-nodes-base.noOp',
});

/** Manual: sends an SMS to each of two endpoints and awaits their delivery in a loop with n8n's Wait node. */
export const awaiting = {
	...workflow('awaiting', 'Awaiting', [
		byHand,
		{
			...byHand,
			id: '00000000-0000-4000-8000-000000000010',
			name: 'Devices',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ id: Object.values(AWAITED) }) },
		} as { name: string },
		oneByOne(11),
		{
			...action({
				resource: 'sms',
				operation: 'send',
				endpointId: byId('={{ $json.id }}'),
				payload: 'hello',
			}),
			id: '00000000-0000-4000-8000-000000000012',
			name: 'SMS',
		},
		{
			...action({
				resource: 'await',
				operation: 'delivered',
				endpointId: byId('={{ $json.endpoint_id }}'),
				smsIds: '={{ $json.sms_ids }}',
				waitHere: 0,
				atMost: 0.1,
				atMostUnit: 'minutes',
			}),
			id: '00000000-0000-4000-8000-000000000013',
			name: 'Await',
			type: `${PACKAGE}.cellularIotJobs`,
		},
		{
			...byHand,
			id: '00000000-0000-4000-8000-000000000014',
			name: 'Wait',
			type: 'n8n-nodes-base.wait',
			typeVersion: 1.1,
			parameters: { amount: 7, unit: 'seconds' },
			webhookId: '00000000-0000-4000-8000-0000000000bb',
		} as { name: string },
		end(15, 'Met'),
		end(16, 'Timed Out'),
	]),
	connections: {
		Start: linked('Devices'),
		Devices: linked('One by One'),
		'One by One': linked('SMS'),
		SMS: linked('Await'),
		Await: linked('Met', 'Wait', 'Timed Out'),
		Wait: linked('Await'),
	},
};

const ofDevice = (number: number, name: string) => ({
	...byHand,
	id: `00000000-0000-4000-8000-0000000000${number}`,
	name,
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: JSON.stringify({ device: AWAITED.offline }) },
});

/** Manual: asks a device, and brings the item back to the question without its state. */
export const asking = {
	...workflow('asking', 'Asking', [
		byHand,
		ofDevice(20, 'Device'),
		{
			...action({
				resource: 'sms',
				operation: 'awaitReply',
				endpointId: byId('={{ $json.device }}'),
				payload: 'STATUS?',
				waitHere: 0,
				atMost: 1,
				atMostUnit: 'hours',
			}),
			id: '00000000-0000-4000-8000-000000000021',
			name: 'Ask',
			type: `${PACKAGE}.cellularIotJobs`,
			onError: 'continueErrorOutput',
		} as { name: string },
		ofDevice(22, 'Without Its State'),
		end(23, 'Ended'),
		end(24, 'Refused'),
	]),
	connections: {
		Start: linked('Device'),
		Device: linked('Ask'),
		Ask: linked('Ended', 'Without Its State', 'Ended', 'Refused'),
		'Without Its State': linked('Ask'),
	},
};

const webhookId = '00000000-0000-4000-8000-0000000000aa';

/** Started by an SMS: reads the sending endpoint. */
export const hearing = {
	webhookId,
	path: 'sms',
	...workflow('hearing', 'Hearing', [
		{
			id: '00000000-0000-4000-8000-000000000003',
			name: 'SMS',
			type: `${PACKAGE}.cellularIotSmsTrigger`,
			typeVersion: 1,
			position: [0, 0],
			webhookId,
			parameters: { authentication: 'none', events: ['sms'] },
			credentials,
		} as { name: string },
		action({
			operation: 'get',
			endpointId: {
				__rl: true,
				mode: 'id',
				value: '={{ $json.endpoint_id ?? $json.endpoint.id }}',
			},
		}),
	]),
};

/** Started by the records of its registered stream, which is paused while n8n stops. */
export const pausing = workflow('pausing', 'Pausing', [
	{
		id: '00000000-0000-4000-8000-000000000030',
		name: 'Records',
		type: `${PACKAGE}.cellularIotStreamTrigger`,
		typeVersion: 1,
		position: [0, 0],
		webhookId: '00000000-0000-4000-8000-0000000000cc',
		parameters: {
			authentication: 'cellularIotTokenApi',
			event: 'usage',
			registerStream: true,
			options: { pauseWhileStopped: true, streamName: 'compat' },
		},
		credentials,
	} as { name: string },
	end(31, 'Received'),
]);
