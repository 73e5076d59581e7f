import '../../faults/resolve';
import { secrets } from '../../faults/figures';
import { runSuite } from '../../faults/suite';
import { compose } from './compose';
import { lane } from './lane';
import { logins } from './logins';
import { queue } from './queue';
import { storm, storms } from './storm';
import { waits } from './waits';

/*
 * `npm run test:cluster [-- name …]`: one lane and one session over several processes.
 */
void runSuite(({ names }) => ({
	lane,
	logins,
	queue,
	waits,
	compose,
	storm,
	// The full storm runs only by name.
	...(names.includes('storms') && { storms }),
	secrets,
}));
