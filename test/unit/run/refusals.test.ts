import { CellularIotError } from '../../../src/errors';
import { explained } from '../../../src/run/refusals';

/* What a refusal means for an operation. */

test('an error that is no answer of the service is left as it is', () => {
	const error = new CellularIotError(
		'The service could not be reached',
		'Check the network.',
		'notSent',
	);
	expect(explained({ explains: { 409: 'It has been delivered.' } }, error)).toBe(error);
});
