import { lanes } from './lanes';
import { sessions } from './sessions';
import { verdicts } from './verdicts';
import type { Planted } from './planted';

export type { Planted };

export const FAULTS: Planted[] = [...verdicts, ...lanes, ...sessions];
