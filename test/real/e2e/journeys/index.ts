import type { Journey } from '../journey';
import { credentials } from './credentials';
import { errors } from './errors';
import { finding } from './finding';
import { forms } from './forms';
import { jobs } from './jobs';
import { looks } from './looks';
import { pickers } from './pickers';
import { triggers } from './triggers';

/** All ways through the editor, in the order they are walked. */
export const journeys: Journey[] = [
	...finding,
	...jobs, // while there is one credential, which n8n then chooses by itself
	...credentials,
	...forms,
	...pickers,
	...errors,
	...triggers,
	...looks,
];
