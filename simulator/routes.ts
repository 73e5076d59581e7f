import { applicationTokenRoutes } from './account/applicationTokens';
import { automationRoutes } from './automations/routes';
import { authenticateRoutes } from './account/authenticate';
import { mfaKeyRoutes } from './account/mfaKeys';
import { memberRoutes } from './account/members';
import { organisationRoutes } from './account/organisation';
import { accountRoutes } from './account/user';
import { userRoutes } from './account/users';
import { cardRoutes } from './cards/routes';
import type { Simulation } from './context';
import { addressSpaceRoutes } from './endpoints/addressSpaces';
import { blacklistRoutes } from './endpoints/blacklist';
import { bulkRoutes } from './endpoints/bulk';
import { connectivityRoutes } from './endpoints/connectivity';
import { endpointRoutes } from './endpoints/single';
import { tagRoutes } from './endpoints/tags';
import { eventRoutes } from './events/feed';
import type { Route } from './http/route';
import { blocklistRoutes } from './profiles/blocklist';
import { dataLimitRoutes } from './profiles/dataLimits';
import { networkRoutes } from './profiles/network';
import { operatorRoutes } from './profiles/operators';
import { profileServiceRoutes } from './profiles/profileServices';
import { serviceProfileRoutes } from './profiles/serviceProfiles';
import { serviceRoutes } from './profiles/services';
import { tariffProfileRoutes } from './profiles/tariffProfiles';
import { simManageRoutes } from './sims/batches';
import { esimRoutes } from './sims/esim';
import { simRoutes } from './sims/single';
import { migrationRoutes } from './sims/transfer';
import { callbackRoutes } from './sms/callbacks';
import { smsRoutes } from './sms/messages';
import { dataStreamRoutes } from './stream/streams';
import { dataQuotaRoutes } from './traffic/dataQuota';
import { extensionRoutes } from './traffic/extensions';
import { organisationReportRoutes } from './traffic/organisationReports';
import { usageReportRoutes } from './traffic/reports';
import { smsQuotaRoutes } from './traffic/smsQuota';

/** All routes of the service that the simulator implements. */
export const allRoutes = (sim: Simulation): Route[] =>
	[
		authenticateRoutes,
		accountRoutes,
		applicationTokenRoutes,
		userRoutes,
		memberRoutes,
		mfaKeyRoutes,
		endpointRoutes,
		bulkRoutes,
		connectivityRoutes,
		blacklistRoutes,
		tagRoutes,
		simRoutes,
		simManageRoutes,
		migrationRoutes,
		esimRoutes,
		cardRoutes,
		smsRoutes,
		callbackRoutes,
		smsQuotaRoutes,
		dataQuotaRoutes,
		extensionRoutes,
		usageReportRoutes,
		organisationReportRoutes,
		eventRoutes,
		serviceProfileRoutes,
		serviceRoutes,
		profileServiceRoutes,
		dataLimitRoutes,
		tariffProfileRoutes,
		blocklistRoutes,
		operatorRoutes,
		addressSpaceRoutes,
		networkRoutes,
		organisationRoutes,
		dataStreamRoutes,
		automationRoutes,
	].flatMap((routes) => routes(sim));
