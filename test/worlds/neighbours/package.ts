import type * as errors from '../../../src/errors';
import type * as lanes from '../../../src/request/limits/lanes';
import type * as client from '../../../src/run/client';
import type * as run from '../../../src/run/run';
import type * as entries from '../../../src/operations';
import type * as whose from '../../../src/triggers/runtime/whose';
import type * as secrets from '../../../src/triggers/stream/acceptedSecrets';
import type * as streams from '../../../src/triggers/stream/registration';

/** The part of the package that works for an account with neighbours. */
export const NEIGHBOUR_ENTRY = `
	export { Client } from './src/run/client';
	export { runItems } from './src/run/run';
	export { findOperation } from './src/operations';
	export { Lanes } from './src/request/limits/lanes';
	export { ownError } from './src/errors';
	export { AcceptedSecrets } from './src/triggers/stream/acceptedSecrets';
	export { Streams } from './src/triggers/stream/registration';
	export { challengeAnswer, challengeIn } from './src/triggers/runtime/whose';
`;

/** The exports of {@link NEIGHBOUR_ENTRY}. */
export type NeighbourPackage = Pick<typeof client, 'Client'> &
	Pick<typeof run, 'runItems'> &
	Pick<typeof entries, 'findOperation'> &
	Pick<typeof lanes, 'Lanes'> &
	Pick<typeof errors, 'ownError'> &
	Pick<typeof secrets, 'AcceptedSecrets'> &
	Pick<typeof streams, 'Streams'> &
	Pick<typeof whose, 'challengeAnswer' | 'challengeIn'>;
