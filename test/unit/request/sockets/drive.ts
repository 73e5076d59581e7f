import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { CredentialStore } from '../../../support/credentials';
import { type NodeOutput, type NodeRun, runNode, storeFor } from '../../../support/n8n/n8n';
import { isSecret } from '../../../support/secrets';
import { AUTHORITY } from './certificate';
import { type Fault, Service, type ServiceOptions } from './service';
import type { RawRequest } from './wire';

/* Runs the node as n8n does, over real sockets, against the failing service. */

setDefaultCACertificates([...getCACertificates('default'), AUTHORITY]);

const running: Service[] = [];

/** Starts a service whose tokens are registered as secrets; `closeAll` closes it. */
export async function serve(options: ServiceOptions = {}): Promise<Service> {
	const service = await Service.start({
		onToken: (token) => isSecret(token, 'auth_token'),
		...options,
	});
	running.push(service);
	return service;
}

export const closeAll = async (): Promise<void> => {
	await Promise.all(running.splice(0).map(async (service) => await service.close()));
};

/** The value of a picker, selected by id. */
export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value }) as INodeParameters;

/** One request of each effect, which the service records under `$json.key`. */
export const CALLS = {
	act: {
		resource: 'sms',
		operation: 'send',
		endpointId: byId('10001'),
		payload: '={{ $json.key }}',
	},
	set: {
		resource: 'endpoint',
		operation: 'update',
		endpointId: byId('10001'),
		updateFields: { name: '={{ $json.key }}' },
	},
	read: { resource: 'endpoint', operation: 'get', endpointId: byId('10001') },
} as const satisfies Record<string, INodeParameters>;

type Asked = Pick<RawRequest, 'method' | 'path'>;
export const isSend = ({ method, path }: Asked): boolean =>
	method === 'POST' && path.endsWith('/sms');
export const isBulk = ({ path }: Asked): boolean => path.endsWith('/multi');

/** A credential store for the service with a working session. */
export async function session(service: Service, rates: IDataObject = {}): Promise<CredentialStore> {
	const store = storeFor(service.url, { rates });
	const { error, errors } = await runNode({ credentials: store, parameters: CALLS.read });
	if (error ?? errors[0]) throw new Error(`no session: ${error?.message}`);
	return store;
}

/** A service with these faults, and a store with a session from before them. */
export async function failing(
	...faults: Fault[]
): Promise<{ service: Service; store: CredentialStore }> {
	const service = await serve();
	const store = await session(service);
	service.fail(...faults);
	return { service, store };
}

/** `count` items with different keys. */
export const itemsOf = (count: number) =>
	Array.from({ length: count }, (_, i) => ({ key: `m${i}` }));

/** Runs an operation with Continue (using error output). */
export async function run(
	credentials: CredentialStore,
	parameters: INodeParameters,
	items: IDataObject[] = [{ key: 'one' }],
	more: Partial<NodeRun> = {},
): Promise<NodeOutput> {
	return await runNode({
		credentials,
		parameters,
		items,
		onError: 'continueErrorOutput',
		...more,
	});
}

/** The outcome of an item: `done`, or the outcome that its error names. */
export const verdict = (item: INodeExecutionData | undefined): string => {
	if (!item) return 'none';
	const { details } = item.json as { details?: { outcome?: string } };
	return 'error' in item.json ? String(details?.outcome) : 'done';
};

/** The verdict on each input item, in order. */
export function verdicts({ items, errors, error }: NodeOutput, count = 1): string[] {
	const all = [...items, ...errors];
	const placeOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;
	return Array.from({ length: count }, (_, place) => {
		const item = all.find((candidate) => placeOf(candidate) === place);
		return item || !error ? verdict(item) : String(error.context?.outcome ?? 'none');
	});
}

/** The message of the only failed item. */
export const messageOf = ({ errors, error }: NodeOutput): string =>
	error?.message ?? String(errors[0]?.json.error);

/** The advice on the only failed item. */
export const hintOf = ({ errors, error }: NodeOutput): string =>
	error?.description ?? (errors[0]?.json as { details: { hint: string } }).details.hint;

/** How a verdict contradicts the ledger; undefined where it does not. */
export function dishonest(service: Service, key: string, said: string): string | undefined {
	const times = service.api.times(key);
	if (times > 1) return `applied ${times} times`;
	if (said === 'done') return times === 1 ? undefined : 'said done, never applied';
	if (said === 'notSent' || said === 'refused') return times === 0 ? undefined : `${said}, applied`;
	return said === 'unknown' ? undefined : `no verdict (${said})`;
}
