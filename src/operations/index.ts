import type { Operation } from './define';
import * as bulk from './endpointBulk';
import * as endpoint from './endpoint';
import { sendSms } from './sms';
import { setSmsQuota } from './smsQuota';
import { getDailyUsage } from './usage';

/** The table: everything the action node can do. */
export const operations: readonly Operation[] = [
	endpoint.createEndpoint,
	bulk.createManyEndpoints,
	endpoint.getEndpoint,
	endpoint.getAllEndpoints,
	endpoint.updateEndpoint,
	bulk.updateManyEndpoints,
	endpoint.deleteEndpoint,
	bulk.deleteManyEndpoints,
	sendSms,
	setSmsQuota,
	getDailyUsage,
];

/** The entry for a node's parameters. @throws Error for a name that is not in the table. */
export function findOperation(resource: string, name: string): Operation {
	const found = operations.find((o) => o.resource === resource && o.name === name);
	if (!found) throw new Error(`There is no operation "${name}" of "${resource}"`);
	return found;
}

/** Names of the resources, as the form shows them. */
export const RESOURCES: Record<string, string> = {
	endpoint: 'Endpoint',
	sms: 'SMS',
	smsQuota: 'SMS Quota',
	usage: 'Usage',
};
