import type { Route } from '../answers';
import { blocklistRoutes } from './blocklists';
import { cardRoutes } from './cards';
import { connectivityRoutes } from './connectivity';
import { endpointRoutes } from './endpoints';
import { eventRoutes } from './events';
import { lookupRoutes } from './lookups';
import { profileRoutes } from './profiles';
import { quotaRoutes } from './quotas';
import { simRoutes } from './sims';
import { smsRoutes } from './sms';
import { statisticsRoutes } from './statistics';
import { tagRoutes } from './tags';

/** All requests that the service answers. Fixed paths stand before those with an id at their place. */
export const routes: Route[] = [
	...cardRoutes,
	...endpointRoutes,
	...simRoutes,
	...connectivityRoutes,
	...eventRoutes,
	...statisticsRoutes,
	...profileRoutes,
	...quotaRoutes,
	...smsRoutes,
	...blocklistRoutes,
	...tagRoutes,
	...lookupRoutes,
];
