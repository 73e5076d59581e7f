import { accountCheck } from './features/accountCheck/entry';
import { endpointsWithAdded } from './features/addToEach/entry';
import { applyTable } from './features/applyTable/entry';
import { diagnoseEndpoint } from './features/diagnose/entry';
import { findIdleSims } from './features/findIdle/entry';
import { forecastUsage } from './features/forecast/entry';
import { mapPlaces } from './features/mapPlaces/entry';
import { followed } from './features/onlyChanged/entry';
import { reportDrift } from './features/reportDrift/entry';
import { retireEndpoints } from './features/retire/entry';
import { simSwap } from './features/simSwap/entry';
import { getUsageByTag } from './features/usageByTag/entry';
import { waits } from './features/waits/entries';
import { sendAndAwaitReply } from './features/waits/sendAndAwaitReply/entry';
import type { Feature } from './run/feature';
import type { Operation } from './table/define';
import { entries } from './table/entries';
import { getAllEndpoints } from './table/entries/endpoint/endpointRead';
import { getAllSims } from './table/entries/sim/sim';
import { JOB_RESOURCES, type Resource, RESOURCES } from './table/resources';
import { compareNames } from './nameOrder';

/* Everything that the action nodes can do: the entries of the table, and the features. */

/** The features; each has a folder in `src/features/`. */
const features: readonly Feature[] = [
	// It asks for what each single operation reads.
	accountCheck(() => operations.filter((operation) => !jobs.includes(operation))),
	applyTable,
	retireEndpoints,
	diagnoseEndpoint,
	findIdleSims,
	reportDrift,
	simSwap,
	getUsageByTag,
	forecastUsage,
	mapPlaces,
	sendAndAwaitReply,
	...waits,
];

/** Entries of the table to which features add: the features stand in their places. */
const extended: ReadonlyMap<Operation, Feature> = new Map([
	[getAllEndpoints, followed(endpointsWithAdded)],
	[getAllSims, followed(getAllSims)],
]);

const ORDER = Object.keys(RESOURCES);

/** All operations, by the order of the resources and by name. */
export const operations: readonly Operation[] = [
	...entries.map((entry) => extended.get(entry) ?? entry),
	...features,
].sort(
	(a, b) => ORDER.indexOf(a.resource) - ORDER.indexOf(b.resource) || compareNames(a.name, b.name),
);

/**
 * Operations that take several requests, runs or days: the node for jobs has them, beside the nodes for the
 * single operations of their resources.
 */
export const jobs: readonly Operation[] = [
	applyTable,
	retireEndpoints,
	diagnoseEndpoint,
	findIdleSims,
	reportDrift,
	simSwap,
	sendAndAwaitReply,
	forecastUsage,
	...waits,
];

/** The operation for a node's parameters. @throws Error for a name that there is not. */
export function findOperation(resource: string, name: string): Operation {
	const found = operations.find((o) => o.resource === resource && o.name === name);
	if (!found) throw new Error(`There is no operation "${name}" of "${resource}"`);
	return found;
}

/** The operations of the node that has these resources. */
export const operationsOf = (resources: Record<string, Resource>): readonly Operation[] =>
	operations.filter(
		(entry) =>
			entry.resource in resources && jobs.includes(entry) === (resources === JOB_RESOURCES),
	);
