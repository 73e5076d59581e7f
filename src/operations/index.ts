import type { Operation } from './define';
import * as blacklist from './operatorBlacklist';
import * as bulk from './endpointBulk';
import * as dataQuota from './dataQuota';
import * as endpointTags from './endpointTags';
import * as tag from './tag';
import * as connectivity from './connectivity';
import * as endpoint from './endpoint';
import * as event from './event';
import * as extension from './trafficLimitExtension';
import * as messages from './smsMessages';
import * as mfaKey from './mfaKey';
import * as quota from './smsQuota';
import * as session from './session';
import * as sim from './sim';
import * as trustedDevice from './trustedDevice';
import { transferSims } from './simTransfer';
import { sendSms } from './sms';
import { topUpSmsQuota } from './smsQuotaTopUp';
import { getDailyUsage } from './usage';
import { getAllWorkspaces } from './workspace';

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
	connectivity.getConnectivity,
	connectivity.getConnectivityInfo,
	connectivity.resetConnectivity,
	sendSms,
	messages.getSms,
	messages.getAllSms,
	messages.cancelSms,
	quota.setSmsQuota,
	topUpSmsQuota,
	quota.getSmsQuota,
	quota.deleteSmsQuota,
	getDailyUsage,
	extension.createTrafficLimitExtension,
	extension.getAllTrafficLimitExtensions,
	extension.deleteAllTrafficLimitExtensions,
	blacklist.getAllBlacklisted,
	blacklist.addToBlacklist,
	blacklist.removeFromBlacklist,
	sim.getSim,
	sim.getAllSims,
	sim.updateSim,
	transferSims,
	getAllWorkspaces,
	mfaKey.createMfaKey,
	mfaKey.activateMfaKey,
	mfaKey.deleteMfaKey,
	mfaKey.getMfaKeyStatuses,
	mfaKey.getMfaKeyTypes,
	trustedDevice.getAllTrustedDevices,
	trustedDevice.deleteTrustedDevice,
	session.requestCode,
	session.verifyCode,
	event.getAllEvents,
	dataQuota.getDataQuota,
	dataQuota.setDataQuota,
	dataQuota.topUpDataQuota,
	dataQuota.deleteDataQuota,
	tag.getAllTags,
	tag.getTagColors,
	tag.createTag,
	tag.updateTag,
	tag.deleteTag,
	tag.deleteManyTags,
	endpointTags.getEndpointTags,
	endpointTags.addEndpointTag,
	endpointTags.removeEndpointTag,
	endpointTags.addTagsToMany,
	endpointTags.removeTagsFromMany,
];

/** The entry for a node's parameters. @throws Error for a name that is not in the table. */
export function findOperation(resource: string, name: string): Operation {
	const found = operations.find((o) => o.resource === resource && o.name === name);
	if (!found) throw new Error(`There is no operation "${name}" of "${resource}"`);
	return found;
}

/** Names of the resources, as the form shows them. */
export const RESOURCES: Record<string, string> = {
	dataQuota: 'Data Quota',
	endpoint: 'Endpoint',
	event: 'Event',
	mfaKey: 'MFA Key',
	operatorBlacklist: 'Operator Blacklist',
	session: 'Session',
	sim: 'SIM',
	sms: 'SMS',
	smsQuota: 'SMS Quota',
	tag: 'Tag',
	trafficLimitExtension: 'Traffic Limit Extension',
	trustedDevice: 'Trusted Device',
	usage: 'Usage',
	workspace: 'Workspace',
};
