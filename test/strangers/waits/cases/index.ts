import type { Condition } from '../case';
import { blocked } from './blocked';
import { delivered } from './delivered';
import { online } from './online';
import { reply } from './reply';
import { simStatus } from './simStatus';

export const conditions: Condition[] = [reply, delivered, online, blocked, simStatus];
