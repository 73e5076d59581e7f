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
import { chartUsage } from './usageChart';
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
	endpointTags.addTags,
	endpointTags.removeTags,
	eventLists.getEventTypes,
	usageReports.getUsageSummary,
	usageReports.getSimUsageSummary,
	usageReports.getSimDailyUsage,
	usageReports.getOrganisationUsageSummary,
	usageReports.getOrganisationDailyUsage,
	usageReports.getOrganisationHourlyUsage,
	usageReports.getHierarchyDailyUsage,
	usageReports.getWorkspacesDailyUsage,
	chartUsage,
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

/** A resource as a form shows it. */
export interface Resource {
	name: string;
	description: string;
}
type Resources = Record<string, Resource>;

const resource = (name: string, description: string): Resource => ({ name, description });

/** Resources of the node for the fleet, in the order people look for them: daily use first. */
export const FLEET_RESOURCES: Resources = {
	endpoint: resource('Endpoint', 'Devices'),
	sim: resource('SIM', 'SIM cards and eSIMs'),
	sms: resource('SMS', 'Messages to devices'),
	smsQuota: resource('SMS Quota', 'SMS an endpoint may use'),
	dataQuota: resource('Data Quota', 'MB an endpoint may use'),
	usage: resource('Usage', 'Data, SMS and cost'),
	tag: resource('Tag', 'Groups of endpoints'),
	event: resource('Event', 'What has happened'),
	trafficLimitExtension: resource('Traffic Limit Extension', 'Volume beyond a limit'),
	operatorBlacklist: resource('Operator Blocklist', 'Operators kept from an endpoint'),
	workspace: resource('Workspace', 'Where a user may act'),
	session: resource('Session', 'Login with a one-time code'),
	mfaKey: resource('MFA Key', 'Second factors of a user'),
	trustedDevice: resource('Trusted Device', 'Logins without a code'),
};

/** Resources of the node for things that are set up once, and for the lists of choices. */
export const ADMIN_RESOURCES: Resources = {
	serviceProfile: resource('Service Profile', 'What endpoints may do'),
	tariffProfile: resource('Tariff Profile', 'Where endpoints connect, and at what price'),
	tariffProfileBlocklist: resource(
		'Tariff Profile Blocklist',
		'Operators a tariff profile keeps its endpoints from',
	),
	organisationUsage: resource('Organisation Usage', 'Data, SMS and cost of many'),
	simBatch: resource('SIM Batch', 'SIMs of a delivery'),
	dataStream: resource('Data Stream', 'Usage and events pushed to a destination'),
	lookup: resource('Lookup', 'Countries, operators, statuses, types and the like'),
	euicc: resource('eUICC (Preview)', 'Chips of eSIMs and their profiles'),
	simOperation: resource('SIM Operation (Preview)', 'Changes of SIMs that take a while'),
};

export const RESOURCES: Resources = { ...FLEET_RESOURCES, ...ADMIN_RESOURCES };
