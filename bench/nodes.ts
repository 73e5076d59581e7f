import type { Account, Measured } from './stage';

/* The nodes under comparison, each configured as a user would. */

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const byName = (value: string) => ({ __rl: true, mode: 'name', value });

const ours = (parameters: Record<string, unknown>, account: Account = 'unlimited'): Measured => ({
	type: 'n8n-nodes-cellular-iot.cellularIot',
	typeVersion: 1,
	credentials: ['cellularIotTokenApi'],
	account,
	parameters: { authentication: 'cellularIotTokenApi', ...parameters },
});

/** The cheapest setup: a typed-in token. It reads a credential again for every item. */
const request = (url: string, parameters: object, options: object = {}): Measured => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		url,
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'Authorization', value: 'Bearer bench' }] },
		options,
		...parameters,
	},
});

/** The recommended setup: the token in a credential. */
export const withCredential = ({ parameters, ...node }: Measured): Measured => ({
	...node,
	credentials: ['httpHeaderAuth'],
	parameters: {
		...parameters,
		sendHeaders: false,
		authentication: 'genericCredentialType',
		genericAuthType: 'httpHeaderAuth',
	},
});

interface Batching {
	batchSize: number;
	batchInterval: number;
}
const batched = (batch?: Batching) => (batch ? { batching: { batch } } : {});

export const oursSend = (account?: Account, options: object = {}) =>
	ours(
		{
			resource: 'sms',
			operation: 'send',
			endpointId: byId('={{ $json.id }}'),
			payload: '={{ $json.text }}',
			options,
		},
		account,
	);

/** The same, with an idempotency key per item. */
export const keyedSend = (account?: Account) =>
	oursSend(account, { idempotencyKey: '=bench-{{ $json.key }}' });

export const requestSend = (service: string, batch?: Batching) =>
	request(
		`=${service}/api/v1/endpoint/{{ $json.id }}/sms`,
		{
			method: 'POST',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ { payload: $json.text } }}',
		},
		batched(batch),
	);

/** The same, with expressions that compute the endpoint and the text. */
export const computed = ({ parameters, ...node }: Measured): Measured => ({
	...node,
	parameters: JSON.parse(
		JSON.stringify(parameters)
			.replace('$json.id', '$json.id + 0')
			.replace('$json.text', "'To ' + $json.text"),
	) as Measured['parameters'],
});

/** A failed item does not end the node. */
export const goingOn = (node: Measured): Measured => ({
	...node,
	onError: 'continueRegularOutput',
});

export const oursGet = () =>
	ours({
		resource: 'endpoint',
		operation: 'get',
		endpointId: byId('={{ $json.id }}'),
		simplify: false,
	});

export const requestGet = (service: string, batch?: Batching) =>
	request(`=${service}/api/v1/endpoint/{{ $json.id }}`, {}, batched(batch));

export const oursList = (simplify: boolean) =>
	ours({ resource: 'endpoint', operation: 'getAll', returnAll: true, simplify });

/** The same list, with only the changes since the last run as output. */
export const oursChanged = (): Measured => ({
	...ours({
		resource: 'endpoint',
		operation: 'getAll',
		returnAll: true,
		simplify: true,
		options: { onlyChanged: 'changes' },
	}),
	// The webhook answers with an error when there is no output.
	alwaysOutputData: true,
});

/** The same list as a file. */
export const oursExport = (output: string) =>
	ours({
		resource: 'endpoint',
		operation: 'getAll',
		returnAll: true,
		simplify: true,
		options: { output },
	});

export const requestList = (service: string) =>
	request(
		`${service}/api/v1/endpoint`,
		{
			sendQuery: true,
			queryParameters: { parameters: [{ name: 'per_page', value: '1000' }] },
		},
		{
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: {
						parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
					},
					paginationCompleteWhen: 'other',
					completeExpression: "={{ $pageCount >= Number($response.headers['x-total-pages']) }}",
				},
			},
		},
	);

/** Its items as one CSV file. */
export const convertToFile = (): Measured => ({
	type: 'n8n-nodes-base.convertToFile',
	typeVersion: 1.1,
	parameters: { operation: 'csv', options: {} },
});

export const oursCreate = () =>
	ours({
		resource: 'endpoint',
		operation: 'createMany',
		valuesFrom: 'fields',
		serviceProfileId: byId('501'),
		tariffProfileId: byId('601'),
		ipAddressSpaceId: byId('3'),
		identity: { name: '={{ $json.text }}', simId: byId('={{ $json.id }}') },
	});

/** The same, with profiles and a tag by their names. */
export const oursCreateByName = () =>
	ours({
		resource: 'endpoint',
		operation: 'createMany',
		serviceProfileId: byName('Default'),
		tariffProfileId: byName('Europe'),
		valuesFrom: 'fields',
		identity: { name: '={{ $json.text }}', simId: byId('={{ $json.id }}') },
		options: { tagAssignments: '={{ ["arctic"] }}' },
	});

/** Applies rows to endpoints, matched by ID; see {@link rows}. */
export const oursTable = (): Measured => ({
	...ours({
		resource: 'endpoint',
		operation: 'applyTable',
		dryRun: false,
		valuesFrom: 'columns',
		namingColumn: 'id',
		columns: { mappingMode: 'autoMapInputData', value: null },
		options: {},
	}),
	type: 'n8n-nodes-cellular-iot.cellularIotJobs',
});

/** A node that only evaluates the same expressions. */
export const set = (): Measured => ({
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		assignments: {
			assignments: [
				{ id: 'a', name: 'name', value: '={{ $json.text }}', type: 'string' },
				{ id: 'b', name: 'id', value: '={{ $json.id }}', type: 'number' },
			],
		},
		options: {},
	},
});

/** Devices with keys that no earlier run has used. */
export const keyedDevices = (many: number) =>
	`((run) => Array.from({ length: ${many} }, (_, i) => ({ id: i + 1, text: 'Message ' + i, key: run + '-' + i })))($execution.id)`;

/** A table of `many` endpoints in which 1 % get another name. */
export const rows = (many: number) =>
	`Array.from({ length: ${many} }, (_, i) => ({ id: i + 1, name: (i % 100 === 7 ? 'Pump ' : 'Device ') + (i + 1) }))`;

/** An expression for a list of `many` devices. */
export const devices = (many: number) =>
	`Array.from({ length: ${many} }, (_, i) => ({ id: i + 1, text: 'Message ' + i }))`;
