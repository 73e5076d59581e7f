import { accounts } from './accounts';
import type { Case } from './case';
import { endpoints } from './endpoints';
import { fleetLists } from './fleetLists';
import { fleetReports } from './fleetReports';
import { fleetSims } from './fleetSims';
import { fleetStreams } from './fleetStreams';
import { fleetTags } from './fleetTags';
import { recorded } from './recorded';
import { traffic } from './traffic';

/** The cases of all operations. */
export const CASES: Case[] = [
	...endpoints,
	...traffic,
	...accounts,
	...fleetTags,
	...fleetReports,
	...fleetLists,
	...recorded,
	...fleetSims,
	...fleetStreams,
];
