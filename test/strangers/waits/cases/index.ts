import type { Condition } from '../case';
import { reply } from './reply';

export const conditions: Condition[] = [reply];
