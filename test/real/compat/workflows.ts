/* What is imported into every n8n: a credential, a workflow run by hand, one that a message starts. */

const PACKAGE = 'n8n-nodes-cellular-iot';
const ACCOUNT = { id: 'account', name: 'Account' };
const credentials = { cellularIotTokenApi: ACCOUNT };

/** @param redisUrl where the account shares its limits */
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
	connections: {
		[nodes[0]!.name]: { main: [[{ node: nodes[1]!.name, type: 'main', index: 0 }]] },
	},
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

/** Run by hand: lists the endpoints. */
export const reading = workflow('reading', 'Reading', [
	{
		id: '00000000-0000-4000-8000-000000000001',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	} as { name: string },
	action({ operation: 'getAll' }),
]);

const webhookId = '00000000-0000-4000-8000-0000000000aa';

/** Started by an SMS: reads the endpoint that wrote it. */
export const hearing = {
	webhookId,
	path: 'sms',
	...workflow('hearing', 'Hearing', [
		{
			id: '00000000-0000-4000-8000-000000000003',
			name: 'SMS',
			type: `${PACKAGE}.cellularIotSmsTrigger`,
			typeVersion: 2,
			position: [0, 0],
			webhookId,
			parameters: { events: ['sms'], verification: 'none', registerCallback: false },
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
