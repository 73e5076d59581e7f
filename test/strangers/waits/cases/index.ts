import type { Condition } from '../case';
import { blocked } from './blocked';
import { delivered } from './delivered';
import { esimOrder } from './esimOrder';
import { online } from './online';
import { reply } from './reply';
import { seenAgain } from './seenAgain';
import { sendAndAwait } from './sendAndAwait';
import { simStatus } from './simStatus';

export const conditions: Condition[] = [
	reply,
	delivered,
	online,
	seenAgain,
	blocked,
	simStatus,
	esimOrder,
	sendAndAwait,
];
