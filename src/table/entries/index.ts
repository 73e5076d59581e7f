import type { Operation } from '../define';
import { checkAccount } from './account/accountCheck';
import * as automation from './automation/automation';
import * as automationChanges from './automation/automationChanges';
import * as applicationToken from './account/applicationToken';
import * as callback from './push/callback';
import * as callbackSecret from './push/callbackSecret';
import * as blacklist from './endpoint/operatorBlacklist';
import * as bulk from './endpoint/endpointBulk';
import * as automationEvents from './automation/automationEvents';
import { createCustomEvent } from './automation/customEventCreate';
import * as dataQuota from './quota/dataQuota';
import * as endpointTags from './endpoint/endpointTags';
import * as tag from './endpoint/tag';
import * as simBatch from './sim/simBatch';
import * as simManage from './sim/simManage';
import * as simOperation from './sim/simOperation';
import * as dataStream from './push/dataStream';
import * as dataStreamRead from './push/dataStreamRead';
import * as cloudConnect from './network/cloudConnect';
import * as euicc from './sim/euicc';
import * as network from './network/network';
import * as organisation from './account/organisation';
import * as profileChanges from './profile/serviceProfileChanges';
import * as profileServices from './profile/serviceProfileServices';
import * as eventLists from './event/eventLists';
import * as usageReports from './usage/usageReports';
import * as serviceProfile from './profile/serviceProfile';
import * as serviceLists from './network/serviceLists';
import * as tariffProfile from './profile/tariffProfile';
import * as blocklist from './profile/tariffProfileBlocklist';
import * as connectivity from './endpoint/connectivity';
import * as endpoint from './endpoint/endpoint';
import * as endpointRead from './endpoint/endpointRead';
import * as extension from './quota/trafficLimitExtension';
import * as messages from './sms/smsMessages';
import * as mfaKey from './account/mfaKey';
import * as quota from './quota/smsQuota';
import * as session from './account/session';
import * as sim from './sim/sim';
import * as trustedDevice from './account/trustedDevice';
import * as user from './account/user';
import * as workspaceMember from './account/workspaceMember';
import { mapPlaces } from './event/places';
import { getUsageByTag } from './usage/usageByTag';
import { chartUsage } from './usage/usageChart';
import { applyTable } from './applyTable/applyTable';
import { swapSims } from './sim/simSwap';
import { transferSims } from './sim/simTransfer';
import { sendSms } from './sms/sms';
import { awaitReply } from './sms/smsAwait';
import { getAllWorkspaces } from './account/workspace';

/**
 * Operations that take several requests, runs or days: the node for jobs has them, beside the nodes for the
 * single operations of their resources.
 */
export const jobs: readonly Operation[] = [applyTable, swapSims, awaitReply];

/** The table: everything the action nodes can do. */
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
	getUsageByTag,
	usageReports.getWorkspacesDailyUsage,
	chartUsage,
	mapPlaces,
	usageReports.getActiveInclusiveVolumes,
	serviceProfile.getAllServiceProfiles,
	serviceProfile.getServiceProfile,
	serviceProfile.getDataLimits,
	serviceProfile.addDataLimit,
	serviceProfile.removeDataLimit,
	serviceProfile.removeQuotas,
	profileChanges.createServiceProfile,
	profileChanges.updateServiceProfile,
	profileChanges.deleteServiceProfile,
	profileServices.addService,
	profileServices.removeService,
	profileServices.addSmsLimit,
	profileServices.removeSmsLimit,
	profileServices.removeAllDataLimits,
	serviceLists.getAllServices,
	serviceLists.getSmsLimits,
	serviceLists.getAllTrafficLimits,
	tariffProfile.getAllTariffProfiles,
	tariffProfile.getTariffProfile,
	tariffProfile.getTariffCoverage,
	tariffProfile.createTariffProfile,
	tariffProfile.updateTariffProfile,
	tariffProfile.deleteTariffProfile,
	tariffProfile.addRatezone,
	tariffProfile.removeRatezone,
	tariffProfile.assignProfileVolume,
	tariffProfile.removeProfileVolume,
	blocklist.getAllBlocklisted,
	blocklist.getBlocklisted,
	blocklist.blockOperator,
	blocklist.unblockOperator,
	blocklist.blockRatTypes,
	blocklist.unblockRatType,
	serviceLists.getAllAddressSpaces,
	serviceLists.getAvailableAddressSpaces,
	network.createAddressSpace,
	network.deleteAddressSpace,
	serviceLists.getAllDns,
	network.createDns,
	network.deleteDns,
	serviceLists.getAllBreakoutRegions,
	serviceLists.getAllSmsInterfaces,
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
	checkAccount,
	automation.getAllAutomations,
	automation.getAutomation,
	automationChanges.createAutomation,
	automationChanges.updateAutomation,
	automation.deleteAutomation,
	automation.getActions,
	automation.getAction,
	automation.getAutomationLog,
	automationEvents.getAllCustomEvents,
	automationEvents.getCustomEvent,
	createCustomEvent,
	automationEvents.deleteCustomEvent,
	automationEvents.getTemplates,
	automationEvents.getTemplate,
	automationEvents.getAllSystemEvents,
	automationEvents.getSystemEvent,
	applicationToken.getAllApplicationTokens,
	applicationToken.createApplicationToken,
	applicationToken.updateApplicationToken,
	applicationToken.revokeApplicationToken,
	user.getAllUsers,
	user.getUser,
	user.inviteUser,
	user.updateUser,
	user.deleteUser,
	user.addUserRole,
	user.removeUserRole,
	user.getUserPermissions,
	user.getUserDevices,
	user.deleteUserDevice,
	user.getUserRoles,
	user.getUserStatuses,
	workspaceMember.setDefaultWorkspace,
	workspaceMember.setMemberStatus,
	workspaceMember.removeMember,
	workspaceMember.addMemberRole,
	workspaceMember.removeMemberRole,
	callback.getAllCallbacks,
	callback.getCallback,
	callback.deleteCallback,
	callbackSecret.getAllCallbackSecrets,
	callbackSecret.getCallbackSecret,
	callbackSecret.deleteCallbackSecret,
	euicc.cancelEuiccOperation,
	euicc.validateUnlinked,
	euicc.getCardOperationActions,
	euicc.getCardOperationStatuses,
	euicc.getCardProfileStatuses,
	organisation.getOrganisation,
	organisation.getTariffPlan,
	organisation.getTariffPlans,
	organisation.assignInclusiveVolume,
	organisation.getOrganisationStatuses,
	organisation.getServiceLevels,
	organisation.getUnlinkedProducts,
	cloudConnect.getCloudConnects,
	cloudConnect.getCloudConnectTypes,
	...jobs,
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
	event: resource('Event', 'What has happened'),
	trafficLimitExtension: resource('Traffic Limit Extension', 'Volume beyond a limit'),
	operatorBlacklist: resource('Operator Blocklist', 'Operators kept from an endpoint'),
	workspace: resource('Workspace', 'Where a user may act'),
	session: resource('Session', 'Login with a one-time code'),
	mfaKey: resource('MFA Key', 'Second factors of a user'),
	trustedDevice: resource('Trusted Device', 'Logins without a code'),
};

