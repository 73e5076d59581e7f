import type { Journey } from '../../journey';
import { agent } from './agent';
import { mailed } from './mailed';
import { ticked } from './ticked';
import { topUp } from './topUp';
import { waves } from './waves';

/** Jobs with people, a schedule, an agent and an interruption, each with a service of its own. */
export const whole: Journey[] = [...mailed, ...ticked, ...topUp, ...agent, ...waves];
