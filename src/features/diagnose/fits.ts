import { attachedOnlyFit } from './absenceFits';
import { otherProfileFit } from './cardFits';
import type { Fit } from './certainty';
import type { Facts } from './facts/facts';
import { blockedFit, dataLimitFit, satelliteLimitFit } from './limitFits';
import { imeiLockFit, isLockedOut } from './lockFits';
import { misbehavesFit } from './loopFits';
import { lostFit } from './lostFit';
import { neverConnectedFit } from './neverConnectedFit';
import { dataQuotaFit, smsQuotaFit } from './quotaFits';
import {
	operatorBlockedFit,
	ratBlockedFit,
	refusedFit,
	registrationRejectedFit,
} from './refusalFits';
import { asleepFit, healthyFit, silentFit, unknownFit } from './sessionFits';
import {
	deletedFit,
	disabledFit,
	noDataServiceFit,
	noSimFit,
	organisationBlockedFit,
	simDeletedFit,
	simIssuedFit,
	simSuspendedFit,
} from './settingFits';
import type { VerdictName } from './verdicts';

/** How each verdict is found; `found` has those before it that fit. */
export const FITS: Record<
	VerdictName,
	(facts: Facts, found: ReadonlySet<VerdictName>) => Fit | undefined
> = {
	deleted: deletedFit,
	disabled: disabledFit,
	noSim: noSimFit,
	simSuspended: simSuspendedFit,
	simIssued: simIssuedFit,
	simDeleted: simDeletedFit,
	organisationBlocked: organisationBlockedFit,
	dataLimit: (facts) =>
		dataLimitFit(facts, isLockedOut(facts) || dataQuotaFit(facts) !== undefined),
	satelliteLimit: satelliteLimitFit,
	dataQuota: dataQuotaFit,
	smsQuota: smsQuotaFit,
	imeiLock: imeiLockFit,
	blocked: blockedFit,
	noDataService: noDataServiceFit,
	operatorBlocked: operatorBlockedFit,
	ratBlocked: ratBlockedFit,
	refused: refusedFit,
	otherProfile: otherProfileFit,
	registrationRejected: registrationRejectedFit,
	misbehaves: misbehavesFit,
	neverConnected: neverConnectedFit,
	attachedOnly: attachedOnlyFit,
	lost: lostFit,
	asleep: asleepFit,
	silent: silentFit,
	healthy: healthyFit,
	unknown: unknownFit,
};
