import { findOperation } from '../../../../src/operations';
import { DOCUMENTED } from '../../../operations';
import { splitKey, WALKED } from './runRow';
import { walk } from './walk';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

test('all documented operations have a row, and each row is an operation', () => {
	const walked = WALKED.map((key) => splitKey(key).join(' '));
	const named = DOCUMENTED.filter(({ isNamed }) => isNamed);
	expect(walked).toEqual(expect.arrayContaining(named.map((o) => `${o.resource} ${o.name}`)));
	for (const key of WALKED) expect(() => findOperation(...splitKey(key))).not.toThrow();
});

walk('recorded');
