import type { Operation } from '../define';
import {
	createApplicationToken,
	getAllApplicationTokens,
	revokeApplicationToken,
	updateApplicationToken,
} from './account/applicationToken';
import {
	activateMfaKey,
	createMfaKey,
	deleteMfaKey,
	getMfaKeyStatuses,
	getMfaKeyTypes,
} from './account/mfaKey';
import {
	assignInclusiveVolume,
	getOrganisation,
	getOrganisationStatuses,
	getServiceLevels,
	getTariffPlan,
	getTariffPlans,
	getUnlinkedProducts,
} from './account/organisation';
import { requestCode, verifyCode } from './account/session';
import { deleteTrustedDevice, getAllTrustedDevices } from './account/trustedDevice';
import {
	addUserRole,
	deleteUser,
	deleteUserDevice,
	getAllUsers,
	getUser,
	getUserDevices,
	getUserPermissions,
	getUserRoles,
	getUserStatuses,
	inviteUser,
	removeUserRole,
	updateUser,
} from './account/user';
import { getAllWorkspaces } from './account/workspace';
import {
	addMemberRole,
	removeMember,
	removeMemberRole,
	setDefaultWorkspace,
	setMemberStatus,
} from './account/workspaceMember';
import {
	deleteAutomation,
	getAction,
	getActions,
	getAllAutomations,
	getAutomation,
	getAutomationLog,
} from './automation/automation';
import { createAutomation, updateAutomation } from './automation/automationChanges';
import {
	deleteCustomEvent,
	getAllCustomEvents,
	getAllSystemEvents,
	getCustomEvent,
	getSystemEvent,
	getTemplate,
	getTemplates,
} from './automation/automationEvents';
import { createCustomEvent } from './automation/customEventCreate';
import { getConnectivity, getConnectivityInfo, resetConnectivity } from './endpoint/connectivity';
import { createEndpoint, deleteEndpoint, updateEndpoint } from './endpoint/endpoint';
import {
	createManyEndpoints,
	deleteManyEndpoints,
	updateManyEndpoints,
} from './endpoint/endpointBulk';
import { getAllEndpoints, getEndpoint } from './endpoint/endpointRead';
import { addTags, getEndpointTags, removeTags } from './endpoint/endpointTags';
import {
	addToBlacklist,
	getAllBlacklisted,
	removeFromBlacklist,
} from './endpoint/operatorBlacklist';
import { createTag, getAllTags, getTagColors, updateTag } from './endpoint/tag';
import { deleteManyTags, deleteTag } from './endpoint/tagDelete';
import { getAllEvents, getEventTypes } from './event/eventLists';
import { mapPlaces } from './event/places';
import {
	getCloudConnect,
	getCloudConnectPrices,
	getCloudConnectRegions,
	getCloudConnects,
	getCloudConnectTypes,
	retryCloudConnect,
} from './network/cloudConnect';
import { createAddressSpace, createDns, deleteAddressSpace, deleteDns } from './network/network';
import {
	getAllAddressSpaces,
	getAllBreakoutRegions,
	getAllCountries,
	getAllDns,
	getAllOperators,
	getAllRatTypes,
	getAllServices,
	getAllSmsInterfaces,
	getAllTrafficLimits,
	getAvailableAddressSpaces,
	getSmsLimits,
} from './network/serviceLists';
import {
	addDataLimit,
	getAllServiceProfiles,
	getDataLimits,
	getServiceProfile,
	removeDataLimit,
	removeQuotas,
} from './profile/serviceProfile';
import {
	createServiceProfile,
	deleteServiceProfile,
	updateServiceProfile,
} from './profile/serviceProfileChanges';
import {
	addService,
	addSmsLimit,
	removeAllDataLimits,
	removeService,
	removeSmsLimit,
} from './profile/serviceProfileServices';
import {
	addRatezone,
	assignProfileVolume,
	createTariffProfile,
	deleteTariffProfile,
	getAllTariffProfiles,
	getTariffCoverage,
	getTariffProfile,
	removeProfileVolume,
	removeRatezone,
	updateTariffProfile,
} from './profile/tariffProfile';
import {
	blockOperator,
	blockRatTypes,
	getAllBlocklisted,
	getBlocklisted,
	unblockOperator,
	unblockRatType,
} from './profile/tariffProfileBlocklist';
import { createCallback, deleteCallback, getAllCallbacks, getCallback } from './push/callback';
import {
	createCallbackSecret,
	deleteCallbackSecret,
	getAllCallbackSecrets,
	getCallbackSecret,
} from './push/callbackSecret';
import {
	createDataStream,
	deleteDataStream,
	pauseDataStream,
	restartDataStream,
	resumeDataStream,
	updateDataStream,
} from './push/dataStream';
import {
	getAllDataStreams,
	getDataStream,
	getDataStreamFilterFields,
	getDataStreamStatuses,
	getDataStreamTypes,
} from './push/dataStreamRead';
import { deleteDataQuota, getDataQuota, setDataQuota, topUpDataQuota } from './quota/dataQuota';
import { deleteSmsQuota, getSmsQuota, setSmsQuota, topUpSmsQuota } from './quota/smsQuota';
import {
	createTrafficLimitExtension,
	deleteAllTrafficLimitExtensions,
	getAllTrafficLimitExtensions,
} from './quota/trafficLimitExtension';
import {
	cancelEuiccOperation,
	getAllEuiccs,
	getCardOperationActions,
	getCardOperationStatuses,
	getCardProfileStatuses,
	getEuicc,
	getEuiccOperation,
	getEuiccOperations,
	scheduleEuiccOperations,
	validateUnlinked,
} from './sim/euicc';
import { activateSim, getAllSims, getSim, suspendSim, updateSim } from './sim/sim';
import { registerSimBatch, validateSimBatch } from './sim/simBatch';
import { assignSim, deleteManySims, deleteSim, getSimStatuses } from './sim/simManage';
import {
	createSimOperation,
	getAllSimOperations,
	getSimOperation,
	getSimOperationActions,
	getSimOperationStatuses,
} from './sim/simOperation';
import { transferSims } from './sim/simTransfer';
import { sendSms } from './sms/sms';
import { cancelSms, getAllSms, getSms } from './sms/smsMessages';
import { chartUsage } from './usage/usageChart';
import {
	getActiveInclusiveVolumes,
	getDailyUsage,
	getHierarchyDailyUsage,
	getOrganisationDailyUsage,
	getOrganisationHourlyUsage,
	getOrganisationUsageSummary,
	getSimDailyUsage,
	getSimUsageSummary,
	getUsageSummary,
	getWorkspacesDailyUsage,
} from './usage/usageReports';

