import type { Simulation } from '../context';
import type { Route } from '../route';
import { authenticateRoutes } from './authenticate';
import { endpointRoutes } from './endpoints';
import { bulkRoutes } from './endpointsBulk';
import { lookupRoutes } from './lookups';
import { simRoutes } from './sims';
import { smsRoutes } from './sms';
import { smsQuotaRoutes } from './smsQuota';
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
	].flatMap((routes) => routes(sim));
