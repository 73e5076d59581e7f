import type { Journey } from '../../journey';
import { agent } from './agent';
import { approved } from './approved';
import { mailed } from './mailed';
import { waves } from './waves';

/** Jobs with people, a schedule, an agent and an interruption, each with a service of its own. */
export const whole: Journey[] = [...mailed, ...approved, ...agent, ...waves];