/* The entries of the table: each describes one operation of the service. */

/** All entries. An entry in a file that this list does not name is not an operation of any node. */
export const entries: readonly Operation[] = [
	getAllApplicationTokens,
	createApplicationToken,
	updateApplicationToken,
	revokeApplicationToken,
	createMfaKey,
	activateMfaKey,
	deleteMfaKey,
	getMfaKeyStatuses,
	getMfaKeyTypes,
	getOrganisation,
	getOrganisationStatuses,
	getServiceLevels,
	getTariffPlan,
	getTariffPlans,
	assignInclusiveVolume,
	getUnlinkedProducts,
	requestCode,
	verifyCode,
	getAllTrustedDevices,
	deleteTrustedDevice,
	getAllUsers,
	getUser,
	inviteUser,
	updateUser,
	deleteUser,
	addUserRole,
	removeUserRole,
	getUserPermissions,
	getUserDevices,
	deleteUserDevice,
	getUserRoles,
	getUserStatuses,
	getAllWorkspaces,
	setDefaultWorkspace,
	setMemberStatus,
	removeMember,
	addMemberRole,
	removeMemberRole,
	getAllAutomations,
	getAutomation,
	deleteAutomation,
	getActions,
	getAction,
	getAutomationLog,
	createAutomation,
	updateAutomation,
	getAllSystemEvents,
	getSystemEvent,
	getAllCustomEvents,
	getCustomEvent,
	deleteCustomEvent,
	getTemplates,
	getTemplate,
	createCustomEvent,
	getConnectivity,
	getConnectivityInfo,
	resetConnectivity,
	createEndpoint,
	updateEndpoint,
	deleteEndpoint,
	createManyEndpoints,
	updateManyEndpoints,
	deleteManyEndpoints,
	getEndpoint,
	getAllEndpoints,
	getEndpointTags,
	addTags,
	removeTags,
	getAllBlacklisted,
	addToBlacklist,
	removeFromBlacklist,
	getAllTags,
	getTagColors,
	createTag,
	updateTag,
	deleteTag,
	deleteManyTags,
	getAllEvents,
	getEventTypes,
	mapPlaces,
	getCloudConnect,
	getCloudConnectPrices,
	getCloudConnectRegions,
	getCloudConnects,
	retryCloudConnect,
	getCloudConnectTypes,
	createDns,
	deleteDns,
	createAddressSpace,
	deleteAddressSpace,
	getAllAddressSpaces,
	getAvailableAddressSpaces,
	getAllDns,
	getAllBreakoutRegions,
	getAllSmsInterfaces,
	getAllOperators,
	getAllCountries,
	getAllRatTypes,
	getAllServices,
	getSmsLimits,
	getAllTrafficLimits,
	getAllServiceProfiles,
	getServiceProfile,
	getDataLimits,
	addDataLimit,
	removeDataLimit,
	removeQuotas,
	createServiceProfile,
	updateServiceProfile,
	deleteServiceProfile,
	addService,
	removeService,
	addSmsLimit,
	removeSmsLimit,
	removeAllDataLimits,
	getAllTariffProfiles,
	getTariffProfile,
	getTariffCoverage,
	createTariffProfile,
	updateTariffProfile,
	deleteTariffProfile,
	addRatezone,
	removeRatezone,
	assignProfileVolume,
	removeProfileVolume,
	getAllBlocklisted,
	getBlocklisted,
	blockOperator,
	unblockOperator,
	blockRatTypes,
	unblockRatType,
	getAllCallbacks,
	getCallback,
	createCallback,
	deleteCallback,
	getAllCallbackSecrets,
	getCallbackSecret,
	createCallbackSecret,
	deleteCallbackSecret,
	createDataStream,
	updateDataStream,
	pauseDataStream,
	resumeDataStream,
	restartDataStream,
	deleteDataStream,
	getAllDataStreams,
	getDataStream,
	getDataStreamTypes,
	getDataStreamStatuses,
	getDataStreamFilterFields,
	getDataQuota,
	setDataQuota,
	topUpDataQuota,
	deleteDataQuota,
	setSmsQuota,
	getSmsQuota,
	topUpSmsQuota,
	deleteSmsQuota,
	createTrafficLimitExtension,
	getAllTrafficLimitExtensions,
	deleteAllTrafficLimitExtensions,
	getAllEuiccs,
	getEuicc,
	getEuiccOperations,
	getEuiccOperation,
	scheduleEuiccOperations,
	cancelEuiccOperation,
	validateUnlinked,
	getCardOperationActions,
	getCardOperationStatuses,
	getCardProfileStatuses,
	getSim,
	getAllSims,
	activateSim,
	suspendSim,
	updateSim,
	validateSimBatch,
	registerSimBatch,
	deleteSim,
	deleteManySims,
	assignSim,
	getSimStatuses,
	createSimOperation,
	getAllSimOperations,
	getSimOperation,
	getSimOperationActions,
	getSimOperationStatuses,
	transferSims,
	sendSms,
	getSms,
	getAllSms,
	cancelSms,
	chartUsage,
	getUsageSummary,
	getDailyUsage,
	getSimUsageSummary,
	getSimDailyUsage,
	getOrganisationUsageSummary,
	getOrganisationDailyUsage,
	getOrganisationHourlyUsage,
	getHierarchyDailyUsage,
	getWorkspacesDailyUsage,
	getActiveInclusiveVolumes,
];

/**
 * The entry of a resource by its name.
 * @throws Error for a name that is not in the table.
 */
export function findEntry(resource: string, name: string): Operation {
	const found = entries.find((entry) => entry.resource === resource && entry.name === name);
	if (!found) throw new Error(`There is no entry "${name}" of "${resource}"`);
	return found;
}
