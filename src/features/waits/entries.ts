import type { Feature } from '../../run/feature';
import { awaitBlocked } from './blocked/entry';
import { awaitDelivered } from './delivered/entry';
import { awaitEsimOrder } from './esimOrder/entry';
import { awaitOnline } from './online/entry';
import { awaitReplyOnly } from './reply/entry';
import { awaitSeenAgain } from './seenAgain/entry';
import { awaitSimStatus } from './simStatus/entry';

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
