import type * as errors from '../../src/errors';
import type * as ports from '../../src/ports';
import type * as connection from '../../src/request/attempt/connection';
import type * as http from '../../src/request/http';
import type * as waitBudget from '../../src/request/limits/waitBudget';
import type * as access from '../../src/session/access';

/** The part of the package that a world runs; see ENTRY in subject.ts. */
export type Package = Pick<typeof access, 'Access'> &
	Pick<typeof http, 'Http'> &
	Pick<typeof waitBudget, 'WaitBudget'> &
	Pick<typeof connection, 'SeenError'> &
	Pick<typeof errors, 'ownError'> &
	Pick<typeof ports, 'systemClock' | 'systemSleep'>;