/** Resources of the node for what a fleet works with, set up once, and for the lists of choices. */
export const ADMIN_RESOURCES: Resources = {
	serviceProfile: resource('Service Profile', 'What endpoints may do'),
	tariffProfile: resource('Tariff Profile', 'Where endpoints connect, and at what price'),
	tariffProfileBlocklist: resource(
		'Tariff Profile Blocklist',
		'Operators a tariff profile keeps its endpoints from',
	),
	ipAddressSpace: resource('IP Address Space', 'Private addresses of endpoints'),
	dns: resource('DNS', 'Servers that resolve names for endpoints'),
	simBatch: resource('SIM Batch', 'SIMs of a delivery'),
	euicc: resource('eUICC (Preview)', 'Chips of eSIMs and their profiles'),
	simOperation: resource('SIM Operation (Preview)', 'Changes of SIMs that take a while'),
	lookup: resource('Lookup', 'Countries, operators, statuses, types and the like'),
};

/** Resources of the node for the account behind a fleet. */
export const ACCOUNT_RESOURCES: Resources = {
	tag: resource('Tag', 'Groups of endpoints'),
	organisation: resource(
		'Organisation',
		'The organisation, its tariff plans, inclusive volumes and cloud connects',
	),
	organisationUsage: resource('Organisation Usage', 'Data, SMS and cost of many'),
	place: resource('Place', 'Where endpoints were last seen'),
	account: resource('Account', 'What this credential may do'),
	user: resource('User', 'People of the organisation'),
	workspaceMember: resource('Workspace Member', 'Users in workspaces'),
	applicationToken: resource('Application Token', 'Logins of programs'),
};

/** Resources of the node for what the service does by itself. */
export const AUTOMATION_RESOURCES: Resources = {
	dataStream: resource('Data Stream', 'Usage and events pushed to a destination'),
	automation: resource('Automation (Beta)', 'Rules of the service: an event and what is done'),
	customEvent: resource('Custom Event (Beta)', 'Events made for automations'),
	systemEvent: resource('System Event (Beta)', 'Ready-made events for automations'),
	callback: resource('Callback', 'Where SMS of devices are forwarded to'),
	callbackSecret: resource('Callback Secret', 'What calls to callbacks are signed with'),
};

/** Resources of the node for jobs, which has no operations of them but {@link jobs}. */
export const JOB_RESOURCES: Resources = {
	endpoint: resource('Endpoint', 'Updates of devices from a table'),
	sim: resource('SIM', 'Exchange of SIMs between devices'),
	sms: resource('SMS', 'Messages that wait for a reply'),
};

export const RESOURCES: Resources = {
	...FLEET_RESOURCES,
	...ADMIN_RESOURCES,
	...ACCOUNT_RESOURCES,
	...AUTOMATION_RESOURCES,
};

/** The operations of the node that has these resources. */
export const operationsOf = (resources: Resources): readonly Operation[] =>
	operations.filter(
		(entry) =>
			entry.resource in resources && jobs.includes(entry) === (resources === JOB_RESOURCES),
	);
