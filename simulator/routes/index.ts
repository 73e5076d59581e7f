import type { Simulation } from '../context';
import type { Route } from '../route';
import { accountRoutes } from './account';
import { blacklistRoutes } from './blacklist';
import { callbackRoutes } from './callbacks';
import { connectivityRoutes } from './connectivity';
import { eventRoutes } from './events';
import { extensionRoutes } from './extensions';
import { mfaKeyRoutes } from './mfaKeys';
import { migrationRoutes } from './migration';
import { simUpdateRoutes } from './simUpdate';
import { smsMessageRoutes } from './smsMessages';
import { authenticateRoutes } from './authenticate';
import { endpointRoutes } from './endpoints';
import { bulkRoutes } from './endpointsBulk';
import { lookupRoutes } from './lookups';
import { simRoutes } from './sims';
import { smsRoutes } from './sms';
import { smsQuotaRoutes } from './smsQuota';
import { dataQuotaRoutes } from './dataQuota';
import { eventListRoutes } from './eventLists';
import { dataStreamRoutes } from './dataStreams';
import { esimRoutes } from './esim';
import { simManageRoutes } from './simManage';
import { fleetListRoutes } from './fleetLists';
import { tagRoutes } from './tags';
import { usageReportRoutes } from './usageReports';
import { usageRoutes } from './usage';

/** Every operation of the service that the simulator speaks. */
export const serviceRoutes = (sim: Simulation): Route[] =>
	[
		authenticateRoutes,
		endpointRoutes,
		bulkRoutes,
		simRoutes,
		smsRoutes,
		smsQuotaRoutes,
		usageRoutes,
		lookupRoutes,
		smsMessageRoutes,
		simUpdateRoutes,
		migrationRoutes,
		mfaKeyRoutes,
		extensionRoutes,
		eventRoutes,
		connectivityRoutes,
		callbackRoutes,
		blacklistRoutes,
		accountRoutes,
		dataQuotaRoutes,
		tagRoutes,
		usageReportRoutes,
		fleetListRoutes,
		simManageRoutes,
		dataStreamRoutes,
		esimRoutes,
		eventListRoutes,
	].flatMap((routes) => routes(sim));
