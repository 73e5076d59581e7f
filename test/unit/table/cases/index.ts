import { accounts } from './accounts';
import { automationEvents } from './automationEvents';
import { automations } from './automations';
import type { Case } from './case';
import { endpoints } from './endpoints';
import { fleetEvents } from './fleetEvents';
import { fleetLists } from './fleetLists';
import { fleetReports } from './fleetReports';
import { fleetSims } from './fleetSims';
import { fleetStreams } from './fleetStreams';
import { fleetTags } from './fleetTags';
import { jobs } from './jobs';
import { network } from './network';
import { people } from './people';
import { plainLists } from './plainLists';
import { profiles } from './profiles';
import { recorded } from './recorded';
import { traffic } from './traffic';

/** The cases of all operations. */
export const CASES: Case[] = [
	...endpoints,
	...traffic,
	...accounts,
	...fleetTags,
	...fleetEvents,
	...fleetReports,
	...fleetLists,
	...recorded,
	...fleetSims,
	...fleetStreams,
	...automations,
	...automationEvents,
	...people,
	...network,
	...profiles,
	...plainLists,
	...jobs,
];
