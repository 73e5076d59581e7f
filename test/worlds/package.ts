import type * as errors from '../../src/errors';
import type * as closing from '../../src/http/closing';
import type * as connection from '../../src/http/connection';
import type * as http from '../../src/http/http';
import type * as ports from '../../src/ports';
import type * as access from '../../src/session/access';

/** What of the package a world drives; see ENTRY in subject.ts. */
export type Package = Pick<typeof access, 'Access'> &
	Pick<typeof http, 'Http'> &
	Pick<typeof closing, 'Patience'> &
	Pick<typeof connection, 'SeenError'> &
	Pick<typeof errors, 'ownError'> &
	Pick<typeof ports, 'systemClock' | 'systemSleep'>;
