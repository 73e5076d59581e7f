import { jobs } from './jobs';
import { lanes } from './lanes';
import type { Planted } from './planted';
import { sessions } from './sessions';
import { verdicts } from './verdicts';

export type { Planted };

export const FAULTS: Planted[] = [...verdicts, ...lanes, ...sessions, ...jobs];
