import type { Case } from '../case';
import { kills } from './kills';
import { order } from './order';
import { people } from './people';
import { puttingBack } from './puttingBack';
import { signs } from './signs';

export const cases: Case[] = [...signs, ...order, ...puttingBack, ...people, ...kills];
