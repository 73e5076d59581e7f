import type { Feature } from '../../run/feature';
import { awaitBlocked } from './conditions/blocked';
import { awaitDelivered } from './conditions/delivered';
import { awaitEsimOrder } from './conditions/esimOrder';
import { awaitOnline } from './conditions/online';
import { awaitReplyOnly } from './conditions/reply';
import { awaitSeenAgain } from './conditions/seenAgain';
import { awaitSimStatus } from './conditions/simStatus';

/** The operations that wait and send nothing. */
export const waits: readonly Feature[] = [
	awaitBlocked,
	awaitDelivered,
	awaitEsimOrder,
	awaitOnline,
	awaitReplyOnly,
	awaitSeenAgain,
	awaitSimStatus,
];
