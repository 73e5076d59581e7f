import type { Journey } from '../journey';
import { automations } from './automations';
import { chart } from './chart';
import { credentials } from './credentials';
import { errors } from './errors';
import { finding } from './finding';
import { forms } from './forms';
import { jobs } from './jobs';
import { looks } from './looks';
import { newcomerMistakes } from './newcomerMistakes';
import { mistakes } from './mistakes';
import { moreJobs } from './moreJobs';
import { pickers } from './pickers';
import { triggers } from './triggers';
import { tutorial } from './tutorial';
import { whole } from './whole';
import { wholeJobs } from './wholeJobs';
import { workspaces } from './workspaces';

/** All journeys, in order. */
export const journeys: Journey[] = [
	...finding,
	...tutorial, // while there is no other credential than the one it deletes
	// While there is a single credential, which n8n selects automatically.
	...jobs,
	...moreJobs,
	...wholeJobs,
	...whole,
	...automations,
	...chart,
	...newcomerMistakes,
	...credentials,
	...forms,
	...pickers,
	...workspaces,
	...errors,
	...mistakes,
	...triggers,
	...looks,
];
