import { findOperation } from '../../../../src/operations';
import { TABLE } from '../../table/table';
import { splitKey, WALKED } from './runRow';
import { walk } from './walk';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

test('all documented operations have a row, and each row is an operation', () => {
	expect(WALKED).toEqual(expect.arrayContaining(TABLE.map((o) => `${o.resource} ${o.name}`)));
	for (const key of WALKED) expect(() => findOperation(...splitKey(key))).not.toThrow();
});

walk('recorded');
