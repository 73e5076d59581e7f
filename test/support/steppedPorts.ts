import type * as ports from '../../src/ports';
import { MovedClock } from './movedClock';

/* Replaces `src/ports` with `jest.mock`: all waits and both clocks are those of `moved`. */

export const moved = new MovedClock();
export const { afterThisTurn, monotonic, StoredFile } =
	jest.requireActual<typeof ports>('../../src/ports');
export const systemClock = moved.clock;
export const systemSleep = moved.sleep;
