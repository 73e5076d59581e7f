import type { Fit } from '../certainty';
import type { Facts } from '../facts';
import type { VerdictName } from '../verdicts';
import { attachedOnlyFit, lostFit, neverConnectedFit } from './absence';
import { otherProfileFit } from './cards';
import { blockedFit, dataLimitFit, satelliteLimitFit } from './limits';
import { imeiLockFit, isLockedOut } from './lock';
import { dataQuotaFit, smsQuotaFit } from './quotas';
import { operatorBlockedFit, ratBlockedFit, refusedFit, registrationRejectedFit } from './refusals';
import { asleepFit, healthyFit, silentFit, unknownFit } from './sessions';
import {
	deletedFit,
	disabledFit,
	noDataServiceFit,
	noSimFit,
	organisationBlockedFit,
	simDeletedFit,
	simIssuedFit,
	simSuspendedFit,
} from './settings';

/** How each verdict is found; `found` holds those before it that fit. */
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
	neverConnected: neverConnectedFit,
	attachedOnly: attachedOnlyFit,
	lost: lostFit,
	asleep: asleepFit,
	silent: silentFit,
	healthy: healthyFit,
	unknown: unknownFit,
};
