import type { Operation } from './define';
import * as blacklist from './operatorBlacklist';
import * as bulk from './endpointBulk';
import * as dataQuota from './dataQuota';
import * as endpointTags from './endpointTags';
import * as tag from './tag';
import * as simBatch from './simBatch';
import * as simManage from './simManage';
import * as simOperation from './simOperation';
import * as dataStream from './dataStream';
import * as dataStreamRead from './dataStreamRead';
import * as euicc from './euicc';
import * as eventLists from './eventLists';
import * as usageReports from './usageReports';
import * as serviceProfile from './serviceProfile';
import * as serviceLists from './serviceLists';
import * as tariffProfile from './tariffProfile';
import * as blocklist from './tariffProfileBlocklist';
import * as connectivity from './connectivity';
import * as endpoint from './endpoint';
import * as endpointRead from './endpointRead';
import * as extension from './trafficLimitExtension';
import * as messages from './smsMessages';
import * as mfaKey from './mfaKey';
import * as quota from './smsQuota';
import * as session from './session';
import * as sim from './sim';
import * as trustedDevice from './trustedDevice';
import { transferSims } from './simTransfer';
import { sendSms } from './sms';
import { getAllWorkspaces } from './workspace';

/** The table: everything the action node can do. */
export const operations: readonly Operation[] = [
	endpoint.createEndpoint,
	bulk.createManyEndpoints,
	endpointRead.getEndpoint,
	endpointRead.getAllEndpoints,
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
	quota.topUpSmsQuota,
	quota.getSmsQuota,
	quota.deleteSmsQuota,
	usageReports.getDailyUsage,
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
	eventLists.getAllEvents,
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
	eventLists.getEndpointEvents,
	eventLists.getSimEvents,
	eventLists.getUserEvents,
	eventLists.getEventTypes,
	usageReports.getUsageSummary,
	usageReports.getSimUsageSummary,
	usageReports.getSimDailyUsage,
	usageReports.getOrganisationUsageSummary,
	usageReports.getOrganisationDailyUsage,
	usageReports.getOrganisationHourlyUsage,
	usageReports.getHierarchyDailyUsage,
	usageReports.getWorkspacesDailyUsage,
	usageReports.getActiveInclusiveVolumes,
	serviceProfile.getAllServiceProfiles,
	serviceProfile.getServiceProfile,
	serviceProfile.getDataLimits,
	serviceProfile.addDataLimit,
	serviceProfile.removeDataLimit,
	serviceProfile.removeQuotas,
	serviceLists.getAllServices,
	serviceLists.getSmsLimits,
	serviceLists.getAllTrafficLimits,
	tariffProfile.getAllTariffProfiles,
	tariffProfile.getTariffProfile,
	tariffProfile.getTariffCoverage,
	blocklist.getAllBlocklisted,
	blocklist.getBlocklisted,
	blocklist.blockOperator,
	blocklist.unblockOperator,
	blocklist.blockRatTypes,
	blocklist.unblockRatType,
	serviceLists.getAllAddressSpaces,
	serviceLists.getAvailableAddressSpaces,
	serviceLists.getAllOperators,
	serviceLists.getAllCountries,
	serviceLists.getAllRatTypes,
	simBatch.validateSimBatch,
	simBatch.registerSimBatch,
	simManage.deleteSim,
	simManage.deleteManySims,
	simManage.assignSim,
	simManage.getSimStatuses,
	simOperation.createSimOperation,
	simOperation.getAllSimOperations,
	simOperation.getSimOperation,
	simOperation.getSimOperationActions,
	simOperation.getSimOperationStatuses,
	dataStreamRead.getAllDataStreams,
	dataStreamRead.getDataStream,
	dataStream.createDataStream,
	dataStream.updateDataStream,
	dataStream.pauseDataStream,
	dataStream.resumeDataStream,
	dataStream.restartDataStream,
	dataStream.deleteDataStream,
	dataStreamRead.getDataStreamTypes,
	dataStreamRead.getDataStreamStatuses,
	dataStreamRead.getDataStreamFilterFields,
	euicc.getAllEuiccs,
	euicc.getEuicc,
	euicc.getEuiccOperations,
	euicc.getEuiccOperation,
	euicc.scheduleEuiccOperations,
];

/** The entry for a node's parameters. @throws Error for a name that is not in the table. */
export function findOperation(resource: string, name: string): Operation {
	const found = operations.find((o) => o.resource === resource && o.name === name);
	if (!found) throw new Error(`There is no operation "${name}" of "${resource}"`);
	return found;
}

/** Names of the resources, as the form shows them. */
export const RESOURCES: Record<string, string> = {
	country: 'Country',
	dataQuota: 'Data Quota',
	dataStream: 'Data Stream',
	endpoint: 'Endpoint',
	euicc: 'eUICC (Preview)',
	event: 'Event',
	inclusiveVolume: 'Inclusive Volume',
	ipAddressSpace: 'IP Address Space',
	mfaKey: 'MFA Key',
	operator: 'Operator',
	operatorBlacklist: 'Operator Blacklist',
	ratType: 'Radio Access Type',
	service: 'Service',
	serviceProfile: 'Service Profile',
	session: 'Session',
	sim: 'SIM',
	simBatch: 'SIM Batch',
	simOperation: 'SIM Operation (Preview)',
	sms: 'SMS',
	smsQuota: 'SMS Quota',
	tag: 'Tag',
	tariffProfile: 'Tariff Profile',
	tariffProfileBlocklist: 'Tariff Profile Blocklist',
	trafficLimit: 'Traffic Limit',
	trafficLimitExtension: 'Traffic Limit Extension',
	trustedDevice: 'Trusted Device',
	usage: 'Usage',
	workspace: 'Workspace',
};
