import type { Family, Plan } from '../plan';
import { mixed } from './mixed';
import { redis } from './redis';
import { sequential } from './sequential';
import { session } from './session';
import { single } from './single';

const DRAW: Record<Family, (seed: number) => Plan> = { single, sequential, redis, session, mixed };

/** The world of a seed. */
export const planOf = (family: Family, seed: number): Plan => DRAW[family](seed);
