/* What triggers promise, as functions with a number of runs: for the tests and the fault figures. */

export { measureFleet } from './bigFleet';
export { fuzzCallbacks, shuffledParts } from './fuzz';
export { feedHistories, quotaHistories } from './quotaHistories';
