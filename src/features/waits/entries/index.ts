import type { Feature } from '../../../run/feature';
import { awaitBlocked } from './blocked';
import { awaitDelivered } from './delivered';
import { awaitEsimOrder } from './esimOrder';
import { awaitOnline } from './online';
import { awaitReplyOnly } from './reply';
import { awaitSeenAgain } from './seenAgain';
import { awaitSimStatus } from './simStatus';

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
