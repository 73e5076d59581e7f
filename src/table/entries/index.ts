import type { Operation } from '../define';
import * as applicationToken from './account/applicationToken';
import * as mfaKey from './account/mfaKey';
import * as organisation from './account/organisation';
import * as session from './account/session';
import * as trustedDevice from './account/trustedDevice';
import * as user from './account/user';
import * as workspace from './account/workspace';
import * as workspaceMember from './account/workspaceMember';
import * as automation from './automation/automation';
import * as automationChanges from './automation/automationChanges';
import * as automationEvents from './automation/automationEvents';
import * as customEventCreate from './automation/customEventCreate';
import * as connectivity from './endpoint/connectivity';
import * as endpoint from './endpoint/endpoint';
import * as endpointBulk from './endpoint/endpointBulk';
import * as endpointRead from './endpoint/endpointRead';
import * as endpointTags from './endpoint/endpointTags';
import * as operatorBlacklist from './endpoint/operatorBlacklist';
import * as tag from './endpoint/tag';
import * as tagDelete from './endpoint/tagDelete';
import * as eventLists from './event/eventLists';
import * as lookup from './lookup/lookup';
import * as cloudConnect from './network/cloudConnect';
import * as network from './network/network';
import * as serviceLists from './network/serviceLists';
import * as serviceProfile from './profile/serviceProfile';
import * as serviceProfileChanges from './profile/serviceProfileChanges';
import * as serviceProfileServices from './profile/serviceProfileServices';
import * as tariffProfile from './profile/tariffProfile';
import * as tariffProfileBlocklist from './profile/tariffProfileBlocklist';
import * as callback from './push/callback';
import * as callbackSecret from './push/callbackSecret';
import * as dataStream from './push/dataStream';
import * as dataStreamRead from './push/dataStreamRead';
import * as dataQuota from './quota/dataQuota';
import * as smsQuota from './quota/smsQuota';
import * as trafficLimitExtension from './quota/trafficLimitExtension';
import * as euicc from './sim/euicc';
import * as sim from './sim/sim';
import * as simBatch from './sim/simBatch';
import * as simManage from './sim/simManage';
import * as simOperation from './sim/simOperation';
import * as simTransfer from './sim/simTransfer';
import * as sms from './sms/sms';
import * as smsMessages from './sms/smsMessages';
import * as usageChart from './usage/usageChart';
import * as usageReports from './usage/usageReports';

/* The entries of the table: each describes one operation of the service. */

/** The files that describe operations: every entry that one of them exports is an operation of the nodes. */
const FILES: readonly object[] = [
	applicationToken,
	mfaKey,
	organisation,
	session,
	trustedDevice,
	user,
	workspace,
	workspaceMember,
	automation,
	automationChanges,
	automationEvents,
	customEventCreate,
	connectivity,
	endpoint,
	endpointBulk,
	endpointRead,
	endpointTags,
	operatorBlacklist,
	tag,
	tagDelete,
	eventLists,
	lookup,
	cloudConnect,
	network,
	serviceLists,
	serviceProfile,
	serviceProfileChanges,
	serviceProfileServices,
	tariffProfile,
	tariffProfileBlocklist,
	callback,
	callbackSecret,
	dataStream,
	dataStreamRead,
	dataQuota,
	smsQuota,
	trafficLimitExtension,
	euicc,
	sim,
	simBatch,
	simManage,
	simOperation,
	simTransfer,
	sms,
	smsMessages,
	usageChart,
	usageReports,
];

const isEntry = (exported: unknown): exported is Operation =>
	typeof exported === 'object' &&
	exported !== null &&
	'request' in exported &&
	'action' in exported;

const exported = FILES.flatMap((file) => Object.values(file)).filter(isEntry);
/** Reads that are no operations of their own: one operation reads whichever of them is chosen. */
const chosen = new Set(exported.flatMap(({ lists = {} }) => Object.values(lists)));

/** All entries. */
export const entries: readonly Operation[] = exported.filter((entry) => !chosen.has(entry));

/**
 * The entry of a resource by its name.
 * @throws Error for a name that is not in the table.
 */
export function findEntry(resource: string, name: string): Operation {
	const found = entries.find((entry) => entry.resource === resource && entry.name === name);
	if (!found) throw new Error(`There is no entry "${name}" of "${resource}"`);
	return found;
}
